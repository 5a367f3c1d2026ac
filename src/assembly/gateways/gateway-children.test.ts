import { expect, test } from 'vitest';
import { inTurn } from './gateway-children.ts';

test('[CLU-30] gateways take connections in turn, each as many', () => {
  const turns = [0, 1, 2, 3, 4, 5];
  expect(turns.map((turn) => inTurn(['a', 'b', 'c'], turn)).join('')).toBe('abcabc');
  expect(turns.map((turn) => inTurn([], turn))).toEqual(turns.map(() => undefined));
});
