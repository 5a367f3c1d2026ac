/**
 * `perpetua bench book`: messages per second of the book on five scenarios, compared with a peer in
 * the same run. It fails if the two trade different amounts, since a fast wrong book proves
 * nothing.
 */

import { findValues } from '../../src/terminal/flags.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { showUsage } from '../show-usage.ts';
import { generateWorkload } from './generate.ts';
import { COMMON_OPTIONS, isCount, tellMeasured, tellProgress } from './harness.ts';
import { type Measurement, measure, type Plan } from './measure.ts';
import { findPeer, PEER_NAME, type PeerBook } from './peer.ts';
import { SCENARIOS } from './scenario.ts';
import type { Workload } from './workload.ts';
import { loadWorkload, saveWorkload } from './workload-file.ts';

export async function benchBook(args: string[]): Promise<number> {
  const settings = findBookSettings(args);
  if (settings === undefined) return showUsage(HELP, args);
  const { save } = settings;
  if (save !== undefined) {
    for (const create of await workloadsOf(settings)) await saveWorkload(create(), save);
    return 0;
  }
  const createPeer = settings.peer ? await findPeer() : undefined;
  const measurements = await measureAll(settings, createPeer);
  tellMeasured(settings, { settings, measurements }, () => formatReport(measurements));
  return measurements.every(isSameTrade) ? 0 : 1;
}

async function measureAll(
  settings: BookSettings,
  createPeer: (() => PeerBook) | undefined,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const createWorkload of await workloadsOf(settings)) {
    const workload = createWorkload();
    tellProgress(`measuring ${workload.scenario}`);
    measurements.push(measure(workload, planOf(settings, workload), createPeer));
  }
  return measurements;
}

function planOf({ rounds, peerMessages }: BookSettings, { scenario }: Workload): Plan {
  const known = SCENARIOS.find(({ name }) => name === scenario);
  return { rounds, peerMessages: peerMessages ?? known?.peerMessages };
}

/** Made one at a time, when needed: five workloads at once would crowd the memory they measure. */
async function workloadsOf(settings: BookSettings): Promise<(() => Workload)[]> {
  if (settings.load !== undefined) {
    const loaded = await loadWorkload(settings.load);
    return [() => loaded];
  }
  const chosen = SCENARIOS.filter(({ name }) => (settings.scenario ?? name) === name);
  // Each new order leads to about two messages.
  const orders = settings.messages >> 1;
  return chosen.map((scenario) => () => generateWorkload(scenario, orders, settings.seed));
}

const isSameTrade = ({ peer }: Measurement): boolean =>
  peer === undefined || peer.tradedLots === peer.tradedLotsHere;

interface BookSettings {
  readonly messages: number;
  readonly rounds: number;
  readonly seed: number;
  readonly peer: boolean;
  readonly json: boolean;
  readonly peerMessages: number | undefined;
  readonly scenario: string | undefined;
  readonly save: string | undefined;
  readonly load: string | undefined;
}

const NAMES = SCENARIOS.map(({ name }) => name);

const HELP = `Usage: perpetua bench book [options]

  --scenario NAME    only this one of
                     ${NAMES.join(', ')}
  --messages N       about how many messages a scenario has (2000000)
  --rounds N         timed rounds, of which the best counts (3)
  --peer-messages N  how many of them ${PEER_NAME} gets
                     (all; static 100000)
  --no-peer          leave the peer out
  --seed N           seed of the workloads (1)
  --save FILE        write the workload of --scenario as text and measure
                     nothing
  --load FILE        measure the messages of such a file
  --json             print JSON instead of a table`;

const OPTIONS = {
  ...COMMON_OPTIONS,
  scenario: { type: 'string' },
  messages: { type: 'string', default: '2000000' },
  rounds: { type: 'string', default: '3' },
  'peer-messages': { type: 'string' },
  'no-peer': { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  save: { type: 'string' },
  load: { type: 'string' },
} as const;

/** Undefined if the options make no sense; the caller shows the help. */
function findBookSettings(args: string[]): BookSettings | undefined {
  const values = findValues(args, OPTIONS);
  if (values === undefined || values.help || values.quick) return undefined;
  const { scenario, save, load, json } = values;
  const [messages = 0, rounds = 0, seed = 0, peerMessages] = [
    values.messages,
    values.rounds,
    values.seed,
    values['peer-messages'],
  ].map((word) => (word === undefined ? undefined : Number(word)));
  if (![messages, rounds, seed, peerMessages ?? 1].every(isCount)) return undefined;
  if (scenario !== undefined && !NAMES.includes(scenario)) return undefined;
  if (save !== undefined && scenario === undefined) return undefined;
  const peer = !values['no-peer'];
  return { messages, rounds, peerMessages, seed, peer, json, scenario, save, load };
}

const HEAD = ['scenario', 'messages', 'perpetua /s', 'peer messages', 'peer /s', 'ratio'];

function formatReport(measurements: readonly Measurement[]): string[] {
  return [
    `Peer: ${PEER_NAME}, on as many of the same messages as its column says.`,
    '',
    ...formatMarkdownTable([HEAD, ...measurements.map(rowOf)]),
    '',
    formatSpread(measurements),
    ...measurements.flatMap(formatDisagreement),
  ];
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
