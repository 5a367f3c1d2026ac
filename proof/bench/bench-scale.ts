/**
 * `perpetua bench scale`: what gateways in processes of their own cost and bring. The processor
 * time of the process that orders the log, for each signed order, beside that of a single process;
 * how fast a replica applies the log; and how long a new replica of a large venue takes to be
 * ready. Both venues run at the same time and take turns, so that a noisy machine disturbs both.
 */

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createClosings } from '../../src/assembly/closings.ts';
import { NO_LIMITS } from '../../src/cli/start/own-process.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { LOG_COPIES } from '../../src/venue/replica/nats-stream.ts';
import { median } from '../../src/verdict/quantile.ts';
import { findNatsServer, NATS_NEEDED, startNats } from '../cluster/nats-servers.ts';
import { findPostgres, startPostgres } from '../cluster/postgres-server.ts';
import { asMicros, asRate, asSeconds, asTimes, type Figure, measured } from './figure.ts';
import {
  type BenchOptions,
  benchmark,
  clearOrders,
  type MeasuredVenue,
  startMeasured,
  takeTurns,
  tellProgress,
} from './harness.ts';
import { type HttpConnection, measureThroughput, openConnection } from './http-load.ts';
import { createOrders, type Orders, readQuotes } from './http-orders.ts';
import { type HomesResult, measureAsking, measureHomes } from './log-homes.ts';
import { childrenOf, cpuMicros } from './processes.ts';
import { measureReplica } from './replica-start.ts';

const HELP = `Usage: perpetua bench scale [options]

  --rounds N    rounds, in which both take turns (20)
  --orders N    orders in a turn (2000)
  --entries N   entries of the venue that a new replica starts from (1000000)
  --folder DIR  a folder on the disk to be measured (the system's temporary
                folder)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of tables`;

const CONNECTIONS = 64;
/** Turns of each until V8 has compiled everything. */
const WARM_UP_TURNS = 10;
/** How long each home of the log is traded on in a round. */
const HOMES_MILLIS = 2_000;

/** Signed orders over HTTP, at 64 connections. */
type DoorsResult = Pick<HomesResult, 'filesPerSecond' | 'streamPerSecond' | 'ratio'>;

export const benchScale = benchmark({
  help: HELP,
  instead: () => {
    if (process.platform === 'linux') return undefined;
    console.error('perpetua: the processor time of other processes is only known on Linux');
    return Promise.resolve(1);
  },
  measure: measureScale,
  title: 'gateways and replicas, processor time',
  figures: figuresOf,
  format: formatResult,
});

function measureScale({ values, isQuick, countOf }: BenchOptions) {
  const [rounds, orders, entries] = [countOf('rounds'), countOf('orders'), countOf('entries')];
  const scale = isQuick ? 0.02 : 1;
  const plan = {
    rounds: Math.ceil(rounds * scale),
    orders: Math.ceil(orders * Math.sqrt(scale)),
    warmUp: Math.ceil(WARM_UP_TURNS * scale),
  };
  return inTemporaryFolder(async (folder) => {
    tellProgress('a replica of a large venue');
    const replica = await measureReplica(join(folder, 'large'), Math.ceil(entries * scale));
    const rows = [];
    for (const gateways of gatewayCounts(isQuick))
      rows.push(await measureGateways(join(folder, `with-${gateways}`), gateways, plan));
    tellProgress('a stream beside files');
    const homes = await measureHomes(join(folder, 'homes'), {
      rounds: plan.rounds,
      millis: HOMES_MILLIS * scale,
    });
    const doors = await measureReplicaDoors(join(folder, 'doors'), plan);
    // Of a question to the process with the files, in microseconds of both processes together.
    const askMicros = await measureAsking(join(folder, 'asking'), scale);
    return { rows, replica, homes, doors, askMicros };
  }, values.get('folder'));
}

type ScaleResult = Awaited<ReturnType<typeof measureScale>>;

/** One, two, four, … as far as there are cores for them. */
function gatewayCounts(isQuick: boolean): number[] {
  const most = isQuick ? 1 : Math.max(2, availableParallelism());
  const counts: number[] = [];
  for (let count = 1; count <= most; count *= 2) counts.push(count);
  return counts;
}

interface Plan {
  readonly rounds: number;
  readonly orders: number;
  readonly warmUp: number;
}

/** A venue that is measured. */
interface Contender {
  readonly venue: MeasuredVenue;
  readonly connections: HttpConnection[];
  readonly gateways: readonly number[];
  readonly made: Orders;
}

/** Orders per second, and microseconds of processor time per order. */
interface Used {
  readonly perSecond: number;
  readonly own: number;
  /** Of all gateways together. */
  readonly gateways: number;
}

async function measureGateways(folder: string, count: number, plan: Plan) {
  tellProgress(`${count} gateways beside a single process`);
  const [single, shared] = await compare(folder, ['--gateways', String(count)], plan);
  return {
    gateways: count,
    perSecond: shared.perSecond,
    singlePerSecond: single.perSecond,
    singleMicros: single.own,
    ownerMicros: shared.own,
    gatewayMicros: shared.gateways,
    ownerRatio: shared.own / single.own,
  };
}

