/** The public calls, each held against version 2. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { type Check, expectClock, n, type Seat, SYMBOL, v2Symbol } from './seat.ts';

const pairs = (levels: Anything): number[][] => levels.map((level: unknown[]) => level.map(n));

/** Version 2 has the newest first. */
const oldestFirst = <Row>(rows: readonly Row[]): Row[] => [...rows].reverse();

async function expectDepth({ kit }: Seat, book: Anything): Promise<void> {
  const v2 = await kit.ok('marketDepth', { symbol: BTC, limit: 200 });
  expect([pairs(book.bids), pairs(book.asks)]).toEqual([pairs(v2.bids), pairs(v2.asks)]);
}

async function expectTicker({ kit }: Seat, ticker: Anything): Promise<void> {
  const v2 = await kit.ok('marketTicker', { symbol: v2Symbol(ticker.symbol) });
  expect([
    ...[n(ticker.lastPrice), n(ticker.highPrice), n(ticker.lowPrice)],
    ...[n(ticker.volume), n(ticker.quoteVolume)],
  ]).toEqual([n(v2.last), n(v2.high_24h), n(v2.low_24h), n(v2.base_volume), n(v2.volume_24h)]);
  expect(n(ticker.priceChangePercent)).toBeCloseTo(n(v2.priceChangePercent) * 100, 2);
}

async function expectTop({ kit }: Seat, top: Anything): Promise<void> {
  const { bids, asks } = await kit.ok('marketDepth', { symbol: v2Symbol(top.symbol) });
  expect([
    [n(top.bidPrice), n(top.bidQty)],
    [n(top.askPrice), n(top.askQty)],
  ]).toEqual([pairs(bids)[0], pairs(asks)[0]]);
}

async function expectPremium({ kit }: Seat, row: Anything): Promise<void> {
  const symbol = v2Symbol(row.symbol);
  const ticker = await kit.ok('marketTicker', { symbol });
  const [forming] = await kit.ok('marketCurrentFunding', { symbol });
  const { fundingTime } = await kit.ok('marketFundingTime', { symbol });
  expect([
    ...[n(row.markPrice), n(row.indexPrice)],
    ...[n(row.lastFundingRate), row.nextFundingTime],
  ]).toEqual([n(ticker.markPrice), n(ticker.indexPrice), n(forming.fundingRate), fundingTime]);
}

/** Version 2 tells no more at once. */
const V2_TRADES = 100;

async function expectTrades({ kit }: Seat, trades: Anything): Promise<void> {
  const v2 = await kit.ok('marketTrades', { symbol: BTC });
  expect(v2.length).toBeGreaterThan(1);
  expect(
    trades
      .slice(-V2_TRADES)
      .map((trade: Anything) => [
        ...[n(trade.price), n(trade.qty), n(trade.quoteQty), trade.time, trade.isBuyerMaker],
      ]),
  ).toEqual(
    oldestFirst<Anything>(v2).map((trade) => [
      ...[n(trade.price), n(trade.size), n(trade.value), trade.time, trade.isBuyerMaker],
    ]),
  );
}

/** Time, prices and, where there is any, volume. */
async function expectKlines(
  { kit }: Seat,
  rows: Anything,
  granularity: string,
  priceType?: string,
): Promise<void> {
  const query = { symbol: BTC, granularity, limit: rows.length };
  const v2 = await kit.ok('marketCandles', priceType ? { ...query, priceType } : query);
  const columns = priceType === undefined ? 6 : 5;
  const figures = (row: unknown[]) => row.slice(0, columns).map(n);
  expect(rows.map(figures)).toEqual(oldestFirst<unknown[]>(v2).map(figures));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.length).toBeGreaterThanOrEqual(11);
}

const INFO: readonly Check[] = [
  {
    about: 'GET ping',
    shows: 'that the venue answers',
    run: ({ ask }) => ask('GET ping'),
  },
  {
    about: 'GET time',
    shows: 'the clock of the server',
    run: ({ kit, ask }) => expectClock(kit, async () => (await ask('GET time')).serverTime),
  },
  {
    about: 'GET exchangeInfo',
    shows: 'steps, limits and types of every contract',
    run: async ({ kit, ask }) => {
      const { symbols } = await ask('GET exchangeInfo');
      const contracts = await kit.ok('marketContracts');
      expect(symbols).toHaveLength(contracts.length);
      for (const contract of contracts) {
        const found = symbols.find(({ symbol }: Anything) => v2Symbol(symbol) === contract.symbol);
        const filter = (type: string) =>
          found.filters.find(({ filterType }: Anything) => filterType === type);
        expect(n(filter('PRICE_FILTER').tickSize)).toBe(Number(`1e-${contract.tick_size}`));
        expect([n(filter('LOT_SIZE').minQty), n(filter('LOT_SIZE').maxQty)]).toEqual([
          n(contract.minOrderSize),
          n(contract.maxOrderSize),
        ]);
        expect(found).toMatchObject({
          status: 'TRADING',
          contractType: 'PERPETUAL',
          baseAsset: contract.underlying_index,
          pricePrecision: n(contract.tick_size),
        });
        expect(found.orderTypes).toContain('TRAILING_STOP_MARKET');
      }
    },
  },
  {
    about: 'GET openInterest',
    shows: 'all open longs',
    run: async ({ kit, ask }) => {
      const [v2] = await kit.ok('marketOpenInterest', { symbol: BTC });
      const { openInterest } = await ask('GET openInterest', { symbol: SYMBOL });
      expect(n(openInterest)).toBe(n(v2.base_volume));
    },
  },
];

