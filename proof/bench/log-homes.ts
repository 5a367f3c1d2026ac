/**
 * One venue on files and one on a JetStream stream, in the same process and in turns: what a shared
 * log on three servers costs those who trade. Both keep entries in segments of their own and
 * history in memory. Beside it, what it costs to ask the process with the files for a budget.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { logNothing } from '../../src/venue/logger.ts';
import { ENGINE_VERSION, openVenue, SNAPSHOT_NUMBER } from '../../src/venue/open-venue.ts';
import { connectNats, NatsLog } from '../../src/venue/replica/nats-log.ts';
import { LOG_COPIES, openStream } from '../../src/venue/replica/nats-stream.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import { OwnerDoor } from '../../src/venue/replica/owner-door.ts';
import { OwnerLink } from '../../src/venue/replica/owner-link.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { median } from '../../src/verdict/quantile.ts';
import { loadOrder } from '../cluster/callers.ts';
import { findNatsServer, startNats } from '../cluster/nats-servers.ts';
import { proofMac } from '../cluster/proof-mac.ts';
import { setUpCommands } from '../cluster/simulate-cluster.ts';
import { spend, takeTurns } from './harness.ts';

export interface HomesResult {
  readonly filesPerSecond: number;
  readonly streamPerSecond: number;
  /** Of one caller alone, in microseconds. */
  readonly filesLoneMicros: number;
  readonly streamLoneMicros: number;
  readonly ratio: number;
}

const CALLERS = 64;
const NAME = 'bench';
const LONE_COMMANDS = 100;

interface HomesPlan {
  readonly rounds: number;
  readonly millis: number;
}

/** Undefined without nats-server. */
export async function measureHomes(
  folder: string,
  plan: HomesPlan,
): Promise<HomesResult | undefined> {
  const program = findNatsServer();
  if (program === undefined) return undefined;
  const servers = await startNats(program, LOG_COPIES);
  const open: Venue[] = [];
  try {
    open.push(await openOnFiles(join(folder, 'files')));
    open.push(await openOnStream(join(folder, 'stream'), servers.urls));
    for (const venue of open) for (const command of setUpCommands()) await venue.submit(command);
    const [onFiles = [], onStream = []] = await takeTurns(
      plan,
      open.map((venue) => async () => ({
        perSecond: await trade(venue, plan.millis),
        loneMicros: await tradeAlone(venue),
      })),
    );
    const perSecond = (turns: typeof onFiles) => median(turns.map((turn) => turn.perSecond));
    const loneMicros = (turns: typeof onFiles) => median(turns.map((turn) => turn.loneMicros));
    const [filesPerSecond, streamPerSecond] = [perSecond(onFiles), perSecond(onStream)];
    return {
      filesPerSecond,
      streamPerSecond,
      ratio: streamPerSecond / filesPerSecond,
      filesLoneMicros: loneMicros(onFiles),
      streamLoneMicros: loneMicros(onStream),
    };
  } finally {
    for (const venue of open) await venue.close();
    await servers.close();
  }
}

async function openOnFiles(dataFolder: string): Promise<Venue> {
  mkdirSync(dataFolder, { recursive: true });
  const journal = await openJournal({ dataFolder, version: ENGINE_VERSION });
  return openVenue({ journal, archive: new MemoryArchive(), clock: createSystemClock() });
}

async function openOnStream(dataFolder: string, urls: string): Promise<Venue> {
  mkdirSync(dataFolder, { recursive: true });
  for (;;) {
    const connection = await connectNats(urls).catch(() => undefined);
    const opened =
      connection && (await openStream(connection, NAME, { copies: LOG_COPIES }).catch(String));
    if (connection === undefined || typeof opened !== 'object') {
      await connection?.close();
      await pause(200);
      continue;
    }
    const venue = await openClusterVenue({
      name: NAME,
      venue: opened.venue,
      dataFolder,
      archive: new MemoryArchive(),
      log: new NatsLog(connection, NAME, proofMac(NAME, opened.venue)),
    });
    await venue.caughtUp();
    return venue;
  }
}

/** Orders per second of callers who each wait for their answer. */
async function trade(venue: Venue, millis: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  const call = async (place: number): Promise<void> => {
    for (let count = place; performance.now() - began < millis; count += CALLERS) {
      await venue.submit(loadOrder(count));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, place) => call(place)));
  return done / ((performance.now() - began) / 1_000);
}

/** How long an order takes that is alone, in microseconds. */
async function tradeAlone(venue: Venue): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < LONE_COMMANDS; count += 1) {
    const began = performance.now();
    await venue.submit(loadOrder(count));
    times.push((performance.now() - began) * 1_000);
  }
  return median(times);
}

const ASKS = 200_000;

/**
 * Processor time, in microseconds, of one question to the process with the files and its answer,
 * both ends together. A gateway that kept budgets of its own would save it with each request.
 */
export async function measureAsking(folder: string, scale: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'asked.sock');
  const journal = await openJournal({ dataFolder: folder, version: ENGINE_VERSION });
  const door = new OwnerDoor({
    path,
    journal,
    engine: SNAPSHOT_NUMBER,
    logger: logNothing,
    facts: () => null,
    append: () => undefined,
    answers: new Map(),
    reckon: () => [0, 0, 12, 7, 1],
  });
  await door.listen();
  const caughtUp = Promise.withResolvers<void>();
  const link = new OwnerLink({
    path,
    hello: { name: NAME, pid: process.pid, engine: SNAPSHOT_NUMBER },
    hearer: {
      records: () => undefined,
      verdict: () => undefined,
      notice: () => undefined,
      welcome: () => link.follow(1),
      caughtUp: () => caughtUp.resolve(),
      ended: (because) => caughtUp.reject(new Error(because)),
    },
  });
  await caughtUp.promise;
  const rounds = Math.ceil((ASKS * scale) / CALLERS);
  const ask = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1)
      await Promise.all(
        Array.from({ length: CALLERS }, () => link.reckon('127.0.0.1', [-1, 1, 42, 1, 1, 0])),
      );
  };
  await ask(Math.ceil(rounds / 4));
  const seconds = await spend(() => ask(rounds));
  link.close();
  await door.close();
  await journal.close();
  return (seconds * 1e6) / (rounds * CALLERS);
}
