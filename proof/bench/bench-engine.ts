/**
 * `perpetua bench engine`: commands per second of the whole engine on the book's workload, compared
 * with the peer's bare book on the same messages; what a command allocates, and what it costs as
 * the venue grows; and one price gap that liquidates thousands.
 *
 * Entries wait as bytes and become objects a portion at a time, outside the clock: millions of them
 * on the heap would be marked again and again, and the collector would be what is measured.
 */

import { deserialize, getHeapStatistics, serialize } from 'node:v8';
import type { Entry } from '../../src/domain/command.ts';
import { apply } from '../../src/engine/apply.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { FLOW_SHAPE, planFlow } from './engine-flow.ts';
import { type GrowthRow, measureGrowth } from './engine-growth.ts';
import { measureStorm, type StormResult } from './engine-storm.ts';
import { openBenchVenue } from './engine-venue.ts';
import { asMillis, asSeconds, asTimes, type Figure, measured } from './figure.ts';
import { generateWorkload, SCENARIOS } from './generate.ts';
import { benchmark, calibrate, takeTurns, tellProgress, timed } from './harness.ts';
import { drivePeer, findPeer, PEER_NAME, type PeerBook, peerIdsOf } from './measure.ts';

const HELP = `Usage: perpetua bench engine [options]

  --messages N   about how many messages the flow has (2000000)
  --rounds N     timed rounds, of which the best counts (3)
  --storm N      accounts in the liquidation storm (10000)
  --quick        a short run that only checks that everything works
  --json         print JSON instead of tables`;

export const benchEngine = benchmark({
  help: HELP,
  measure: async ({ isQuick, countOf }) => {
    const asked = { messages: countOf('messages'), rounds: countOf('rounds'), growthScale: 1 };
    const plan = isQuick ? { messages: 4_000, rounds: 1, growthScale: 0.001 } : asked;
    return {
      flow: await measureFlow(plan),
      growth: await measureGrowths(plan),
      storm: {
        ...measureStorm(isQuick ? 100 : countOf('storm')),
        calibratorMillis: 1_000 * timed(calibrate),
      },
    };
  },
  title: 'the whole engine',
  figures: figuresOf,
  format: formatEngineReport,
});

interface EnginePlan {
  readonly messages: number;
  readonly rounds: number;
  readonly growthScale: number;
}

interface FlowResult {
  readonly commands: number;
  readonly fills: number;
  readonly rejects: number;
  readonly commandsPerSecond: number;
  readonly bytesPerCommand: number;
  readonly peerMessagesPerSecond: number | null;
  readonly ratio: number | null;
  readonly calibratorMillis: number;
}

const PORTION = 8_192;

async function measureFlow({ messages, rounds }: EnginePlan): Promise<FlowResult> {
  const workload = generateWorkload(SCENARIOS[0]!, messages >> 1, 1);
  const portions: Buffer[] = [];
  let entries: Entry[] = [];
  const pack = (): void => {
    portions.push(serialize(entries));
    entries = [];
  };
  const flow = planFlow(workload, (entry) => {
    if (entries.push(entry) === PORTION) pack();
  });
  pack();
  const createPeer = await findPeer();
  const ids = createPeer === undefined ? [] : peerIdsOf(workload);
  const timePeer = (create: () => PeerBook): number => {
    const book = create();
    return timed(() => drivePeer(book, workload, ids, 0, workload.count));
  };
  const [own = [], calibrator = [], others = []] = await takeTurns({ rounds }, [
    (round) => {
      tellProgress(`flow, round ${round} of ${rounds}`);
      return timeFlow(portions);
    },
    () => timed(calibrate),
    ...(createPeer === undefined ? [] : [() => timePeer(createPeer)]),
  ]);
  const commandsPerSecond = flow.commands / Math.min(...own);
  const peer = createPeer === undefined ? null : workload.count / Math.min(...others);
  return {
    ...flow,
    commandsPerSecond,
    bytesPerCommand: weighFlow(portions),
    peerMessagesPerSecond: peer,
    ratio: peer === null ? null : commandsPerSecond / peer,
    calibratorMillis: 1_000 * Math.min(...calibrator),
  };
}

