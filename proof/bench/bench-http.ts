/**
 * `perpetua bench http`: signed, durable orders per second over keep-alive connections, beside a
 * bare server that only checks the same signature; the processor time of an order, all threads of
 * the venue, beside that of Node's own HTTP server with the same signature and JSON; the same
 * orders in frames of sockets, beside HTTP; and how long an order takes at a steady rate, beside a
 * single fdatasync. All are processes of one machine.
 *
 * A shared machine runs at half its speed for a tenth of a second every other moment. So everything
 * is measured in short pieces that take turns, each piece is compared with its neighbours, and the
 * middle of the comparisons counts; and syncs are timed while orders are.
 */

import { setTimeout } from 'node:timers/promises';
import { NO_LIMITS } from '../../src/cli/start/own-process.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { median, quantile } from '../../src/verdict/quantile.ts';
import { type ListeningProgram, startServer } from '../program.ts';
import { serveBare, servePeer } from './bare-servers.ts';
import { asMicros, asMillis, asRate, asTimes, type Figure, measured } from './figure.ts';
import {
  benchmark,
  clearOrders,
  type MeasuredVenue,
  medianRatio,
  startMeasured,
  takeTurns,
  tellProgress,
} from './harness.ts';
import {
  type HttpConnection,
  measureAtRate,
  measureThroughput,
  openConnection,
} from './http-load.ts';
import { createOrders, type Orders, readQuotes } from './http-orders.ts';
import { startSyncs } from './http-sync.ts';
import { cpuMicros } from './processes.ts';
import { expectPlaced, openActions, recoverEach } from './signed-actions.ts';
import { openOrderSockets } from './socket-load.ts';

const HELP = `Usage: perpetua bench http [options]

  --rounds N    rounds, in which all take turns; the median counts (100)
  --orders N    orders in a turn (2000)
  --folder DIR  a folder on the disk to be measured (the system's temporary
                folder)
  --quick       a short run that only checks that everything works
  --json        print JSON instead of tables`;

const CONNECTIONS = 64;
const RATE_PER_SECOND = 1_000;
/** Orders are cleared away between the slices, not while they are timed. */
const SLICES = 10;
const SLICE_SECONDS = 2;
/** Turns of each until V8 has compiled everything. */
const WARM_UP_TURNS = 40;
/** Signing an action costs as much as this many orders; so there are fewer of them in a turn. */
const SIGNING_COSTS = 10;
/** An order that comes alone waits for a sync of its own; so there are fewer of them, too. */
const ALONE_COSTS = 4;
const IDLE_SECONDS = 5;
/** An account may not have many more open orders than this produces. */
const ROUNDS_BETWEEN_CLEARING = 3;

export const benchHttp = benchmark({
  help: HELP,
  hidden: ['peer', 'bare'],
  instead: ({ values }) => {
    const [peer, bare] = [values.get('peer'), values.get('bare')];
    if (bare !== undefined) return serveBare(bare);
    return peer === undefined ? undefined : servePeer(peer);
  },
  measure: ({ values, isQuick, countOf }) => {
    const [rounds, orders] = [countOf('rounds'), countOf('orders')];
    const scale = isQuick ? 0.05 : 1;
    return inTemporaryFolder(
      (folder) => measureHttp(folder, rounds, Math.ceil(orders * scale), scale),
      values.get('folder'),
    );
  },
  title: 'signed, durable orders over HTTP',
  figures: figuresOf,
  format: formatResult,
});

async function measureHttp(folder: string, rounds: number, count: number, scale: number) {
  tellProgress('starting the servers');
  const venue = await startMeasured(folder, CONNECTIONS, NO_LIMITS, CONNECTIONS);
  try {
    const { secretKey } = venue.credentials[0]!;
    const peer = await startServer(folder, ['bench', 'http', '--peer', secretKey]);
    const bare = await startServer(folder, ['bench', 'http', '--bare', secretKey]);
    try {
      return await measureBoth({ folder, venue, peer, bare, rounds, count, scale });
    } finally {
      await Promise.all([peer.stop(), bare.stop()]);
    }
  } finally {
    await venue.stop();
  }
}

interface Setting {
  readonly folder: string;
  readonly venue: MeasuredVenue;
  /** Fastify, and Node's own server. */
  readonly peer: ListeningProgram;
  readonly bare: ListeningProgram;
  readonly rounds: number;
  readonly count: number;
  readonly scale: number;
}

