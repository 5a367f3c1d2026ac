/** Measurements as a table that reads well in a terminal and in a Markdown page. */
import type { Measurement } from './measure.ts';
import { PEER_NAME } from './peer.ts';

const HEAD = ['scenario', 'messages', 'perpetua /s', 'peer messages', 'peer /s', 'ratio'];

export function formatReport(machine: string, measurements: readonly Measurement[]): string {
  return [
    `Machine: ${machine}`,
    `Peer: ${PEER_NAME}; it gets the first messages only, where the book is smallest.`,
    '',
    ...formatTable([HEAD, ...measurements.map(rowOf)]),
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

function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lines[0] ?? '', `| ${rule.join(' | ')} |`, ...lines.slice(1)];
}

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

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
