import { expect, test } from 'vitest';
import { createDraws } from './draws.ts';
import { judgeSweep, type TriedVariant } from './judge-sweep.ts';
import { commandFor, parseParameters, variantsOf, variantText } from './variants.ts';

/** Sixteen variants on twelve markets; the one at this place earns more. */
function tryByChance(better: number): TriedVariant[] {
  const draws = createDraws('sweep');
  const variants = variantsOf([
    { name: 'size', values: Array.from({ length: 16 }, (_, at) => `${at}`) },
  ]);
  return variants.map((variant, place) => ({
    variant,
    returns: new Map(
      Array.from({ length: 12 }, (_, at) => [
        `life-${at + 1}`,
        (draws.below(2_001) - 1_000) / 1e5 + (place === better ? 0.02 : 0),
      ]),
    ),
  }));
}

test('[LIFE-14] a sweep of chance has no edge, and one that earns is named', () => {
  const nothing = judgeSweep(tryByChance(-1), 16);
  expect(nothing.judgement.headline).toBe('No edge in any of 16 variants.');
  expect(nothing.rows.some(({ hasEdge }) => hasEdge)).toBe(false);
  const { judgement, chosen, rows } = judgeSweep(tryByChance(5), 16);
  expect(judgement).toMatchObject({ kind: 'earns', headline: 'size=5 has an edge.' });
  expect(chosen).toBe(5);
  expect(rows.filter(({ hasEdge }) => hasEdge)).toHaveLength(1);
});

test('[LIFE-13] [LIFE-14] what was tried before takes a share of the level', () => {
  expect(judgeSweep(tryByChance(5), 16).judgement.level).toBeCloseTo(0.05);
  expect(judgeSweep(tryByChance(5), 160).judgement.level).toBeCloseTo(0.005);
});

test('[LIFE-14] seeds that some variants have not come to are left out; few say nothing', () => {
  const tried = tryByChance(5).map(({ variant, returns }, at) => ({
    variant,
    returns: new Map([...returns].slice(0, at === 3 ? 4 : 12)),
  }));
  expect(judgeSweep(tried, 16).judgement.headline).toMatch(/^Too few lives/);
});

const failing = (isFailed: (place: number, value: number) => boolean): TriedVariant[] =>
  tryByChance(5).map(({ variant, returns }, place) => ({
    variant,
    returns: new Map(
      Array.from(returns, ([seed, value]) => [seed, isFailed(place, value ?? 0) ? null : value]),
    ),
  }));

test('[LIFE-14] a variant that always fails leaves the others their verdict', () => {
  const { judgement, rows } = judgeSweep(
    failing((place) => place === 3),
    16,
  );
  expect(judgement.headline).toBe('size=5 has an edge.');
  expect(rows[3]).toMatchObject({ lives: 0, mean: 0, hasEdge: false });
});

test('[LIFE-14] a variant that fails where it would lose has no edge by that', () => {
  const { judgement, rows } = judgeSweep(
    failing((place, value) => place !== 5 && value < 0.002),
    16,
  );
  expect(judgement.headline).toBe('size=5 has an edge.');
  expect(rows.filter(({ hasEdge }) => hasEdge)).toHaveLength(1);
  expect(rows[0]?.mean).toBeGreaterThan(0.002);
});

test('[LIFE-14] every combination is a variant, in the environment and in the command', () => {
  const parameters = parseParameters(['size=0.1,0.5', 'look=30,60']);
  if (typeof parameters === 'string') throw new Error(parameters);
  const variants = variantsOf(parameters);
  expect(variants.map(variantText)).toEqual([
    'size=0.1 look=30',
    'size=0.1 look=60',
    'size=0.5 look=30',
    'size=0.5 look=60',
  ]);
  expect(commandFor('bot --size {size} {other}', variants[2]!)).toBe('bot --size 0.5 {other}');
});

test.each([
  ['size', '--vary takes a name and values, such as size=0.1,0.5,1, not size'],
  ['size=', '--vary takes a name and values'],
  ['1=2', '--vary takes a name and values'],
  ['size=1,1', 'size has the same value twice'],
])('[LIFE-9] --vary %s is refused with words', (word, reason) => {
  expect(parseParameters([word])).toContain(reason);
});
