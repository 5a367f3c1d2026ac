/** Conditional orders in the shape they had before they got a place of their own. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../sockets/socket-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';
import { type StreamClient, streamClient } from './stream-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit({ legacyConditionalOrders: true, sockets: { flushEveryMillis: 1 } });
});
afterAll(() => kit.close());

const STOP = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  positionSide: 'LONG',
  type: 'STOP_MARKET',
  quantity: '0.01',
  stopPrice: '85000',
  newClientOrderId: 'x-old',
};

test('[BNC-27] with the setting, conditional orders are orders that wait', async () => {
  const placed = await kit.does('POST', 'order', STOP);
  expect(placed).toMatchObject({
    status: 'NEW',
    type: 'STOP_MARKET',
    origType: 'STOP_MARKET',
    stopPrice: '85000.0',
    clientOrderId: 'x-old',
  });
  const target = { symbol: 'BTCUSDT', orderId: placed.orderId };
  expect(await kit.does('GET', 'order', target)).toEqual(placed);
  expect(await kit.does('GET', 'openOrders')).toEqual([placed]);
  expect(await kit.does('GET', 'allOrders', { symbol: 'BTCUSDT' })).toEqual([placed]);
  const canceled = await kit.does('DELETE', 'order', target);
  expect(canceled).toMatchObject({ status: 'CANCELED', type: 'STOP_MARKET' });
  const trail = { ...STOP, type: 'TRAILING_STOP_MARKET', callbackRate: '1', stopPrice: undefined };
  const { stopPrice: _, ...sent } = trail;
  expect(await kit.does('POST', 'order', sent)).toMatchObject({ priceRate: '1.0' });
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
  expect(await kit.does('GET', 'openOrders')).toEqual([]);
  expect(await kit.does('POST', 'batchOrders', { batchOrders: [STOP] })).toMatchObject([
    { type: 'STOP_MARKET' },
  ]);
});

/** What the client heard, as `event status type`. */
const story = ({ frames }: StreamClient): string[] =>
  frames.flatMap(({ e, o }) => (o === undefined ? [] : `${e} ${o.x} ${o.X} ${o.o} ${o.ot}`));

test('[BNC-27] [BNC-73] the user stream tells such an order as an order, to its end', async () => {
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'BTCUSDT' });
  const { listenKey } = await kit.does('POST', 'listenKey');
  const client = streamClient(await openClient(`ws://127.0.0.1:${kit.port}/ws/${listenKey}`));
  await client.call('LIST_SUBSCRIPTIONS');
  const entry = { ...STOP, side: 'BUY', workingType: 'MARK_PRICE', newClientOrderId: 'x-gone' };
  const gone = await kit.does('POST', 'order', { ...entry, stopPrice: '99000' });
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId: gone.orderId });
  const sent = { ...entry, stopPrice: '90100', newClientOrderId: 'x-fires' };
  const { orderId } = await kit.does('POST', 'order', sent);
  kit.memory.clock.advance(60_000);
  await kit.setIndex('cmt_btcusdt', '90500');
  const { o } = await client.event('ORDER_TRADE_UPDATE', (event) => event.o.X === 'FILLED');
  expect(o).toMatchObject({ i: orderId, c: 'x-fires', sp: '90100.0', z: '0.0100' });
  const large = { ...entry, quantity: '50', stopPrice: '90600', newClientOrderId: 'x-large' };
  await kit.does('POST', 'order', large);
  kit.memory.clock.advance(60_000);
  await kit.setIndex('cmt_btcusdt', '91000');
  await client.event('ORDER_TRADE_UPDATE', (event) => event.o.X === 'EXPIRED');
  const [update, stop] = ['ORDER_TRADE_UPDATE', 'STOP_MARKET STOP_MARKET'];
  expect(story(client)).toEqual([
    `${update} NEW NEW ${stop}`,
    `${update} CANCELED CANCELED ${stop}`,
    `${update} NEW NEW ${stop}`,
    `${update} NEW NEW MARKET STOP_MARKET`,
    `${update} TRADE FILLED MARKET STOP_MARKET`,
    `${update} NEW NEW ${stop}`,
    `${update} EXPIRED EXPIRED ${stop}`,
  ]);
  expect(client.events('ALGO_UPDATE')).toEqual([]);
});
