/** market/index and market/open_interest. */
import type { Static } from 'typebox';
import { type Contract, notionalOf } from '../../../domain/contract.ts';
import type { FineTicks, Lots, Millis, Ticks } from '../../../domain/units.ts';
import { priceText, valueText } from '../../amount-text.ts';
import { oneContract } from '../../contract-query.ts';
import { priceQuery } from '../../market-query.ts';
import { formatFineTicks, formatLots } from '../../quantity.ts';
import { decimal, list, momentText, record, text } from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

const INDEX_RECORD = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  index: decimal('The price', '90797.161'),
  timestamp: momentText('When it was taken'),
});
export type IndexRecord = Static<typeof INDEX_RECORD>;

interface Prices {
  readonly index: FineTicks;
  readonly mark: Ticks;
  readonly at: Millis;
}

export const INDEX = openGet(1, {
  id: 'marketIndex',
  path: '/market/index',
  ...priceQuery(),
  response: INDEX_RECORD,
  summary: 'Index or mark price',
  text: 'The index is the outside price; margin is computed from the mark.',
  format: ({ index, mark, at }: Prices, { contract, price }): IndexRecord => ({
    symbol: contract.symbol,
    index: price === 'index' ? formatFineTicks(contract, index) : priceText(contract, mark),
    timestamp: String(at),
  }),
});

const OPEN_INTEREST_RECORD = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  base_volume: decimal('Total long size in the base coin', '812.4400'),
  target_volume: decimal('The same at the mark in the quote coin', '73733200.22400'),
  timestamp: momentText('When it was taken'),
});
export type OpenInterestRecord = Static<typeof OPEN_INTEREST_RECORD>;

interface OpenInterest {
  readonly size: Lots;
  readonly mark: Ticks;
  readonly at: Millis;
}

const openInterestRecord = (
  contract: Contract,
  { size, mark, at }: OpenInterest,
): OpenInterestRecord => ({
  symbol: contract.symbol,
  base_volume: formatLots(contract, size),
  target_volume: valueText(contract, notionalOf(contract, mark, size)),
  timestamp: String(at),
});

export const OPEN_INTEREST = openGet(2, {
  id: 'marketOpenInterest',
  path: '/market/open_interest',
  ...oneContract(),
  response: list(OPEN_INTEREST_RECORD),
  summary: 'Open interest',
  text: 'Total long size, which equals total short size.',
  format: (open: OpenInterest, { contract }) => [openInterestRecord(contract, open)],
});
