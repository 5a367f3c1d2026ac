import { expect, test } from 'vitest';
import { callerOf, playMarket, positionOf } from '../../../test/wire/played-market.ts';
import { DAY } from '../../domain/limits.ts';
import { millis } from '../../domain/units.ts';
import { isWireError } from '../errors.ts';
import { type Fields, readBody, readQueryFields } from '../read-request.ts';
import { ACCOUNT, BILLS, GET_ACCOUNT } from './account/account.ts';
import { ADJUST_MARGIN, AUTO_APPEND, HOLD_MODEL, LEVERAGE } from './account/positions.ts';
import { CANDLES, DEPTH, HISTORY_CANDLES, TICKER, TRADES } from './market/book.ts';
import { CONTRACTS, FUNDING_HISTORY, INDEX } from './market/contracts.ts';
import {
  CURRENT,
  CURRENT_PLAN,
  FILLS,
  HISTORY,
  HISTORY_PLAN,
  ORDER_DETAIL,
} from './orders/read-orders.ts';
import { UPLOAD_AI_LOG } from './orders/upload-ai-log.ts';

const market = playMarket();
const caller = callerOf(market);

const query = (text: string): Fields => {
  const read = readQueryFields(text);
  if (isWireError(read)) throw new Error(read.text.en);
  return read;
};
const body = (sent: object): Fields => {
  const read = readBody(JSON.stringify(sent));
  if (isWireError(read)) throw new Error(read.text.en);
  return read;
};
const said = (value: unknown): unknown =>
  isWireError(value) ? `${value.code} ${value.text.en}` : value;

test('[WIRE-47] queries of the market, with their defaults', () => {
  const btc = { contract: market.btc };
  expect(TICKER.read(caller, query('symbol=cmt_btcusdt'))).toEqual(btc);
  expect(CONTRACTS.read(caller, query(''))).toEqual({ contract: null });
  expect(CONTRACTS.read(caller, query('symbol=cmt_btcusdt'))).toEqual(btc);
  expect(DEPTH.read(caller, query('symbol=cmt_btcusdt'))).toEqual({ ...btc, limit: 15 });
  expect(DEPTH.read(caller, query('symbol=cmt_btcusdt&limit=200'))).toMatchObject({
    limit: 200,
  });
  expect(TRADES.read(caller, query('symbol=cmt_btcusdt'))).toEqual({ ...btc, limit: 100 });
  expect(FUNDING_HISTORY.read(caller, query('symbol=cmt_btcusdt'))).toEqual({
    ...btc,
    limit: 10,
  });
  expect(INDEX.read(caller, query('symbol=cmt_btcusdt'))).toEqual({ ...btc, price: 'index' });
  expect(INDEX.read(caller, query('symbol=cmt_btcusdt&priceType=MARK'))).toMatchObject({
    price: 'mark',
  });
  expect(said(TICKER.read(caller, query('')))).toBe('40019 Parameter symbol cannot be empty');
  expect(said(TICKER.read(caller, query('symbol=BTC')))).toBe('40020 Parameter symbol is invalid');
});

const HOURS = 'symbol=cmt_btcusdt&granularity=1h';

test('[WIRE-47] candles, newest or of the past', () => {
  expect(CANDLES.read(caller, query(HOURS))).toMatchObject({
    interval: '1h',
    price: 'last',
    limit: 100,
    from: null,
    before: null,
  });
  expect(CANDLES.read(caller, query(`${HOURS}&priceType=INDEX&limit=1000`))).toMatchObject({
    price: 'index',
    limit: 1_000,
  });
  const past = (times: string): unknown => {
    const read = HISTORY_CANDLES.read(caller, query(`${HOURS}${times}`));
    return isWireError(read) ? read : [read.from, read.before];
  };
  expect(past('&startTime=1000')).toEqual([1_000, null]);
  expect(past('&startTime=1000&endTime=2000')).toEqual([null, 2_000]);
  expect(past('&startTime=abc&endTime=2000')).toEqual([null, null]);
  expect(past('&limit=101')).toMatchObject({ code: '40020' });
});

