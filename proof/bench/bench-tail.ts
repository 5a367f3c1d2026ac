/**
 * `perpetua bench tail`: how late orders are answered at a steady rate on a venue with its eight
 * markets, from when each was due, beside a bare fdatasync in the same moments; and what ran in
 * each slice of two seconds. The kernel says which threads had the processor and how long the main
 * thread waited for a core, so a slice of its own making can be told from one of the machine's.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { quantile } from '../../src/verdict/quantile.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { asMillis, asTimes, type Figure, measured } from './figure.ts';
import {
  benchmark,
  formatCancelAll,
  type MeasuredVenue,
  startMeasured,
  tellProgress,
} from './harness.ts';
import { openConnection, sendAtRate } from './http-load.ts';
import { createOrders, readQuotes } from './http-orders.ts';
import { startSyncs } from './http-sync.ts';
import { cpuMicros, readThreads, type ThreadTimes } from './processes.ts';

const HELP = `Usage: perpetua bench tail [options]

  --seconds N   how long orders come, after a minute of warm-up (600)
  --rate N      orders a second (1000)
  --folder DIR  a folder on the disk to be measured (the system's temporary
                folder)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of tables`;

const CONNECTIONS = 64;
const SLICE_SECONDS = 2;
const WARM_UP_SECONDS = 60;
const QUICK_SECONDS = 4;
/** The worst slices that are shown. */
const SHOWN = 12;
/** What is asked for: at most so many times the bare sync. */
const GOALS = { p99: 3, p999: 5, slice: 10 };

export const benchTail = benchmark({
  help: HELP,
  instead: () => {
    if (process.platform === 'linux') return undefined;
    console.error('perpetua: what the threads of other processes do is only known on Linux');
    return Promise.resolve(1);
  },
  measure: ({ values, isQuick, countOf }) =>
    inTemporaryFolder(async (folder) => {
      const venue = await startMeasured(folder, CONNECTIONS);
      const [warmUp, seconds] = isQuick
        ? [SLICE_SECONDS, QUICK_SECONDS]
        : [WARM_UP_SECONDS, countOf('seconds')];
      try {
        return await measureTail({ folder, venue, warmUp, seconds, rate: countOf('rate') });
      } finally {
        await venue.stop();
      }
    }, values.get('folder')),
  title: 'orders at a steady rate',
  figures: figuresOf,
  format: formatResult,
});

interface TailSetting {
  readonly folder: string;
  readonly venue: MeasuredVenue;
  readonly warmUp: number;
  readonly seconds: number;
  readonly rate: number;
}

/** Milliseconds, but for the entries. */
interface TailSlice {
  readonly second: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  readonly syncP99: number;
  readonly syncMost: number;
  /** How long the main thread took no call, and this benchmark sent none, at most. */
  readonly held: number;
  readonly loadHeld: number;
  /** Processor time of the venue, by what its threads are for. */
  readonly main: number;
  readonly follower: number;
  readonly archive: number;
  readonly collector: number;
  readonly disk: number;
  /** How long the main thread was ready and had no core. */
  readonly waited: number;
  /** Pauses of the collector on the main thread. */
  readonly paused: number;
  /** Processor time of this benchmark, and of everything that is neither it nor the venue. */
  readonly load: number;
  readonly others: number;
  /** Entries that came from the market. */
  readonly market: number;
}

