import { expect, onTestFinished, test } from 'vitest';
import { START } from '../../../test/kit/driver.ts';
import { createManualClock } from '../../../test/kit/manual-clock.ts';
import { MemoryArchive } from '../../archive/memory-archive.ts';
import type { Command } from '../../domain/command.ts';
import type { Duty } from '../../domain/replica-command.ts';
import { millis, seq } from '../../domain/units.ts';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import { encodeLogBatch, encodeLogCommand } from '../../journal/log-batch.ts';
import type { Logger } from '../logger.ts';
import { createPresent } from '../present.ts';
import { RunningVenue } from '../running-venue.ts';
import type { CommandTerms } from '../venue.ts';
import type { SharedLog } from '../venue-log.ts';
import { BatchReader } from './batch-reader.ts';
import { Replica } from './replica.ts';

const maker = { venue: '0123456789abcdef', engine: SNAPSHOT_VERSION };
const OTHER = 'bb'.padStart(16, '0');
const NOTE = { kind: 'record-note', actor: 'a', topic: 'b', text: 'c' } as const;

/** A venue whose log takes what it is given when a test says so. */
function createVenue(duties: readonly Duty[] = []) {
  const clock = createManualClock(START);
  const present = createPresent();
  const reader = new BatchReader(present.state, maker);
  const lines: string[] = [];
  const logger: Logger = (_, message, facts) => lines.push(`${message} ${JSON.stringify(facts)}`);
  /** What the replica has handed over. */
  const sent: Uint8Array[] = [];
  const log: SharedLog = {
    maker,
    follow: () => undefined,
    append: ({ bytes }) => void sent.push(bytes),
    findClosed: () => undefined,
    lead: 0,
    standing: () => ({
      ...{ position: reader.position, clockOffset: 0, isOnTime: true },
      ...{ foreign: 0, behind: 0 },
    }),
    stop: () => undefined,
    close: async () => undefined,
  };
  const running = new RunningVenue({
    ...{ present, clock, archive: new MemoryArchive(), logger },
    settings: { waitingMax: 20_000, tickEveryMillis: 0 },
    recovery: {
      ...{ snapshotSeq: seq(0), replayed: 0, replayMillis: 0, warnings: [] },
      ...{ archivedAgain: null, historyLost: null },
    },
    keeping: {
      ...{ offer: () => undefined, look: () => undefined, putHistory: () => undefined },
      ...{ archived: async () => undefined, close: async () => undefined },
      health: () => ({ archiveLag: 0, archiveFailedBecause: null, snapshotSeq: seq(0) }),
    },
    connect: (hooks) => {
      const newIncarnation = () => 'aa'.padStart(16, '0');
      const own = duties.length === 0 ? undefined : { duties, hashEvery: 1_000_000 };
      return new Replica({ name: 'a', log, present, clock, logger, own, newIncarnation, ...hooks });
    },
  });
  const { home: replica } = running;
  const { describe, holds, onDuty, submitFor, caughtUp, findClosed } = replica;
  const venue = Object.assign(running, {
    ...{ describe, holds, onDuty, submitFor, caughtUp, findClosed },
  });
  onTestFinished(venue.close);
  /** Everything that is to be sent gets its place. */
  const pass = (): void => {
    replica.send();
    for (const bytes of sent.splice(0)) store(bytes);
  };
  const store = (bytes: Uint8Array): void => {
    const reading = reader.read({ position: reader.position + 1, logAt: clock.wallNow(), bytes });
    if (reading.kind === 'entries') replica.apply(reading.entries);
  };
  /** Another replica writes. */
  const passOther = (number: number, command: Command, terms: CommandTerms = {}): void => {
    const identity = { session: OTHER, number, sentAt: clock.wallNow() };
    store(encodeLogBatch(identity, [encodeLogCommand({ command, ...terms })], maker));
  };
  return { venue, clock, replica, pass, passOther, lines };
}

test('[CLU-1] [CLU-8] a caller without an answer is told that nothing is known', async () => {
  const { venue, clock, pass } = createVenue();
  const late = venue.submit(NOTE);
  clock.advance(9_000);
  const early = venue.submit(NOTE);
  clock.advance(1_100);
  await expect(late).rejects.toMatchObject({ reason: 'halted', fate: 'unknown' });
  pass();
  expect((await early).command).toEqual(NOTE);
  expect(venue.describe().seq).toBeGreaterThan(2);
});

