import { expect, test } from 'vitest';
import { createHistory } from '../../test/kit/random-history.ts';

test('probe', () => {
  const counts = new Map<string, number>();
  const { step } = createHistory(7);
  const t = performance.now();
  for (let at = 0; at < 5000; at += 1)
    for (const e of step()) {
      const key = e.kind === 'command-rejected' ? `rejected ${e.command} ${e.reject.reason}` : e.kind === 'fill-settled' ? `fill ${e.venue}` : e.kind === 'order-canceled' ? `cancel ${e.reason}` : e.kind;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  console.log(performance.now() - t, [...counts].sort((a, b) => b[1] - a[1]));
  expect(1).toBe(1);
});
