/**
 * `perpetua bench tape`: what playing a tape costs. Without traders, by the processor time of
 * reading it, deciding what the book does, and the engine. With one bot that acts over HTTP each
 * 100 ms of it, by the processor time of venue and bot, beside the same venue without the bot and
 * the same calls to a bare server. And what memory does over an hour of it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { contractId } from '../../src/domain/ids.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/perpetua.ts';
import { findEffect } from '../../src/tape/own-effect.ts';
import { findQueueModel } from '../../src/tape/queue-model.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import { TapeDeck } from '../../src/tape/tape-deck.ts';
import { MICROS_PER_MILLI, millisAt, type TapeEvent } from '../../src/tape/tape-event.ts';
import { isRecordedAs, tapeGenesis } from '../../src/tape/tape-house.ts';
import type { ReadTape } from '../../src/tape/tape-lines.ts';
import { TapeTrack } from '../../src/tape/tape-track.ts';
import { Misunderstood } from '../../src/terminal/command.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { createBareVenue } from '../../src/venue/bare-venue.ts';
import { openBareServer } from './bare-servers.ts';
import {
  areKept,
  asMegabytes,
  asMicros,
  asRate,
  asTimes,
  type Figure,
  measured,
} from './figure.ts';
import { benchmark, tellProgress } from './harness.ts';
import { type HttpConnection, openConnection } from './http-load.ts';
import { formatRequest, PLACE_PATH, type Signer, signerOf } from './http-orders.ts';

const HELP = `Usage: perpetua bench tape FILE [options]

  --times N    how often it is played without traders, and with a bot; the last
               time counts (4)
  --minutes N  of tape, the recording over and over, for what memory does (60)
  --json       print JSON`;

/** The promised limits. */
const LEVELS_MIN = 300_000;
const SPEED_MIN = 100;
const GROWTH_MAX = 1.2;

const MEBI = 1_048_576;
const MICROS_PER_MINUTE = 60_000_000;
/** Each call of the bot takes as long: it arrives after half of it, and is answered after it. */
const ACT_MILLIS = 100;
const ORDERS_PER_SECOND = 10_000;
const UNBOUND = 1_000 * ORDERS_PER_SECOND;

/** Processor time of this process so far, in seconds. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** What lives after everything dead is gone, in MiB. */
function livingMemory(): number {
  collect();
  return process.memoryUsage().heapUsed / MEBI;
}

interface Played {
  readonly levels: number;
  readonly tapeSeconds: number;
  readonly cpuSeconds: number;
}

async function firstEvent(path: string): Promise<TapeEvent> {
  const { events } = readTape(path);
  const { value } = await events.next();
  await events.return(undefined);
  const [first] = value ?? [];
  if (first === undefined) throw new Misunderstood(`there is nothing in ${path}`);
  return first;
}

/** Plays a tape of one contract into an engine without traders, servers and disk. */
async function playBare(tape: ReadTape, first: TapeEvent): Promise<Played> {
  const from = cpuSeconds();
  const venue = createBareVenue();
  const startAt = millisAt(first);
  const listed = loadContracts().find(isRecordedAs(first.symbol));
  if (listed === undefined) throw new Misunderstood(`no contract is ${first.symbol}`);
  const contract = { ...listed, id: contractId(0) };
  venue.submitAt(startAt, { kind: 'list-contract', contract });
  const maker = venue.read.account.nextId();
  venue.submitAt(startAt, { kind: 'batch', commands: tapeGenesis(maker) });
  const [, taker] = venue.read.account.house();
  const track = new TapeTrack({
    contract,
    accounts: { maker, taker: taker!.account },
    read: venue.read.listing,
    model: findQueueModel('risk-averse')!,
    effect: findEffect('level')!,
  });
  const deck = new TapeDeck({ tapes: [tape], tracks: new Map([[first.symbol, track]]) });
  let last: number = startAt;
  for (await deck.load(); deck.nextAt !== undefined; await deck.load()) {
    const at = deck.nextAt;
    last = at;
    const batch = deck.decide();
    if (batch !== undefined) venue.submitAt(at, batch);
  }
  const { levels } = track.counts;
  return { levels, tapeSeconds: (last - startAt) / 1_000, cpuSeconds: cpuSeconds() - from };
}

