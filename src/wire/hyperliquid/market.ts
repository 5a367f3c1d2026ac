/** Reads of the market: what is listed, prices, books, candles, trades and funding. */

import { type Static, Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { FundingRow } from '../../domain/history.ts';
import { divideHalfEven } from '../../domain/money.ts';
import { FUNDING_SCALE, type Lots, type Millis, millis, NO_TICKS } from '../../domain/units.ts';
import type { Candle } from '../../views/candle-ring.ts';
import { INTERVALS, type Interval, openAfter } from '../../views/interval.ts';
import type { Ticker } from '../../views/ticker.ts';
import type { Trade } from '../../views/trades.ts';
import { invalid } from '../caller.ts';
import type { ContractsQuery } from '../endpoint.ts';
import { isWireError, type WireError } from '../errors.ts';
import { codeField, ifSent, jsonField, momentField } from '../field.ts';
import { isJsonObject } from '../json.ts';
import { candleFigures, type FundingTold } from '../market-text.ts';
import { formatDecimal, formatFineTicks, formatLots, formatTicks } from '../quantity.ts';
import { NO_FIELDS, readRequest } from '../read-request.ts';
import {
  decimal,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
  word,
} from '../record-field.ts';
import { coinField, coinOf, dexField, info } from './endpoint.ts';
import {
  figure,
  moneyFigure,
  priceFigure,
  rateFigure,
  sizeDecimalsOf,
  sizeFigure,
  transactionHash,
  windowOf,
} from './figure.ts';

const LIGHT = 2;
const USUAL = 20;

const coinOut = () => text('The coin', 'BTC');

const META = record({
  universe: records({
    name: coinOut(),
    szDecimals: integer('Decimals of a size', 4),
    maxLeverage: integer('Highest leverage', 50),
    marginTableId: integer('Its margin table', 1),
  }),
  marginTables: list(Type.Unsafe<readonly [number, object]>({ type: 'array' })),
  collateralToken: integer('Always 0', 0),
});

/** Tables are numbered from one, a table for each contract. */
const tableOf = ({ tiers }: Contract, at: number) =>
  [
    at + 1,
    {
      description: '',
      marginTiers: tiers.map(({ leverageMax }, tier) => ({
        lowerBound: tier === 0 ? '0.0' : moneyFigure(tiers[tier - 1]!.notionalMax),
        maxLeverage: leverageMax,
      })),
    },
  ] as const;

export const metaOf = (contracts: readonly Contract[]): Static<typeof META> => ({
  universe: contracts.map((contract, at) => ({
    name: coinOf(contract),
    szDecimals: sizeDecimalsOf(contract),
    maxLeverage: contract.leverageMax,
    marginTableId: at + 1,
  })),
  marginTables: contracts.map(tableOf),
  collateralToken: 0,
});

const dexForm = () => Type.Object({ dex: dexField() });

/** There is no other exchange to ask about. */
const readDex = ({ dex = '' }: { readonly dex?: string }): ContractsQuery | WireError =>
  dex === '' ? { contract: null } : invalid('dex', 'there is one exchange');

export const META_INFO = info.openPost('/meta', USUAL, {
  id: 'hyperliquidMeta',
  request: dexForm(),
  response: META,
  summary: 'What is listed',
  text: 'The place of a coin in `universe` is the number of its asset.',
  read: readDex,
  format: (contracts: readonly Contract[]) => metaOf(contracts),
});

export const ALL_METAS = info.openPost('/allPerpMetas', USUAL, {
  id: 'hyperliquidAllPerpMetas',
  request: dexForm(),
  response: list(META),
  summary: 'The same, as a list of one exchange',
  text: 'There is one.',
  read: readDex,
  format: (contracts: readonly Contract[]) => [metaOf(contracts)],
});

/** A contract as it stands: prices, the day, funding and the best of its book. */
export interface ContextTold {
  readonly contract: Contract;
  readonly ticker: Ticker;
  readonly funding: FundingTold;
  readonly interest: { readonly size: Lots };
}

export const CONTEXT = record({
  funding: decimal('The funding rate as it is forming, for one hour', '0.0000125'),
  openInterest: decimal('Total long size in the base coin', '812.44'),
  prevDayPx: decimal('The price a day ago', '89500.0'),
  dayNtlVlm: decimal('Turnover of the day', '1200000.0'),
  dayBaseVlm: decimal('The same in the base coin', '13.3'),
  premium: nullable(decimal('How far the mark is above the index', '0.0001')),
  oraclePx: decimal('The index', '90000.0'),
  markPx: decimal('The mark', '90000.5'),
  midPx: nullable(decimal('Between bid and ask', '90000.5')),
  impactPxs: nullable(list(text('Best bid and best ask', '90000.0'))),
});

const HOUR = 3_600_000n;

export function contextOf({ contract, ticker, funding, interest }: ContextTold) {
  const { index, mark, bestBid, bestAsk } = ticker;
  const isTwoSided = bestBid !== NO_TICKS && bestAsk !== NO_TICKS;
  const premium = BigInt(mark) * 100n - BigInt(index);
  const hourly = divideHalfEven(BigInt(funding.estimate) * HOUR, BigInt(funding.interval));
  return {
    funding: rateFigure(hourly),
    openInterest: sizeFigure(contract, interest.size),
    prevDayPx: priceFigure(contract, ticker.open),
    dayNtlVlm: moneyFigure(ticker.quote),
    dayBaseVlm: sizeFigure(contract, ticker.base),
    premium:
      index === 0 ? null : rateFigure(divideHalfEven(premium * FUNDING_SCALE, BigInt(index))),
    oraclePx: figure(formatFineTicks(contract, index)),
    markPx: priceFigure(contract, mark),
    midPx: isTwoSided ? midFigure(contract, ticker) : null,
    impactPxs: isTwoSided ? [priceFigure(contract, bestBid), priceFigure(contract, bestAsk)] : null,
  };
}

/** Half a tick has one decimal more. */
const midFigure = (contract: Contract, { bestBid, bestAsk }: Ticker): string => {
  const units = (BigInt(bestBid) + BigInt(bestAsk)) * BigInt(contract.priceEndStep) * 5n;
  return figure(formatDecimal(units, contract.priceDecimals + 1));
};

export const META_AND_CONTEXTS = info.openPost('/metaAndAssetCtxs', USUAL, {
  id: 'hyperliquidMetaAndAssetCtxs',
  request: dexForm(),
  response: Type.Unsafe<readonly [Static<typeof META>, readonly Static<typeof CONTEXT>[]]>({
    type: 'array',
    description: 'What is listed, and a context for each of it',
  }),
  summary: 'What is listed, and how it stands',
  text: 'Both in the same order.',
  read: readDex,
  format: (told: readonly ContextTold[]) =>
    [metaOf(told.map(({ contract }) => contract)), told.map(contextOf)] as const,
});

export const midsOf = (told: readonly Pick<ContextTold, 'contract' | 'ticker'>[]) =>
  Object.fromEntries(
    told.map(({ contract, ticker }) => {
      const isTwoSided = ticker.bestBid !== NO_TICKS && ticker.bestAsk !== NO_TICKS;
      const mid = isTwoSided ? midFigure(contract, ticker) : priceFigure(contract, ticker.last);
      return [coinOf(contract), mid];
    }),
  );

export const ALL_MIDS = info.openPost('/allMids', LIGHT, {
  id: 'hyperliquidAllMids',
  request: dexForm(),
  response: Type.Record(Type.String(), decimal('Between bid and ask', '90000.5')),
  summary: 'The middle of every book',
  text: 'The last price where a side is empty.',
  read: readDex,
  format: (told: readonly ContextTold[]) => midsOf(told),
});

export const CANDLE_INTERVALS = INTERVALS.filter((interval) => interval !== '6h');

export const CANDLE = record({
  t: moment('When it begins'),
  T: moment('Its last millisecond'),
  s: coinOut(),
  i: word(CANDLE_INTERVALS, 'Its length'),
  o: decimal('Open', '90000.0'),
  c: decimal('Close', '90001.0'),
  h: decimal('High', '90010.0'),
  l: decimal('Low', '89990.0'),
  v: decimal('Volume in the base coin', '12.3'),
  n: integer('Trades', 31),
});

export function candleOf(contract: Contract, interval: Interval, candle: Candle) {
  const { open, high, low, close, base } = candleFigures(contract, 'last', candle);
  return {
    t: candle.openAt,
    T: openAfter(interval, candle.openAt) - 1,
    s: coinOf(contract),
    i: interval as (typeof CANDLE_INTERVALS)[number],
    o: figure(open),
    c: figure(close),
    h: figure(high),
    l: figure(low),
    v: figure(base),
    n: candle.trades,
  };
}

const CANDLE_FORM = Type.Object({
  coin: coinField(),
  interval: codeField(CANDLE_INTERVALS, 'Length of a candle.', '1m'),
  startTime: momentField('From here on.'),
  endTime: ifSent(momentField('Up to here.')),
});

const CANDLES_MAX = 5_000;

export const CANDLES = info.openPost('/candleSnapshot', USUAL, {
  id: 'hyperliquidCandleSnapshot',
  request: Type.Object({ req: jsonField('`coin`, `interval`, `startTime`, `endTime`.') }),
  response: list(CANDLE),
  summary: 'Candles',
  text: `Oldest first; the newest ${CANDLES_MAX} of what was asked.`,
  read: ({ req }, visitor) => {
    const sent = readRequest(CANDLE_FORM, isJsonObject(req) ? req : NO_FIELDS, visitor);
    if (isWireError(sent)) return sent;
    const { coin: contract, interval, startTime, endTime } = sent;
    const to = endTime ?? millis(visitor.venueNow() + Number(HOUR));
    return {
      contract,
      price: 'last' as const,
      interval,
      limit: CANDLES_MAX,
      from: null,
      before: millis(to + 1),
      first: startTime,
    };
  },
  format: (candles: readonly Candle[], { contract, interval, first }) =>
    candles
      .filter(({ openAt }) => openAt >= first)
      .map((candle) => candleOf(contract, interval, candle)),
});

export const NOBODY = '0x0000000000000000000000000000000000000000';

export const TRADE = record({
  coin: coinOut(),
  side: word(['B', 'A'], 'Of the taker'),
  px: decimal('Price', '90000.0'),
  sz: decimal('Size', '0.5'),
  time: moment('When'),
  hash: text('Unique', transactionHash(1)),
  tid: integer('The trade', 4_711),
  users: list(text('Always nobody: addresses are not told', NOBODY)),
});

export const tradeOf = (contract: Contract, trade: Trade): Static<typeof TRADE> => ({
  coin: coinOf(contract),
  side: trade.takerSide === 'buy' ? 'B' : 'A',
  px: figure(formatTicks(contract, trade.price)),
  sz: figure(formatLots(contract, trade.size)),
  time: trade.at,
  hash: transactionHash(trade.trade),
  tid: trade.trade,
  users: [NOBODY, NOBODY],
});

const TRADES_MAX = 500;

export const RECENT_TRADES = info.openPost('/recentTrades', USUAL, {
  id: 'hyperliquidRecentTrades',
  request: Type.Object({ coin: coinField() }),
  response: list(TRADE),
  summary: 'The last trades',
  text: 'Newest first.',
  read: ({ coin: contract }) => ({ contract, limit: TRADES_MAX }),
  format: (trades: readonly Trade[], { contract }) =>
    trades.map((trade) => tradeOf(contract, trade)),
});

const ROWS_MAX = 500;

export const FUNDING_HISTORY = info.openPost('/fundingHistory', USUAL, {
  id: 'hyperliquidFundingHistory',
  request: Type.Object({
    coin: coinField(),
    startTime: momentField('From here on.'),
    endTime: ifSent(momentField('Up to here.')),
  }),
  response: records({
    coin: coinOut(),
    fundingRate: decimal('The rate that was settled', '0.0001'),
    premium: decimal('The same', '0.0001'),
    time: moment('When'),
  }),
  summary: 'Settlements of funding',
  text: `Oldest first, at most ${ROWS_MAX}.`,
  read: ({ coin: contract, startTime, endTime }) => ({
    contract,
    limit: ROWS_MAX,
    ...windowOf(startTime, endTime),
  }),
  format: (rows: readonly FundingRow[], { contract }) =>
    rows.map(({ rate, settledAt }) => ({
      coin: coinOf(contract),
      fundingRate: rateFigure(BigInt(rate)),
      premium: rateFigure(BigInt(rate)),
      time: settledAt,
    })),
});

export const PREDICTED_FUNDINGS = info.openPost('/predictedFundings', USUAL, {
  id: 'hyperliquidPredictedFundings',
  response: list(Type.Unsafe<readonly [string, readonly unknown[]]>({ type: 'array' })),
  summary: 'Funding as it is forming',
  text: 'For one hour.',
  format: (told: readonly ContextTold[]) =>
    told.map((each) => {
      const { nextAt } = each.funding;
      const rate = { fundingRate: contextOf(each).funding, nextFundingTime: nextAt };
      return [coinOf(each.contract), [['HlPerp', { ...rate, fundingIntervalHours: 1 }]]] as const;
    }),
});

export const EXCHANGE_STATUS = info.openPost('/exchangeStatus', LIGHT, {
  id: 'hyperliquidExchangeStatus',
  response: record({ time: moment('Now'), specialStatuses: Type.Null() }),
  summary: 'The clock',
  text: 'Wall time.',
  format: (time: Millis) => ({ time, specialStatuses: null }),
});
