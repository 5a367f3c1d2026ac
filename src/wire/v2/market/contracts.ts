/** Contracts, their tiers, the clock, index and mark, open interest, and funding. */

import { type Static, Type } from 'typebox';
import { type Contract, notionalOf } from '../../../domain/contract.ts';
import type { FundingRow } from '../../../domain/history.ts';
import { wholeDown } from '../../../domain/money.ts';
import { type Millis, toBigInt } from '../../../domain/units.ts';
import { formatIso, formatTimeOfDay, padded, priceText, valueText } from '../../amount-text.ts';
import { anyContract, oneContract, priceQuery, rowsQuery } from '../../contract-query.ts';
import { integerField } from '../../field.ts';
import {
  collectCycleOf,
  contractFigures,
  type FundingTold,
  type OpenInterestTold,
  type PricesTold,
} from '../../market-text.ts';
import {
  formatFineTicks,
  formatFundingRate,
  formatLots,
  formatPpm,
  formatShort,
} from '../../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  momentText,
  record,
  records,
  text,
} from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

const CONTRACT_RECORD = record({
  symbol: text('The contract', 'cmt_btcusdt'),
  underlying_index: text('Base coin', 'BTC'),
  quote_currency: text('Quote coin', 'USDT'),
  coin: text('Margin coin', 'USDT'),
  contract_val: decimal('Size of one contract unit in the base coin: the step of sizes', '0.0001'),
  delivery: Type.Array(Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$' }), {
    description: 'Times of day (UTC) at which funding settles',
    examples: [['00:00:00', '08:00:00', '16:00:00']],
  }),
  size_increment: Type.String({
    description: 'Number of decimals of a size',
    pattern: '^[0-9]{1,2}$',
    examples: ['4'],
  }),
  tick_size: Type.String({
    description: 'Number of decimals of a price',
    pattern: '^[0-9]{1,2}$',
    examples: ['1'],
  }),
  forwardContractFlag: flag('True: margined in the quote coin'),
  priceEndStep: integer('Step of the last digit of a price', 1),
  minLeverage: integer('Lowest leverage', 1),
  maxLeverage: integer('Highest leverage of the platform; an account may be allowed less', 400),
  buyLimitPriceRatio: decimal('How far above the mark a buy may trade', '0.01'),
  sellLimitPriceRatio: decimal('How far below the mark a sell may trade', '0.01'),
  makerFeeRate: decimal('Fee rate of makers', '0.0002'),
  takerFeeRate: decimal('Fee rate of takers', '0.0008'),
  minOrderSize: decimal('Smallest order in the base coin', '0.0001'),
  maxOrderSize: decimal('Largest order in the base coin', '1200'),
  maxPositionSize: decimal('Largest position in the base coin', '1000000'),
  marketOpenLimitSize: decimal('Largest market order that opens', '100'),
});

export function contractRecord(contract: Contract): Static<typeof CONTRACT_RECORD> {
  const { unit, ...figures } = contractFigures(contract);
  return {
    symbol: contract.symbol,
    underlying_index: contract.base,
    quote_currency: contract.quote,
    coin: contract.quote,
    contract_val: unit,
    delivery: contract.fundingTimes.map(formatTimeOfDay),
    size_increment: String(contract.sizeDecimals),
    tick_size: String(contract.priceDecimals),
    forwardContractFlag: true,
    priceEndStep: contract.priceEndStep,
    minLeverage: contract.leverageMin,
    maxLeverage: contract.leverageMax,
    ...figures,
  };
}

export const CONTRACTS = openGet('/market/contracts', 10, {
  id: 'marketContracts',
  ...anyContract(),
  response: list(CONTRACT_RECORD),
  summary: 'Contracts and their steps, limits and fees',
  text: 'Sizes are multiples of `contract_val`; prices of `priceEndStep` × 10^-`tick_size`.',
  format: (contracts: readonly Contract[]) => contracts.map(contractRecord),
});

const RECORD = record({
  epoch: decimal('Seconds since 1970 with three decimals', '1767225600.123'),
  iso: text('ISO 8601 in UTC', '2026-01-01T00:00:00.123Z'),
  timestamp: moment('The same moment'),
});

export const serverTime = (now: Millis): Static<typeof RECORD> => ({
  epoch: `${wholeDown(now, 1_000)}.${padded(now % 1_000, 3)}`,
  iso: formatIso(now),
  timestamp: now,
});

export const TIME = openGet('/market/time', 1, {
  id: 'marketTime',
  response: RECORD,
  summary: 'Time of the venue',
  text: 'For checking the connection and setting clocks: signatures are valid for 30 seconds.',
  format: serverTime,
});

export const TIERS = openGet('/perpetua/tiers', 10, {
  id: 'perpetuaTiers',
  ...anyContract(),
  response: records({
    symbol: text('The contract', 'cmt_btcusdt'),
    tiers: records({
      notionalMax: decimal('Value up to which the tier reaches', '1000.00000000'),
      maxLeverage: integer('Highest leverage in it', 100),
      maintenanceRate: decimal('Maintenance rate in it', '0.004'),
    }),
  }),
  summary: 'Margin tiers of contracts',
  text:
    'By the value of a position: the highest leverage, and the rate at which maintenance grows ' +
    'within each tier, as an income tax does.',
  format: (contracts: readonly Contract[]) =>
    contracts.map(({ symbol, tiers }) => ({
      symbol,
      tiers: tiers.map(({ notionalMax, leverageMax, maintenanceRate }) => ({
        notionalMax: formatShort(toBigInt(notionalMax), 8),
        maxLeverage: leverageMax,
        maintenanceRate: formatPpm(maintenanceRate),
      })),
    })),
});

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
