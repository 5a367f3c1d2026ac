import { expect, test } from 'vitest';
import { editDistance, findNearestByPart, findNearestName } from './nearest-name.ts';

test('[WIRE-6] distance counts letters to insert, remove or replace', () => {
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('same', 'same')).toBe(0);
});

test('[WIRE-6] case and underscores are not letters', () => {
  expect(findNearestName('order_id', ['symbol', 'orderId'])).toBe('orderId');
  expect(findNearestName('ORDERID', ['symbol', 'orderId'])).toBe('orderId');
});

test('[WIRE-6] what resembles nothing has no nearest', () => {
  expect(findNearestName('marginCoin', ['orderId', 'clientOid'])).toBeUndefined();
  expect(findNearestName('x'.repeat(50_000), ['orderId'])).toBeUndefined();
});

test('[WIRE-6] a short name is no mistake for another one', () => {
  expect(findNearestName('nope', ['time', 'demo', 'help'])).toBeUndefined();
  expect(findNearestName('benhc', ['start', 'bench'])).toBe('bench');
  expect(findNearestName('BENCH', ['start', 'bench'])).toBe('bench');
  expect(findNearestName('bench', [])).toBeUndefined();
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [8, 2],
  [9, 3],
  [11, 3],
  [12, 4],
])('[WIRE-6] of %i letters %i may differ', (length, differing) => {
  const known = ['abcdefghijkl'.slice(0, length)];
  const changed = (letters: number) => 'z'.repeat(letters) + known[0]?.slice(letters);
  expect(findNearestName(changed(differing), known)).toBe(known[0]);
  if (differing < length) expect(findNearestName(changed(differing + 1), known)).toBeUndefined();
});

test('[WIRE-6] each part of a path is compared with the part in its place', () => {
  const known = ['market/time', 'market/ticker/24hr', 'market/ticker/price', 'order'];
  expect(findNearestByPart('market/tickr', known)).toBe('market/ticker/24hr');
  expect(findNearestByPart('market/ticker/prise', known)).toBe('market/ticker/price');
  expect(findNearestByPart('market/nope', known)).toBeUndefined();
  expect(findNearestByPart('market', known)).toBeUndefined();
  expect(findNearestByPart('order/time', known)).toBeUndefined();
});
