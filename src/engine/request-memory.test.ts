import { describe, expect, test } from 'vitest';
import { createDriver, eventOf, START } from '../../test/kit/driver.ts';
import type { Command } from '../domain/command.ts';
import { accountId, contractId, orderId } from '../domain/ids.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import type { IdentityWords } from '../domain/request-identity.ts';
import { lots, millis, ticks } from '../domain/units.ts';
import { recoverSnapshot } from './recover-snapshot.ts';
import { recoverRequests, requestsData } from './request-data.ts';
import {
  countRequests,
  createRequestMemory,
  findAnswered,
  isFullFor,
  passTime,
  type RequestMemory,
  rememberRequest,
} from './request-memory.ts';
import { stateHash, takeSnapshot } from './snapshot.ts';

const SECOND = 1_000;
/** Some share their first word, so that they stand in each other's way. */
const wordsOf = (number: number): IdentityWords => [number % 300, number, -number, 3];
const requestOf = (number: number, receivedAt: number) => ({
  words: wordsOf(number),
  receivedAt: millis(receivedAt),
});
const done = (order: number) =>
  ({ kind: 'done', orders: [orderId(order)], contract: null }) as const;

function hear(memory: RequestMemory, number: number, receivedAt: number): void {
  const request = requestOf(number, receivedAt);
  passTime(memory, request.receivedAt);
  rememberRequest(memory, request, done(number + 1));
}

const knows = (memory: RequestMemory, number: number): boolean =>
  findAnswered(memory, wordsOf(number)) !== undefined;

describe('an entry with a request', () => {
  const order = (account: number, price: number): Command => ({
    kind: 'place-order',
    account: accountId(account),
    contract: contractId(0),
    positionSide: 'long',
    effect: 'open',
    size: lots(10),
    price: ticks(price),
    timeInForce: 'normal',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  });

  test('[ENG-10] comes again: nothing but time passes, and the first answer is given', () => {
    const driver = createDriver();
    const account = driver.trader();
    const first = driver.run(order(account, 890_000), 1, requestOf(1, START));
    const again = driver.run(order(account, 880_000), 1, requestOf(1, START + SECOND));
    const answer = eventOf(first, 'request-answered');
    expect(answer).toMatchObject({ isRepeat: false, outcome: done(1) });
    expect(again).toEqual([{ ...answer, isRepeat: true }]);
    expect(driver.state.orders.size).toBe(1);
    driver.run(order(account, 890_000), 1, requestOf(2, START + SECOND));
    expect(driver.state.orders.size).toBe(2);
  });

  test('[ENG-10] a refusal, a batch and a close are answered again as they were', () => {
    const driver = createDriver();
    const [account, maker] = [driver.trader(), driver.house()];
    driver.place(maker, 'open short', 100, 900_000);
    driver.place(maker, 'open long', 100, 899_000);
    driver.place(account, 'open long', 10, null);
    const cancel = (id: number) =>
      ({ kind: 'cancel-order', account, target: { by: 'id', order: orderId(id) } }) as const;
    const commands: Command[] = [
      cancel(99),
      { kind: 'batch', commands: [order(account, 890_000) as never, cancel(98)] },
      { kind: 'close-positions', account, contract: null },
    ];
    const told = (receivedAt: number) =>
      commands.map((command, number) => {
        const events = driver.run(command, 1, requestOf(number, receivedAt));
        return eventOf(events, 'request-answered');
      });
    const first = told(START);
    expect(first.map(({ outcome }) => outcome)).toEqual([
      { kind: 'refused', reject: { reason: 'order-unknown', given: 99 }, contract: null },
      {
        kind: 'batch',
        items: [
          done(4),
          { kind: 'refused', reject: { reason: 'order-unknown', given: 98 }, contract: null },
        ],
      },
      { kind: 'closed', positions: [{ position: expect.any(Number), contract: 0, became: 5 }] },
    ]);
    const before = driver.state.nextOrder;
    expect(told(START + SECOND)).toEqual(first.map((answer) => ({ ...answer, isRepeat: true })));
    expect(driver.state.nextOrder).toBe(before);
  });

  test('[ENG-10] [SNP-1] is known to whoever starts from a snapshot', () => {
    const driver = createDriver();
    const account = driver.trader();
    driver.run(order(account, 890_000), 1, requestOf(1, START));
    const text = stringifyPlain(takeSnapshot(driver.state));
    const restored = recoverSnapshot(parsePlain(text) as ReturnType<typeof takeSnapshot>);
    expect(stateHash(restored)).toBe(stateHash(driver.state));
    expect(findAnswered(restored.requests, wordsOf(1))).toEqual({
      outcome: done(1),
      receivedAt: START,
    });
  });

  test('[SNP-10] a state that remembers none is written as before there was a memory', () => {
    const driver = createDriver();
    expect(Object.keys(takeSnapshot(driver.state)).filter((key) => /request/.test(key))).toEqual(
      [],
    );
  });
});

