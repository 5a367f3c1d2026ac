/** The public methods, each held against version 2. */
import { expect } from 'vitest';
import { contractId } from '../../src/domain/ids.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { BTC, ETH } from '../gateway-v2/rest-kit.ts';
import { SYMBOL } from './ccxt-kit.ts';
import { type Check, n, type Scene } from './check.ts';

const levels = (pairs: Anything): number[][] =>
  pairs.map(([price, size]: [string, string]) => [n(price), n(size)]);

/** Candles of version 2 are newest first and have one column more. */
const candles = (rows: Anything): number[][] =>
  rows.map((row: string[]) => row.slice(0, 6).map(n)).reverse();

const v2Symbol = (symbol: string): string =>
  `cmt_${symbol.split(':')[0]!.replace('/', '').toLowerCase()}`;

async function expectTicker({ kit }: Scene, ticker: Anything): Promise<void> {
  const v2 = await kit.ok('marketTicker', { symbol: v2Symbol(ticker.symbol) });
  // The clock of the venue goes on with each signed call.
  expect(n(v2.timestamp) - ticker.timestamp).toBeLessThan(50);
  expect(ticker).toMatchObject({
    last: n(v2.last),
    close: n(v2.last),
    bid: n(v2.best_bid),
    ask: n(v2.best_ask),
    high: n(v2.high_24h),
    low: n(v2.low_24h),
    baseVolume: n(v2.base_volume),
    quoteVolume: n(v2.volume_24h),
    markPrice: n(v2.markPrice),
    indexPrice: n(v2.indexPrice),
  });
  expect(ticker.percentage).toBeCloseTo(n(v2.priceChangePercent) * 100, 6);
}

async function expectFunding({ kit }: Scene, rate: Anything): Promise<void> {
  const symbol = v2Symbol(rate.symbol);
  const [current] = await kit.ok('marketCurrentFunding', { symbol });
  const [last] = await kit.ok('marketFundingHistory', { symbol });
  const next = await kit.ok('marketFundingTime', { symbol });
  expect(rate).toMatchObject({
    fundingRate: n(last?.fundingRate ?? 0),
    nextFundingRate: n(current.fundingRate),
    nextFundingTimestamp: next.fundingTime,
    interval: `${current.collectCycle / 60}h`,
  });
}

const INFO_CHECKS: readonly Check[] = [
  {
    method: 'loadMarkets',
    shows: 'steps, limits, leverage and fees of all contracts',
    run: async ({ kit, alice }) => {
      const markets = await alice.loadMarkets(true);
      const contracts = await kit.ok('marketContracts');
      expect(Object.keys(markets)).toHaveLength(contracts.length);
      for (const contract of contracts) {
        const market = markets[`${contract.underlying_index}/USDT:USDT`];
        expect(market, contract.symbol).toMatchObject({
          swap: true,
          linear: true,
          active: true,
          contractSize: n(contract.contract_val),
          maker: n(contract.makerFeeRate),
          taker: n(contract.takerFeeRate),
          precision: {
            amount: Number(`1e-${contract.size_increment}`),
            price: Number(`1e-${contract.tick_size}`),
          },
          limits: {
            amount: { min: n(contract.minOrderSize), max: n(contract.maxOrderSize) },
            leverage: { min: contract.minLeverage, max: contract.maxLeverage },
          },
        });
        expect(v2Symbol(market.symbol)).toBe(contract.symbol);
      }
    },
  },
  {
    method: 'fetchTime',
    shows: 'the clock of the server',
    run: async ({ kit, alice }) => expect(await alice.fetchTime()).toBe(kit.memory.clock.wallNow()),
  },
  {
    method: 'fetchStatus',
    shows: 'that the venue answers',
    run: async ({ alice }) => expect(await alice.fetchStatus()).toMatchObject({ status: 'ok' }),
  },
  {
    method: 'fetchTicker',
    shows: 'prices and 24-hour figures',
    run: async (scene) => expectTicker(scene, await scene.alice.fetchTicker(SYMBOL)),
  },
  {
    method: 'fetchTickers',
    shows: 'prices and 24-hour figures of every contract',
    run: async (scene) => {
      const tickers = Object.values(await scene.alice.fetchTickers());
      expect(tickers).toHaveLength(8);
      for (const ticker of tickers) await expectTicker(scene, ticker);
    },
  },
  {
    method: 'fetchBidsAsks',
    shows: 'best prices and their sizes',
    run: async ({ kit, alice }) => {
      const tops = await alice.fetchBidsAsks();
      for (const [symbol, top] of Object.entries<Anything>(tops)) {
        const { bids, asks } = await kit.ok('marketDepth', { symbol: v2Symbol(symbol) });
        expect([
          [top.bid, top.bidVolume],
          [top.ask, top.askVolume],
        ]).toEqual([levels(bids)[0], levels(asks)[0]]);
      }
    },
  },
  {
    method: 'fetchOrderBook',
    shows: 'every level, at depths 15 and 200',
    run: async ({ kit, alice }) => {
      for (const limit of [undefined, 100]) {
        const book = await alice.fetchOrderBook(SYMBOL, limit);
        const v2 = await kit.ok('marketDepth', { symbol: BTC, limit: limit === 100 ? 200 : 15 });
        expect([book.bids, book.asks]).toEqual([levels(v2.bids), levels(v2.asks)]);
        expect(book.nonce).toBe(kit.venue.read.market.levels(contractId(0), 1).version);
      }
    },
  },
  {
    method: 'fetchTrades',
    shows: 'price, size, value, side and time of each',
    run: async ({ kit, alice }) => {
      const trades = await alice.fetchTrades(SYMBOL);
      const v2 = await kit.ok('marketTrades', { symbol: BTC });
      expect(v2.length).toBeGreaterThan(1);
      expect(
        trades.map((trade: Anything) => [
          ...[trade.price, trade.amount, trade.cost, trade.side, trade.timestamp],
        ]),
      ).toEqual(
        v2
          .map((trade: Anything) => [
            ...[n(trade.price), n(trade.size), n(trade.value)],
            ...[trade.isBuyerMaker ? 'sell' : 'buy', trade.time],
          ])
          .reverse(),
      );
    },
  },
  {
    method: 'fetchOpenInterest',
    shows: 'all open longs',
    run: async ({ kit, alice }) => {
      const [v2] = await kit.ok('marketOpenInterest', { symbol: BTC });
      const { openInterestAmount } = await alice.fetchOpenInterest(SYMBOL);
      expect(openInterestAmount).toBe(n(v2.base_volume));
      expect(openInterestAmount).toBeGreaterThan(0);
    },
  },
];

