/** The public methods of ccxt, each held against version 2. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { type CcxtCheck, type CcxtSeat, PAIR } from './ccxt-seat.ts';
import { expectClock, n } from './seat.ts';

const v2Symbol = (symbol: string): string =>
  `cmt_${symbol.split(':')[0]!.replace('/', '').toLowerCase()}`;
const levels = (pairs: Anything): number[][] => pairs.map((pair: unknown[]) => pair.map(n));
/** Candles of version 2 are newest first. */
const candles = (rows: Anything): number[][] =>
  rows.map((row: string[]) => row.slice(0, 6).map(n)).reverse();
const prices = (rows: number[][]): number[][] => rows.map((row) => row.slice(0, 5));

async function expectTicker({ kit }: CcxtSeat, ticker: Anything): Promise<void> {
  const v2 = await kit.ok('marketTicker', { symbol: v2Symbol(ticker.symbol) });
  expect(ticker).toMatchObject({
    last: n(v2.last),
    close: n(v2.last),
    high: n(v2.high_24h),
    low: n(v2.low_24h),
    baseVolume: n(v2.base_volume),
    quoteVolume: n(v2.volume_24h),
  });
  expect(ticker.percentage).toBeCloseTo(n(v2.priceChangePercent) * 100, 2);
}

async function expectFunding({ kit }: CcxtSeat, rate: Anything): Promise<void> {
  const symbol = v2Symbol(rate.symbol);
  const ticker = await kit.ok('marketTicker', { symbol });
  const [forming] = await kit.ok('marketCurrentFunding', { symbol });
  const { fundingTime } = await kit.ok('marketFundingTime', { symbol });
  expect(rate).toMatchObject({
    markPrice: n(ticker.markPrice),
    indexPrice: n(ticker.indexPrice),
    fundingRate: n(forming.fundingRate),
    fundingTimestamp: fundingTime,
  });
}

const INFO: readonly CcxtCheck[] = [
  {
    method: 'loadMarkets',
    shows: 'steps and limits of all contracts',
    run: async ({ kit, exchange }) => {
      const markets = await exchange.loadMarkets(true);
      for (const contract of await kit.ok('marketContracts'))
        expect(markets[`${contract.underlying_index}/USDT:USDT`], contract.symbol).toMatchObject({
          swap: true,
          linear: true,
          active: true,
          contractSize: 1,
          precision: { price: Number(`1e-${contract.tick_size}`) },
          limits: { amount: { min: n(contract.minOrderSize), max: n(contract.maxOrderSize) } },
        });
    },
  },
  {
    method: 'fetchTime',
    shows: 'the clock of the server',
    run: ({ kit, exchange }) => expectClock(kit, () => exchange.fetchTime()),
  },
  {
    method: 'fetchTicker',
    shows: 'prices and 24-hour figures',
    run: async (seat) => expectTicker(seat, await seat.exchange.fetchTicker(PAIR)),
  },
  {
    method: 'fetchTickers',
    shows: 'prices and 24-hour figures of every contract',
    run: async (seat) => {
      const tickers = Object.values(await seat.exchange.fetchTickers());
      expect(tickers).toHaveLength(8);
      for (const ticker of tickers) await expectTicker(seat, ticker);
    },
  },
  {
    method: 'fetchBidsAsks',
    shows: 'best prices and their sizes',
    run: async ({ kit, exchange }) => {
      const tops = Object.entries<Anything>(await exchange.fetchBidsAsks());
      expect(tops).toHaveLength(8);
      for (const [symbol, top] of tops) {
        const { bids, asks } = await kit.ok('marketDepth', { symbol: v2Symbol(symbol) });
        expect([
          [top.bid, top.bidVolume],
          [top.ask, top.askVolume],
        ]).toEqual([levels(bids)[0], levels(asks)[0]]);
      }
    },
  },
  {
    method: 'fetchLastPrices',
    shows: 'the last price of every contract',
    run: async ({ kit, exchange }) => {
      const last = await exchange.fetchLastPrices();
      const v2 = await kit.ok('marketTicker', { symbol: BTC });
      expect(last[PAIR].price).toBe(n(v2.last));
    },
  },
  {
    method: 'fetchMarkPrice',
    shows: 'mark and index',
    run: async ({ kit, exchange }) => {
      const v2 = await kit.ok('marketTicker', { symbol: BTC });
      expect(await exchange.fetchMarkPrice(PAIR)).toMatchObject({
        markPrice: n(v2.markPrice),
        indexPrice: n(v2.indexPrice),
      });
    },
  },
  {
    method: 'fetchMarkPrices',
    shows: 'mark and index of every contract',
    run: async ({ exchange }) =>
      expect(Object.keys(await exchange.fetchMarkPrices())).toHaveLength(8),
  },
  {
    method: 'fetchOrderBook',
    shows: 'every level',
    run: async ({ kit, exchange }) => {
      const book = await exchange.fetchOrderBook(PAIR, 1000);
      const v2 = await kit.ok('marketDepth', { symbol: BTC, limit: 200 });
      expect([book.bids, book.asks]).toEqual([levels(v2.bids), levels(v2.asks)]);
    },
  },
  {
    method: 'fetchTrades',
    shows: 'sizes, times and the last price',
    run: async ({ kit, exchange }) => {
      const trades = await exchange.fetchTrades(PAIR, undefined, 100);
      const v2 = await kit.ok('marketTrades', { symbol: BTC });
      const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
      expect(sum(trades.map(({ amount }: Anything) => amount))).toBeCloseTo(
        sum(v2.map(({ size }: Anything) => n(size))),
        8,
      );
      expect([trades.at(-1).price, trades.at(-1).timestamp, trades.at(-1).side]).toEqual([
        ...[n(v2[0].price), v2[0].time, v2[0].isBuyerMaker ? 'sell' : 'buy'],
      ]);
    },
  },
  {
    method: 'fetchOpenInterest',
    shows: 'all open longs',
    run: async ({ kit, exchange }) => {
      const [v2] = await kit.ok('marketOpenInterest', { symbol: BTC });
      expect((await exchange.fetchOpenInterest(PAIR)).openInterestAmount).toBe(n(v2.base_volume));
    },
  },
  ...['fetchOpenInterestHistory', 'fetchLongShortRatioHistory'].map((method) => ({
    method,
    shows: 'a list',
    run: async ({ exchange }: CcxtSeat) =>
      expect(Array.isArray(await exchange[method](PAIR, '5m'))).toBe(true),
  })),
];

