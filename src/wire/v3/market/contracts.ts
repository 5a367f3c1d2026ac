/** Contracts, the clock, index and mark, open interest, and funding. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { INTEREST_RATE } from '../../../domain/funding.ts';
import type { FundingRow } from '../../../domain/history.ts';
import type { Millis } from '../../../domain/units.ts';
import { formatTimeOfDay, priceText } from '../../amount-text.ts';
import {
  ANY_CONTRACT,
  OPEN_INTEREST_TERMS,
  plainContractField,
  plainSymbolText,
  priceQuery,
} from '../../contract-query.ts';
import { ifSent, integerField, momentField } from '../../field.ts';
import {
  collectCycleOf,
  contractFigures,
  type FundingTold,
  type PricesTold,
} from '../../market-text.ts';
import { parseWindow } from '../../parse-window.ts';
import { formatFineTicks, formatFundingRate } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, records, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { openGet, spotGet } from '../endpoint.ts';

/** A JSON number that may have a fraction. */
const number = (description: string, example: string) =>
  Type.Number({ description, examples: [Number(example)] });

const SYMBOL_RECORD = record({
  symbol: plainSymbolText(),
  baseAsset: text('Base coin', 'BTC'),
  quoteAsset: text('Quote coin', 'USDT'),
  marginAsset: text('Margin coin', 'USDT'),
  pricePrecision: integer('Number of decimals of a price', 1),
  quantityPrecision: integer('Number of decimals of a size', 4),
  baseAssetPrecision: integer('The same', 4),
  quotePrecision: integer('Number of decimals of money', 8),
  contractVal: number('Size of one contract unit in the base coin: the step of sizes', '0.0001'),
  delivery: Type.Array(Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$' }), {
    description: 'Times of day (UTC) at which funding settles',
    examples: [['00:00:00', '08:00:00', '16:00:00']],
  }),
  forwardContractFlag: flag('True: margined in the quote coin'),
  minLeverage: integer('Lowest leverage', 1),
  maxLeverage: integer('Highest leverage of the platform; an account may be allowed less', 400),
  buyLimitPriceRatio: number('How far above the mark a buy may trade', '0.01'),
  sellLimitPriceRatio: number('How far below the mark a sell may trade', '0.01'),
  makerFeeRate: number('Fee rate of makers', '0.0002'),
  takerFeeRate: number('Fee rate of takers', '0.0008'),
  minOrderSize: number('Smallest order in the base coin', '0.0001'),
  maxOrderSize: number('Largest order in the base coin', '1200'),
  maxPositionSize: number('Largest position in the base coin', '1000000'),
  marketOpenLimitSize: number('Largest market order that opens', '100'),
});

/** Returns a contract. Ratios and sizes are JSON numbers here, as exact as a number can be. */
function symbolRecord(contract: Contract): Static<typeof SYMBOL_RECORD> {
  const figures = contractFigures(contract);
  return {
    symbol: symbolOf(contract),
    baseAsset: contract.base,
    quoteAsset: contract.quote,
    marginAsset: contract.quote,
    pricePrecision: contract.priceDecimals,
    quantityPrecision: contract.sizeDecimals,
    baseAssetPrecision: contract.sizeDecimals,
    quotePrecision: 8,
    contractVal: Number(figures.unit),
    delivery: contract.fundingTimes.map(formatTimeOfDay),
    forwardContractFlag: true,
    minLeverage: contract.leverageMin,
    maxLeverage: contract.leverageMax,
    buyLimitPriceRatio: Number(figures.buyLimitPriceRatio),
    sellLimitPriceRatio: Number(figures.sellLimitPriceRatio),
    makerFeeRate: Number(figures.makerFeeRate),
    takerFeeRate: Number(figures.takerFeeRate),
    minOrderSize: Number(figures.minOrderSize),
    maxOrderSize: Number(figures.maxOrderSize),
    maxPositionSize: Number(figures.maxPositionSize),
    marketOpenLimitSize: Number(figures.marketOpenLimitSize),
  };
}

export const EXCHANGE_INFO = openGet('/market/exchangeInfo', 1, {
  id: 'v3MarketExchangeInfo',
  response: record({
    assets: records({ asset: text('The coin', 'USDT'), marginAvailable: flag('Always true') }),
    symbols: list(SYMBOL_RECORD),
  }),
  summary: 'Contracts and their steps, limits and fees',
  text: 'Sizes are multiples of `contractVal`.',
  format: (contracts: readonly Contract[]) => ({
    assets: [{ asset: COIN_NAME, marginAvailable: true }],
    symbols: contracts.map(symbolRecord),
  }),
});

export const TRADING_SYMBOLS = openGet('/market/apiTradingSymbols', 5, {
  id: 'v3MarketTradingSymbols',
  response: list(Type.String({ examples: ['BTCUSDT'] })),
  summary: 'Symbols that can be traded',
  text: 'Every symbol that is listed and not halted.',
  format: (contracts: readonly Contract[]) => contracts.map(symbolOf),
});

