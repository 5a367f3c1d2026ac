import { expect, test } from 'vitest';
import { monotonic } from '../../domain/units.ts';
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