const CANDLE_CHECKS: readonly Check[] = [
  {
    method: 'fetchOHLCV',
    shows: 'candles of the last price, of five intervals',
    run: async ({ kit, alice }) => {
      for (const granularity of ['1m', '5m', '1h', '1d', '1w']) {
        const v2 = await kit.ok('marketCandles', { symbol: BTC, granularity, limit: 20 });
        expect(await alice.fetchOHLCV(SYMBOL, granularity, undefined, 20)).toEqual(candles(v2));
      }
    },
  },
  {
    method: 'fetchOHLCV {historical}',
    shows: 'a window of past candles',
    run: async ({ kit, alice }) => {
      const end = Math.floor(kit.memory.clock.wallNow() / 60_000) * 60_000;
      const query = { symbol: BTC, granularity: '1m', endTime: String(end), limit: 10 };
      const v2 = await kit.ok('marketHistoryCandles', query);
      const window = { historical: true, until: end };
      const found = await alice.fetchOHLCV(SYMBOL, '1m', end - 600_000, undefined, window);
      expect(found).toEqual(candles(v2));
      expect(found).toHaveLength(10);
    },
  },
  {
    method: 'fetchMarkOHLCV',
    shows: 'candles of the mark',
    run: async ({ kit, alice }) => {
      const query = { symbol: BTC, granularity: '1m', limit: 10, priceType: 'MARK' };
      const v2 = await kit.ok('marketCandles', query);
      expect(await alice.fetchMarkOHLCV(SYMBOL, '1m', undefined, 10)).toEqual(candles(v2));
    },
  },
  {
    method: 'fetchIndexOHLCV',
    shows: 'candles of the index',
    run: async ({ kit, alice }) => {
      const query = { symbol: BTC, granularity: '1m', limit: 10, priceType: 'INDEX' };
      const v2 = await kit.ok('marketCandles', query);
      expect(await alice.fetchIndexOHLCV(SYMBOL, '1m', undefined, 10)).toEqual(candles(v2));
    },
  },
];

const PRICE_CHECKS: readonly Check[] = [
  {
    method: 'fetchMarkPrice',
    shows: 'the mark',
    run: async ({ kit, alice }) => {
      const v2 = await kit.ok('marketIndex', { symbol: ETH, priceType: 'MARK' });
      const { markPrice } = await alice.fetchMarkPrice('ETH/USDT:USDT');
      expect(markPrice).toBe(n(v2.index));
    },
  },
  {
    method: 'fetchMarkPrices',
    shows: 'mark and index of every contract',
    run: async ({ kit, alice }) => {
      const prices = Object.values<Anything>(await alice.fetchMarkPrices());
      expect(prices).toHaveLength(8);
      for (const { symbol, markPrice, indexPrice } of prices) {
        const v2 = await kit.ok('marketTicker', { symbol: v2Symbol(symbol) });
        expect([markPrice, indexPrice]).toEqual([n(v2.markPrice), n(v2.indexPrice)]);
      }
    },
  },
  {
    method: 'fetchFundingRate',
    shows: 'last settled rate, forming rate, next settlement, interval',
    run: async (scene) => expectFunding(scene, await scene.alice.fetchFundingRate(SYMBOL)),
  },
  {
    method: 'fetchFundingRates',
    shows: 'the same of every contract',
    run: async (scene) => {
      const rates = Object.values(await scene.alice.fetchFundingRates());
      expect(rates).toHaveLength(8);
      for (const rate of rates) await expectFunding(scene, rate);
    },
  },
  {
    method: 'fetchFundingRateHistory',
    shows: 'every settlement',
    run: async ({ kit, alice }) => {
      const v2 = await kit.ok('marketFundingHistory', { symbol: BTC });
      expect(v2.length).toBeGreaterThan(0);
      const history = await alice.fetchFundingRateHistory(SYMBOL);
      expect(history.map((row: Anything) => [row.timestamp, row.fundingRate])).toEqual(
        v2.map((row: Anything) => [row.fundingTime, n(row.fundingRate)]).reverse(),
      );
      const later = v2[0].fundingTime + 1;
      expect(await alice.fetchFundingRateHistory(SYMBOL, later)).toEqual([]);
    },
  },
];

export const MARKET_CHECKS: readonly Check[] = [...INFO_CHECKS, ...CANDLE_CHECKS, ...PRICE_CHECKS];
