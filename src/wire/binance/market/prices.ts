/** ticker/24hr, ticker/price, ticker/bookTicker, premiumIndex, fundingRate and fundingInfo. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { FUNDING_RATE_MAX, INTEREST_RATE } from '../../../domain/funding.ts';
import type { FundingRow } from '../../../domain/history.ts';
import { divideHalfEven, wholeDown } from '../../../domain/money.ts';
import { NO_LOTS, NO_TICKS, type Ticks } from '../../../domain/units.ts';
import type { Funding } from '../../../views/funding.ts';
import type { Ticker } from '../../../views/ticker.ts';
import { averageText, longFinePrice, longPrice, longRate, priceText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { ANY_CONTRACT, plainContractField, plainSymbolText } from '../../contract-query.ts';
import type { ContractsQuery } from '../../endpoint.ts';
import { type FundingTold, type TopTold, tickerFigures } from '../../market-text.ts';
import { formatDecimal, formatLots } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import {
  extraForAll,
  formatOneOrAll,
  oneOrAll,
  readWindow,
  rowsField,
  v1,
  v2,
  windowFields,
} from '../endpoint.ts';
import { topId } from './book.ts';

const DAY_RECORD = record({
  symbol: plainSymbolText(),
  priceChange: decimal('Change over 24 hours', '43.0'),
  priceChangePercent: decimal('The same in per cent', '0.047'),
  weightedAvgPrice: decimal('Turnover by volume', '90617.5'),
  lastPrice: decimal('Price of the last trade', '90755.3'),
  lastQty: decimal('Size of the last trade', '0.0160'),
  openPrice: decimal('Price 24 hours ago', '90712.3'),
  highPrice: decimal('Highest price of 24 hours', '91234.0'),
  lowPrice: decimal('Lowest price of 24 hours', '89900.5'),
  volume: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  quoteVolume: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  openTime: moment('When the 24 hours began'),
  closeTime: moment('When they ended'),
  firstId: integer('First trade of the 24 hours; 0 where there was none', 17),
  lastId: integer('Last trade', 104_526),
  count: integer('Number of trades', 104_510),
});

/** A change in per cent with three decimals; ties go to the even neighbour. */
export function dayChangeText(from: Ticks, to: Ticks): string {
  if (from === NO_TICKS) return formatDecimal(0n, 3);
  return formatDecimal(divideHalfEven(BigInt(to - from) * 100_000n, BigInt(from)), 3);
}

function dayRecord(contract: Contract, ticker: Ticker): Static<typeof DAY_RECORD> {
  const figures = tickerFigures(contract, ticker);
  return {
    symbol: symbolOf(contract),
    priceChange: figures.change,
    priceChangePercent: dayChangeText(ticker.open, ticker.last),
    weightedAvgPrice: averageText(contract, ticker.quote, ticker.base),
    lastPrice: figures.last,
    lastQty: formatLots(contract, ticker.lastSize),
    openPrice: figures.open,
    highPrice: figures.high,
    lowPrice: figures.low,
    volume: figures.base,
    quoteVolume: figures.quote,
    openTime: ticker.from,
    closeTime: ticker.at,
    firstId: ticker.firstTrade,
    lastId: ticker.lastTrade,
    count: ticker.trades,
  };
}

/** Tickers name their contract by id. */
const withContract =
  <Formed extends object>(format: (contract: Contract, ticker: Ticker) => Formed) =>
  (tickers: readonly Ticker[], asked: ContractsQuery, { contractOf }: Visitor) =>
    formatOneOrAll((ticker: Ticker) => format(contractOf(ticker.contract), ticker))(tickers, asked);

export const TICKER_24H = v1.openGet('/ticker/24hr', 1, {
  extraWeight: extraForAll(39),
  id: 'binanceTicker24h',
  ...ANY_CONTRACT,
  response: oneOrAll(DAY_RECORD),
  summary: 'The last 24 hours',
  text: 'An object with `symbol`, a list of all without.',
  format: withContract(dayRecord),
});

const PRICE_RECORD = record({
  symbol: plainSymbolText(),
  price: decimal('Price of the last trade', '90755.3'),
  time: moment('When it was taken'),
});

const priceTerms = {
  ...ANY_CONTRACT,
  response: oneOrAll(PRICE_RECORD),
  summary: 'Last prices',
  text: 'An object with `symbol`, a list of all without. Before the first trade it is the mark.',
  format: withContract(
    (contract: Contract, { last, at }: Ticker): Static<typeof PRICE_RECORD> => ({
      symbol: symbolOf(contract),
      price: priceText(contract, last),
      time: at,
    }),
  ),
};

export const TICKER_PRICE = v1.openGet('/ticker/price', 1, {
  extraWeight: extraForAll(1),
  ...priceTerms,
  id: 'binanceTickerPrice',
});

export const TICKER_PRICE_V2 = v2.openGet('/ticker/price', 1, {
  extraWeight: extraForAll(1),
  ...priceTerms,
  id: 'binanceTickerPriceV2',
});

const BOOK_RECORD = record({
  symbol: plainSymbolText(),
  bidPrice: decimal('Highest bid; 0 where there is none', '90755.3'),
  bidQty: decimal('Size at the highest bid', '0.0160'),
  askPrice: decimal('Lowest ask; 0 where there is none', '90755.4'),
  askQty: decimal('Size at the lowest ask', '0.0200'),
  time: moment('When it was taken'),
  lastUpdateId: integer('Fits the ids of the changes on the sockets', 2_401),
});

