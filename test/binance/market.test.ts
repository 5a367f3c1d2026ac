/** Public market data in the Binance USDⓈ-M dialect, held against version 2. */

import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/binance/calls.ts';
import { type Anything, BOB, BTC, ETH } from '../gateway-v2/rest-kit.ts';
import { START } from '../kit/driver.ts';
import { type BinanceKit, openBinanceKit, queryOf } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
  const market = (type: string, size: string) => ({ symbol: BTC, size, type, match_price: '1' });
  await kit.ok('orderPlaceOrder', market('1', '0.0200'));
  await kit.memory.advance(1_000);
  await kit.ok('orderPlaceOrder', market('2', '0.0100'), BOB);
});
afterAll(() => kit.close());

const SYMBOL = 'BTCUSDT';
const one = { symbol: SYMBOL };

/** Unsigned, and held to the schema of its endpoint. */
async function get(path: string, fields: Record<string, unknown> = {}): Promise<Anything> {
  const full = path.startsWith('/') ? path : `/fapi/v1/${path}`;
  const query = queryOf(fields);
  const sent = { method: 'GET', path: query === '' ? full : `${full}?${query}` } as const;
  const { status, text, json } = await kit.send(sent);
  expect(status, `${path}: ${text}`).toBe(200);
  const endpoint = ENDPOINTS.find((each) => each.path === full)!;
  const errors = [...Value.Errors(endpoint.response, json)].map(({ instancePath, message }) => {
    return `${instancePath} ${message}`;
  });
  expect(errors, `${path}: ${text.slice(0, 400)}`).toEqual([]);
  return json;
}

async function codeOf(path: string, fields: Record<string, unknown> = {}): Promise<number> {
  const full = path.startsWith('/') ? path : `/fapi/v1/${path}`;
  const { status, json } = await kit.send({ method: 'GET', path: `${full}?${queryOf(fields)}` });
  expect(status).toBe(400);
  return json.code;
}

test('[BNC-31] exchangeInfo has every contract with its steps and filters', async () => {
  const info = await get('exchangeInfo', { symbol: 'ignored' });
  expect(info.symbols).toHaveLength(8);
  expect(info.rateLimits).toEqual([
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2_400 },
    { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: 1_200 },
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 300 },
  ]);
  const find = (symbol: string) =>
    info.symbols.find((each: { symbol: string }) => each.symbol === symbol);
  expect(find(SYMBOL)).toMatchObject({
    contractType: 'PERPETUAL',
    deliveryDate: 4_133_404_800_000,
    status: 'TRADING',
    pricePrecision: 1,
    quantityPrecision: 4,
    maintMarginPercent: '0.1000',
    requiredMarginPercent: '0.2500',
    liquidationFee: '0.003',
    marketTakeBound: '0.01',
  });
  const filters = Object.fromEntries(
    find(SYMBOL).filters.map(({ filterType, ...rest }: Anything) => [filterType, rest]),
  );
  expect(filters).toMatchObject({
    PRICE_FILTER: { minPrice: '0.1', maxPrice: '13421772.7', tickSize: '0.1' },
    LOT_SIZE: { minQty: '0.0001', maxQty: '1200', stepSize: '0.0001' },
    MARKET_LOT_SIZE: { minQty: '0.0001', maxQty: '100', stepSize: '0.0001' },
    MAX_NUM_ORDERS: { limit: 200 },
    MIN_NOTIONAL: { notional: '0' },
  });
  expect(find('DOGEUSDT')).toMatchObject({ quantityPrecision: 0, pricePrecision: 5 });
  const { id } = kit.venue.read.listing.find('cmt_ltcusdt')!;
  await kit.run({ kind: 'halt-contract', contract: id });
  const halted = await get('exchangeInfo');
  expect(halted.symbols.find(({ symbol }: Anything) => symbol === 'LTCUSDT').status).toBe('HALT');
  await kit.run({ kind: 'resume-contract', contract: id });
});

