import { expect, test } from 'vitest';
import { createTurns, type Errand } from './pace-requests.ts';

/** What was lined up at once, in the order in which it was done. */
async function serve(errands: readonly (readonly [string, Errand])[]): Promise<string[]> {
  // A slice without end: all of it is done in one turn of the loop.
  const turns = createTurns(Number.POSITIVE_INFINITY);
  const served: string[] = [];
  await new Promise<void>((resolve) => {
    for (const [group, errand] of errands)
      turns.line(group, errand, () => {
        served.push(`${group} ${errand}s`);
        if (served.length === errands.length) resolve();
      });
  });
  return served;
}

test('[GATE-40] addresses take turns', async () => {
  const served = await serve([
    ['ann', 'look'],
    ['ann', 'look'],
    ['bob', 'look'],
  ]);
  expect(served).toEqual(['ann looks', 'bob looks', 'ann looks']);
});

test('[GATE-40] an order does not wait for the many who look', async () => {
  const lookers = Array.from({ length: 500 }, (_, at) => [`looker ${at}`, 'look'] as const);
  const served = await serve([...lookers, ['ann', 'act']]);
  expect(served[0]).toBe('ann acts');
  expect(served).toHaveLength(501);
});

test('[GATE-40] those who look are served beside a flood of orders', async () => {
  const acts = Array.from({ length: 100 }, (_, at) => [`bot ${at}`, 'act'] as const);
  const served = await serve([...acts, ['ann', 'look'], ['bob', 'look']]);
  expect(served.indexOf('ann looks')).toBe(8);
  expect(served.indexOf('bob looks')).toBe(17);
});
