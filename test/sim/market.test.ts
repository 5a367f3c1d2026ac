/** Whole markets and what happens to them from outside; `npx perpetua sim --market` runs more. */
import { expect, test } from 'vitest';
import { simulateMarket } from '../../proof/sim/simulate-market.ts';

test('[MKT-17] [MKT-18] no entry of a market lets anyone trade against an old quote', () => {
  const failures: string[] = [];
  const happened = new Map<string, number>();
  for (let seed = 1; seed <= 5; seed += 1) {
    const outcome = simulateMarket(seed, 300_000);
    if (outcome.failure !== undefined) failures.push(`seed ${seed}: ${outcome.failure}`);
    for (const [what, count] of outcome.happened)
      happened.set(what, (happened.get(what) ?? 0) + count);
  }
  expect(failures).toEqual([]);
  for (const what of ['fill', 'halt', 'outage', 'handover'])
    expect(happened.get(what)).toBeGreaterThan(3);
});
