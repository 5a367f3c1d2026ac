import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedContracts } from '../../../../test/kit/contracts.ts';
import { usdt } from '../../../../test/kit/driver.ts';
import { callerOf, playMarket } from '../../../../test/wire/played-market.ts';
import { contractId, tradeId } from '../../../domain/ids.ts';
import { fineTicks, fundingRate, lots, millis, money, ppm, ticks } from '../../../domain/units.ts';
import { flatCandle } from '../../../views/candle-ring.ts';
import { depthOf, topLevels } from '../../../views/depth.ts';
import { fundingOf } from '../../../views/funding.ts';
import { readTicker, type Ticker } from '../../../views/ticker.ts';
import { newestTrades } from '../../../views/trades.ts';
import { formatIso } from '../../amount-text.ts';
import { candleRows, depthRecord, tickerRecord, tradeRecord } from './book.ts';
import {
  CURRENT_FUNDING,
  contractRecord,
  FUNDING_HISTORY,
  FUNDING_TIME,
  INDEX,
  OPEN_INTEREST,
  serverTime,
} from './contracts.ts';

const market = playMarket();
const { btc, views } = market;
const NOON = millis(1_767_225_600_123);

test('[WIRE-30] the time of the venue in three forms', () => {
  expect(serverTime(NOON)).toEqual({
    epoch: '1767225600.123',
    iso: '2026-01-01T00:00:00.123Z',
    timestamp: 1_767_225_600_123,
  });
  expect(serverTime(millis(1_765_423_487_006))).toMatchObject({ epoch: '1765423487.006' });
});

test('[WIRE-30] every moment has the date that calendars give it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
      expect(formatIso(millis(at))).toBe(new Date(at).toISOString());
    }),
  );
  expect(formatIso(millis(Date.UTC(2024, 1, 29)))).toBe('2024-02-29T00:00:00.000Z');
  expect(formatIso(millis(Date.UTC(2000, 1, 29)))).toBe('2000-02-29T00:00:00.000Z');
});

test('[WIRE-31] the contract record of BTC', () => {
  expect(contractRecord(btc)).toEqual({
    symbol: 'cmt_btcusdt',
    underlying_index: 'BTC',
    quote_currency: 'USDT',
    coin: 'USDT',
    contract_val: '0.0001',
    delivery: ['00:00:00', '08:00:00', '16:00:00'],
    size_increment: '4',
    tick_size: '1',
    forwardContractFlag: true,
    priceEndStep: 1,
    minLeverage: 1,
    maxLeverage: 400,
    buyLimitPriceRatio: '0.01',
    sellLimitPriceRatio: '0.01',
    makerFeeRate: '0.0002',
    takerFeeRate: '0.0008',
    minOrderSize: '0.0001',
    maxOrderSize: '1200',
    maxPositionSize: '1000000',
    marketOpenLimitSize: '100',
  });
});

test('[WIRE-31] lots of ten and a hundred show no negative decimals', () => {
  const rows = shippedContracts().map(contractRecord);
  expect(
    rows.map((row) => [row.symbol, row.size_increment, row.contract_val, row.minOrderSize]),
  ).toEqual([
    ['cmt_btcusdt', '4', '0.0001', '0.0001'],
    ['cmt_ethusdt', '3', '0.001', '0.001'],
    ['cmt_solusdt', '1', '0.1', '0.1'],
    ['cmt_dogeusdt', '0', '100', '100'],
    ['cmt_xrpusdt', '0', '10', '10'],
    ['cmt_adausdt', '0', '10', '10'],
    ['cmt_bnbusdt', '1', '0.1', '0.1'],
    ['cmt_ltcusdt', '1', '0.1', '0.1'],
  ]);
});

const ticker: Ticker = {
  contract: contractId(0),
  at: NOON,
  from: millis(NOON - 86_400_000),
  last: ticks(907_553),
  open: ticks(907_123),
  high: ticks(912_340),
  low: ticks(899_005),
  change: ppm(474),
  base: lots(256_150_755),
  quote: money(usdt('2321170547.37995')),
  trades: 104_510,
  firstTrade: 17,
  lastTrade: 104_600,
  lastSize: lots(160),
  bestBid: ticks(907_553),
  bestAsk: ticks(0),
  mark: ticks(907_552),
  index: fineTicks(90_797_161),
};

