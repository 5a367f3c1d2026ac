import { expect, test } from 'vitest';
import { editDistance, findNearestName } from './nearest-name.ts';

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
