import { expect, test } from 'vitest';
import { millis, monotonic, seq } from '../../domain/units.ts';
import { encodeLogBatch, encodeLogCommand } from '../../journal/log-batch.ts';
import { logNothing } from '../logger.ts';
import { BatchReader } from './batch-reader.ts';
import { ClockWatch } from './clock-watch.ts';
import { LogFollower } from './log-follower.ts';

/** One that has applied seven messages, and is to be shown the last of them. */
function createFollower() {
  const halted: string[] = [];
  const follower = new LogFollower({
    replica: {
      apply: () => undefined,
      refuse: () => undefined,
      reconnect: () => undefined,
      halt: (because) => halted.push(because),
      haltedBecause: null,
    },
    reader: {
      read: () => ({ kind: 'stopped', because: '' }),
      confirm: (found) => (found === undefined ? 'the log ends before message 7' : undefined),
      position: 7,
      confirmPosition: 7,
    },
  });
  const ask = (now: number): void =>
    expect(follower.next(monotonic(now))).toEqual({ kind: 'look', position: 7 });
  const hearNone = (now: number): void => follower.hearLook(7, undefined, monotonic(now));
  return { halted, ask, hearNone };
}

test('[CLU-7] a log that ends before what was applied is lost after five seconds', () => {
  const { halted, ask, hearNone } = createFollower();
  for (let now = 0; now <= 5_000; now += 500) {
    ask(now);
    hearNone(now + 100);
  }
  expect(halted).toEqual([]);
  ask(5_500);
  hearNone(5_600);
  expect(halted).toEqual(['the log ends before message 7']);
});

test('[CLU-7] a process that stood still hears an old answer, and does not judge by it', () => {
  const { halted, ask, hearNone } = createFollower();
  ask(0);
  hearNone(100);
  ask(500);
  hearNone(9_000);
  expect(halted).toEqual([]);
});

test('[CLU-41] own batches that a stranger sends again later do not close a replica', () => {
  const maker = { venue: '0123456789abcdef', engine: 1 };
  const session = '00000000000000aa';
  const clock = new ClockWatch(logNothing, async () => 'n1');
  const log = { incarnations: new Map(), sender: null, position: 0, at: millis(0) };
  const reader = new BatchReader({ seq: seq(0), now: millis(0), log }, maker);
  const ignore = () => undefined;
  const follower = new LogFollower({
    reader,
    replica: {
      ...{ apply: ignore, refuse: ignore, reconnect: ignore, halt: ignore },
      haltedBecause: null,
    },
    onBatch: ({ sentAt }, logAt) => clock.note({ logAt, sentAt, heardAt: logAt }),
  });
  follower.hearLook(0, undefined, monotonic(0));
  const commands = [encodeLogCommand({ command: { kind: 'advance-clock' } })];
  const batchOf = (number: number) =>
    encodeLogBatch({ session, number, sentAt: millis(number * 500) }, commands, maker);
  let position = 0;
  const store = (bytes: Uint8Array, logAt: number): void => {
    position += 1;
    follower.hearRead([{ position, logAt: millis(logAt), bytes }], monotonic(logAt));
  };
  for (let number = 1; number <= 20; number += 1) store(batchOf(number), number * 500 + 2);
  expect(reader.position).toBe(20);
  for (let again = 0; again < 10; again += 1) store(batchOf(1), 10_010 + again);
  expect(clock.offset).toBe(2);
  expect(clock.findFault()).toBeUndefined();
});