test('[WIRE-32] a ticker is text throughout; an empty side is 0', () => {
  expect(tickerRecord(btc, ticker)).toEqual({
    symbol: 'cmt_btcusdt',
    last: '90755.3',
    best_ask: '0',
    best_bid: '90755.3',
    high_24h: '91234.0',
    low_24h: '89900.5',
    volume_24h: '2321170547.37995',
    timestamp: '1767225600123',
    priceChangePercent: '0.000474',
    base_volume: '25615.0755',
    markPrice: '90755.2',
    indexPrice: '90797.161',
  });
  expect(tickerRecord(btc, { ...ticker, change: ppm(-474) }).priceChangePercent).toBe('-0.000474');
});

test('[WIRE-32] the ticker of a played market', () => {
  const record = tickerRecord(btc, readTicker(views, contractId(0), millis(market.driver.at)));
  expect(record).toMatchObject({
    last: '90010.0',
    high_24h: '90010.0',
    low_24h: '90000.0',
    base_volume: '0.0300',
    markPrice: '90000.0',
    indexPrice: '90000.000',
  });
});

test('[WIRE-33] depth is pairs of text, the best first', () => {
  const depth = depthOf(views.depth, contractId(0));
  const record = depthRecord(btc, {
    asks: topLevels(depth.asks, 15),
    bids: topLevels(depth.bids, 15),
    at: NOON,
  });
  expect(record).toEqual({
    asks: [['90500.0', '0.0500']],
    bids: [
      ['90010.0', '0.0900'],
      ['89900.0', '0.0010'],
    ],
    timestamp: '1767225600123',
  });
});

test('[WIRE-33] a trade has a ticket, its value, and who had been resting', () => {
  const [trade] = newestTrades(views.trades, contractId(0), 1);
  expect(tradeRecord(btc, { ...trade!, trade: tradeId(1_000_007) })).toEqual({
    ticketId: '00000000-0000-4000-9000-0000000f4247',
    time: trade!.at,
    price: '90010.0',
    size: '0.0100',
    value: '900.10000',
    symbol: 'cmt_btcusdt',
    isBestMatch: true,
    isBuyerMaker: true,
    contractVal: '0.0001',
  });
});

const candle = {
  ...flatCandle(millis(1_767_225_600_000), fineTicks(90_000_000)),
  high: fineTicks(90_010_000),
  low: fineTicks(89_990_000),
  close: fineTicks(90_001_500),
  base: lots(123_456),
  quote: money(usdt('1111104')),
  trades: 17,
};
const quiet = { ...candle, openAt: millis(1_767_225_660_000), base: lots(0), quote: money(0n) };

test('[WIRE-34] candles are rows of seven texts, newest first, quiet ones at volume 0', () => {
  expect(candleRows(btc, 'last', [candle, quiet])).toEqual([
    ['1767225660000', '90000.0', '90010.0', '89990.0', '90001.5', '0', '0'],
    ['1767225600000', '90000.0', '90010.0', '89990.0', '90001.5', '12.3456', '1111104.00000'],
  ]);
  expect(candleRows(btc, 'index', [quiet])[0]?.[1]).toBe('90000.000');
});

test('[WIRE-35] index, open interest and funding', () => {
  const caller = callerOf(market);
  const one = { contract: btc };
  const prices = { index: fineTicks(90_797_161), mark: ticks(907_552), at: NOON };
  expect(INDEX.format(prices, { ...one, price: 'index' }, caller)).toEqual({
    symbol: 'cmt_btcusdt',
    index: '90797.161',
    timestamp: '1767225600123',
  });
  expect(INDEX.format(prices, { ...one, price: 'mark' }, caller)).toMatchObject({
    index: '90755.2',
  });
  const open = { size: lots(8_124_400), mark: ticks(907_552), at: NOON };
  expect(OPEN_INTEREST.format(open, one, caller)).toEqual([
    {
      symbol: 'cmt_btcusdt',
      base_volume: '812.4400',
      target_volume: '73733154.68800',
      timestamp: '1767225600123',
    },
  ]);
  const at = millis(1_767_254_400_000);
  expect(FUNDING_TIME.format(at, one, caller)).toEqual({ symbol: 'cmt_btcusdt', fundingTime: at });
  const row = { contract: btc.id, settledAt: at, rate: fundingRate(-10_600), mark: ticks(1) };
  expect(FUNDING_HISTORY.format([row], { ...one, limit: 10 }, caller)).toEqual([
    { symbol: 'cmt_btcusdt', fundingRate: '-0.000106', fundingTime: at },
  ]);
  const funding = { ...fundingOf(views.funding, contractId(0)), contract: btc, at: NOON };
  expect(CURRENT_FUNDING.format([funding], one, caller)).toEqual([
    {
      symbol: 'cmt_btcusdt',
      fundingRate: expect.stringMatching(/^-?\d(\.\d{1,8})?$/),
      collectCycle: 480,
      timestamp: NOON,
    },
  ]);
});