async function measureBoth(setting: Setting) {
  const { venue, peer, bare, rounds, count, scale } = setting;
  const signers = venue.signers.slice(0, CONNECTIONS);
  const quotes = await readQuotes(venue.baseUrl);
  const orders = createOrders(quotes);
  const actions = await openActions(quotes);
  const privateKeys = venue.credentials
    .slice(CONNECTIONS)
    .flatMap(({ privateKey }) => privateKey ?? []);
  await expectPlaced(venue.baseUrl, actions.take(1, privateKeys)[0]!);
  const own = await openAll(venue.port);
  const sockets = await openOrderSockets(venue.port, signers);
  const others = [await openAll(peer.port), await openAll(bare.port)];
  const turnOf = async (pid: number, connections: HttpConnection[], requests: Buffer[]) => {
    const before = cpuMicros(pid);
    const perSecond = await measureThroughput(connections, requests);
    return { perSecond, micros: (cpuMicros(pid) - before) / requests.length };
  };
  const lone = Math.ceil(count / ALONE_COSTS);
  let idle = 0;
  /** The market goes on while orders wait for a sync or for the signer of another. */
  const withoutMarket = async (taking: ReturnType<typeof turnOf>) => {
    const { perSecond, micros } = await taking;
    return { perSecond, micros: micros - idle / perSecond };
  };
  const contenders = [
    ...[peer, bare].map(
      ({ child }, place) =>
        () =>
          turnOf(child.pid ?? 0, others[place]!, orders.take(count, signers.slice(0, 1))),
    ),
    ...(['v2', 'v3', 'binance', 'bybit'] as const).map(
      (dialect) => () => turnOf(venue.pid, own, orders.take(count, signers, dialect)),
    ),
    ...(['binance frames', 'bybit frames'] as const).map(
      (dialect, place) => () =>
        turnOf(venue.pid, sockets[place]!, orders.take(count, signers, dialect)),
    ),
    () => withoutMarket(turnOf(venue.pid, own.slice(0, 1), orders.take(lone, signers))),
    () =>
      turnOf(bare.child.pid ?? 0, others[1]!.slice(0, 1), orders.take(lone, signers.slice(0, 1))),
    ...(['frame', 'request'] as const).map((form) => () => {
      const taken = actions.take(Math.ceil(count / SIGNING_COSTS), privateKeys);
      const connections = form === 'frame' ? sockets.at(-1)! : own;
      return withoutMarket(
        turnOf(
          venue.pid,
          connections,
          taken.map((action) => action[form]),
        ),
      );
    }),
    async () => ({
      perSecond: 0,
      micros: recoverEach(actions.take(Math.ceil(count / SIGNING_COSTS), privateKeys)),
    }),
  ];
  const afterRound = async (round: number): Promise<void> => {
    if (round > 0 && round % 25 === 0) tellProgress(`round ${round} of ${rounds}`);
    if (round % ROUNDS_BETWEEN_CLEARING === 0) await clearOrders(venue, own);
  };
  tellProgress('warming up');
  const warmUp = Math.ceil(WARM_UP_TURNS * scale);
  await takeTurns({ rounds: 0, warmUp }, contenders, afterRound);
  idle = await idleMicros(venue.pid);
  const latency = await measureSlices(setting, own, orders);
  const turns = await takeTurns({ rounds, warmUp: 0 }, contenders, afterRound);
  for (const connection of [own, ...sockets, ...others].flat()) connection.close();
  return { ...summarise(turns), ...latency };
}

/** Of a second in which nobody asks anything. */
async function idleMicros(pid: number): Promise<number> {
  const before = cpuMicros(pid);
  await setTimeout(IDLE_SECONDS * 1_000);
  return (cpuMicros(pid) - before) / IDLE_SECONDS;
}

interface Turn {
  readonly perSecond: number;
  /** Of processor time, an order. */
  readonly micros: number;
}

/** Of the turns of each contender, in the order in which they took them. */
function summarise(turns: readonly (readonly Turn[])[]) {
  const [fast = [], , v2 = [], v3 = [], binance = [], bybit = []] = turns.map((turn) =>
    turn.map(({ perSecond }) => perSecond),
  );
  const micros = turns.map((turn) => turn.map((each) => each.micros));
  const [, bareMicros = [], ownMicros = [], , ...later] = micros;
  const [formMicros = [], plainMicros = [], callMicros = [], tradeMicros = [], ...alone] = later;
  const [aloneMicros = [], bareAloneMicros = []] = alone;
  const [postMicros = [], actionMicros = [], recoveryMicros = []] = micros.slice(-3);
  return {
    venuePerSecond: median(v2),
    /** The same orders in the other dialects. */
    v3PerSecond: median(v3),
    binancePerSecond: median(binance),
    bybitPerSecond: median(bybit),
    peerPerSecond: median(fast),
    ratio: medianRatio(v2, fast),
    dialectRatio: medianRatio(v3, v2),
    binanceRatio: medianRatio(binance, v2),
    bybitRatio: medianRatio(bybit, v2),
    venueMicros: median(ownMicros),
    bareMicros: median(bareMicros),
    microsRatio: medianRatio(ownMicros, bareMicros),
    /** Of an order that comes alone, and what the same adds at the bare server. */
    aloneMicros: median(aloneMicros),
    aloneRatio: medianRatio(aloneMicros, ownMicros),
    bareAloneRatio: medianRatio(bareAloneMicros, bareMicros),
    /** Of an order in a frame, and of the same by HTTP. */
    frames: [
      { name: 'Binance USDⓈ-M', ...compare(callMicros, formMicros) },
      { name: 'Bybit v5', ...compare(tradeMicros, plainMicros) },
      { name: 'Hyperliquid', ...compare(postMicros, actionMicros) },
    ],
    /**
     * Of an action; of it, what finding its signer takes; and what is left. Finding one takes
     * longer than a sync, so no two share one: they are held beside orders that come alone.
     */
    actionMicros: median(actionMicros),
    recoveryMicros: median(recoveryMicros),
    actionRatio: medianRatio(
      actionMicros.map((each, round) => each - (recoveryMicros[round] ?? 0)),
      aloneMicros,
    ),
  };
}