const NOW = millis(1_767_225_600_000);
/** As far as the clock of a caller may be off. */
const SLACK = 30_000;
const history = (text: string): unknown =>
  said(HISTORY.read({ ...caller, venueNow: () => NOW }, query(text)));

test('[WIRE-48] order history looks back 90 days at most, and never ahead of itself', () => {
  const from = NOW - 90 * DAY;
  expect(history('')).toEqual({ contract: null, from, to: NOW, limit: 100 });
  expect(history('pageSize=5&symbol=cmt_btcusdt&productType=x')).toMatchObject({ limit: 5 });
  expect(history(`createDate=${NOW - DAY}`)).toMatchObject({ from: NOW - DAY, to: NOW });
  expect(history(`endCreateDate=${NOW - DAY}`)).toMatchObject({ from: from - DAY, to: NOW - DAY });
  expect(history(`createDate=${from}`)).toMatchObject({ from });
  expect(history(`createDate=${from - SLACK}`)).toMatchObject({ from });
  expect(history(`createDate=${NOW + SLACK}`)).toMatchObject({ from: NOW });
  expect(history(`createDate=${from - SLACK - 1}`)).toBe(
    '40020 Parameter createDate is invalid: the window must be at most 90 days',
  );
  expect(history(`createDate=${NOW + SLACK + 1}`)).toContain('the window must not be negative');
  expect(history(`createDate=${NOW}&endCreateDate=${NOW - 1}`)).toBe(
    '40020 Parameter endCreateDate is invalid: the window must not be negative',
  );
  expect(history('createDate=-1')).toContain('40020 Parameter createDate is invalid');
  expect(history('pageSize=101')).toContain('40020 Parameter pageSize is invalid');
});

test('[WIRE-48] working orders, plans, fills and single orders', () => {
  expect(CURRENT.read(caller, query('orderId=42&limit=10&page=2&startTime=1'))).toEqual({
    group: 'working',
    contract: null,
    order: 42,
    from: 1,
    to: null,
    limit: 10,
    page: 2,
  });
  expect(CURRENT.read(caller, query(''))).toMatchObject({ order: null, limit: 100, page: 0 });
  expect(said(CURRENT.read(caller, query('orderId=abc')))).toContain('40020');
  expect(CURRENT_PLAN.read(caller, query('orderId=abc'))).toMatchObject({
    group: 'untriggered',
    order: null,
  });
  expect(CURRENT_PLAN.read(caller, query('orderId=42'))).toMatchObject({ order: 42 });
  expect(FILLS.read(caller, query('symbol=cmt_btcusdt&orderId=42&pageSize=5'))).toMatchObject({
    contract: market.btc,
    order: 42,
    limit: 100,
  });
  expect(said(FILLS.read(caller, query('startTime=2&endTime=1')))).toBe(
    '40020 Parameter endTime is invalid: must not be before startTime',
  );
  expect(ORDER_DETAIL.read(caller, query('orderId=42&symbol=x'))).toEqual({
    by: 'id',
    order: 42,
  });
  expect(said(ORDER_DETAIL.read(caller, query('')))).toBe(
    '40019 Parameter orderId cannot be empty',
  );
  expect(HISTORY_PLAN.read(caller, query('symbol=cmt_btcusdt&delegateType=4'))).toMatchObject({
    direction: { effect: 'close', positionSide: 'short' },
    limit: 100,
  });
  expect(said(HISTORY_PLAN.read(caller, query('')))).toContain('40019 Parameter symbol');
});

test('[WIRE-49] leverage: the short side follows the long one, the mode the current one', () => {
  const base = { symbol: 'cmt_btcusdt', longLeverage: '20' };
  expect(LEVERAGE.read(caller, body(base))).toEqual({
    kind: 'set-leverage',
    account: market.trader,
    contract: 0,
    marginMode: 'cross',
    longLeverage: 20,
    shortLeverage: 20,
  });
  const both = { ...base, marginMode: '3', longLeverage: 10, shortLeverage: '15.00' };
  expect(LEVERAGE.read(caller, body(both))).toMatchObject({
    marginMode: 'isolated',
    longLeverage: 10,
    shortLeverage: 15,
  });
  for (const longLeverage of ['20.5', '0', '-3'])
    expect(said(LEVERAGE.read(caller, body({ ...base, longLeverage })))).toContain(
      '40020 Parameter longLeverage is invalid: must be a whole number above 0',
    );
});