/** The recording over and over, each time later, for so long; tells each time it begins again. */
function repeatTape(path: string, minutes: number, again: () => void): ReadTape {
  async function* pieces(): AsyncGenerator<readonly TapeEvent[]> {
    let [shift, begun, last] = [0, 0, 0];
    while (last - begun < minutes * MICROS_PER_MINUTE) {
      for await (const piece of readTape(path).events) {
        const later = piece.map((event) => ({ ...event, at: event.at + shift }));
        begun ||= later[0]?.at ?? 0;
        last = Math.max(last, later.at(-1)?.at ?? 0);
        yield later;
      }
      shift = last + MICROS_PER_MILLI - begun;
      again();
    }
  }
  return { ...readTape(path), events: pieces() };
}

/** What lives after the first time, and the most that does after any later one. */
async function measureMemory(path: string, first: TapeEvent, minutes: number) {
  const living: number[] = [];
  await playBare(
    repeatTape(path, minutes, () => living.push(livingMemory())),
    first,
  );
  const [after = 0] = living;
  return { minutes, times: living.length, first: after, most: Math.max(...living) };
}

/** Opens the tape with time that waits, and lets a bot have it. */
async function inTapeVenue<Result>(
  path: string,
  run: (venue: Sandbox) => Promise<Result>,
): Promise<Result> {
  const half = `${ACT_MILLIS / 2}ms`;
  const venue = await openSandbox({
    tape: path,
    accounts: 1,
    wallet: 1_000_000,
    latency: `entry=${half},answer=${half}`,
    ordersPerSecond: ORDERS_PER_SECOND,
    accountWeight: UNBOUND,
    addressWeight: UNBOUND,
  });
  try {
    return await run(venue);
  } finally {
    await venue.close();
  }
}

/** A bot as lean as one can be: one connection, one signed market order a call. */
function createBot(connection: HttpConnection, signer: Signer, symbol: string) {
  let stamp = 0;
  return async (act: number): Promise<void> => {
    stamp = Math.max(stamp + 1, Date.now());
    const order = { symbol, client_oid: `act-${act}`, size: '0.0100', match_price: '1' };
    const body = JSON.stringify({ ...order, type: act % 2 === 0 ? '1' : '3' });
    const request = formatRequest(signer, PLACE_PATH, body, String(stamp));
    const status = await new Promise((resolve) => connection.send(request, resolve));
    if (status !== 200) throw new Error(`order ${act} was answered with ${status}`);
  };
}

/** In the same process, so that the processor time of venue and bot is one figure. */
const actOverHttp = (path: string, seconds: number) =>
  inTapeVenue(path, async (venue) => {
    const connection = await openConnection(Number(new URL(venue.url).port));
    const symbol = `cmt_${venue.markets[0]!.toLowerCase()}usdt`;
    const act = createBot(connection, signerOf(venue.accounts[0]!), symbol);
    const [from, began, begunAt] = [cpuSeconds(), performance.now(), venue.now().getTime()];
    let acts = 0;
    for (; venue.now().getTime() < begunAt + seconds * 1_000; acts += 1) await act(acts);
    const tapeSeconds = (venue.now().getTime() - begunAt) / 1_000;
    const wall = (performance.now() - began) / 1_000;
    const cpu = cpuSeconds() - from;
    connection.close();
    return { acts, tapeSeconds, cpu, wall };
  });

/** The same venue and the same steps of time, and nobody there. */
const passAlone = (path: string, steps: number) =>
  inTapeVenue(path, async (venue) => {
    const from = cpuSeconds();
    for (let step = 0; step < steps; step += 1) await venue.advance(`${ACT_MILLIS}ms`);
    return cpuSeconds() - from;
  });