async function measureTail(setting: TailSetting) {
  const { folder, venue, warmUp, seconds, rate } = setting;
  const orders = createOrders(await readQuotes(venue.baseUrl));
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => openConnection(venue.port)),
  );
  // Between its orders each account cancels what rests: it may not have many, and they cost.
  const { signers } = venue;
  const every = Math.max(1, Math.floor((rate * SLICE_SECONDS) / signers.length));
  let made = 0;
  const make = (): Buffer => {
    made += 1;
    const signer = signers[Math.floor(made / every) % signers.length]!;
    return made % every === 0 ? formatCancelAll(signer) : orders.take(1, signers)[0]!;
  };
  const sending = sendAtRate(connections, make, rate);
  const beside = await startSyncs(folder);
  ownDelays.enable();
  const slices: TailSlice[] = [];
  const took: number[] = [];
  const syncs: number[] = [];
  let before = await takeMoment(venue.pid, venue.baseUrl);
  for (let second = -warmUp; second < seconds; second += SLICE_SECONDS) {
    if (second % 60 === 0) tellProgress(`second ${second} of ${seconds}`);
    await sending.until(before.at + SLICE_SECONDS * 1_000);
    const after = await takeMoment(venue.pid, venue.baseUrl);
    const [own, bare] = [sending.take(), await beside.take()];
    if (second >= 0) {
      slices.push({ second, ...sliceOf(before, after, own, bare) });
      took.push(...own);
      syncs.push(...bare);
    }
    before = after;
  }
  sending.stop();
  ownDelays.disable();
  await beside.stop();
  for (const connection of connections) connection.close();
  const parts = (values: readonly number[]) => ({
    p50: quantile(values, 0.5),
    p99: quantile(values, 0.99),
    p999: quantile(values, 0.999),
  });
  return { rate, orders: took.length, order: parts(took), sync: parts(syncs), slices };
}

type TailResult = Awaited<ReturnType<typeof measureTail>>;

interface Moment {
  readonly at: number;
  readonly threads: ReadonlyMap<string, ThreadTimes>;
  readonly own: number;
  readonly venue: number;
  readonly machine: number;
  readonly entries: number;
  readonly orders: number;
  readonly paused: number;
  /** Of the last seconds. */
  readonly held: number;
  readonly loadHeld: number;
}

const DELAY_STEP_MILLIS = 1;
const ownDelays = monitorEventLoopDelay({ resolution: DELAY_STEP_MILLIS });

function takeOwnDelay(): number {
  const most = ownDelays.max / 1e6 - DELAY_STEP_MILLIS;
  ownDelays.reset();
  return Math.max(0, most);
}

async function takeMoment(pid: number, baseUrl: string): Promise<Moment> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const sum = (pattern: RegExp): number =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0);
  return {
    at: performance.now(),
    threads: readThreads(pid),
    own: cpuMicros(process.pid) / 1_000,
    venue: cpuMicros(pid) / 1_000,
    machine: cpuMicros('all') / 1_000,
    entries: sum(/^perpetua_entries (\S+)$/gm),
    orders: sum(/^perpetua_http_requests_total\{endpoint="\/capi\S+"\} (\S+)$/gm),
    paused: sum(/^perpetua_gc_pause_seconds_total\S+ (\S+)$/gm) * 1_000,
    held: sum(/^perpetua_event_loop_delay_seconds\{quantile="1"\} (\S+)$/gm) * 1_000,
    loadHeld: takeOwnDelay(),
  };
}

/** Threads by the names that Node and the venue give them. */
const THREADS = {
  main: /^MainThread$/,
  follower: /^follower$/,
  archive: /^archive$/,
  collector: /^V8Worker$/,
  disk: /^libuv-worker$/,
} as const;

function sliceOf(
  before: Moment,
  after: Moment,
  took: readonly number[],
  syncs: readonly number[],
): Omit<TailSlice, 'second'> {
  const ran = (pattern: RegExp, what: keyof ThreadTimes): number =>
    [...after.threads]
      .filter(([name]) => pattern.test(name.split(' ')[0]!))
      .reduce((sum, [name, now]) => sum + now[what] - (before.threads.get(name)?.[what] ?? 0), 0);
  const load = after.own - before.own;
  return {
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    most: quantile(took, 1),
    syncP99: quantile(syncs, 0.99),
    syncMost: quantile(syncs, 1),
    held: after.held,
    loadHeld: after.loadHeld,
    main: ran(THREADS.main, 'ranMillis'),
    follower: ran(THREADS.follower, 'ranMillis'),
    archive: ran(THREADS.archive, 'ranMillis'),
    collector: ran(THREADS.collector, 'ranMillis'),
    disk: ran(THREADS.disk, 'ranMillis'),
    waited: ran(THREADS.main, 'waitedMillis'),
    paused: after.paused - before.paused,
    load,
    others: Math.max(0, after.machine - before.machine - (after.venue - before.venue) - load),
    market: Math.max(0, after.entries - before.entries - (after.orders - before.orders)),
  };
}

