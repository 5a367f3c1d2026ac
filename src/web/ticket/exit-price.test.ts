import { expect, test } from 'vitest';
import { exampleContract } from '../../../test/kit/contracts.ts';
import { lots, ticks } from '../../domain/units.ts';
import { type ExitUnit, exitPrice } from './exit-price.ts';

const contract = exampleContract();
// A tenth of a BTC at 90,000.0.
const basis = { contract, entry: ticks(900_000), size: lots(1_000) } as const;

test.each<[ExitUnit, string, number | undefined, number | undefined]>([
  ['price', '95000.0', 950_000, 950_000],
  ['percent', '1', 909_000, 891_000],
  ['percent', '0.5', 904_500, 895_500],
  ['pnl', '100', 910_000, 890_000],
  ['pnl', '0', undefined, undefined],
  ['percent', 'x', undefined, undefined],
])('[WEB-43] a take profit by %s of %s has a price of each side', (unit, text, long, short) => {
  expect(exitPrice({ ...basis, side: 'long' }, 'takeProfit', unit, text)).toBe(long);
  expect(exitPrice({ ...basis, side: 'short' }, 'takeProfit', unit, text)).toBe(short);
});

test('[WEB-43] a stop loss is on the other side, and never at or below zero', () => {
  expect(exitPrice({ ...basis, side: 'long' }, 'stopLoss', 'percent', '1')).toBe(891_000);
  expect(exitPrice({ ...basis, side: 'short' }, 'stopLoss', 'pnl', '100')).toBe(910_000);
  expect(exitPrice({ ...basis, side: 'long' }, 'stopLoss', 'percent', '100')).toBe(undefined);
  const unknown = { ...basis, size: lots(0), side: 'long' } as const;
  expect(exitPrice(unknown, 'stopLoss', 'pnl', '100')).toBe(undefined);
});
