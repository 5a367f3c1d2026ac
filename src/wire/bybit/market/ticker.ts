/** Tickers, price limits, open interest and what else one figure of a contract tells. */

import { Type } from 'typebox';
import { type Contract, notionalOf } from '../../../domain/contract.ts';
import { FUNDING_RATE_MAX } from '../../../domain/funding.ts';
import { divideHalfEven, wholeDown } from '../../../domain/money.ts';
import { lots, NO_LOTS, NO_TICKS, PPM_SCALE, type Ticks, ticks } from '../../../domain/units.ts';
import { fractionText, longRate, lotsText, priceText } from '../../amount-text.ts';
import { codeField, ifSent, textField } from '../../field.ts';
import {
  type FundTold,
  type OpenInterestTold,
  type OverviewTold,
  type PricesTold,
  tickerFigures,
} from '../../market-text.ts';
import { formatFineTicks, formatLots, formatMoney, formatShort } from '../../quantity.ts';
import { record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import {
  anyCategory,
  coinFields,
  cursorField,
  pagedRows,
  rowsField,
  symbolIn,
  symbolOrAll,
  texts,
  v5,
  windowFields,
} from '../endpoint.ts';
import { fundingMinutes, plainRead } from './instruments.ts';

export const TICKER = texts(
  ...(['symbol', 'lastPrice', 'indexPrice', 'markPrice', 'prevPrice24h', 'price24hPcnt'] as const),
  ...(['highPrice24h', 'lowPrice24h', 'prevPrice1h', 'openInterest', 'openInterestValue'] as const),
  ...(['singleOpenInterest', 'singleOpenInterestValue', 'turnover24h', 'volume24h'] as const),
  ...(['fundingRate', 'nextFundingTime', 'predictedDeliveryPrice', 'basisRate'] as const),
  ...([
    'deliveryFeeRate',
    'deliveryTime',
    'ask1Size',
    'bid1Price',
    'ask1Price',
    'bid1Size',
  ] as const),
  ...(['basis', 'preOpenPrice', 'preQty', 'curPreListingPhase', 'fundingIntervalHour'] as const),
  ...(['fundingCap', 'basisRateYear'] as const),
);

/** What a ticker says that changes, which is what the sockets tell. */
export function tickerFacts({ contract, ticker, top, interest, funding, hourAgo }: OverviewTold) {
  const figures = tickerFigures(contract, ticker);
  const both = lots(2 * interest.size);
  return {
    symbol: symbolOf(contract),
    lastPrice: figures.last,
    indexPrice: figures.index,
    markPrice: figures.mark,
    prevPrice24h: figures.open,
    price24hPcnt: fractionText(ticker.change),
    highPrice24h: figures.high,
    lowPrice24h: figures.low,
    prevPrice1h: priceText(contract, hourAgo === NO_TICKS ? ticker.open : hourAgo),
    openInterest: lotsText(contract, both),
    openInterestValue: formatMoney(notionalOf(contract, interest.mark, both)),
    singleOpenInterest: lotsText(contract, interest.size),
    singleOpenInterestValue: formatMoney(notionalOf(contract, interest.mark, interest.size)),
    turnover24h: figures.quote,
    volume24h: figures.base,
    fundingRate: longRate(funding.estimate),
    nextFundingTime: String(funding.nextAt),
    ask1Size: formatLots(contract, top.ask?.size ?? NO_LOTS),
    bid1Price: priceText(contract, top.bid?.price ?? NO_TICKS),
    ask1Price: priceText(contract, top.ask?.price ?? NO_TICKS),
    bid1Size: formatLots(contract, top.bid?.size ?? NO_LOTS),
    fundingIntervalHour: String(wholeDown(fundingMinutes(contract), 60)),
    fundingCap: formatShort(BigInt(FUNDING_RATE_MAX), 8),
  };
}

const UNUSED = {
  predictedDeliveryPrice: '',
  basisRate: '',
  deliveryFeeRate: '',
  deliveryTime: '0',
  basis: '',
  preOpenPrice: '',
  preQty: '',
  curPreListingPhase: '',
  basisRateYear: '',
};

export const TICKERS = v5.openGet('/market/tickers', 1, {
  id: 'bybitTickers',
  request: Type.Object({ category: anyCategory(), symbol: symbolOrAll(), ...coinFields() }),
  response: record({ ...texts('category'), list: records(TICKER) }),
  summary: 'Prices, the last 24 hours and funding',
  text: 'Always a list, even of one.',
  read: ({ category, symbol }) => ({ contract: symbol ?? null, category }),
  format: (told: readonly OverviewTold[], { category }) => {
    const rows = category === 'linear' ? told : [];
    return { category, list: rows.map((each) => ({ ...tickerFacts(each), ...UNUSED })) };
  },
});

export const OPEN_INTEREST = v5.openGet('/market/open-interest', 1, {
  id: 'bybitOpenInterest',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolIn(),
    intervalTime: codeField(
      ['5min', '15min', '30min', '1h', '4h', '1d'],
      'Distance of the rows.',
      '5min',
    ),
    ...windowFields(),
    limit: rowsField(200, 50),
    cursor: cursorField(),
  }),
  response: record({
    ...texts('category', 'symbol', 'nextPageCursor'),
    list: records(texts('openInterest', 'singleOpenInterest', 'timestamp')),
  }),
  summary: 'Open interest',
  text: 'The present one: one row. `openInterest` counts both sides.',
  read: ({ category, symbol }) => ({ contract: symbol, category }),
  format: ({ size, at }: OpenInterestTold, { contract, category }) => ({
    category,
    symbol: symbolOf(contract),
    nextPageCursor: '',
    list: [
      {
        openInterest: lotsText(contract, lots(2 * size)),
        singleOpenInterest: lotsText(contract, size),
        timestamp: String(at),
      },
    ],
  }),
});

