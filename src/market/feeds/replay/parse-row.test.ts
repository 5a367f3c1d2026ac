import { expect, test } from 'vitest';
import { findTime, formOf, parseRow } from './parse-row.ts';

const T = 1_767_571_200_000;

function parse(first: string, line = first) {
  const found = formOf(first);
  if (typeof found === 'string') return found;
  return parseRow(line, found.form);
}

test.each([
  ['1767571200000,100,110,90,105,12', 12],
  ['1767571200,100,110,90,105', null],
  ['1767571200000000,100,110,90,105,7,1767571259999999,700,3,0,0,0', 7],
  ['2026-01-05T00:00:00Z;100;110;90;105;2', 2],
  ['[1767571200000,"100","110","90","105","4"]', 4],
  ['{"time":"2026-01-05","open":100,"high":110,"low":"90","close":105,"volume":9}', 9],
])('[FEED-8] a candle is read from %s', (line, size) => {
  const row = {
    kind: 'candle',
    at: T,
    open: 100,
    high: 110,
    low: 90,
    close: 105,
    size,
    basis: null,
  };
  expect(parse(line)).toEqual(row);
});

test.each([
  ['1767571200000,100,3', '1767571200000,100,3'],
  ['{"t":1767571200,"p":"100","q":3}', '{"t":1767571200,"p":"100","q":3}'],
  ['"timestamp","price","amount"', '"2026-01-05 00:00:00","100","3"'],
  // Binance: trades and aggregate trades.
  ['id,price,qty,quote_qty,time,is_buyer_maker', '7,100,3,300,1767571200000,true'],
  [
    'agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker',
    '7,100,3,7,8,1767571200000,false',
  ],
  // Bybit: perpetuals and spot.
  [
    'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional',
    '1767571200.0,BTCUSDT,Buy,3,100,PlusTick,ab-cd,3e10,3',
  ],
  ['id,timestamp,price,volume,side', '1,1767571200000,100,3,sell'],
  // OKX, now and before.
  ['instrument_name,trade_id,side,price,size,created_time', 'BTC-USDT,5,buy,100,3,1767571200000'],
  ['trade_id/id,side/fx,size/sl,price/jg,created_time/sj', '5,buy,3,100,1767571200000'],
])('[FEED-8] a trade is read below %s', (first, line) => {
  const row = {
    kind: 'trade',
    at: T,
    open: 100,
    high: 100,
    low: 100,
    close: 100,
    size: 3,
    basis: null,
  };
  expect(parse(first, line)).toEqual(row);
});

test.each([
  [
    'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,ignore',
    '1767571200000,100,110,90,105,12,1767571259999,1200,9,6,0',
  ],
  ['start_at,symbol,period,open,high,low,close,volume', '1767571200,BTCUSDT,1,100,110,90,105,12'],
  [
    'instrument_name,open,high,low,close,vol,vol_ccy,vol_quote,open_time,confirm',
    'BTC-USDT-SWAP,100,110,90,105,12,0.12,1200,1767571200000,1',
  ],
])('[FEED-8] a candle is read below %s', (first, line) => {
  const row = {
    kind: 'candle',
    at: T,
    open: 100,
    high: 110,
    low: 90,
    close: 105,
    size: 12,
    basis: null,
  };
  expect(parse(first, line)).toEqual(row);
});

test.each([
  ['1767571200000,100,110,90,0,12', 'its close is not a price: "0"'],
  ['1767571200000,-100,110,90,5,12', 'its open is not a price: "-100"'],
  ['1767571200000,100,99,90,95,12', 'has a high below or a low above its other prices'],
  ['yesterday,100,110,90,105,12', 'has no column for time, open, high, low, close'],
  ['1767571200000,', 'its price is not a price: ""'],
  ['{"time":1,"open":2}', 'has no column for high, low, close'],
  ['{broken', 'is neither CSV nor JSON'],
  ['1767571200000', 'has one column: a trade has time and price, a candle time and four prices'],
  ['1767571200000,1,2,3', 'has four columns: name them in a header'],
])('[FEED-8] %s cannot be used', (line, words) => {
  expect(parse(line)).toBe(words);
});

test('[FEED-22] a column with the index gives the basis', () => {
  const row = parse('time,close,open,high,low,index', '1767571200,105,100,110,90,100');
  expect(row).toMatchObject({ kind: 'candle', size: null, basis: expect.closeTo(0.05, 9) });
  const trade = parse('time,price,size,index_price', '1767571200,99,3,100');
  expect(trade).toMatchObject({ kind: 'trade', size: 3, basis: expect.closeTo(-0.01, 9) });
  expect(parse('time,price,index', '1767571200,99,0')).toBe('its index is not a price: "0"');
});

test('[FEED-8] times of any unit are told apart by their size', () => {
  for (const cell of [
    T / 1_000,
    T,
    T * 1_000,
    T * 1_000_000,
    '2026-01-05',
    '2026-01-05T01:00+01:00',
  ])
    expect(findTime(cell)).toBe(T);
  for (const cell of [0, -5, 'noon', '', undefined, null]) expect(findTime(cell)).toBeUndefined();
});
