import { expect, test } from 'vitest';
import { createDraws } from './draws.ts';
import { judgeReturns } from './judge.ts';

const steady = [0.01, 0.012, 0.009, 0.011, 0.013, 0.01, 0.008, 0.012];

test.each([
  [steady, 'earns'],
  [steady.map((value) => -value), 'loses'],
  [[0.01, -0.012, 0.009, -0.011, 0.013, -0.01], 'unclear'],
  [steady.slice(0, 3), 'unclear'],
  [[0, 0, 0, 0, 0, 0], 'unclear'],
  [[], 'unclear'],
])('[LIFE-12] %j: %s', (returns, kind) => {
  expect(judgeReturns(returns, 1).kind).toBe(kind);
});

test('[LIFE-12] what is missing is said', () => {
  expect(judgeReturns([], 1).headline).toBe('No life came to its end.');
  expect(judgeReturns([0, 0, 0, 0, 0], 1).headline).toMatch(/never traded/);
  expect(judgeReturns([0.1, 0.2], 1).headline).toMatch(/Too few lives/);
});

test('[LIFE-12] what earns came through every life', () => {
  const small = [...steady, ...steady, ...steady];
  expect(judgeReturns(small, 1).kind).toBe('earns');
  const dies = judgeReturns(small, 1, 1);
  expect(dies.kind).toBe('unclear');
  expect(dies.headline).toBe('No verdict: it earns only without the lives that failed, 1.');
  const losses = small.map((value) => -value);
  expect(judgeReturns(losses, 1, small.length).kind).toBe('loses');
});

test.each([
  [3, 20],
  [2, 40],
  [3, 100],
])('[LIFE-12] %i lives with a gain of %i, the others without a trade, are no edge', (some, all) => {
  const returns = Array.from({ length: all }, (_, at) => (at < some ? 0.01 + 0.001 * at : 0));
  const { kind, headline } = judgeReturns(returns, 1);
  expect([kind, headline]).toEqual([
    'unclear',
    expect.stringMatching(/more of them have to trade/),
  ]);
});

test('[LIFE-12] a coin that is seldom tossed is seldom said to earn', () => {
  const draws = createDraws('a coin');
  const toss = (): number => (draws.below(20) > 0 ? 0 : draws.below(2) === 0 ? -1 : 1);
  let earned = 0;
  for (let turn = 0; turn < 200; turn += 1)
    if (judgeReturns(Array.from({ length: 40 }, toss), 1).kind === 'earns') earned += 1;
  expect(earned).toBeLessThanOrEqual(10);
});

test('[LIFE-13] the more was tried, the more is asked for', () => {
  const returns = [0.02, -0.004, 0.015, 0.002, 0.017, 0.012, 0.006, 0.014, 0.004, 0.011];
  expect(judgeReturns(returns, 1).kind).toBe('earns');
  expect(judgeReturns(returns, 100).kind).toBe('unclear');
});
