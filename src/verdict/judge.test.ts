import { expect, test } from 'vitest';
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

test('[LIFE-12] what earns earns although some lives failed, unless they might undo it', () => {
  const many = [...steady, ...steady, ...steady];
  expect(judgeReturns(many, 1, 1).kind).toBe('earns');
  const dies = judgeReturns(many, 1, many.length);
  expect(dies.kind).toBe('unclear');
  expect(dies.headline).toBe('No verdict: it earns only without the lives that failed, 24.');
  const losses = many.map((value) => -value);
  expect(judgeReturns(losses, 1, many.length).kind).toBe('loses');
});

test('[LIFE-13] the more was tried, the more is asked for', () => {
  const returns = [0.02, -0.004, 0.015, 0.002, 0.017, 0.012, 0.006, 0.014, 0.004, 0.011];
  expect(judgeReturns(returns, 1).kind).toBe('earns');
  expect(judgeReturns(returns, 100).kind).toBe('unclear');
});