describe('how long a request is remembered', () => {
  test('[ENG-11] until 65 seconds have passed', () => {
    const memory = createRequestMemory();
    hear(memory, 0, START);
    for (let second = 1; second <= 65; second += 1) hear(memory, second, START + second * SECOND);
    expect(knows(memory, 0)).toBe(true);
    hear(memory, 66, START + 65 * SECOND + 1);
    expect([knows(memory, 0), knows(memory, 1), countRequests(memory)]).toEqual([false, true, 66]);
  });

  test('[ENG-11] a clock set forward and back again makes nobody forget', () => {
    const memory = createRequestMemory();
    hear(memory, 0, START);
    hear(memory, 1, START + 3_600 * SECOND);
    expect(knows(memory, 0)).toBe(true);
    hear(memory, 2, START + 10 * SECOND);
    expect([0, 1, 2].map((number) => knows(memory, number))).toEqual([true, true, true]);
  });

  test('[ENG-11] a clock set back neither makes it forget nor stops it from forgetting', () => {
    const memory = createRequestMemory();
    const back = START - 3_600 * SECOND;
    hear(memory, 0, START);
    for (let second = 0; second < 60; second += 1) hear(memory, 1 + second, back + second * SECOND);
    expect(knows(memory, 0)).toBe(true);
    for (let second = 60; second < 90; second += 1)
      hear(memory, 1 + second, back + second * SECOND);
    expect(knows(memory, 0)).toBe(false);
  });

  test('[ENG-11] clocks of two doors that differ a little do not add up', () => {
    const memory = createRequestMemory();
    for (let number = 0; number < 1_000; number += 1)
      hear(memory, number, START + number + (number % 2) * 4 * SECOND);
    expect(knows(memory, 0)).toBe(true);
  });
});

test('[ENG-10] it agrees with a plain list, however many come and go', () => {
  const memory = createRequestMemory();
  for (let number = 0; number < 8_000; number += 1) {
    // Now and then many at once, so that it has to make room.
    const at = START + (number < 2_000 ? number : 2_000 + (number - 2_000) * 50);
    hear(memory, number, at);
    if (number % 997 !== 0) continue;
    const first = number + 1 - countRequests(memory);
    const found = Array.from({ length: number + 1 }, (_, one) => knows(memory, one));
    expect(found.indexOf(true)).toBe(first);
    expect(found.filter(Boolean)).toHaveLength(countRequests(memory));
    expect(findAnswered(memory, wordsOf(number))?.outcome).toEqual(done(number + 1));
  }
  const restored = recoverRequests(requestsData(memory) ?? {});
  expect(requestsData(restored)).toEqual(requestsData(memory));
});

test('[VEN-30] it is full with so many that are not over, and not for longer', () => {
  const MAX = 1_000;
  const memory = createRequestMemory();
  const isFull = (at: number): boolean => isFullFor(memory, millis(at), MAX);
  for (let number = 0; number < MAX; number += 1) hear(memory, number, START);
  expect([isFull(START + 1), isFullFor(memory, millis(START + 1))]).toEqual([true, false]);
  // All knock again every second; the few that are let in keep the clock going.
  let letIn = 0;
  for (let second = 1; second <= 65; second += 1) {
    if (isFull(START + second * SECOND)) continue;
    letIn += 1;
    hear(memory, MAX + second, START + second * SECOND);
  }
  expect([letIn, countRequests(memory)]).toEqual([13, MAX + 13]);
  expect(isFull(START + 66 * SECOND)).toBe(false);
  hear(memory, 2 * MAX, START + 66 * SECOND);
  expect([countRequests(memory), isFull(START + 66 * SECOND)]).toEqual([14, false]);
});
