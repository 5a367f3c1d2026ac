import { expect, test } from 'vitest';
import type { Batch, MarketBeat } from '../domain/command.ts';
import { accountId, contractId, orderId } from '../domain/ids.ts';
import { fineTicks } from '../domain/units.ts';
import { DECIDED_SLOT, FEED_SLOT } from '../market/memory.ts';
import { compareBatches } from './difference.ts';

type Item = Batch['commands'][number];

const batchOf = (...commands: readonly Item[]): Batch => ({ kind: 'batch', commands });
const indexOf = (price: number, contract = 1): Item => ({
  kind: 'set-index-price',
  contract: contractId(contract),
  price: fineTicks(price),
});
const cancelOf = (order: number): Item => ({
  kind: 'cancel-order',
  account: accountId(1_001),
  target: { by: 'id', order: orderId(order) },
});
const beatOf = (...memories: readonly (readonly [slot: number, byte: number])[]): MarketBeat => ({
  kind: 'market-beat',
  beat: 7,
  memories: memories.map(([slot, byte]) => ({ slot, bytes: Uint8Array.of(byte) })),
});

const compare = (decided: Batch | undefined, found: Batch | Item, arePricesGiven = false) => {
  const compared = { place: 'beat 7', names: ['btc', 'eth'], arePricesGiven };
  const difference = compareBatches(decided, found, compared);
  return difference && [difference.file, difference.expected, difference.found];
};

test('[FAIR-4] the same commands have no difference', () => {
  expect(compare(batchOf(indexOf(5), cancelOf(3)), batchOf(indexOf(5), cancelOf(3)))).toBe(
    undefined,
  );
  expect(compare(batchOf(indexOf(5)), indexOf(5))).toBeUndefined();
});

test('[FAIR-4] the first command that differs is named by its contract, kind and field', () => {
  const decided = batchOf(cancelOf(3), indexOf(5));
  expect(compare(decided, batchOf(cancelOf(3), indexOf(6)))).toEqual([
    ...['beat 7, eth, set-index-price, price', '5', '6'],
  ]);
  expect(compare(decided, batchOf(cancelOf(4), indexOf(6)))).toEqual([
    'beat 7, cancel-order, target',
    '{"by":"id","order":3}',
    '{"by":"id","order":4}',
  ]);
  expect(compare(batchOf(indexOf(5, 4)), indexOf(6, 4))?.[0]).toBe(
    'beat 7, 4, set-index-price, price',
  );
});

test('[FAIR-4] a command too few, too many or of another kind is named whole', () => {
  const [mine, whole] = [indexOf(5), '{"kind":"set-index-price","contract":1,"price":5}'];
  const where = 'beat 7, eth, set-index-price';
  expect(compare(batchOf(mine), batchOf())).toEqual([where, whole, 'nothing']);
  expect(compare(undefined, mine)).toEqual([where, 'nothing', whole]);
  expect(compare(batchOf(mine), cancelOf(3))?.slice(0, 2)).toEqual(['beat 7, cancel-order', whole]);
});

test('[FAIR-4] what a beat remembers is compared, but for what it was decided after', () => {
  const decided = batchOf(beatOf([9, 1], [DECIDED_SLOT, 1], [FEED_SLOT, 1]));
  const found = (byte: number, decidedAfter: number, feed: number): Batch =>
    batchOf(beatOf([9, byte], [DECIDED_SLOT, decidedAfter], [FEED_SLOT, feed]));
  expect(compare(decided, found(1, 2, 1))).toBeUndefined();
  expect(compare(decided, found(2, 1, 1))?.[0]).toBe('beat 7, market-beat, memory');
  expect(compare(decided, found(1, 1, 2))?.slice(1)).toEqual([
    `9: 01 ${FEED_SLOT}: 01`,
    `9: 01 ${FEED_SLOT}: 02`,
  ]);
  // Prices that nobody can check come with a memory of their feed.
  expect(compare(decided, found(1, 1, 2), true)).toBeUndefined();
  expect(compare(decided, found(2, 1, 2), true)).toBeDefined();
});