const isLate = ({ p99, syncP99 }: TailSlice): boolean => p99 > GOALS.slice * syncP99;

/** Half of what was waited for, or more. */
const EXPLAINS = 0.5;

/** Why a slice was late if the venue is not to blame: one sync, the load, or other programs. */
function findExcuse({ p99, syncMost, loadHeld, waited, others }: TailSlice): string | undefined {
  if (syncMost >= EXPLAINS * p99) return 'disk';
  if (loadHeld >= EXPLAINS * p99) return 'load';
  const most = Math.min(p99, SLICE_SECONDS * 1_000);
  return Math.min(waited, others) >= EXPLAINS * most ? 'other programs' : undefined;
}

function figuresOf({ rate, order, sync, slices }: TailResult): Figure[] {
  const row = (name: string, own: number, bare: number, most?: number): Figure =>
    measured(`${name}, of a bare fdatasync`, own / bare, {
      show: asTimes,
      beside: `${asMillis(own)} and ${asMillis(bare)}`,
      ...(most !== undefined && { most }),
    });
  const late = slices.filter(isLate);
  return [
    row('p50', order.p50, sync.p50),
    row('p99', order.p99, sync.p99, GOALS.p99),
    {
      ...row('p99.9', order.p999, sync.p999, GOALS.p999),
      gain:
        `At ${whole(rate)} signed orders a second, each on the disk before its answer, half are ` +
        `answered within ${asMillis(order.p50)}, 99.9 % within ${asMillis(order.p999)}.`,
    },
    measured(
      `slices of ${SLICE_SECONDS} s with a p99 beyond ${GOALS.slice} syncs, of ${slices.length}, ` +
        'for a reason of its own',
      late.filter((slice) => findExcuse(slice) === undefined).length,
      { show: whole, beside: `${late.length} for any reason`, most: 0 },
    ),
  ];
}

function formatResult({ rate, orders, slices }: TailResult): string[] {
  const worst = [...slices].sort((first, second) => second.p99 - first.p99).slice(0, SHOWN);
  const middle = (pick: (slice: TailSlice) => number): number => quantile(slices.map(pick), 0.5);
  const follower = slices.filter((slice) => slice.follower > 0);
  const rest = slices.filter((slice) => slice.follower === 0);
  const p99Of = (some: readonly TailSlice[]): string =>
    some.length === 0
      ? ''
      : asMillis(
          quantile(
            some.map(({ p99 }) => p99),
            0.5,
          ),
        );
  return [
    `${whole(orders)} requests, ${whole(rate)} a second, from due to answered.`,
    `The median p99 of the ${follower.length} slices in ` +
      `which the follower ran is ${p99Of(follower)}, of the others ${p99Of(rest)}.`,
    '',
    'The worst slices, and the middle of all. Processor time in ms of two seconds:',
    '',
    ...formatMarkdownTable([
      SLICE_HEAD,
      ...worst.map((slice) => [
        String(slice.second),
        isLate(slice) ? (findExcuse(slice) ?? 'own') : '',
        ...cellsOf((pick) => pick(slice)),
      ]),
      ['middle', '', ...cellsOf(middle)],
    ]),
  ];
}

const SLICE_HEAD = [
  ...['second', 'reason', 'p99', 'most', 'sync p99', 'sync most', 'held up', 'load held up'],
  ...['main', 'waited for a core', 'pauses', 'follower'],
  ...['collector threads', 'archive', 'disk', 'market entries', 'load', 'other programs'],
];

function cellsOf(read: (pick: (slice: TailSlice) => number) => number): string[] {
  return [
    ...[
      read(({ p99 }) => p99),
      read(({ most }) => most),
      read(({ syncP99 }) => syncP99),
      read(({ syncMost }) => syncMost),
      read(({ held }) => held),
      read(({ loadHeld }) => loadHeld),
    ].map((value) => value.toFixed(1)),
    ...[
      read(({ main }) => main),
      read(({ waited }) => waited),
      read(({ paused }) => paused),
      read(({ follower }) => follower),
      read(({ collector }) => collector),
      read(({ archive }) => archive),
      read(({ disk }) => disk),
      read(({ market }) => market),
      read(({ load }) => load),
      read(({ others }) => others),
    ].map((value) => whole(value)),
  ];
}
