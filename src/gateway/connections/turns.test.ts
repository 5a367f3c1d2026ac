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

test('[GATE-40] each errand of thousands of addresses is done once, and in its order', async () => {
  const errands = Array.from({ length: 9_000 }, (_, at) => [`bot ${at % 3_000}`, 'act'] as const);
  const turns = createTurns(Number.POSITIVE_INFINITY);
  const done = new Map<string, number[]>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const lineUp = (place: number): void => {
    const [group, errand] = errands[place] ?? [];
    if (group === undefined) resolve();
    else
      turns.line(group, errand ?? 'act', () => {
        done.set(group, [...(done.get(group) ?? []), place]);
        // Somebody always waits: the next ones come while this one is served.
        if (place % 2 === 0) for (const next of [place + 2, place + 3]) lineUp(next);
      });
  };
  lineUp(0);
  lineUp(1);
  await promise;
  const all = [...done.values()];
  expect(all.flat()).toHaveLength(new Set(all.flat()).size);
  for (const places of all) expect(places).toEqual(places.toSorted((one, two) => one - two));
  expect(all.flat().length).toBeGreaterThanOrEqual(8_999);
});

test('[GATE-40] those who look are served beside a flood of orders', async () => {
  const acts = Array.from({ length: 100 }, (_, at) => [`bot ${at}`, 'act'] as const);
  const served = await serve([...acts, ['ann', 'look'], ['bob', 'look']]);
  expect(served.indexOf('ann looks')).toBe(8);
  expect(served.indexOf('bob looks')).toBe(17);
});
