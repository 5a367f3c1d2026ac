import { expect, test } from 'vitest';
import { createDriver, type Driver, eventOf, START } from '../../test/kit/driver.ts';
import { place } from '../../test/kit/plain-commands.ts';
import type { Command, Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import { millis, money, seq } from '../domain/units.ts';
import { apply } from './apply.ts';

type More = Pick<Entry, 'request' | 'until' | 'takenAt'>;

/** Venue time is another than that of the wall: here it stands still. */
function runWith(driver: Driver, command: Command, more: More): readonly Event[] {
  const entry = { seq: seq(driver.state.seq + 1), at: millis(driver.at), command, ...more };
  driver.entries.push(entry);
  return apply(driver.state, entry);
}

const bid = (driver: Driver): Command => place(driver.trader());

const requestOf = (number: number, receivedAt: number) => ({
  words: [number, 2, 3, 4] as const,
  receivedAt: millis(receivedAt),
});

/** Signed at the start, with a window of five seconds; the log took it so much later. */
const taken = (after: number, number = 1): More => ({
  request: requestOf(number, START),
  until: millis(START + 5_000),
  takenAt: millis(START + after),
});

const LATE = { reason: 'command-late', given: START + 5_001, limit: START + 5_000 };

test('[ENG-12] a request takes effect up to the end of its window, and not after', () => {
  const driver = createDriver();
  const command = bid(driver);
  const inTime = runWith(driver, command, taken(5_000));
  expect(eventOf(inTime, 'request-answered').outcome.kind).toBe('done');
  const late = runWith(driver, command, taken(5_001, 2));
  expect(eventOf(late, 'command-rejected')).toMatchObject({
    command: 'place-order',
    reject: LATE,
  });
  const { outcome } = eventOf(late, 'request-answered');
  expect(outcome).toEqual({ kind: 'refused', reject: LATE, contract: null });
  expect(driver.state.orders.size).toBe(1);
});

test('[ENG-12] a copy that comes after the first is forgotten does not take effect', () => {
  const driver = createDriver();
  const command = bid(driver);
  runWith(driver, command, taken(10));
  // Others move the clock of the memory on, until the request is forgotten.
  for (let second = 5; second <= 75; second += 5)
    runWith(
      driver,
      { kind: 'advance-clock' },
      { request: requestOf(second, START + second * 1e3) },
    );
  const copy = eventOf(runWith(driver, command, taken(78_000)), 'request-answered');
  expect(copy).toMatchObject({ isRepeat: false, outcome: { kind: 'refused' } });
  expect(driver.state.orders.size).toBe(1);
});

test('[ENG-12] a late copy of a request that is remembered gets the first answer', () => {
  const driver = createDriver();
  const command = bid(driver);
  const first = eventOf(runWith(driver, command, taken(10)), 'request-answered');
  const copy = runWith(driver, command, taken(45_000));
  expect(copy).toEqual([{ ...first, isRepeat: true }]);
});

test('[ENG-12] a request that was late stays refused, whoever sends it again', () => {
  const driver = createDriver();
  const command = bid(driver);
  const late = eventOf(runWith(driver, command, taken(5_001)), 'request-answered');
  const again = runWith(driver, command, taken(4_000));
  expect(again).toEqual([{ ...late, isRepeat: true }]);
  expect(driver.state.orders.size).toBe(0);
});

test('[ENG-12] a late batch does nothing of what it holds', () => {
  const driver = createDriver();
  const commands = [bid(driver), bid(driver)] as never[];
  const late = runWith(driver, { kind: 'batch', commands }, taken(60_000));
  expect(eventOf(late, 'request-answered').outcome.kind).toBe('refused');
  expect(driver.state.orders.size).toBe(0);
});

test('[ENG-12] a late deposit of the operator moves no money', () => {
  const driver = createDriver();
  const account = driver.trader(0);
  const deposit: Command = { kind: 'deposit', account, amount: money(700n) };
  const until = millis(START + 12_000);
  const late = runWith(driver, deposit, { until, takenAt: millis(until + 1) });
  expect(eventOf(late, 'command-rejected').reject.reason).toBe('command-late');
  expect(driver.account(account).wallet).toBe(0);
  runWith(driver, deposit, { until, takenAt: until });
  expect(driver.account(account).wallet).toBe(700);
});

test('[ENG-12] an entry without a bound never is late, as in journals before there was one', () => {
  const driver = createDriver();
  const first = runWith(driver, bid(driver), { request: requestOf(1, START - 1e9) });
  expect(eventOf(first, 'request-answered').outcome.kind).toBe('done');
});

const numbered = (value: number, after = 10): More => ({
  ...taken(after, value),
  request: { ...requestOf(value, START), nonce: { signer: '00000000000000a1', value: START } },
});

test('[ENG-13] a nonce is spent by a command of any fate, and a repeat changes nothing', () => {
  const driver = createDriver();
  const command = bid(driver);
  const late = eventOf(runWith(driver, command, numbered(1, 5_001)), 'request-answered');
  expect(late.outcome).toMatchObject({ kind: 'refused', reject: LATE });
  for (const again of [numbered(1), numbered(2)]) {
    const { outcome, isRepeat } = eventOf(runWith(driver, command, again), 'request-answered');
    expect([outcome.kind, isRepeat]).toEqual(['refused', false]);
    expect(outcome).toMatchObject({ reject: { reason: 'nonce-invalid', given: START } });
  }
  expect(driver.state.orders.size).toBe(0);
  const fresh = {
    ...numbered(3),
    request: { ...requestOf(3, START), nonce: { signer: '00000000000000a1', value: START + 1 } },
  };
  expect(eventOf(runWith(driver, command, fresh), 'request-answered').outcome.kind).toBe('done');
});
