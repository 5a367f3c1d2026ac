/** Shows that a refused command changes nothing but the place and the time of the last entry. */
import { expect } from 'vitest';
import { replay } from '../../proof/replay.ts';
import type { Command } from '../../src/domain/command.ts';
import type { Reject } from '../../src/domain/reject.ts';
import { millis, seq } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { type Driver, rejectOf } from './driver.ts';

/** Runs a command that must be refused beside a twin in which only time passes. */
export function expectRefused(driver: Driver, command: Command): Reject {
  const twin = replay(driver.entries);
  const events = driver.run(command);
  apply(twin, {
    seq: seq(twin.seq + 1),
    at: millis(driver.at),
    command: { kind: 'advance-clock' },
  });
  const reject = rejectOf(events);
  expect(stateHash(driver.state), `${command.kind}: ${reject.reason}`).toBe(stateHash(twin));
  return reject;
}