test('[BNC-30] with a symbol an object, without it a list', async () => {
  const paths = ['premiumIndex', 'ticker/24hr', 'ticker/price', '/fapi/v2/ticker/price'];
  for (const path of [...paths, 'ticker/bookTicker', 'symbolAdlRisk']) {
    expect((await get(path, one)).symbol).toBe(SYMBOL);
    expect((await get(path)).map(({ symbol }: Anything) => symbol)).toHaveLength(8);
  }
});

test('[BNC-34] the book from the best price outward, with ids for its changes', async () => {
  const depth = await get('depth', one);
  expect(depth.bids[0]).toEqual(['89999.9', '0.5455']);
  expect(depth.asks[0]).toEqual(['90000.1', '0.5355']);
  const { version } = kit.venue.read.market.levels(kit.venue.read.listing.find(BTC)!.id, 1);
  expect(depth.lastUpdateId).toBe(2 * version + 2);
  expect((await get('ticker/bookTicker', one)).lastUpdateId).toBe(2 * version + 1);
  expect((await get('depth', { ...one, limit: 5 })).asks).toHaveLength(5);
  expect((await get('rpiDepth', one)).bids).toEqual(depth.bids);
  for (const limit of [1, 7, 5_000, 'many'])
    expect(await codeOf('depth', { ...one, limit })).toBe(-4_021);
});

test('[BNC-32] trades rise, and each is an aggregate of its own', async () => {
  const [first, second, ...others] = await get('trades', one);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ price: '90000.1', qty: '0.0200', isBuyerMaker: false });
  expect(second).toMatchObject({ price: '89999.9', qty: '0.0100', isBuyerMaker: true });
  expect(first.id).toBeLessThan(second.id);
  expect(second.time - first.time).toBeGreaterThanOrEqual(1_000);
  expect(await get('trades', { ...one, limit: 1 })).toEqual([second]);
  const aggregates = await get('aggTrades', one);
  expect(
    aggregates.map(({ a, f, l, p, q, nq, T, m }: Anything) => [a, f, l, p, q, nq, T, m]),
  ).toEqual(
    [first, second].map(({ id, price, qty, time, isBuyerMaker }: Anything) => {
      return [id, id, id, price, qty, qty, time, isBuyerMaker];
    }),
  );
  expect(await get('aggTrades', { ...one, fromId: second.id })).toEqual([aggregates[1]]);
  const from = { ...one, startTime: first.time, endTime: second.time };
  expect(await get('aggTrades', { ...from, limit: 1 })).toEqual([aggregates[0]]);
  expect(await get('aggTrades', { ...one, endTime: second.time - 1 })).toEqual([aggregates[0]]);
  expect(await get('aggTrades', { ...one, symbol: 'ETHUSDT' })).toEqual([]);
  const history = await kit.does('GET', 'historicalTrades', { ...one, fromId: second.id });
  expect(history).toEqual([second]);
  const { json } = await kit.send({
    method: 'GET',
    path: '/fapi/v1/historicalTrades?symbol=BTCUSDT',
  });
  expect(json.code).toBe(-2_014);
});