/** A replica of a cluster with its database, beside a venue with files and its own archive. */
async function measureReplicaDoors(folder: string, plan: Plan): Promise<DoorsResult | undefined> {
  const [nats, postgres] = [findNatsServer(), findPostgres()];
  if (nats === undefined || postgres === undefined) return undefined;
  tellProgress('a replica of a cluster beside a single process');
  const closings = createClosings();
  try {
    const servers = await startNats(nats, LOG_COPIES);
    closings.add('the servers of the log', servers.close);
    const database = await startPostgres(postgres);
    closings.add('PostgreSQL', database.close);
    const settings = [
      ...['--log', servers.urls, '--log-monitor', servers.monitors.join(',')],
      ...['--records', await database.provide('bench'), '--venue', 'bench'],
    ];
    const [files, stream] = await compare(folder, settings, plan);
    const [filesPerSecond, streamPerSecond] = [files.perSecond, stream.perSecond];
    return { filesPerSecond, streamPerSecond, ratio: streamPerSecond / filesPerSecond };
  } finally {
    await closings.closeAll();
  }
}

/** A venue in a single process and one with these settings, in turns. */
async function compare(
  folder: string,
  settings: readonly string[],
  plan: Plan,
): Promise<readonly [Used, Used]> {
  const single = await openContender(join(folder, 'single'), []);
  const other = await openContender(join(folder, 'other'), settings).catch(
    async (error: unknown) => {
      await single.venue.stop();
      throw error;
    },
  );
  try {
    const [alone = [], beside = []] = await takeTurns(plan, [
      () => takeTurn(single, plan.orders),
      () => takeTurn(other, plan.orders),
    ]);
    return [sumUp(alone), sumUp(beside)];
  } finally {
    for (const { connections, venue } of [single, other]) {
      for (const connection of connections) connection.close();
      await venue.stop();
    }
  }
}

async function openContender(folder: string, more: readonly string[]): Promise<Contender> {
  mkdirSync(folder, { recursive: true });
  const venue = await startMeasured(folder, CONNECTIONS, [...NO_LIMITS, '--page', 'off', ...more]);
  const made = createOrders(await readQuotes(venue.baseUrl));
  return { venue, connections: [], made, gateways: childrenOf(venue.pid) };
}

/** Sends orders, and counts the processor time meanwhile; clearing them away is not counted. */
async function takeTurn(contender: Contender, count: number): Promise<Used> {
  const { venue, connections, gateways, made } = contender;
  // Not sooner, since a server closes a connection on which nothing comes.
  while (connections.length < CONNECTIONS) connections.push(await openConnection(venue.port));
  const requests = made.take(count, venue.signers);
  const before = { own: cpuMicros(venue.pid), gateways: sum(gateways.map(cpuMicros)) };
  const perSecond = await measureThroughput(connections, requests);
  const used = {
    perSecond,
    own: (cpuMicros(venue.pid) - before.own) / count,
    gateways: (sum(gateways.map(cpuMicros)) - before.gateways) / count,
  };
  await clearOrders(venue, connections);
  return used;
}

const sumUp = (turns: readonly Used[]): Used => ({
  perSecond: median(turns.map(({ perSecond }) => perSecond)),
  own: sum(turns.map(({ own }) => own)) / turns.length,
  gateways: sum(turns.map(({ gateways }) => gateways)) / turns.length,
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The promised limits. */
const OWNER_MAX = 0.15;
const STREAM_MIN = 0.8;
const APPLY_MICROS_MAX = 25;

function figuresOf({ rows, replica, homes, doors }: ScaleResult): Figure[] {
  return [
    ...rows.map((row) =>
      measured(`owner with ${row.gateways} gateways, of a single process`, row.ownerRatio, {
        show: asTimes,
        most: OWNER_MAX,
        beside: `${asMicros(row.ownerMicros)} and ${asMicros(row.singleMicros)} an order`,
      }),
    ),
    measured('a replica that only applies, an entry', 1e6 / replica.perCpuSecond, {
      show: asMicros,
      most: APPLY_MICROS_MAX,
    }),
    measured(`a new replica of ${whole(replica.entries)} entries is ready`, replica.readySeconds, {
      show: asSeconds,
    }),
    ...(homes === undefined
      ? []
      : [
          measured('a stream with 3 copies, orders of 64 callers, of files', homes.ratio, {
            show: asTimes,
            least: STREAM_MIN,
            beside: `${asRate(homes.streamPerSecond)} and ${asRate(homes.filesPerSecond)}`,
          }),
          measured('one caller alone, of files', homes.streamLoneMicros / homes.filesLoneMicros, {
            show: asTimes,
            beside: `${asMicros(homes.streamLoneMicros)} and ${asMicros(homes.filesLoneMicros)}`,
          }),
        ]),
    ...(doors === undefined
      ? []
      : [
          measured('over HTTP, 64 connections, of files', doors.ratio, {
            show: asTimes,
            beside: `${asRate(doors.streamPerSecond)} and ${asRate(doors.filesPerSecond)}`,
          }),
        ]),
  ];
}

function formatResult({ rows, homes, askMicros }: ScaleResult): string[] {
  const gateways = rows.map(
    (row) =>
      `${row.gateways}: ${asMicros(row.gatewayMicros)}, ${asRate(row.perSecond)} ` +
      `(single ${asRate(row.singlePerSecond)})`,
  );
  return [
    `Processor time of all gateways together, an order: ${gateways.join('; ')}.`,
    `Asking the owner for a budget takes ${asMicros(askMicros)} of both processes together.`,
    ...(homes === undefined ? [NATS_NEEDED] : []),
  ];
}