const BOOK: readonly Check[] = [
  {
    about: 'GET depth',
    shows: 'every level',
    run: async (seat) =>
      expectDepth(seat, await seat.ask('GET depth', { symbol: SYMBOL, limit: 1000 })),
  },
  {
    about: 'GET rpiDepth',
    shows: 'every level',
    run: async (seat) => expectDepth(seat, await seat.ask('GET rpiDepth', { symbol: SYMBOL })),
  },
  {
    about: 'GET trades',
    shows: 'price, size, value, time and side of each',
    run: async (seat) => expectTrades(seat, await seat.ask('GET trades', { symbol: SYMBOL })),
  },
  {
    about: 'GET historicalTrades',
    shows: 'the same',
    run: async (seat) =>
      expectTrades(seat, await seat.ask('GET historicalTrades', { symbol: SYMBOL })),
  },
  {
    about: 'GET aggTrades',
    shows: 'the sum of their sizes, and the last price',
    run: async ({ kit, ask }) => {
      const rows = await ask('GET aggTrades', { symbol: SYMBOL });
      const v2 = await kit.ok('marketTrades', { symbol: BTC });
      const sum = (sizes: unknown[]) => sizes.reduce<number>((all, size) => all + n(size), 0);
      expect(sum(rows.slice(-V2_TRADES).map(({ q }: Anything) => q))).toBeCloseTo(
        sum(v2.map(({ size }: Anything) => size)),
        8,
      );
      expect([n(rows.at(-1).p), rows.at(-1).T]).toEqual([n(v2[0].price), v2[0].time]);
    },
  },
  {
    about: 'GET ticker/24hr',
    shows: 'prices and 24-hour figures of every contract',
    run: async (seat) => {
      const tickers = await seat.ask('GET ticker/24hr');
      expect(tickers).toHaveLength(8);
      for (const ticker of tickers) await expectTicker(seat, ticker);
      await expectTicker(seat, await seat.ask('GET ticker/24hr', { symbol: SYMBOL }));
    },
  },
  ...['GET ticker/price', 'GET v2/ticker/price'].map((about) => ({
    about,
    shows: 'the last price of every contract',
    run: async ({ kit, ask }: Seat) => {
      const rows = await ask(about);
      expect(rows).toHaveLength(8);
      for (const { symbol, price } of rows) {
        const v2 = await kit.ok('marketTicker', { symbol: v2Symbol(symbol) });
        expect(n(price), symbol).toBe(n(v2.last));
      }
    },
  })),
  {
    about: 'GET ticker/bookTicker',
    shows: 'best prices and their sizes of every contract',
    run: async (seat) => {
      const tops = await seat.ask('GET ticker/bookTicker');
      expect(tops).toHaveLength(8);
      for (const top of tops) await expectTop(seat, top);
    },
  },
];

const CANDLES: readonly Check[] = [
  {
    about: 'GET klines',
    shows: 'candles of the last price, of five intervals',
    run: async (seat) => {
      for (const interval of ['1m', '5m', '1h', '1d', '1w']) {
        const query = { symbol: SYMBOL, interval, limit: 20 };
        await expectKlines(seat, await seat.ask('GET klines', query), interval);
      }
    },
  },
  {
    about: 'GET continuousKlines',
    shows: 'the same',
    run: async (seat) => {
      const query = { pair: SYMBOL, contractType: 'PERPETUAL', interval: '1m', limit: 10 };
      await expectKlines(seat, await seat.ask('GET continuousKlines', query), '1m');
    },
  },
  {
    about: 'GET markPriceKlines',
    shows: 'candles of the mark',
    run: async (seat) => {
      const query = { symbol: SYMBOL, interval: '1m', limit: 10 };
      await expectKlines(seat, await seat.ask('GET markPriceKlines', query), '1m', 'MARK');
    },
  },
  {
    about: 'GET indexPriceKlines',
    shows: 'candles of the index',
    run: async (seat) => {
      const query = { pair: SYMBOL, interval: '1m', limit: 10 };
      await expectKlines(seat, await seat.ask('GET indexPriceKlines', query), '1m', 'INDEX');
    },
  },
  {
    about: 'GET premiumIndexKlines',
    shows: 'as many candles as those of the mark',
    run: async ({ ask }) => {
      const query = { symbol: SYMBOL, interval: '1m', limit: 10 };
      const marks = await ask('GET markPriceKlines', query);
      const premiums = await ask('GET premiumIndexKlines', query);
      expect(premiums.map(([at]: number[]) => at)).toEqual(marks.map(([at]: number[]) => at));
    },
  },
];

