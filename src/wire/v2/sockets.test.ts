import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { accountOf, callerOf, playMarket, positionOf } from '../../../test/wire/played-market.ts';
import { contractId } from '../../domain/ids.ts';
import type { Order } from '../../domain/order.ts';
import { fineTicks, lots, millis, money, NO_TICKS, ticks } from '../../domain/units.ts';
import { flatCandle } from '../../views/candle-ring.ts';
import { depthOf, openWindow, windowSnapshot } from '../../views/depth.ts';
import { INTERVALS } from '../../views/interval.ts';
import { listOrders, type TrackedOrder } from '../../views/orders.ts';
import { readTicker } from '../../views/ticker.ts';
import { newestTrades } from '../../views/trades.ts';
import { type ChannelOf, findPrivateChannel } from '../channels.ts';
import { wireError } from '../errors.ts';
import {
  channelName,
  errorFrame,
  findPublicChannel,
  parseClientFrame,
  pingFrame,
  pongFrame,
  subscribedFrame,
  unsubscribedFrame,
} from './channels.ts';
import {
  depthPayload,
  klinePayload,
  privatePayload,
  SOCKET_ACCOUNT,
  SOCKET_DEPTH,
  SOCKET_FILL,
  SOCKET_KLINE,
  SOCKET_ORDER,
  SOCKET_POSITION,
  SOCKET_TICKER,
  SOCKET_TRADE,
  socketAccount,
  socketFill,
  socketOrder,
  socketPosition,
  tickerPayload,
  tradesPayload,
} from './format-socket.ts';

const market = playMarket();
const { btc, views, trader } = market;
const find = callerOf(market).findContract;
const now = millis(market.driver.at);

test('[WIRE-70] frames of clients are read, one channel each', () => {
  const channel = 'ticker.cmt_btcusdt';
  for (const event of ['subscribe', 'unsubscribe'])
    expect(parseClientFrame(JSON.stringify({ event, channel, id: 1 }), 'public')).toEqual({
      event,
      channel,
    });
  expect(parseClientFrame('{"event":"pong","time":"1"}', 'public')).toEqual({
    event: 'pong',
    time: '1',
  });
  expect(parseClientFrame('{"event":"ping","time":12}', 'public')).toEqual({
    event: 'ping',
    time: '12',
  });
  expect(parseClientFrame('{"event":"ping"}', 'public')).toEqual({ event: 'ping', time: '' });
});

test.each([
  ['ping', '40017'],
  ['[]', '40017'],
  ['{"event":"subscribe","event":"x"}', '40017'],
  ['x'.repeat(5_000), '40017'],
  ['{"event":"login"}', '40020'],
  ['{"event":"subscribe"}', '40020'],
  ['{"event":"subscribe","channel":["a"]}', '40020'],
  [`{"event":"subscribe","channel":"${'a'.repeat(101)}"}`, '40020'],
])('[WIRE-70] the frame %# is refused', (text, code) => {
  expect(parseClientFrame(text, 'public')).toMatchObject({ kind: 'wire-error', code });
});

test('[WIRE-70] frames of the venue', () => {
  expect(subscribedFrame('orders')).toEqual({ event: 'subscribed', channel: 'orders' });
  expect(unsubscribedFrame('orders')).toEqual({ event: 'unsubscribed', channel: 'orders' });
  expect(pingFrame(millis(12))).toEqual({ event: 'ping', time: '12' });
  expect(pongFrame('12')).toEqual({ event: 'pong', time: '12' });
  expect(errorFrame(wireError('40020', { field: 'channel' }), 'x', 'en')).toEqual({
    event: 'error',
    channel: 'x',
    code: '40020',
    msg: 'Parameter channel is invalid',
  });
});

test('[WIRE-71] every public channel has a name that leads back to it', () => {
  const channels: Parameters<typeof channelName>[0][] = [
    { kind: 'ticker', contract: btc },
    { kind: 'trades', contract: btc },
    { kind: 'depth', contract: btc, limit: 15 },
    { kind: 'depth', contract: btc, limit: 200 },
    ...INTERVALS.flatMap((interval): ChannelOf<'kline'>[] => [
      { kind: 'kline', contract: btc, price: 'last', interval },
      { kind: 'kline', contract: btc, price: 'mark', interval },
    ]),
  ];
  for (const channel of channels)
    expect(findPublicChannel(channelName(channel), find)).toEqual(channel);
  expect(channels.map(channelName).slice(0, 5)).toEqual([
    'ticker.cmt_btcusdt',
    'trades.cmt_btcusdt',
    'depth.cmt_btcusdt.15',
    'depth.cmt_btcusdt.200',
    'kline.LAST_PRICE.cmt_btcusdt.MINUTE_1',
  ]);
});