const CANDLES: readonly CcxtCheck[] = [
  {
    method: 'fetchOHLCV',
    shows: 'candles of the last price, of five intervals, and a window of them',
    run: async ({ kit, exchange }) => {
      for (const granularity of ['1m', '5m', '1h', '1d', '1w']) {
        const v2 = await kit.ok('marketCandles', { symbol: BTC, granularity, limit: 20 });
        const rows = await exchange.fetchOHLCV(PAIR, granularity, undefined, 20);
        expect(rows).toEqual(candles(v2));
      }
      const since = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
      const window = await exchange.fetchOHLCV(PAIR, '1m', since, 5);
      for (const [at] of window) expect(at).toBeGreaterThanOrEqual(since);
    },
  },
  ...(
    [
      ['fetchMarkOHLCV', 'MARK'],
      ['fetchIndexOHLCV', 'INDEX'],
    ] as const
  ).map(([method, priceType]) => ({
    method,
    shows: `candles of the ${priceType.toLowerCase()}`,
    run: async ({ kit, exchange }: CcxtSeat) => {
      const query = { symbol: BTC, granularity: '1m', limit: 10, priceType };
      const v2 = await kit.ok('marketCandles', query);
      const rows = await exchange[method](PAIR, '1m', undefined, 10);
      expect(prices(rows)).toEqual(prices(candles(v2)));
    },
  })),
  {
    method: 'fetchPremiumIndexOHLCV',
    shows: 'a candle for each of the mark',
    run: async ({ exchange }) => {
      const marks = await exchange.fetchMarkOHLCV(PAIR, '1m', undefined, 10);
      const premiums = await exchange.fetchPremiumIndexOHLCV(PAIR, '1m', undefined, 10);
      expect(premiums).toHaveLength(marks.length);
    },
  },
];

const FUNDING: readonly CcxtCheck[] = [
  {
    method: 'fetchFundingRate',
    shows: 'mark, index, forming rate, next settlement',
    run: async (seat) => expectFunding(seat, await seat.exchange.fetchFundingRate(PAIR)),
  },
  {
    method: 'fetchFundingRates',
    shows: 'the same of every contract',
    run: async (seat) => {
      const rates = Object.values(await seat.exchange.fetchFundingRates());
      expect(rates).toHaveLength(8);
      for (const rate of rates) await expectFunding(seat, rate);
    },
  },
  {
    method: 'fetchFundingRateHistory',
    shows: 'every settlement',
    run: async ({ kit, exchange }) => {
      const v2 = await kit.ok('marketFundingHistory', { symbol: BTC });
      const history = await exchange.fetchFundingRateHistory(PAIR);
      expect(history.map((row: Anything) => [row.timestamp, row.fundingRate])).toEqual(
        v2.map((row: Anything) => [row.fundingTime, n(row.fundingRate)]).reverse(),
      );
    },
  },
  {
    method: 'fetchFundingIntervals',
    shows: 'the hours between settlements',
    run: async ({ kit, exchange }) => {
      const [v2] = await kit.ok('marketCurrentFunding', { symbol: BTC });
      const intervals = await exchange.fetchFundingIntervals();
      expect(intervals[PAIR].interval).toBe(`${v2.collectCycle / 60}h`);
    },
  },
];

export const CCXT_MARKET_CHECKS: readonly CcxtCheck[] = [...INFO, ...CANDLES, ...FUNDING];
