/**
 * `perpetua bench engine`: commands per second of the whole engine on the book's workload, compared
 * with the peer's bare book on the same messages; the cost of a command as the venue grows; and one
 * price gap that liquidates thousands.
 */

import { performance } from 'node:perf_hooks';
import { apply } from '../../src/engine/apply.ts';
import { findValues } from '../../src/terminal/flags.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { showUsage } from '../show-usage.ts';
import { FLOW_SHAPE, type Flow, planFlow } from './engine-flow.ts';
import { type GrowthRow, measureGrowth } from './engine-growth.ts';
import { measureStorm, type StormResult } from './engine-storm.ts';
import { openBenchVenue } from './engine-venue.ts';
import { generateWorkload } from './generate.ts';
import { COMMON_OPTIONS, isCount, tellMeasured, tellProgress } from './harness.ts';
import { drivePeer, findPeer, PEER_NAME, peerIdsOf } from './peer.ts';
import { SCENARIOS } from './scenario.ts';

const HELP = `Usage: perpetua bench engine [options]

  --messages N   about how many messages the flow has (2000000)
  --rounds N     timed rounds, of which the best counts (3)
  --storm N      accounts in the liquidation storm (10000)
  --quick        a short run that only checks that everything works
  --json         print JSON instead of tables`;

const OPTIONS = {
  ...COMMON_OPTIONS,
  messages: { type: 'string', default: '2000000' },
  rounds: { type: 'string', default: '3' },
  storm: { type: 'string', default: '10000' },
} as const;

interface EngineSettings {
  readonly messages: number;
  readonly rounds: number;
  readonly storm: number;
  readonly growthScale: number;
  readonly json: boolean;
}

export async function benchEngine(args: string[]): Promise<number> {
  const settings = findSettings(args);
  if (settings === undefined) return showUsage(HELP, args);
  const flow = await measureFlow(settings);
  const growth = measureGrowths(settings);
  const storm = measureStorm(settings.storm);
  tellMeasured(settings, { flow, growth, storm }, () => formatEngineReport(flow, growth, storm));
  return 0;
}

export interface FlowResult {
  readonly commands: number;
  readonly fills: number;
  readonly rejects: number;
  readonly commandsPerSecond: number;
  readonly peerMessagesPerSecond: number | null;
  readonly ratio: number | null;
}

/** Rounds of engine and peer alternate, so that a noisy machine disturbs both. */
async function measureFlow(settings: EngineSettings): Promise<FlowResult> {
  const scenario = SCENARIOS[0];
  if (scenario === undefined) throw new Error('there is no scenario to measure');
  const workload = generateWorkload(scenario, settings.messages >> 1, 1);
  const flow = planFlow(workload);
  const createPeer = await findPeer();
  const ids = createPeer === undefined ? [] : peerIdsOf(workload);
  let seconds = Number.POSITIVE_INFINITY;
  let peerSeconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= settings.rounds; round += 1) {
    tellProgress(`flow, round ${round} of ${settings.rounds}`);
    const time = timeFlow(flow);
    if (round > 0) seconds = Math.min(seconds, time);
    if (createPeer === undefined) continue;
    const book = createPeer();
    const start = performance.now();
    drivePeer(book, workload, ids, 0, workload.count);
    if (round > 0) peerSeconds = Math.min(peerSeconds, (performance.now() - start) / 1_000);
  }
  const commandsPerSecond = flow.entries.length / seconds;
  const peer = createPeer === undefined ? null : workload.count / peerSeconds;
  return {
    commands: flow.entries.length,
    fills: flow.fills,
    rejects: flow.rejects,
    commandsPerSecond,
    peerMessagesPerSecond: peer,
    ratio: peer === null ? null : commandsPerSecond / peer,
  };
}

function timeFlow(flow: Flow): number {
  const { state } = openBenchVenue(FLOW_SHAPE);
  const start = performance.now();
  for (const entry of flow.entries) apply(state, entry);
  return (performance.now() - start) / 1_000;
}

/** The first only warms up. */
const SIZES = [
  { accounts: 1_000, resting: 1_000, active: 10 },
  { accounts: 10, resting: 1_000, active: 10 },
  { accounts: 1_000, resting: 1_000, active: 10 },
  { accounts: 100_000, resting: 1_000, active: 10 },
  { accounts: 1_000, resting: 100_000, active: 10 },
  { accounts: 1_000, resting: 1_000_000, active: 10 },
  { accounts: 100_000, resting: 1_000, active: 100_000 },
];

function measureGrowths(settings: EngineSettings): GrowthRow[] {
  const rows = SIZES.map((size) => {
    const accounts = Math.max(10, Math.round(size.accounts * settings.growthScale));
    const resting = Math.max(100, Math.round(size.resting * settings.growthScale));
    tellProgress(`growth, ${accounts} accounts and ${resting} resting orders`);
    const active = Math.min(size.active, accounts);
    return measureGrowth(
      { accounts, resting, active },
      { commands: 30_000, rounds: settings.rounds * 8 },
    );
  });
  return rows.slice(1);
}

function formatEngineReport(
  flow: FlowResult,
  growth: readonly GrowthRow[],
  storm: StormResult,
): string[] {
  // When everyone trades, the machine's caches are measured as well.
  const times = growth
    .filter(({ active }) => active <= 10)
    .map(({ nanosPerCommand }) => nanosPerCommand);
  const spread = Math.round((Math.max(...times) / Math.min(...times) - 1) * 100);
  return [
    `Flow: the book's workload *normal* through the whole engine: ${whole(flow.commands)}`,
    `commands, ${whole(flow.fills)} fills, ${whole(flow.rejects)} late cancels and amendments.`,
    '',
    ...formatMarkdownTable([
      ['what', 'per second', 'ratio'],
      ['engine, commands', whole(flow.commandsPerSecond), ''],
      [
        `${PEER_NAME}, messages of its bare book`,
        flow.peerMessagesPerSecond === null ? '—' : whole(flow.peerMessagesPerSecond),
        flow.ratio === null ? '—' : `${flow.ratio.toFixed(2)} ×`,
      ],
    ]),
    '',
    'Growth: the same orders near the touch in venues of different size.',
    '',
    ...formatMarkdownTable([
      ['accounts', 'resting orders', 'trading', 'ns per command'],
      ...growth.map((row) => [
        whole(row.accounts),
        whole(row.resting),
        whole(row.active),
        whole(row.nanosPerCommand),
      ]),
    ]),
    '',
    `With ten accounts trading, the dearest is ${spread} % above the cheapest.`,
    '',
    `Storm: one price gap liquidates ${whole(storm.liquidated)} accounts in ` +
      `${storm.seconds.toFixed(2)} s: ${whole(storm.bookFills)} fills at the book, ` +
      `${whole(storm.takenOver)} takeovers, ${whole(storm.deleveraged)} deleveragings.`,
  ];
}

function findSettings(args: string[]): EngineSettings | undefined {
  const values = findValues(args, OPTIONS);
  if (values === undefined || values.help) return undefined;
  const counts = [values.messages, values.rounds, values.storm].map(Number);
  if (!counts.every(isCount)) return undefined;
  const [messages = 0, rounds = 0, storm = 0] = counts;
  const { json } = values;
  if (values.quick) return { messages: 4_000, rounds: 1, storm: 100, growthScale: 0.001, json };
  return { messages, rounds, storm, growthScale: 1, json };
}
