/** The report of the book benchmark. */

import { whole } from '../../src/terminal/format-table.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import type { Measurement } from './measure.ts';
import { PEER_NAME } from './peer.ts';

const HEAD = ['scenario', 'messages', 'perpetua /s', 'peer messages', 'peer /s', 'ratio'];

export function formatReport(machine: string, measurements: readonly Measurement[]): string {
  return [
    `Machine: ${machine}`,
    `Peer: ${PEER_NAME}, on as many of the same messages as its column says.`,
    '',
    ...formatMarkdownTable([HEAD, ...measurements.map(rowOf)]),
    '',
    formatSpread(measurements),
    ...measurements.flatMap(formatDisagreement),
  ].join('\n');
}

const rowOf = ({ scenario, messages, messagesPerSecond, peer }: Measurement): string[] => [
  scenario,
  whole(messages),
  whole(messagesPerSecond),
  peer === undefined ? '—' : whole(peer.messages),
  peer === undefined ? '—' : whole(peer.messagesPerSecond),
  peer === undefined ? '—' : `${peer.ratio.toFixed(1)} ×`,
];

function formatSpread(measurements: readonly Measurement[]): string {
  const speeds = measurements.map(({ messagesPerSecond }) => messagesPerSecond);
  const worst = Math.min(...speeds);
  const best = Math.max(...speeds);
  const share = Math.round((100 * worst) / best);
  return `Worst ${whole(worst)}/s, best ${whole(best)}/s: the worst is ${share} % of the best.`;
}

function formatDisagreement({ scenario, peer }: Measurement): string[] {
  if (peer === undefined || peer.tradedLots === peer.tradedLotsHere) return [];
  const { tradedLotsHere, tradedLots } = peer;
  return [
    `${scenario}: perpetua traded ${tradedLotsHere} lots, the peer ${tradedLots}: one is wrong.`,
  ];
}