test.each([
  'ticker',
  'ticker.btc',
  'ticker.cmt_btcusdt.x',
  'depth.cmt_btcusdt',
  'depth.cmt_btcusdt.5',
  'depth.cmt_btcusdt.15.x',
  'kline.INDEX_PRICE.cmt_btcusdt.MINUTE_1',
  'kline.LAST_PRICE.cmt_btcusdt.MINUTE_7',
  'kline.LAST_PRICE.cmt_btcusdt.MINUTE_1.x',
  'orders',
  '',
])('[WIRE-71] %s is no public channel', (name) => {
  expect(findPublicChannel(name, find)).toBeUndefined();
});

test('[WIRE-71] two private channels are plural and two are not', () => {
  for (const name of ['account', 'positions', 'orders', 'fill'] as const)
    expect(findPrivateChannel(name)).toBe(name);
  expect(findPrivateChannel('order')).toBeUndefined();
});

test('[WIRE-72] the ticker and trades of a socket', () => {
  const ticker = tickerPayload(
    { kind: 'ticker', contract: btc },
    { ...readTicker(views, btc.id, now), open: ticks(900_500) },
  );
  expect(ticker).toMatchObject({ event: 'payload', channel: 'ticker.cmt_btcusdt' });
  expect(ticker.data[0]).toMatchObject({ priceChange: '-40.0', lastPrice: '90010.0', trades: '2' });
  expect(Value.Check(SOCKET_TICKER, ticker.data[0])).toBe(true);
  const trades = newestTrades(views.trades, btc.id, 2);
  const { data } = tradesPayload({ kind: 'trades', contract: btc }, trades);
  expect(data[0]).toEqual({
    time: String(trades[0]!.at),
    price: '90010.0',
    size: '0.0100',
    value: '900.10000',
    buyerMaker: true,
  });
  for (const row of data) expect(Value.Check(SOCKET_TRADE, row)).toBe(true);
});

test('[WIRE-72] the depth of a socket: a snapshot, then changes in which 0 deletes', () => {
  const channel = { kind: 'depth', contract: btc, limit: 15 } as const;
  const depth = depthOf(views.depth, contractId(0));
  const snapshot = depthPayload(channel, windowSnapshot(depth, openWindow(depth, 15)));
  expect(snapshot).toEqual({
    event: 'payload',
    channel: 'depth.cmt_btcusdt.15',
    data: [
      {
        startVersion: String(depth.version),
        endVersion: String(depth.version),
        level: 15,
        depthType: 'SNAPSHOT',
        symbol: 'cmt_btcusdt',
        asks: [{ price: '90500.0', size: '0.0500' }],
        bids: [
          { price: '90010.0', size: '0.0900' },
          { price: '89900.0', size: '0.0010' },
        ],
      },
    ],
  });
  const change = {
    kind: 'changed',
    contract: btc.id,
    startVersion: 8,
    endVersion: 9,
    asks: [{ price: ticks(905_000), size: lots(0) }],
    bids: [],
  } as const;
  const { data } = depthPayload(channel, change);
  expect(data[0]).toMatchObject({
    startVersion: '8',
    endVersion: '9',
    depthType: 'CHANGED',
    asks: [{ price: '90500.0', size: '0' }],
  });
  expect(Value.Check(SOCKET_DEPTH, data[0])).toBe(true);
});

test('[WIRE-72] the candles of a socket', () => {
  const channel = { kind: 'kline', contract: btc, price: 'last', interval: '1m' } as const;
  const candle = {
    ...flatCandle(millis(1_767_225_600_000), fineTicks(90_000_000)),
    high: fineTicks(90_010_000),
    low: fineTicks(89_990_000),
    close: fineTicks(90_001_500),
    base: lots(123_456),
    quote: money(111_110_400_000_000n),
    trades: 17,
  };
  expect(klinePayload(channel, 'change', [candle])).toEqual({
    event: 'payload',
    type: 'change',
    channel: 'kline.LAST_PRICE.cmt_btcusdt.MINUTE_1',
    data: [
      {
        symbol: 'cmt_btcusdt',
        klineTime: '1767225600000',
        size: '12.3456',
        value: '1111104.00000',
        high: '90010.0',
        low: '89990.0',
        open: '90000.0',
        close: '90001.5',
      },
    ],
  });
  const { data } = klinePayload(channel, 'snapshot', [candle]);
  expect(Value.Check(SOCKET_KLINE, data[0])).toBe(true);
});

