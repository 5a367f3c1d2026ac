import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { marketTermsOf } from './market-terms.ts';

test('a contract without a start price is named; with one it takes the usual terms', () => {
  const other = { ...shippedContracts()[0]!, symbol: 'cmt_newusdt', base: 'NEW' };
  expect(() => marketTermsOf([other])).toThrow('cmt_newusdt has no start price: add NEW to');
  const tuning = { startPrices: { NEW: 2 }, spread: 2, depth: 3, activity: 0 };
  expect(marketTermsOf([other], tuning)[0]).toMatchObject({ startPrice: 2, tradesPerSecond: 0 });
});