const ONE = Type.Object({ symbol: symbolIn() });
const oneRead = {
  request: ONE,
  read: ({ symbol }: { readonly symbol: Contract }) => ({ contract: symbol }),
};

/** A price so far above or below the mark, in whole ticks. */
const limitAt = (contract: Contract, mark: Ticks, ratio: bigint): string =>
  priceText(contract, ticks(Number(divideHalfEven(BigInt(mark) * ratio, PPM_SCALE))));

export const PRICE_LIMIT = v5.openGet('/market/price-limit', 1, {
  id: 'bybitPriceLimit',
  ...oneRead,
  response: record(texts('symbol', 'buyLmt', 'sellLmt', 'ts')),
  summary: 'How far from the mark orders trade',
  text: 'A limit beyond works at the limit.',
  format: ({ mark, at }: PricesTold, { contract }) => ({
    symbol: symbolOf(contract),
    buyLmt: limitAt(contract, mark, PPM_SCALE + BigInt(contract.buyBand)),
    sellLmt: limitAt(contract, mark, PPM_SCALE - BigInt(contract.sellBand)),
    ts: String(at),
  }),
});

export const INSURANCE = v5.openGet('/market/insurance', 1, {
  id: 'bybitInsurance',
  request: Type.Object({ coin: ifSent(textField('The coin.', { lengthMax: 20 })) }),
  response: record({
    ...texts('updatedTime'),
    list: records(texts('coin', 'symbols', 'balance', 'value')),
  }),
  summary: 'The insurance fund',
  text: 'One for all contracts.',
  read: () => ({ contract: null }),
  format: ({ contracts, balance, updatedAt }: FundTold) => {
    const held = formatMoney(balance);
    const symbols = contracts.map(symbolOf).join(',');
    return {
      updatedTime: String(updatedAt),
      list: [{ coin: 'USDT', symbols, balance: held, value: held }],
    };
  },
});

export const INDEX_COMPONENTS = v5.openGet('/market/index-price-components', 1, {
  id: 'bybitIndexComponents',
  request: Type.Object({ indexName: symbolIn() }),
  response: record({
    ...texts('indexName', 'lastPrice', 'updateTime'),
    components: records(
      texts('exchange', 'spotPair', 'equivalentPrice', 'multiplier', 'price', 'weight'),
    ),
  }),
  summary: 'Where the index comes from',
  text: 'One source: the feed of the venue.',
  read: ({ indexName }) => ({ contract: indexName }),
  format: ({ index, at }: PricesTold, { contract }) => {
    const price = formatFineTicks(contract, index);
    const source = { exchange: 'Perpetua', spotPair: symbolOf(contract), multiplier: '1' };
    return {
      indexName: symbolOf(contract),
      lastPrice: price,
      updateTime: String(at),
      components: [{ ...source, equivalentPrice: price, price, weight: '1' }],
    };
  },
});

export const ADL_ALERT = v5.openGet('/market/adlAlert', 1, {
  id: 'bybitAdlAlert',
  ...plainRead,
  response: record({ ...texts('updatedTime'), list: records({}) }),
  summary: 'Contracts close to deleveraging',
  text: 'Not foretold here: an empty list.',
  format: (_nothing: undefined, _asked, caller) => ({
    updatedTime: String(caller.venueNow()),
    list: [],
  }),
});

export const ACCOUNT_RATIO = v5.openGet('/market/account-ratio', 1, {
  id: 'bybitAccountRatio',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolIn(),
    period: textField('Distance of the rows.', { lengthMax: 8, examples: ['1h'] }),
    ...windowFields(),
    limit: rowsField(500, 50),
    cursor: cursorField(),
  }),
  response: pagedRows(texts('symbol', 'buyRatio', 'sellRatio', 'timestamp')),
  summary: 'Accounts that are long by those that are short',
  text: 'Not kept: an empty list.',
  read: ({ category, symbol }) => ({ contract: symbol, category }),
  format: (_nothing: undefined, { category }) => ({ category, nextPageCursor: '', list: [] }),
});