test('[WIRE-73] private payloads carry their rows under a name of their own', () => {
  const about = { event: 'OrderUpdate', version: 46_654, at: now } as const;
  expect(privatePayload('orders', about, [])).toEqual({
    type: 'trade-event',
    channel: 'orders',
    event: 'payload',
    msg: { msgEvent: 'OrderUpdate', version: 46_654, data: { order: [] }, time: now },
  });
  expect(privatePayload('account', about, []).msg.data).toEqual({ collateral: [] });
  expect(privatePayload('positions', about, []).msg.data).toEqual({ position: [] });
  expect(privatePayload('fill', about, []).msg.data).toEqual({ orderFillTransaction: [] });
});

test('[WIRE-73] account, position and fill rows have every field', () => {
  const account = socketAccount(accountOf(market));
  expect([...Value.Errors(SOCKET_ACCOUNT, account)]).toEqual([]);
  expect(account).toMatchObject({ coinId: 'USDT', crossContractId: '0', liquidating: false });
  const position = socketPosition(positionOf(market));
  expect([...Value.Errors(SOCKET_POSITION, position)]).toEqual([]);
  expect(position).toMatchObject({ contractId: 'cmt_btcusdt', size: '0.0100', leverage: '20' });
  const fill = socketFill(btc, market.fills[0]!);
  expect([...Value.Errors(SOCKET_FILL, fill)]).toEqual([]);
  expect(fill).toMatchObject({ fillSize: '0.0200', direction: 'TAKER', fillFee: '1.44000000' });
});

const working = listOrders(views.orders, { account: trader, contract: null, group: 'working' });
const waiting = listOrders(views.orders, { account: trader, contract: null, group: 'untriggered' });

test('[WIRE-73] an order row tells its presets only where it has some', () => {
  const bid = socketOrder(btc, working[0]!);
  expect([...Value.Errors(SOCKET_ORDER, bid)]).toEqual([]);
  expect(bid).toMatchObject({
    type: 'LIMIT',
    timeInForce: 'POST_ONLY',
    status: 'OPEN',
    price: '89900.0',
    triggerPrice: '0',
    triggerPriceType: 'UNKNOWN_PRICE_TYPE',
    setOpenTp: true,
    openTpParam: { triggerPrice: '91000.0', triggerPriceType: 'CONTRACT_PRICE' },
    openSlParam: { triggerPrice: '89000.0' },
    cancelReason: 'UNKNOWN_ORDER_CANCEL_REASON',
    feeDiscount: '1',
    takerFeeRate: '0.0008',
  });
  const stop = socketOrder(btc, waiting[0]!);
  expect([...Value.Errors(SOCKET_ORDER, stop)]).toEqual([]);
  expect(stop).toMatchObject({
    type: 'STOP_MARKET',
    timeInForce: 'IMMEDIATE_OR_CANCEL',
    status: 'UNTRIGGERED',
    price: '0.0',
    triggerPrice: '89000.0',
    triggerPriceType: 'CONTRACT_PRICE',
    reduceOnly: true,
    setOpenTp: false,
  });
  expect(stop).not.toHaveProperty('openTpParam');
});

test('[WIRE-73] a canceled order tells why, and who made it', () => {
  const tracked: TrackedOrder = {
    ...waiting[0]!,
    order: {
      ...waiting[0]!.order,
      status: 'canceled',
      origin: 'liquidation',
      price: NO_TICKS,
      trigger: { ...waiting[0]!.order.trigger!, purpose: 'take-profit' },
    } as Order,
    cancelReason: 'ioc-remainder',
  };
  expect(socketOrder(btc, tracked)).toMatchObject({
    type: 'TAKE_PROFIT_MARKET',
    orderSource: 'SYSTEM',
    cancelReason: 'IOC_REMAINDER',
    status: 'CANCELED',
  });
});
