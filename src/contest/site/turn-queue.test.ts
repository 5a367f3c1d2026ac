import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

function orderOf(given: readonly (readonly [address: string, team: string, what: string])[]) {
  const queue = new TurnQueue<string>();
  for (const [address, team, what] of given) queue.add(address, team, what);
  return Array.from(given, () => queue.next());
}

test('[CTS-9] whoever waits alone waits for one check of each other address at most', () => {
  const crowd = Array.from({ length: 50 }, (_, at) => ['near', `x${at}`, `x${at}`] as const);
  const order = orderOf([...crowd, ['far', 'ann', 'ann'], ['there', 'bob', 'bob']]);
  expect(order.slice(0, 3)).toEqual(['x0', 'ann', 'bob']);
  expect(order.slice(3)).toEqual(crowd.slice(1).map(([, , what]) => what));
});

test('[CTS-9] the teams of an address take turns, and each is checked in its own order', () => {
  expect(
    orderOf([
      ['near', 'x', 'x1'],
      ['near', 'x', 'x2'],
      ['near', 'x', 'x3'],
      ['near', 'ann', 'ann1'],
      ['near', 'ann', 'ann2'],
    ]),
  ).toEqual(['x1', 'ann1', 'x2', 'ann2', 'x3']);
});

test('whoever comes back while others wait stands behind them', () => {
  const queue = new TurnQueue<string>();
  queue.add('near', 'x', 'x1');
  queue.add('far', 'ann', 'ann1');
  expect(queue.next()).toBe('x1');
  queue.add('near', 'x', 'x2');
  expect([queue.next(), queue.next(), queue.next()]).toEqual(['ann1', 'x2', undefined]);
});
