import { afterAll, beforeAll, expect, test } from 'vitest';
import { START } from '../kit/driver.ts';
import { BOB, BTC, ETH, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

const buy = (size: string) => ({ symbol: BTC, size, type: '1', match_price: '1' });

test('[REST-1] [REST-2] market/time is the wall clock three times over', async () => {
  const { epoch, iso, timestamp } = await kit.ok('marketTime');
  expect(timestamp).toBe(kit.memory.clock.wallNow());
  expect(epoch).toBe((timestamp / 1_000).toFixed(3));
  expect(iso).toBe(new Date(timestamp).toISOString());
});

test('[REST-1] [REST-2] market/contracts lists all, or the one that is asked for', async () => {
  const all = await kit.ok('marketContracts');
  expect(all.map(({ symbol }: { symbol: string }) => symbol)).toHaveLength(8);
  const [btc] = await kit.ok('marketContracts', { symbol: BTC });
  expect(btc).toEqual({
    symbol: BTC,
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

test('[REST-1] [REST-2] market/depth has 15 or 200 levels, the best first', async () => {
  const { asks, bids, timestamp } = await kit.ok('marketDepth', { symbol: BTC });
  expect([asks[0], bids[0]]).toEqual([
    ['90000.1', '0.5555'],
    ['89999.9', '0.5555'],
  ]);
  expect(asks.map(([price]: [string]) => price)).toEqual(
    [...asks.keys()].map((n) => `90000.${n + 1}`),
  );
  expect(timestamp).toMatch(/^\d{13}$/);
  await kit.ok('marketDepth', { symbol: BTC, limit: 200 });
  expect(await kit.fails('marketDepth', '40020', { symbol: BTC, limit: 5 })).toBe(
    "Parameter limit is invalid: must be one of 15, 200, not '5'",
  );
});

test('[REST-1] [REST-2] tickers, trades, open interest and candles follow a trade', async () => {
  await kit.ok('orderPlaceOrder', buy('0.0200'));
  await kit.ok('orderPlaceOrder', { ...buy('0.0100'), type: '2' }, BOB);
  const ticker = await kit.ok('marketTicker', { symbol: BTC });
  expect(ticker).toMatchObject({ symbol: BTC, last: '89999.9', base_volume: '0.0300' });
  expect(ticker.volume_24h).toBe('2700.00100');
  expect(await kit.ok('marketTickers')).toHaveLength(8);
  const trades = await kit.ok('marketTrades', { symbol: BTC, limit: 1 });
  expect(trades).toHaveLength(1);
  expect(trades[0]).toMatchObject({ price: '89999.9', size: '0.0100', isBuyerMaker: true });
  expect(await kit.ok('marketOpenInterest', { symbol: BTC })).toMatchObject([
    { symbol: BTC, base_volume: '0.0300', target_volume: '2700.00000' },
  ]);
  const [candle] = await kit.ok('marketCandles', { symbol: BTC, granularity: '1m' });
  const open = String(START - 500);
  expect(candle).toEqual([
    open,
    '90000.1',
    '90000.1',
    '89999.9',
    '89999.9',
    '0.0300',
    '2700.00100',
  ]);
  await kit.fails('marketTicker', '40019');
  await kit.fails('marketTrades', '40020', { symbol: BTC, limit: 1_001 });
});

test('[REST-1] [REST-2] candles come newest first, of the price that is asked for', async () => {
  await kit.memory.advance(60_000);
  await kit.setIndex(BTC, '90100.0');
  const rows = await kit.ok('marketCandles', {
    symbol: BTC,
    granularity: '1m',
    priceType: 'INDEX',
  });
  expect(rows.map((row: string[]) => row[4])).toEqual(['90100.000', '90000.000']);
  expect(Number(rows[0][0]) - Number(rows[1][0])).toBe(60_000);
  const past = { symbol: BTC, granularity: '1m', endTime: rows[0][0] };
  const older = await kit.ok('marketHistoryCandles', past);
  expect(older.map((row: string[]) => row[0])).toEqual([rows[1][0]]);
  const both = await kit.ok('marketHistoryCandles', { ...past, startTime: '1' });
  expect(both).toEqual(older);
  await kit.fails('marketCandles', '40020', { symbol: BTC, granularity: '1H' });
  await kit.fails('marketCandles', '40019', { symbol: BTC });
  await kit.fails('marketHistoryCandles', '40020', { ...past, limit: 101 });
});

test('[REST-1] [REST-2] market/index tells the index, or the mark', async () => {
  const index = await kit.ok('marketIndex', { symbol: ETH });
  expect(index).toMatchObject({ symbol: ETH, index: '3000.0000' });
  const mark = await kit.ok('marketIndex', { symbol: ETH, priceType: 'MARK' });
  expect(mark.index).toBe('3000.00');
});

test('[REST-1] [REST-2] funding: the rate that forms, the next settlement, the last', async () => {
  const [current] = await kit.ok('marketCurrentFunding', { symbol: BTC });
  expect(current).toMatchObject({ symbol: BTC, collectCycle: 480 });
  expect(await kit.ok('marketCurrentFunding')).toHaveLength(8);
  const { fundingTime } = await kit.ok('marketFundingTime', { symbol: BTC });
  expect(fundingTime).toBe(START - 500 + 8 * 3_600_000);
  expect(await kit.ok('marketFundingHistory', { symbol: BTC })).toEqual([]);
  await kit.memory.advance(fundingTime - kit.memory.clock.venueNow());
  const settled = await kit.ok('marketFundingHistory', { symbol: BTC, limit: 10 });
  expect(settled.map((row: { fundingTime: number }) => row.fundingTime)).toEqual([fundingTime]);
  const next = await kit.ok('marketFundingTime', { symbol: BTC });
  expect(next.fundingTime).toBe(fundingTime + 8 * 3_600_000);
});

test('[REST-22] market/funding_rate lists every contract under its coins', async () => {
  const path = '/capi/v2/market/funding_rate?symbol=cmt_btcusdt';
  const { status, json } = await kit.send({ method: 'GET', path });
  expect([status, json.length]).toEqual([200, 8]);
  expect(json[0]).toMatchObject({ baseCurrency: 'BTC_USDT', symbol: null, collectCycle: 480 });
});

test('[REST-3] an unknown symbol is 40020 wherever a symbol is asked for', async () => {
  const symbol = 'BTCUSDT';
  for (const id of ['marketTicker', 'marketDepth', 'marketTrades', 'marketIndex'] as const)
    expect(await kit.fails(id, '40020', { symbol })).toContain('Parameter symbol is invalid');
  await kit.fails('marketContracts', '40020', { symbol });
  await kit.fails('marketCurrentFunding', '40020', { symbol });
  await kit.fails('accountSinglePosition', '40020', { symbol });
  await kit.fails('orderPlaceOrder', '40020', { ...buy('0.0001'), symbol });
});