const FUNDING: readonly Check[] = [
  {
    about: 'GET premiumIndex',
    shows: 'mark, index, forming rate and next settlement of every contract',
    run: async (seat) => {
      const rows = await seat.ask('GET premiumIndex');
      expect(rows).toHaveLength(8);
      for (const row of rows) await expectPremium(seat, row);
      await expectPremium(seat, await seat.ask('GET premiumIndex', { symbol: SYMBOL }));
    },
  },
  {
    about: 'GET fundingRate',
    shows: 'every settlement',
    run: async ({ kit, ask }) => {
      const rows = await ask('GET fundingRate', { symbol: SYMBOL });
      const v2 = await kit.ok('marketFundingHistory', { symbol: BTC });
      expect(v2.length).toBeGreaterThan(0);
      expect(rows.map((row: Anything) => [row.fundingTime, n(row.fundingRate)])).toEqual(
        oldestFirst<Anything>(v2).map((row) => [row.fundingTime, n(row.fundingRate)]),
      );
    },
  },
  {
    about: 'GET fundingInfo',
    shows: 'the hours between settlements',
    run: async ({ kit, ask }) => {
      const rows = await ask('GET fundingInfo');
      const [v2] = await kit.ok('marketCurrentFunding', { symbol: BTC });
      const row = rows.find(({ symbol }: Anything) => symbol === SYMBOL);
      expect(row.fundingIntervalHours).toBe(v2.collectCycle / 60);
    },
  },
];

/** What version 2 has no words for: the right form, the oldest first, and plausible. */
const lists = (about: string, fields: object): Check => ({
  about,
  shows: 'an empty list: statistics are not kept',
  run: async ({ ask }) => {
    const rows = await ask(about, { ...fields });
    const times = rows.map(({ timestamp }: Anything) => n(timestamp));
    expect(times).toEqual([...times].sort((one: number, other: number) => one - other));
  },
});

const PERIOD = { symbol: SYMBOL, period: '5m' };

const REST: readonly Check[] = [
  ...[
    'GET data/openInterestHist',
    'GET data/globalLongShortAccountRatio',
    'GET data/topLongShortAccountRatio',
    'GET data/topLongShortPositionRatio',
    'GET data/takerlongshortRatio',
  ].map((about) => lists(about, PERIOD)),
  lists('GET data/basis', { pair: SYMBOL, contractType: 'PERPETUAL', period: '5m' }),
  {
    about: 'GET constituents',
    shows: 'that the index of the contract is made of something',
    run: async ({ ask }) =>
      expect(await ask('GET constituents', { symbol: SYMBOL })).toMatchObject({ symbol: SYMBOL }),
  },
  {
    about: 'GET assetIndex',
    shows: 'that a USDT is a dollar',
    run: async ({ ask }) => {
      const row = await ask('GET assetIndex', { symbol: 'USDTUSD' });
      expect(n((row[0] ?? row).index)).toBe(1);
    },
  },
  {
    about: 'GET insuranceBalance',
    shows: 'the insurance fund',
    run: async ({ ask }) => {
      const found = await ask('GET insuranceBalance', { symbol: SYMBOL });
      const { assets } = found[0] ?? found;
      expect(n(assets[0].marginBalance)).toBeGreaterThan(0);
    },
  },
  {
    about: 'GET symbolAdlRisk',
    shows: 'that there is a risk of deleveraging',
    run: async ({ ask }) => {
      const row = await ask('GET symbolAdlRisk', { symbol: SYMBOL });
      expect((row[0] ?? row).adlRisk).toMatch(/^(?:low|medium|high)$/);
    },
  },
  ...['GET indexInfo', 'GET tradingSchedule', 'GET data/delivery-price', 'GET allForceOrders'].map(
    (about) => ({
      about,
      shows: 'that the venue answers',
      run: ({ ask }: Seat) => ask(about, about.endsWith('price') ? { pair: SYMBOL } : {}),
    }),
  ),
];

export const MARKET_CHECKS: readonly Check[] = [...INFO, ...BOOK, ...CANDLES, ...FUNDING, ...REST];