test('[BNC-33] candles: the first from a start, otherwise the newest', async () => {
  const rows = await get('klines', { ...one, interval: '1m' });
  const [row] = rows.slice(-1);
  expect(row[0] % 60_000).toBe(0);
  expect(row.slice(1, 5)).toEqual(['90000.1', '90000.1', '89999.9', '89999.9']);
  expect(row[6]).toBe(row[0] + 59_999);
  expect([row[5], row[7], row[8]]).toEqual(['0.0300', '2700.00100', 2]);
  expect(row.slice(9)).toEqual(['0.0200', '1800.00200', '0']);
  await kit.memory.advance(300_000);
  const now = kit.venue.read.now();
  const opens = async (fields: Record<string, unknown>, path = 'klines') =>
    (await get(path, { ...one, interval: '1m', ...fields })).map(
      ([openTime]: [number]) => (openTime - row[0]) / 60_000,
    );
  expect(await opens({ limit: 2 })).toEqual([4, 5]);
  expect(await opens({ startTime: row[0], limit: 2 })).toEqual([0, 1]);
  expect(await opens({ startTime: row[0], endTime: row[0] + 120_000 })).toEqual([0, 1, 2]);
  expect(await opens({ startTime: row[0], endTime: row[0] + 240_000, limit: 2 })).toEqual([0, 1]);
  expect(await opens({ endTime: row[0] + 120_000, limit: 2 })).toEqual([1, 2]);
  expect(await opens({ startTime: now + 60_000 })).toEqual([]);
  const other = { interval: '1m', pair: SYMBOL };
  const minutes = await get('klines', { ...one, interval: '1m' });
  expect(await get('continuousKlines', { ...other, contractType: 'PERPETUAL' })).toEqual(minutes);
  const threes = await get('klines', { ...one, interval: '3m' });
  expect(threes.reduce((sum: number, each: Anything) => sum + each[8], 0)).toBe(2);
  for (const interval of ['3d', '1w', '1M'])
    expect((await get('klines', { ...one, interval })).at(-1)[8]).toBe(2);
});

test('[BNC-33] candles of the mark, the index and the premium', async () => {
  await kit.setIndex(ETH, '3000.00');
  await kit.memory.advance(60_000);
  await kit.setIndex(ETH, '3010.00');
  const asked = { interval: '1m', limit: 1 };
  const [mark] = await get('markPriceKlines', { ...asked, symbol: 'ETHUSDT' });
  const [index] = await get('indexPriceKlines', { ...asked, pair: 'ETHUSDT' });
  const [premium] = await get('premiumIndexKlines', { ...asked, symbol: 'ETHUSDT' });
  for (const row of [mark, index, premium]) {
    expect(row).toHaveLength(12);
    expect([row[5], row[7], row[8]]).toEqual(['0', '0', 0]);
  }
  const corner = (place: number) => (mark[place] - index[place]) / index[place];
  expect(Number(premium[1])).toBeCloseTo(corner(1), 8);
  expect(Number(premium[4])).toBeCloseTo(corner(4), 8);
  const corners = [1, 2, 3, 4].map(corner);
  expect(Number(premium[2])).toBeCloseTo(Math.max(...corners), 8);
  expect(Number(premium[3])).toBeCloseTo(Math.min(...corners), 8);
});

test('[BNC-35] the day of version 2 with the names of this one', async () => {
  const day = await get('ticker/24hr', one);
  const known = await kit.ok('marketTicker', { symbol: BTC });
  expect(day).toMatchObject({
    lastPrice: known.last,
    highPrice: known.high_24h,
    lowPrice: known.low_24h,
    volume: known.base_volume,
    quoteVolume: known.volume_24h,
    lastQty: '0.0100',
    count: 2,
  });
  const trades = await get('trades', one);
  expect([day.firstId, day.lastId]).toEqual(trades.map(({ id }: Anything) => id));
  expect(day.weightedAvgPrice).toBe('90000.0');
  expect(day.priceChangePercent).toMatch(/^-?0\.\d{3}$/);
  expect(Number(day.priceChange)).toBeCloseTo(day.lastPrice - day.openPrice, 8);
  expect((await get('ticker/price', one)).price).toBe(day.lastPrice);
});

test('[BNC-36] prices and funding', async () => {
  const now = await get('premiumIndex', one);
  const [current] = await kit.ok('marketCurrentFunding', { symbol: BTC });
  expect(Number(now.lastFundingRate)).toBe(Number(current.fundingRate));
  expect(now.lastFundingRate).toMatch(/^-?\d+\.\d{8}$/);
  expect(now.markPrice).toMatch(/^\d+\.\d{8}$/);
  expect(now.nextFundingTime).toBeGreaterThan(now.time);
  expect(await get('fundingRate', one)).toEqual([]);
  const info = await get('fundingInfo');
  expect(info).toHaveLength(8);
  expect(info[0]).toEqual({
    symbol: SYMBOL,
    adjustedFundingRateCap: '0.00300000',
    adjustedFundingRateFloor: '-0.00300000',
    fundingIntervalHours: 8,
    disclaimer: false,
  });
});