function timeFlow(portions: readonly Buffer[]): number {
  const { state } = openBenchVenue(FLOW_SHAPE);
  let seconds = 0;
  for (const portion of portions) {
    const entries: readonly Entry[] = deserialize(portion);
    seconds += timed(() => {
      for (const entry of entries) apply(state, entry);
    });
  }
  return seconds;
}

/** So many commands between two looks at the heap. */
const WEIGHED = 512;

/** What a command allocates once the code is warm. Looks between which garbage went are no use. */
function weighFlow(portions: readonly Buffer[]): number {
  const { state } = openBenchVenue(FLOW_SHAPE);
  let bytes = 0;
  let commands = 0;
  for (const portion of portions) {
    const entries: readonly Entry[] = deserialize(portion);
    for (let first = 0; first < entries.length; first += WEIGHED) {
      const last = Math.min(first + WEIGHED, entries.length);
      const before = getHeapStatistics().used_heap_size;
      for (let at = first; at < last; at += 1) apply(state, entries[at]!);
      const grown = getHeapStatistics().used_heap_size - before;
      if (grown < 0) continue;
      bytes += grown;
      commands += last - first;
    }
  }
  return bytes / commands;
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

async function measureGrowths({ rounds, growthScale }: EnginePlan): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = [];
  for (const size of SIZES) {
    const accounts = Math.max(10, Math.round(size.accounts * growthScale));
    const resting = Math.max(100, Math.round(size.resting * growthScale));
    tellProgress(`growth, ${accounts} accounts and ${resting} resting orders`);
    const active = Math.min(size.active, accounts);
    const plan = { commands: 30_000, rounds: rounds * 8 };
    rows.push(await measureGrowth({ accounts, resting, active }, plan));
  }
  return rows.slice(1);
}

interface EngineResult {
  readonly flow: FlowResult;
  readonly growth: readonly GrowthRow[];
  readonly storm: StormResult & { readonly calibratorMillis: number };
}

/** The promised limits. */
const RATIO_MIN = 6;
const BYTES_MAX = 400;
const GROWTH_MAX = 1.25;

function figuresOf({ flow, growth, storm }: EngineResult): Figure[] {
  const nanos = growth.map(({ nanosPerCommand }) => nanosPerCommand);
  const peer =
    flow.peerMessagesPerSecond === null
      ? ''
      : `${whole(flow.peerMessagesPerSecond)}, the bare book of ${PEER_NAME}`;
  return [
    measured('commands a second', flow.commandsPerSecond, { show: whole, beside: peer }),
    ...(flow.ratio === null
      ? []
      : [measured('the same, of that peer', flow.ratio, { show: asTimes, least: RATIO_MIN })]),
    measured('bytes allocated a command', flow.bytesPerCommand, { show: whole, most: BYTES_MAX }),
    measured(
      'the dearest of venues of all sizes, of the cheapest',
      Math.max(...nanos) / Math.min(...nanos),
      { show: asTimes, most: GROWTH_MAX },
    ),
    measured(`one price gap that liquidates ${whole(storm.liquidated)}`, storm.seconds, {
      show: asSeconds,
    }),
  ];
}

function formatEngineReport({ flow, growth, storm }: EngineResult): string[] {
  return [
    `Flow: the book's workload *normal* through the whole engine: ${whole(flow.commands)}`,
    `commands, ${whole(flow.fills)} fills, ${whole(flow.rejects)} late cancels and amendments;`,
    `calibrator ${asMillis(flow.calibratorMillis)}.`,
    '',
    'Growth: the same orders near the touch in venues of different size. Where everyone trades,',
    "the machine's caches are measured as well.",
    '',
    ...formatMarkdownTable([
      ['accounts', 'resting orders', 'trading', 'ns per command', 'calibrator'],
      ...growth.map((row) => [
        whole(row.accounts),
        whole(row.resting),
        whole(row.active),
        whole(row.nanosPerCommand),
        asMillis(row.calibratorMillis),
      ]),
    ]),
    '',
    `Storm: ${whole(storm.bookFills)} fills at the book, ${whole(storm.takenOver)} takeovers, ` +
      `${whole(storm.deleveraged)} deleveragings (calibrator ${asMillis(storm.calibratorMillis)}).`,
    '',
    'The calibrator is a loop over JSON in the same process, in turns with what it stands beside:',
    'where it took longer, the machine was slower.',
  ];
}
