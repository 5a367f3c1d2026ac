/** Candles that are over are written once, and a call weighs what its rows weigh. */
import { afterEach, expect, test } from 'vitest';
import { CandleTexts } from '../../src/gateway/acts/shared.ts';
import type { Interval } from '../../src/views/interval.ts';
import { KLINES as BINANCE_KLINES } from '../../src/wire/binance/market/book.ts';
import { candleRows } from '../../src/wire/v2/market/book.ts';
import { KLINES } from '../../src/wire/v3/market/book.ts';
import { BTC, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
afterEach(() => kit?.close());

const get = async (path: string) => {
  const { status, text, headers } = await kit.send({ method: 'GET', path });
  expect(status, text).toBe(200);
  return { text, weight: Number(headers['x-used-weight-10s']) };
};

/** What every dialect answers, and what it would write if it kept nothing. */
async function expectFresh(interval: Interval, limit: number): Promise<void> {
  const { read } = kit.venue;
  const contract = read.listing.find(BTC)!;
  const asked = { contract, price: 'last', interval, limit, from: null, before: null } as const;
  const series = { contract: contract.id, price: 'last' } as const;
  const visitor = { findContract: read.listing.find } as never;
  const query = `interval=${interval}&limit=${limit}`;
  const answers = await Promise.all([
    get(`/capi/v2/market/candles?symbol=${BTC}&granularity=${interval}&limit=${limit}`),
    get(`/capi/v3/market/klines?symbol=BTCUSDT&${query}`),
    get(`/fapi/v1/klines?symbol=BTCUSDT&${query}`),
  ]);
  const candles = read.market.candles(series, { interval, limit, start: null, end: null });
  const expected = [
    candleRows(contract, 'last', candles),
    KLINES.format(candles, asked, visitor),
    BINANCE_KLINES.format(candles, { ...asked, to: null }, visitor),
  ];
  expect(answers.map(({ text }) => text)).toEqual(expected.map((rows) => JSON.stringify(rows)));
}

test('[GATE-70] kept candles are those that would be written anew, in every dialect', async () => {
  kit = await openRestKit();
  const order = { symbol: BTC, type: '1', match_price: '1' };
  for (const [step, millis] of [20_000, 35_000, 70_000, 300_000, 1, 59_999, 3_600_000].entries()) {
    await kit.setIndex(BTC, '90000.0');
    await kit.ok('orderPlaceOrder', { ...order, size: '0.0010' });
    for (const limit of [1_000, 3]) {
      await expectFresh('1m', limit);
      await expectFresh('5m', limit);
    }
    await kit.memory.advance(millis);
    await expectFresh(step % 2 === 0 ? '1m' : '15m', 500);
  }
});

test('[GATE-70] a candle that is over is written once, and series nobody asks for go', () => {
  const texts = new CandleTexts(10);
  let written = 0;
  const write = ({ openAt }: { readonly openAt: number }): string => {
    written += 1;
    return `${openAt}`;
  };
  const rows = Array.from({ length: 6 }, (_, openAt) => ({ openAt }));
  const ask = (series: string): number => {
    const before = written;
    expect(texts.textsOf(series, rows, 5, write)).toEqual(['0', '1', '2', '3', '4', '5']);
    return written - before;
  };
  expect([ask('a'), ask('a'), ask('b'), ask('a')]).toEqual([6, 1, 6, 1]);
  // A third does not fit: the one that was asked for least recently makes room.
  expect([ask('c'), ask('a'), ask('b')]).toEqual([6, 1, 6]);
});

test('[GATE-71] each hundred rows after the first weigh one more', async () => {
  const addressWeight = { capacity: 1_000, refillPerSecond: 0.001 };
  kit = await openRestKit({ limits: { addressWeight } });
  const weigh = async (path: string): Promise<number> => {
    const { weight: before } = await get('/capi/v2/market/time');
    await get(path);
    const { weight: after } = await get('/capi/v2/market/time');
    return after - before - 1;
  };
  const v2 = `/capi/v2/market/candles?symbol=${BTC}&granularity=1m`;
  const v3 = '/capi/v3/market/klines?symbol=BTCUSDT&interval=1m';
  for (const path of [v2, v3]) {
    expect(await weigh(path)).toBe(1);
    expect(await weigh(`${path}&limit=100`)).toBe(1);
    expect(await weigh(`${path}&limit=101`)).toBe(2);
    expect(await weigh(`${path}&limit=1000`)).toBe(10);
  }
  expect(await weigh(`/capi/v2/market/trades?symbol=${BTC}&limit=1000`)).toBe(14);
  expect(await weigh('/capi/v3/market/trades?symbol=BTCUSDT&limit=200')).toBe(6);
  expect(await weigh(`/capi/v2/market/depth?symbol=${BTC}&limit=15`)).toBe(1);
  expect(await weigh('/capi/v3/market/depth?symbol=BTCUSDT&limit=200')).toBe(2);
});
