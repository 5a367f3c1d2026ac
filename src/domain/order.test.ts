import { expect, test } from 'vitest';
import { isFinal, maySucceed, type OrderStatus } from './order.ts';

const STATUSES: readonly OrderStatus[] = [
  'untriggered',
  'pending',
  'open',
  'canceling',
  'filled',
  'canceled',
];

test.each([
  { from: 'untriggered' as const, to: ['pending', 'canceled'] },
  { from: 'pending' as const, to: ['open', 'canceling', 'filled', 'canceled'] },
  { from: 'open' as const, to: ['pending', 'canceling', 'filled', 'canceled'] },
  { from: 'canceling' as const, to: ['filled', 'canceled'] },
  { from: 'filled' as const, to: [] },
  { from: 'canceled' as const, to: [] },
])('[ORD-8] from $from an order may go to $to', ({ from, to }) => {
  expect(STATUSES.filter((status) => maySucceed(from, status))).toEqual(to);
});

test('[ORD-8] exactly the statuses that lead nowhere are final', () => {
  for (const status of STATUSES) {
    const leadsOn = STATUSES.some((next) => maySucceed(status, next));
    expect(isFinal(status)).toBe(!leadsOn);
  }
});