test('[CLU-40] a request at two replicas counts once, however late the cut heals', async () => {
  const { venue, clock, pass, passOther } = createVenue();
  passOther(1, { kind: 'advance-clock' });
  const before = venue.describe().seq;
  const words = [1, 2, 3, 4] as const;
  const terms = (): CommandTerms => {
    const receivedAt = clock.wallNow();
    return { request: { words, receivedAt }, until: millis(START + 60_000) };
  };
  const first = venue.submit(NOTE, { ...terms(), until: millis(START + 12_000) });
  clock.advance(10_100);
  await expect(first).rejects.toMatchObject({ fate: 'pending' });
  const notes: number[] = [];
  venue.listen(({ seq: place, events }) => {
    if (events.some(({ kind }) => kind === 'note-recorded')) notes.push(place);
  });
  // The same bytes at another replica; then that one's other callers, while the cut lasts.
  passOther(2, NOTE, terms());
  for (let number = 3; number < 17; number += 1) {
    clock.advance(5_000);
    const request = { words: [number, 0, 0, 0] as const, receivedAt: clock.wallNow() };
    passOther(number, { kind: 'advance-clock' }, { request });
  }
  pass();
  await expect.poll(() => venue.describe().seq).toBeGreaterThan(before + 16);
  expect(notes).toHaveLength(1);
});

test('[CLU-40] an order that was signed 45 s ago does not take effect', async () => {
  const { venue, clock, pass } = createVenue();
  const late = venue.submit(NOTE, { until: millis(START + 5_000) });
  clock.advance(5_001);
  pass();
  const { events } = await late;
  expect(events).toMatchObject([{ kind: 'command-rejected', reject: { reason: 'command-late' } }]);
});

test('[CLU-7] a replica that halts answers nobody, and has no duty any more', async () => {
  const { venue, replica, pass, lines } = createVenue(['market']);
  pass();
  pass();
  expect(venue.holds('market')).toBe(true);
  const waiting = venue.submit(NOTE);
  replica.halt('the log is another');
  await expect(waiting).rejects.toMatchObject({ reason: 'halted', fate: 'unknown' });
  await expect(venue.submit(NOTE)).rejects.toMatchObject({ fate: 'not-applied' });
  expect(venue.holds('market')).toBe(false);
  expect(venue.health()).toMatchObject({ status: 'halted' });
  expect(venue.findClosed()).toMatch('the log is another');
  expect(lines).toContain('the log cannot be followed {"because":"the log is another"}');
  await expect(venue.caughtUp()).rejects.toThrow('the log is another');
});

test('[CLU-6] who acts on a duty is told when it is taken and lost', async () => {
  const { venue, pass, clock } = createVenue(['market', 'archive']);
  const told: string[] = [];
  venue.onDuty((duty, isHeld) => told.push(`${duty} ${isHeld}`));
  await expect(venue.submitFor('market', NOTE)).rejects.toThrow('not have the duty market');
  pass();
  expect(told).toEqual(['market true', 'archive true']);
  const late: string[] = [];
  const stop = venue.onDuty((duty) => late.push(duty));
  expect(late).toEqual(['market', 'archive']);
  stop();
  const beat = venue.submitFor('market', NOTE);
  clock.advance(500);
  pass();
  expect((await beat).command).toEqual(NOTE);
  expect(await venue.submitAt(clock.venueNow(), () => undefined)).toBeUndefined();
  await venue.close();
  expect(told.slice(2)).toEqual(['market false', 'archive false']);
  expect(late).toEqual(['market', 'archive']);
});

test('[CLU-6] a command for a duty that was lost on the way is refused', async () => {
  const { venue, pass, passOther, clock } = createVenue(['market']);
  pass();
  const beat = venue.submitFor('market', NOTE);
  for (let number = 1; number <= 6; number += 1) {
    clock.advance(500);
    passOther(number, NOTE);
  }
  passOther(7, { kind: 'take-duty', duty: 'market', holder: OTHER, term: 2 });
  pass();
  await expect(beat).rejects.toMatchObject({ reason: 'overloaded', fate: 'not-applied' });
  expect(venue.holds('market')).toBe(false);
});

test('[CLU-6] a replica that closes passes its duties to the one that wrote last', async () => {
  const { venue, pass, passOther, clock } = createVenue(['market', 'archive']);
  pass();
  clock.advance(500);
  passOther(1, NOTE);
  const closing = venue.close();
  pass();
  await closing;
  const { duties } = venue.describe();
  expect(duties.map(({ holder, term }) => [holder, term])).toEqual([
    [OTHER, 2],
    [OTHER, 2],
  ]);
});