export const SPOT_COINS = spotGet('/coins', 5, {
  id: 'v3SpotCoins',
  response: records({}),
  summary: 'Coins of the spot market: none',
  text: 'Client libraries ask for it when they load markets.',
  format: () => [],
});

export const SPOT_EXCHANGE_INFO = spotGet('/exchangeInfo', 20, {
  id: 'v3SpotExchangeInfo',
  response: record({ symbols: records({}) }),
  summary: 'Symbols of the spot market: none',
  text: 'Client libraries ask for it when they load markets.',
  format: () => ({ symbols: [] }),
});

export const SPOT_PING = spotGet('/ping', 1, {
  id: 'v3SpotPing',
  response: record({}),
  summary: 'Whether the venue answers',
  text: 'An empty object.',
  format: () => ({}),
});

const timeTerms = {
  response: record({ serverTime: moment('The clock of the server') }),
  summary: 'Time of the server',
  text: 'The clock against which timestamps of signatures are checked.',
  format: (serverTime: Millis) => ({ serverTime }),
};

export const SPOT_TIME = spotGet('/time', 1, { ...timeTerms, id: 'v3SpotTime' });
export const TIME = openGet('/market/time', 1, { ...timeTerms, id: 'v3MarketTime' });

export const SYMBOL_PRICE = openGet('/market/symbolPrice', 1, {
  id: 'v3MarketSymbolPrice',
  ...priceQuery(plainContractField()),
  response: record({
    symbol: plainSymbolText(),
    price: decimal('The price', '90797.161'),
    time: moment('When it was taken'),
  }),
  summary: 'Index or mark price',
  text: 'The index is the outside price; margin is computed from the mark.',
  format: (prices: PricesTold, { contract, price }) => ({
    symbol: symbolOf(contract),
    price:
      price === 'index'
        ? formatFineTicks(contract, prices.index)
        : priceText(contract, prices.mark),
    time: prices.at,
  }),
});

export const OPEN_INTEREST = openGet('/market/openInterest', 2, {
  ...OPEN_INTEREST_TERMS,
  id: 'v3MarketOpenInterest',
});

const PREMIUM_RECORD = record({
  symbol: plainSymbolText(),
  markPrice: decimal('Mark price', '90755.2'),
  indexPrice: decimal('Index price', '90797.161'),
  lastFundingRate: decimal('The rate that was settled last', '0.0001'),
  forecastFundingRate: decimal('The rate as it is forming', '-0.000046'),
  interestRate: decimal('The interest part of the rate', '0.0001'),
  nextFundingTime: moment('The next settlement'),
  time: moment('When it was taken'),
  collectCycle: integer('Minutes between settlements', 480),
});

const premiumRecord = (funding: FundingTold): Static<typeof PREMIUM_RECORD> => ({
  symbol: symbolOf(funding.contract),
  markPrice: priceText(funding.contract, funding.mark),
  indexPrice: formatFineTicks(funding.contract, funding.index),
  lastFundingRate: formatFundingRate(funding.lastRate),
  forecastFundingRate: formatFundingRate(funding.estimate),
  interestRate: formatFundingRate(INTEREST_RATE),
  nextFundingTime: funding.nextAt,
  time: funding.at,
  collectCycle: collectCycleOf(funding),
});

export const PREMIUM_INDEX = openGet('/market/premiumIndex', 1, {
  id: 'v3MarketPremiumIndex',
  ...ANY_CONTRACT,
  response: list(PREMIUM_RECORD),
  summary: 'Prices and funding',
  text: 'Always a list, even of one. Longs pay shorts when the rate is positive.',
  format: (rows: readonly FundingTold[]) => rows.map(premiumRecord),
});

const RATE_RECORD = record({
  symbol: plainSymbolText(),
  fundingRate: decimal('The rate that was settled', '0.0001'),
  fundingTime: moment('The settlement'),
  markPrice: decimal('The mark at which it was settled', '90755.2'),
});

const rateRecord = (contract: Contract, row: FundingRow): Static<typeof RATE_RECORD> => ({
  symbol: symbolOf(contract),
  fundingRate: formatFundingRate(row.rate),
  fundingTime: row.settledAt,
  markPrice: priceText(contract, row.mark),
});

export const FUNDING_RATE = openGet('/market/fundingRate', 5, {
  id: 'v3MarketFundingRate',
  request: Type.Object({
    symbol: plainContractField(),
    startTime: ifSent(momentField('The earliest settlement.')),
    endTime: ifSent(momentField('The latest settlement.')),
    limit: ifSent(integerField('How many settlements.', { default: 100, min: 1, max: 1_000 })),
  }),
  response: list(RATE_RECORD),
  summary: 'Past funding rates',
  text: 'Newest first.',
  read: (sent) => parseWindow(sent, { contract: sent.symbol, limit: sent.limit ?? 100 }),
  format: (rows: readonly FundingRow[], { contract }) =>
    rows.map((row) => rateRecord(contract, row)),
});
