import { expect, test } from 'vitest';
import { checkBudget, checkRaise, checkSpare, lowerBudget } from './budget.ts';

const judge = (lines: number, budget: number): readonly number[] => {
  const [one, other] = [{ 'src/book': lines }, { 'src/book': budget }];
  return [checkBudget(one, other).length, checkSpare(one, other).length];
};

test('a folder has at most the lines of its budget', () => {
  expect(judge(10_000, 10_000)).toEqual([0, 0]);
  expect(judge(10_001, 10_000)).toEqual([1, 0]);
  expect(checkBudget({ 'src/new': 1 }, {})).toMatchObject([
    { message: 'src/new has 1 lines and no budget' },
  ]);
});

test('a budget follows a folder that shrinks, or goes', () => {
  expect(judge(9_700, 10_000)).toEqual([0, 0]);
  expect(judge(9_699, 10_000)).toEqual([0, 1]);
  expect(judge(900, 1_000)).toEqual([0, 0]);
  expect(judge(899, 1_000)).toEqual([0, 1]);
  expect(checkSpare({}, { 'src/old': 50 })).toHaveLength(1);
});

test('lowering raises nothing', () => {
  const budget = { 'src/book': 1_000, 'src/wire': 1_000, 'src/old': 5 };
  const lowered = lowerBudget({ 'src/book': 801, 'src/wire': 1_200, 'src/new': 7 }, budget);
  expect(lowered).toEqual({ 'src/book': 850, 'src/wire': 1_000 });
});

test('who raises a budget says why', () => {
  const [before, after] = [{ 'src/book': 1_000 }, { 'src/book': 1_050 }];
  expect(checkRaise(before, after, 'Books are faster')).toHaveLength(1);
  expect(checkRaise(before, after, 'Books are faster\n\nsrc/book needs an index.')).toEqual([]);
  expect(checkRaise(after, before, 'Books are smaller')).toEqual([]);
  expect(checkRaise({}, after, 'A new folder')).toHaveLength(1);
});
