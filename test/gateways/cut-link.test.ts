/** Commands over a socket that breaks, again and again; and how often states are compared. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDice, roll } from '../../proof/sim/dice.ts';
import { writeStateHashes } from '../../src/assembly/gateways/share-doors.ts';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import { accountId } from '../../src/domain/ids.ts';
import { millis, money, seq } from '../../src/domain/units.ts';
import { decodeLogBatch } from '../../src/journal/log-batch.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { logNothing } from '../../src/venue/logger.ts';
import { openFileVenue, SNAPSHOT_NUMBER } from '../../src/venue/open-venue.ts';
import { ownerSocketOf } from '../../src/venue/replica/messages.ts';
import { openGatewayVenue } from '../../src/venue/replica/open-replica.ts';
import { OwnerDoor } from '../../src/venue/replica/owner-door.ts';
import { OWNER_PACE, StateHashWatch } from '../../src/venue/replica/state-hash-watch.ts';
import { VenueUnavailable } from '../../src/venue/venue.ts';

const ACCOUNT = accountId(1_001);
/** At least; on a quick machine more are sent until the connection has broken so often. */
const COMMANDS = 600;
const CUTS = 4;
const SEED = 15;

async function openOwner(folder: string) {
  const clock = createSystemClock();
  const venue = await openFileVenue({
    dataFolder: folder,
    clock,
    settings: { tickEveryMillis: 5 },
    genesis: [{ kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS }],
  });
  const { journal } = venue;
  if (journal === undefined) throw new Error('a venue in files has a journal');
  const maker = { venue: journal.id, engine: SNAPSHOT_NUMBER };
  const path = join(folder, 'behind.sock');
  const door = new OwnerDoor({
    ...{ path, journal, engine: SNAPSHOT_NUMBER, logger: logNothing, facts: () => null },
    append: (bytes, tell) => {
      const decoded = decodeLogBatch(bytes, maker);
      if (decoded.kind === 'batch') venue.submitBatch(decoded.batch, tell);
    },
    answers: new Map(),
    reckon: () => [],
  });
  await door.listen();
  return { venue, door, path, clock };
}

/** Passes everything on, and cuts all connections when it is told to. */
async function openProxy(path: string, behind: string) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection(behind);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  const close = (): Promise<void> => {
    cut();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { cut, close };
}

test('[CLU-2] [CLU-3] commands count once, however often the connection breaks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-cut-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const owner = await openOwner(folder);
  const proxy = await openProxy(ownerSocketOf(folder), owner.path);
  const { venue, log } = await openGatewayVenue({
    ...{ dataFolder: folder, name: 'cut', logger: logNothing, clock: owner.clock },
    prologue: () => undefined,
    onFacts: () => undefined,
    onNotice: () => undefined,
    onEnd: () => undefined,
  });
  const dice = createDice(SEED);
  let isOver = false;
  let cuts = 0;
  let sent = 0;
  const cutting = (async () => {
    while (!isOver) {
      await pause(roll(dice, 5, 45));
      proxy.cut();
      cuts += 1;
    }
  })();
  const insist = async (): Promise<void> => {
    for (;;) {
      try {
        await venue.submit({ kind: 'deposit', account: ACCOUNT, amount: money(1n) });
        return;
      } catch (error) {
        // Nothing was done while there was no connection.
        if (!(error instanceof VenueUnavailable) || error.fate !== 'not-applied') throw error;
        await pause(2);
      }
    }
  };
  const callers = Array.from({ length: 20 }, async () => {
    for (; sent < COMMANDS || cuts < CUTS; await insist()) sent += 1;
  });
  await Promise.all(callers);
  isOver = true;
  await cutting;
  expect(venue.read.account.wallet(ACCOUNT)).toBe(money(BigInt(sent)));
  expect(owner.venue.read.account.wallet(ACCOUNT)).toBe(money(BigInt(sent)));
  const stopHashes = writeStateHashes(owner.venue);
  const MARKED = 20_000;
  while (owner.venue.health().seq < MARKED)
    await Promise.all(
      Array.from({ length: 500 }, () => owner.venue.submit({ kind: 'advance-clock' })),
    );
  await expect.poll(() => venue.describe().mark).toMatchObject({ seq: MARKED, same: 1, other: 0 });
  stopHashes();
  owner.venue.pauseTime();
  await expect.poll(() => venue.health().seq).toBe(owner.venue.health().seq);
  expect(venue.read.hash()).toBe(owner.venue.read.hash());
  expect(venue.health().journal.chain).toBe(owner.venue.health().journal.chain);
  await log.close();
  await venue.close();
  await proxy.close();
  await owner.door.close();
  await owner.venue.close();
});

const entry = (number: number, at: number) => ({
  ...{ seq: seq(number), at: millis(at), command: { kind: 'advance-clock' } as const },
});

test('[CLU-3] hashes of one machine are half a minute of the log apart, for all alike', () => {
  const [writer, late] = [new StateHashWatch(...OWNER_PACE), new StateHashWatch(...OWNER_PACE)];
  expect(writer.isDue(entry(19_999, 0))).toBe(false);
  expect(writer.isDue(entry(20_000, 0))).toBe(true);
  const mark = { kind: 'mark-state', seq: seq(20_000), hash: 'x', chain: 'y' } as const;
  for (const watch of [writer, late]) {
    expect(watch.isDue({ ...entry(20_003, 5), command: mark })).toBe(false);
    expect(watch.isDue(entry(40_000, 30_004))).toBe(false);
    expect(watch.isDue(entry(50_000, 30_005))).toBe(false);
    expect(watch.isDue(entry(60_000, 30_005))).toBe(true);
  }
});