test('[WIRE-49] margin modes and isolated margin', () => {
  expect(HOLD_MODEL.read(caller, body({ symbol: 'cmt_ethusdt', marginMode: 3 }))).toEqual({
    kind: 'set-margin-mode',
    account: market.trader,
    contract: 1,
    marginMode: 'isolated',
  });
  const { id } = positionOf(market).position;
  const move = { isolatedPositionId: id, collateralAmount: '-3.5' };
  expect(ADJUST_MARGIN.read(caller, body(move))).toMatchObject({
    kind: 'adjust-isolated-margin',
    contract: 0,
    positionSide: 'long',
    amount: -350_000_000,
  });
  expect(said(ADJUST_MARGIN.read(caller, body({ ...move, collateralAmount: '0' })))).toContain(
    '40020 Parameter collateralAmount is invalid',
  );
  expect(said(ADJUST_MARGIN.read(caller, body({ ...move, isolatedPositionId: '99' })))).toBe(
    '40020 Parameter isolatedPositionId is invalid: there is no position 99',
  );
  expect(AUTO_APPEND.read(caller, body({ positionId: id, autoAppendMargin: true }))).toMatchObject({
    kind: 'set-auto-top-up',
    enabled: true,
  });
  expect(said(AUTO_APPEND.read(caller, body({ positionId: id, autoAppendMargin: 1 })))).toContain(
    'must be true or false',
  );
});

test('[WIRE-49] coins and bills', () => {
  expect(GET_ACCOUNT.read(caller, query('coin=USDT'))).toEqual({ coin: 'USDT' });
  expect(said(GET_ACCOUNT.read(caller, query('coin=BTC')))).toBe('40020 Parameter coin is invalid');
  expect(ACCOUNT.read(caller, query('coinId=2'))).toEqual({ coinId: '2' });
  expect(ACCOUNT.read(caller, query(''))).toEqual({});
  const empty = { coin: '', symbol: '', businessType: '', startTime: null, endTime: null };
  expect(BILLS.read(caller, body(empty))).toEqual({
    contract: null,
    kinds: null,
    from: null,
    to: null,
    limit: 20,
  });
  expect(BILLS.read(caller, body({ businessType: 'position_funding' }))).toMatchObject({
    kinds: ['funding', 'funding-residue'],
  });
  expect(said(BILLS.read(caller, body({ businessType: 'x' })))).toContain('40020');
});

const LOG = { stage: 'Decision Making', model: 'm', input: { rsi: 34.5 }, output: ['buy'] };

test('[WIRE-50] the log of a decision keeps its JSON and may name an order', () => {
  const sent = { ...LOG, explanation: 'Oversold.' };
  expect(UPLOAD_AI_LOG.read(caller, body(sent))).toEqual({
    order: null,
    stage: 'Decision Making',
    model: 'm',
    input: '{"rsi":34.5}',
    output: '["buy"]',
    explanation: 'Oversold.',
  });
  for (const orderId of [42, '42'])
    expect(UPLOAD_AI_LOG.read(caller, body({ ...sent, orderId }))).toMatchObject({ order: 42 });
  expect(UPLOAD_AI_LOG.read(caller, body({ ...sent, orderId: null }))).toMatchObject({
    order: null,
  });
  expect(said(UPLOAD_AI_LOG.read(caller, body({ ...sent, input: '' })))).toBe(
    '40019 Parameter input cannot be empty',
  );
});

test('[WIRE-50] an explanation has 500 words or 1,000 characters at most', () => {
  const explained = (explanation: string): unknown =>
    said(UPLOAD_AI_LOG.read(caller, body({ ...LOG, explanation })));
  expect(explained('word '.repeat(500))).toMatchObject({ stage: 'Decision Making' });
  expect(explained(`${'a '.repeat(500)}b`)).toContain('at most 500 words, not 501');
  expect(explained('x'.repeat(1_000))).toMatchObject({ stage: 'Decision Making' });
  expect(explained('x'.repeat(8_001))).toContain('at most 8000 characters');
});