/** The same bot at a server that checks the signature, reads the order, and does nothing. */
async function actAtBare(acts: number): Promise<number> {
  const keys = { apiKey: 'bench', secretKey: 'bench-tape', passphrase: 'bench' };
  const { port, close } = await openBareServer(keys.secretKey);
  const connection = await openConnection(port);
  const act = createBot(connection, signerOf(keys), 'cmt_btcusdt');
  const from = cpuSeconds();
  for (let place = 0; place < acts; place += 1) await act(place);
  const cpu = cpuSeconds() - from;
  connection.close();
  close();
  return cpu;
}

/** All three take turns, and the last time counts. */
async function measureBot(path: string, seconds: number, times: number) {
  let [bot, alone, bare] = [await actOverHttp(path, seconds), 0, 0];
  for (let time = 0; time < times; time += 1) {
    if (time > 0) bot = await actOverHttp(path, seconds);
    alone = await passAlone(path, bot.acts);
    bare = await actAtBare(bot.acts);
  }
  return { ...bot, alone, bare };
}

async function measureTape(path: string, times: number, minutes: number) {
  const first = await firstEvent(path);
  tellProgress(`playing it ${times} times without traders`);
  const plays: Played[] = [];
  for (let time = 0; time < times; time += 1) plays.push(await playBare(readTape(path), first));
  const [cold, bare] = [plays[0]!, plays.at(-1)!];
  tellProgress('playing it with a bot over HTTP');
  const bot = await measureBot(path, Math.max(1, bare.tapeSeconds - 2), times);
  tellProgress(`playing ${minutes} minutes of it`);
  const memory = await measureMemory(path, first, minutes);
  return { cold, bare, bot, memory };
}

type TapeResult = Awaited<ReturnType<typeof measureTape>>;

const speedOf = ({ tapeSeconds, cpuSeconds: cpu }: Played): number => tapeSeconds / cpu;

function figuresOf({ cold, bare, bot, memory }: TapeResult): Figure[] {
  const paceOf = ({ levels, cpuSeconds: cpu }: Played): number => levels / cpu;
  const beside = 'real time';
  return [
    measured('level changes a second of a core', paceOf(bare), {
      show: asRate,
      least: LEVELS_MIN,
      beside: `${asRate(paceOf(cold))} the first time`,
    }),
    measured('the recording without traders', speedOf(bare), { show: asTimes, beside }),
    measured(`with a bot over HTTP that acts each ${ACT_MILLIS} ms`, bot.tapeSeconds / bot.cpu, {
      show: asTimes,
      least: SPEED_MIN,
      beside,
    }),
    measured('the same venue without the bot', bot.tapeSeconds / bot.alone, {
      show: asTimes,
      beside,
    }),
    measured('the same bot at a bare server of Node', bot.tapeSeconds / bot.bare, {
      show: asTimes,
      beside: `real time; ${asMicros((bot.bare / bot.acts) * 1e6)} an order`,
    }),
    measured(`memory over ${memory.minutes} minutes of tape`, memory.most / memory.first, {
      show: asTimes,
      most: GROWTH_MAX,
      beside: `${asMegabytes(memory.first)} after the first time`,
    }),
  ];
}

const formatResult = ({ bot }: TapeResult): string[] => [
  `Speeds are by the processor time of venue and bot: ${whole(bot.acts)} orders in ` +
    `${bot.tapeSeconds.toFixed(0)} s of tape; by the clock it was ` +
    `${asTimes(bot.tapeSeconds / bot.wall)}.`,
  'Memory is what lives, of the engine alone.',
];

export const benchTape = benchmark({
  help: HELP,
  title: 'tape',
  words: 1,
  measure: ({ words: [path], countOf }) => {
    if (path === undefined) throw new Misunderstood('name the file: perpetua bench tape FILE');
    return measureTape(path, countOf('times'), countOf('minutes'));
  },
  figures: figuresOf,
  format: formatResult,
  isGood: (result) => areKept(figuresOf(result)),
});
