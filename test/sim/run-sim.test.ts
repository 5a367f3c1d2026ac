import { expect, test } from 'vitest';
import { parseSimArguments } from '../../proof/sim/arguments.ts';
import { createDice, pickWeighted, roll } from '../../proof/sim/dice.ts';
import { shrink } from '../../proof/sim/shrink.ts';
import { simulate, simulateEntries } from '../../proof/sim/simulate.ts';
import { seq } from '../../src/domain/units.ts';

test('[SIM-1] the words of the command line are understood, or named where they are not', () => {
  expect(parseSimArguments([], 2)).toMatchObject({ seeds: 100, commands: 400, from: 1, jobs: 2 });
  const one = parseSimArguments(['--seed', '7', '--shrink'], 2);
  expect(one).toMatchObject({ seeds: 1, from: 7, seed: 7, shrink: true });
  expect(parseSimArguments(['--seeds', 'many'], 2)).toBe(
    '--seeds needs a whole number, not "many"',
  );
  expect(parseSimArguments(['--fast'], 2)).toBe('"--fast" is not an option');
  expect(parseSimArguments(['--jobs', '0'], 2)).toBe('seeds, commands and jobs are at least 1');
});

test('[SIM-1] [ENG-2] one seed gives one market', () => {
  const [first, second] = [simulate(11, 150), simulate(11, 150)];
  expect(first.failure).toBeNull();
  expect(second.entries).toEqual(first.entries);
  expect(second.hash).toBe(first.hash);
  expect(simulate(12, 150).hash).not.toBe(first.hash);
});

test('[SIM-1] dice give whole numbers between their bounds, and no key without weight', () => {
  const dice = createDice(5);
  const rolls = Array.from({ length: 500 }, () => roll(dice, -3, 4));
  expect(Math.min(...rolls)).toBe(-3);
  expect(Math.max(...rolls)).toBe(4);
  const weights = [
    ['never', 0],
    ['always', 5],
  ] as const;
  expect(pickWeighted(dice, weights)).toBe('always');
});

test('[SIM-1] a failing journal is made short', () => {
  const { entries } = simulate(21, 120);
  // A gap in the sequence stands for a fault: whatever comes before it does not matter.
  const last = { ...entries[119]!, seq: seq(5_000) };
  const outcome = simulateEntries(21, [...entries.slice(0, 119), last]);
  expect(outcome.failure?.error.message).toMatch(/follow/);
  const short = shrink({ ...outcome, entries: outcome.entries.slice(0, 40) });
  expect(short.entries.length).toBeLessThanOrEqual(40);
});