const compare = (own: readonly number[], peer: readonly number[]) => ({
  micros: median(own),
  httpMicros: median(peer),
  ratio: medianRatio(own, peer),
});

type HttpResult = Awaited<ReturnType<typeof measureBoth>>;

/** A single stall of the machine shows as one slice that stands out. */
interface Slice {
  readonly p99Millis: number;
  readonly syncP99Millis: number;
}

async function measureSlices(
  { folder, venue, scale }: Setting,
  connections: readonly HttpConnection[],
  orders: Orders,
) {
  const slices: Slice[] = [];
  const took: number[] = [];
  const syncs: number[] = [];
  const count = Math.ceil(RATE_PER_SECOND * SLICE_SECONDS * scale);
  for (let slice = 0; slice < SLICES; slice += 1) {
    tellProgress(`${RATE_PER_SECOND} orders a second, slice ${slice + 1} of ${SLICES}`);
    const requests = orders.take(count, venue.signers.slice(0, CONNECTIONS));
    const beside = await startSyncs(folder);
    const own = await measureAtRate(connections, requests, RATE_PER_SECOND);
    const bare = await beside.stop();
    await clearOrders(venue, connections);
    slices.push({ p99Millis: quantile(own, 0.99), syncP99Millis: quantile(bare, 0.99) });
    took.push(...own);
    syncs.push(...bare);
  }
  return {
    slices,
    p50Millis: median(took),
    p99Millis: quantile(took, 0.99),
    syncP50Millis: median(syncs),
    syncP99Millis: quantile(syncs, 0.99),
  };
}

const openAll = (port: number): Promise<HttpConnection[]> =>
  Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));

/** The promised limits. */
const FASTIFY_MIN = 0.6;
const DIALECT_MIN = 0.9;
const MICROS_MAX = 2;
const ALONE_MAX = 1.5;
const ACTION_MAX = 1.1;

function figuresOf(result: HttpResult): Figure[] {
  const dialect = (name: string, perSecond: number, ratio: number): Figure =>
    measured(`the same in ${name}, of version 2`, ratio, {
      show: asTimes,
      least: DIALECT_MIN,
      beside: asRate(perSecond),
    });
  const { p99Millis, syncP99Millis } = result;
  return [
    measured(`requests served at ${CONNECTIONS} connections, version 2`, result.ratio, {
      show: asTimes,
      least: FASTIFY_MIN,
      beside: `${asRate(result.venuePerSecond)} and ${asRate(result.peerPerSecond)}, bare Fastify`,
    }),
    dialect('version 3', result.v3PerSecond, result.dialectRatio),
    dialect('Binance USDⓈ-M', result.binancePerSecond, result.binanceRatio),
    dialect('Bybit v5', result.bybitPerSecond, result.bybitRatio),
    measured('processor time in Hyperliquid but for the signer’s recovery', result.actionRatio, {
      show: asTimes,
      most: ACTION_MAX,
      beside:
        `${asMicros(result.actionMicros)} with ${asMicros(result.recoveryMicros)} recovery; ` +
        `${asMicros(result.aloneMicros)}, a lone order of version 2`,
    }),
    ...result.frames.map(({ name, micros, httpMicros, ratio }) =>
      measured(`processor time of an order on a socket of ${name}`, ratio, {
        show: asTimes,
        beside: `${asMicros(micros)} and ${asMicros(httpMicros)} by HTTP`,
      }),
    ),
    measured('processor time of an order, whole process', result.microsRatio, {
      show: asTimes,
      most: MICROS_MAX,
      beside: `${asMicros(result.venueMicros)} and ${asMicros(result.bareMicros)}, bare node:http`,
    }),
    measured('the same for orders that come one by one, of those in crowds', result.aloneRatio, {
      show: asTimes,
      most: ALONE_MAX,
      beside: `${asMicros(result.aloneMicros)}; ${asTimes(result.bareAloneRatio)} at node:http`,
    }),
    measured(`${whole(RATE_PER_SECOND)} orders a second, p99`, p99Millis / syncP99Millis, {
      show: asTimes,
      beside: `${asMillis(p99Millis)} and ${asMillis(syncP99Millis)}, a bare fdatasync`,
    }),
  ];
}

function formatResult({ slices }: HttpResult): string[] {
  return [
    'The p99 of each slice, of an order and of a sync, in milliseconds: ' +
      `${slices.map(formatSlice).join(', ')}.`,
  ];
}

const formatSlice = ({ p99Millis, syncP99Millis }: Slice): string =>
  `${p99Millis.toFixed(1)} and ${syncP99Millis.toFixed(1)}`;