test('[BNC-37] open interest, constituents, coin, fund', async () => {
  const { openInterest } = await get('openInterest', one);
  const [known] = [await kit.ok('marketOpenInterest', { symbol: BTC })].flat();
  expect(Number(openInterest)).toBe(Number(known.base_volume));
  const { constituents } = await get('constituents', one);
  expect(constituents).toMatchObject([{ symbol: SYMBOL, weight: '1' }]);
  expect((await get('assetIndex', { symbol: 'USDTUSD' })).index).toBe('1.00000000');
  expect(await get('assetIndex')).toHaveLength(1);
  expect(await codeOf('assetIndex', one)).toBe(-1_121);
  const [fund] = await get('insuranceBalance');
  expect(fund.symbols).toHaveLength(8);
  expect(fund.assets[0]).toMatchObject({ asset: 'USDT', marginBalance: '1000000.00000000' });
  expect((await get('insuranceBalance', one)).symbols).toEqual([SYMBOL]);
});

test('[BNC-38] statistics and stubs are empty, but their queries are read', async () => {
  const data = (name: string) => `/futures/data/${name}`;
  const ratios = ['globalLongShortAccountRatio', 'topLongShortAccountRatio'];
  for (const name of [...ratios, 'topLongShortPositionRatio', 'takerlongshortRatio']) {
    expect(await get(data(name), { ...one, period: '5m', limit: 30 })).toEqual([]);
    expect(await codeOf(data(name), one)).toBe(-1_102);
  }
  expect(await get(data('openInterestHist'), { ...one, period: '1d' })).toEqual([]);
  const basis = { pair: SYMBOL, contractType: 'PERPETUAL', period: '1h' };
  expect(await get(data('basis'), basis)).toEqual([]);
  expect(await codeOf(data('basis'), { ...basis, pair: 'NONE' })).toBe(-1_121);
  expect(await codeOf(data('basis'), { ...basis, contractType: 'CURRENT_QUARTER' })).toBe(-1_130);
  expect(await get(data('delivery-price'), { pair: SYMBOL })).toEqual([]);
  for (const path of ['capital/config/getall', 'margin/allPairs', 'margin/isolated/allPairs'])
    expect(await get(`/sapi/v1/${path}`, { timestamp: 1 })).toEqual([]);
  expect(await get('/sapi/v1/system/status')).toEqual({ status: 0, msg: 'normal' });
  expect(await get('/dapi/v1/exchangeInfo')).toEqual({ symbols: [] });
  expect(await get('indexInfo')).toEqual([]);
  expect(await get('allForceOrders', one)).toEqual([]);
  expect((await get('tradingSchedule')).marketSchedules).toEqual({});
  const { json } = await kit.send({ method: 'GET', path: '/api/v3/ping' });
  expect(json).toEqual({});
});

test('[BNC-39] wrong queries have their codes', async () => {
  const klines = { ...one, interval: '1m' };
  expect(await codeOf('klines', { ...klines, interval: '7m' })).toBe(-1_120);
  expect(await codeOf('klines', one)).toBe(-1_102);
  expect(await codeOf('klines', { ...klines, symbol: 'NONE' })).toBe(-1_121);
  expect(await codeOf('klines', { ...klines, limit: 1_501 })).toBe(-1_130);
  expect(await codeOf('klines', { ...klines, startTime: START, endTime: START - 1 })).toBe(-1_023);
  expect(await codeOf('indexPriceKlines', { pair: 'NONE', interval: '1m' })).toBe(-1_121);
  const hour = { ...one, startTime: START, endTime: START + 3_600_000 };
  expect(await get('aggTrades', hour)).toBeInstanceOf(Array);
  expect(await codeOf('aggTrades', { ...hour, endTime: hour.endTime + 1 })).toBe(-1_127);
  expect(await codeOf('depth')).toBe(-1_102);
  expect(await codeOf('ticker/24hr', { symbol: 'NONE' })).toBe(-1_121);
});