const bookRecord = (top: TopTold): Static<typeof BOOK_RECORD> => ({
  symbol: symbolOf(top.contract),
  bidPrice: priceText(top.contract, top.bid?.price ?? NO_TICKS),
  bidQty: formatLots(top.contract, top.bid?.size ?? NO_LOTS),
  askPrice: priceText(top.contract, top.ask?.price ?? NO_TICKS),
  askQty: formatLots(top.contract, top.ask?.size ?? NO_LOTS),
  time: top.at,
  lastUpdateId: topId(top.version),
});

export const BOOK_TICKER = v1.openGet('/ticker/bookTicker', 2, {
  extraWeight: extraForAll(3),
  id: 'binanceBookTicker',
  ...ANY_CONTRACT,
  response: oneOrAll(BOOK_RECORD),
  summary: 'Best bids and asks',
  text: 'An object with `symbol`, a list of all without.',
  format: formatOneOrAll(bookRecord),
});

const PREMIUM_RECORD = record({
  symbol: plainSymbolText(),
  markPrice: decimal('Mark price', '90755.20000000'),
  indexPrice: decimal('Index price', '90797.16100000'),
  estimatedSettlePrice: decimal('The index price', '90797.16100000'),
  lastFundingRate: decimal('The rate that is forming for `nextFundingTime`', '-0.00004600'),
  interestRate: decimal('The interest part of the rate', '0.00010000'),
  nextFundingTime: moment('The next settlement'),
  time: moment('When it was taken'),
});

const premiumRecord = (funding: FundingTold): Static<typeof PREMIUM_RECORD> => ({
  symbol: symbolOf(funding.contract),
  markPrice: longPrice(funding.contract, funding.mark),
  indexPrice: longFinePrice(funding.contract, funding.index),
  estimatedSettlePrice: longFinePrice(funding.contract, funding.index),
  lastFundingRate: longRate(funding.estimate),
  interestRate: longRate(INTEREST_RATE),
  nextFundingTime: funding.nextAt,
  time: funding.at,
});

export const PREMIUM_INDEX = v1.openGet('/premiumIndex', 1, {
  extraWeight: extraForAll(9),
  id: 'binancePremiumIndex',
  ...ANY_CONTRACT,
  response: oneOrAll(PREMIUM_RECORD),
  summary: 'Mark, index and funding',
  text: 'An object with `symbol`, a list of all without. Longs pay a positive rate to shorts.',
  format: formatOneOrAll(premiumRecord),
});

const FALLBACK = 100;

const RATE_RECORD = record({
  symbol: plainSymbolText(),
  fundingTime: moment('When it was settled'),
  fundingRate: decimal('The rate', '0.00010000'),
  markPrice: decimal('The mark at which it was settled', '90755.20000000'),
  rateType: word(['Regular'], 'Always Regular'),
});

const rateRecord = (contract: Contract, row: FundingRow): Static<typeof RATE_RECORD> => ({
  symbol: symbolOf(contract),
  fundingTime: row.settledAt,
  fundingRate: longRate(row.rate),
  markPrice: longPrice(contract, row.mark),
  rateType: 'Regular',
});

export const FUNDING_RATE = v1.openGet('/fundingRate', 1, {
  id: 'binanceFundingRate',
  request: Type.Object({
    symbol: Type.Optional(plainContractField('One contract; all of them where it is left out.')),
    ...windowFields(),
    limit: rowsField(1_000, FALLBACK),
  }),
  response: list(RATE_RECORD),
  summary: 'Past funding rates',
  text: 'Oldest first: the first from `startTime`, otherwise the newest.',
  read: (sent) =>
    readWindow(sent, { contract: sent.symbol ?? null, limit: sent.limit ?? FALLBACK }),
  format: (rows: readonly FundingRow[], _asked, { contractOf }) =>
    rows.map((row) => rateRecord(contractOf(row.contract), row)),
});

const INFO_RECORD = record({
  symbol: plainSymbolText(),
  adjustedFundingRateCap: decimal('Highest rate', '0.00300000'),
  adjustedFundingRateFloor: decimal('Lowest rate', '-0.00300000'),
  fundingIntervalHours: integer('Hours between settlements', 8),
  disclaimer: flag('Always false'),
});

const HOUR = 3_600_000;

export const FUNDING_INFO = v1.openGet('/fundingInfo', 0, {
  id: 'binanceFundingInfo',
  response: list(INFO_RECORD),
  summary: 'Bounds and intervals of funding',
  text: 'Every contract, also where nothing was adjusted.',
  format: (rows: readonly Pick<Funding, 'contract' | 'interval'>[]) =>
    rows.map(
      ({ contract, interval }): Static<typeof INFO_RECORD> => ({
        symbol: symbolOf(contract),
        adjustedFundingRateCap: longRate(FUNDING_RATE_MAX),
        adjustedFundingRateFloor: longRate(-BigInt(FUNDING_RATE_MAX)),
        fundingIntervalHours: wholeDown(interval, HOUR),
        disclaimer: false,
      }),
    ),
});
