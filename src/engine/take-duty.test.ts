import { expect, test } from 'vitest';
import { createDriver, type Driver, eventOf } from '../../test/kit/driver.ts';
import type { Event } from '../domain/event.ts';
import type { TakeDuty } from '../domain/replica-command.ts';
import { millis, seq } from '../domain/units.ts';
import { findDutyAsk, findHandOvers, findMandate } from '../venue/replica/duty-watch.ts';
import { apply } from './apply.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';

const [ANNA, BERT] = ['00000000000000aa', '00000000000000bb'];

const take = (holder: string, term: number): TakeDuty => ({
  kind: 'take-duty',
  duty: 'market',
  holder,
  term,
});

/** A batch of this incarnation with nothing in it, so long after the last. */
function write(driver: Driver, session: string, afterMillis = 500): void {
  const number = (driver.state.log.incarnations.get(session)?.number ?? 0) + 1;
  const identity = { session, number, sentAt: millis(driver.at + afterMillis) };
  driver.run({ kind: 'begin-batch', ...identity, position: 0, count: 0 }, afterMillis);
}

/** A beat of the incarnation that wrote last. */
function beat({ state }: Driver, term: number): readonly Event[] {
  const command = { kind: 'market-beat', beat: 7, memories: [] } as const;
  const mandate = { duty: 'market', term } as const;
  return apply(state, { seq: seq(state.seq + 1), at: state.now, command, mandate });
}

const reasonOf = (events: readonly Event[]) => eventOf(events, 'command-rejected').reject.reason;

test('[CLU-6] the first who asks for a term has it, and nobody else', () => {
  const driver = createDriver();
  expect(driver.run(take(ANNA, 1))).toEqual([]);
  expect(reasonOf(driver.run(take(BERT, 1)))).toBe('duty-term-wrong');
  expect(reasonOf(driver.run(take(BERT, 2)))).toBe('duty-held');
  expect(reasonOf(driver.run(take(BERT, 3)))).toBe('duty-term-wrong');
  expect(findMandate(driver.state.log, 'market', ANNA)).toEqual({ duty: 'market', term: 1 });
  expect(findMandate(driver.state.log, 'market', BERT)).toBeUndefined();
  expect(findMandate(driver.state.log, 'archive', ANNA)).toBeUndefined();
});

test('[CLU-6] a holder that is silent for more than two seconds can be replaced', () => {
  const driver = createDriver();
  write(driver, ANNA);
  driver.run(take(ANNA, 1));
  for (let batch = 0; batch < 4; batch += 1) write(driver, BERT);
  expect(findDutyAsk(driver.state.log, 'market', BERT)).toBeUndefined();
  expect(reasonOf(driver.run(take(BERT, 2)))).toBe('duty-held');
  write(driver, BERT, 1);
  expect(findDutyAsk(driver.state.log, 'market', BERT)).toEqual(take(BERT, 2));
  expect(driver.run(take(BERT, 2))).toEqual([]);
});

test('[CLU-6] a holder that leaves passes its duty to whoever wrote last', () => {
  const driver = createDriver();
  write(driver, ANNA);
  driver.run(take(ANNA, 1));
  expect(findHandOvers(driver.state.log, ANNA)).toEqual([]);
  write(driver, BERT);
  expect(findHandOvers(driver.state.log, BERT)).toEqual([]);
  expect(findHandOvers(driver.state.log, ANNA)).toEqual([take(BERT, 2)]);
  expect(reasonOf(driver.run(take(BERT, 2)))).toBe('duty-held');
  write(driver, ANNA);
  expect(driver.run(take(BERT, 2))).toEqual([]);
  expect(findMandate(driver.state.log, 'market', BERT)).toEqual({ duty: 'market', term: 2 });
});

test('[CLU-6] a beat ends the silence, and a long pause of the log is none', () => {
  const driver = createDriver();
  write(driver, ANNA);
  driver.run(take(ANNA, 1));
  for (let round = 0; round < 5; round += 1) {
    write(driver, BERT, 1_900);
    write(driver, ANNA, 100);
    expect(eventOf(beat(driver, 1), 'market-beat-kept').beat).toBe(7);
  }
  // Nobody could write for a minute: that is no fault of the holder.
  write(driver, BERT, 60_000);
  expect(findDutyAsk(driver.state.log, 'market', BERT)).toBeUndefined();
});

test('[CLU-6] what an older term sends, or another incarnation, changes nothing', () => {
  const driver = createDriver();
  write(driver, ANNA);
  driver.run(take(ANNA, 1));
  for (let batch = 0; batch < 5; batch += 1) write(driver, BERT);
  driver.run(take(BERT, 2));
  write(driver, ANNA);
  expect(reasonOf(beat(driver, 1))).toBe('duty-term-wrong');
  expect(reasonOf(beat(driver, 2))).toBe('duty-held');
  expect(reasonOf(beat(driver, 3))).toBe('duty-term-wrong');
  write(driver, BERT);
  expect(reasonOf(beat(driver, 1))).toBe('duty-term-wrong');
  expect(eventOf(beat(driver, 2), 'market-beat-kept').beat).toBe(7);
});

test('[CLU-6] a snapshot knows who has which duty, and since when it is silent', () => {
  const driver = createDriver();
  write(driver, ANNA);
  driver.run(take(ANNA, 1));
  write(driver, BERT, 400);
  const restored = recoverSnapshot(takeSnapshot(driver.state));
  expect(restored.log.duties).toEqual(
    new Map([['market', { holder: ANNA, term: 1, silence: 401 }]]),
  );
  expect(stateHash(restored)).toBe(stateHash(driver.state));
});
