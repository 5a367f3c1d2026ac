/** Index and mark, open interest, and funding. */

import { type Static, Type } from 'typebox';
import { notionalOf } from '../../../domain/contract.ts';
import type { FundingRow } from '../../../domain/history.ts';
import type { Millis } from '../../../domain/units.ts';
import { priceText, valueText } from '../../amount-text.ts';
import { anyContract, oneContract, priceQuery, rowsQuery } from '../../contract-query.ts';
import { integerField } from '../../field.ts';
import {
  collectCycleOf,
  type FundingTold,
  type OpenInterestTold,
  type PricesTold,
} from '../../market-text.ts';
import { formatFineTicks, formatFundingRate, formatLots } from '../../quantity.ts';
import {
  decimal,
  integer,
  list,
  moment,
  momentText,
  record,
  records,
  text,
} from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

export const INDEX = openGet('/market/index', 1, {
  id: 'marketIndex',
  ...priceQuery(),
  response: record({
    symbol: text('The contract', 'cmt_btcusdt'),
    index: decimal('The price', '90797.161'),
    timestamp: momentText('When it was taken'),
  }),
  summary: 'Index or mark price',
  text: 'The index is the outside price; margin is computed from the mark.',
  format: ({ index, mark, at }: PricesTold, { contract, price }) => ({
    symbol: contract.symbol,
    index: price === 'index' ? formatFineTicks(contract, index) : priceText(contract, mark),
    timestamp: String(at),
  }),
});

export const OPEN_INTEREST = openGet('/market/open_interest', 2, {
  id: 'marketOpenInterest',
  ...oneContract(),
  response: records({
    symbol: text('The contract', 'cmt_btcusdt'),
    base_volume: decimal('Total long size in the base coin', '812.4400'),
    target_volume: decimal('The same at the mark in the quote coin', '73733200.22400'),
    timestamp: momentText('When it was taken'),
  }),
  summary: 'Open interest',
  text: 'Total long size, which equals total short size.',
  format: ({ size, mark, at }: Omit<OpenInterestTold, 'index'>, { contract }) => [
    {
      symbol: contract.symbol,
      base_volume: formatLots(contract, size),
      target_volume: valueText(contract, notionalOf(contract, mark, size)),
      timestamp: String(at),
    },
  ],
});

export const FUNDING_TIME = openGet('/market/funding_time', 1, {
  id: 'marketFundingTime',
  ...oneContract(),
  response: record({
    symbol: text('The contract', 'cmt_btcusdt'),
    fundingTime: moment('The next settlement'),
  }),
  summary: 'Next funding settlement',
  text: 'When longs and shorts next pay each other.',
  format: (nextAt: Millis, { contract }) => ({
    symbol: contract.symbol,
    fundingTime: nextAt,
  }),
});

export const FUNDING_HISTORY = openGet('/market/getHistoryFundRate', 5, {
  id: 'marketFundingHistory',
  ...rowsQuery(integerField('How many settlements.', { default: 10, min: 1, max: 100 }), 10),
  response: records({
    symbol: text('The contract', 'cmt_btcusdt'),
    fundingRate: decimal('The rate that was settled', '0.0001'),
    fundingTime: moment('The settlement'),
  }),
  summary: 'Past funding rates',
  text: 'Newest first.',
  format: (rows: readonly FundingRow[], { contract }) =>
    rows.map(({ rate, settledAt }) => ({
      symbol: contract.symbol,
      fundingRate: formatFundingRate(rate),
      fundingTime: settledAt,
    })),
});

const CURRENT_RECORD = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  fundingRate: decimal('The rate as it is forming', '-0.000046'),
  collectCycle: integer('Minutes between settlements', 480),
  timestamp: moment('When it was taken'),
});
type CurrentFundingRecord = Static<typeof CURRENT_RECORD>;

type FormingFunding = Pick<FundingTold, 'contract' | 'estimate' | 'interval' | 'at'>;

const currentRecord = (funding: FormingFunding): CurrentFundingRecord => ({
  symbol: funding.contract.symbol,
  fundingRate: formatFundingRate(funding.estimate),
  collectCycle: collectCycleOf(funding),
  timestamp: funding.at,
});

export const CURRENT_FUNDING = openGet('/market/currentFundRate', 1, {
  id: 'marketCurrentFunding',
  ...anyContract(),
  response: list(CURRENT_RECORD),
  summary: 'Funding rates as they are forming',
  text: 'A positive rate is paid by longs to shorts at the next settlement.',
  format: (rows: readonly FormingFunding[]) => rows.map(currentRecord),
});

const RATE_RECORD = record({
  ...CURRENT_RECORD.properties,
  symbol: Type.Null({ description: 'Always null: the coins stand in `baseCurrency`' }),
  baseCurrency: text('Base and quote', 'BTC_USDT'),
});

const rateRecord = (funding: FormingFunding): Static<typeof RATE_RECORD> => ({
  ...currentRecord(funding),
  baseCurrency: `${funding.contract.base}_${funding.contract.quote}`,
  symbol: null,
});

/** An addition of this venue, because some programs call this path. */
export const FUNDING_RATES = openGet('/market/funding_rate', 1, {
  id: 'marketFundingRates',
  request: anyContract().request,
  response: list(RATE_RECORD),
  summary: 'Funding rates of all contracts',
  text: 'Whatever contract is asked for. Prefer `market/currentFundRate`.',
  read: () => ({ contract: null }),
  format: (rows: readonly FormingFunding[]) => rows.map(rateRecord),
});
