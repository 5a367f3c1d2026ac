/** Unmodified `bybit-api`, whose client is pointed here by two lines. */
import { RestClientV5 } from 'bybit-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientKit, openClientKit } from '../../binance/clients/client-kit.ts';
import type { Anything } from '../../gateway-v2/rest-kit.ts';

let kit: ClientKit;
let client: RestClientV5;
const LINEAR = { category: 'linear', symbol: 'BTCUSDT' } as const;
const ok = async (sent: Promise<Anything>): Promise<Anything> => {
  const { retCode, retMsg, result } = await sent;
  expect({ retCode, retMsg }).toEqual({ retCode: 0, retMsg: 'OK' });
  return result;
};

beforeAll(async () => {
  kit = await openClientKit();
  const { http, key, secret } = kit.doorOf(await kit.openAccount('net'));
  client = new RestClientV5({ key, secret, baseUrl: http, parseAPIRateLimits: true });
});
afterAll(() => kit.close());

test('[BYB-18] it reads the market', async () => {
  await kit.refresh();
  expect(Math.abs((await client.fetchServerTime()) * 1_000 - Date.now())).toBeLessThan(60_000);
  expect((await ok(client.getServerTime())).timeSecond).toMatch(/^\d{10}$/);
  expect((await ok(client.getInstrumentsInfo({ category: 'linear' }))).list).toHaveLength(8);
  expect((await ok(client.getTickers(LINEAR))).list[0].symbol).toBe('BTCUSDT');
  const book = await ok(client.getOrderbook({ ...LINEAR, limit: 5 }));
  expect(Number(book.b[0][0])).toBeLessThan(Number(book.a[0][0]));
  expect((await ok(client.getKline({ ...LINEAR, interval: '1' }))).list[0]).toHaveLength(7);
});

test('[BYB-18] a bot fills an order, and sees position, execution, result and wallet', async () => {
  await kit.refresh();
  await ok(client.setLeverage({ ...LINEAR, buyLeverage: '9', sellLeverage: '9' }));
  const { orderId } = await ok(
    client.submitOrder({ ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01' }),
  );
  const [order] = (await ok(client.getActiveOrders({ ...LINEAR, orderId }))).list;
  expect(order.orderStatus).toBe('Filled');
  expect((await ok(client.getExecutionList({ ...LINEAR, orderId }))).list).toHaveLength(1);
  expect((await ok(client.getPositionInfo(LINEAR))).list[0]).toMatchObject({
    side: 'Buy',
    leverage: '9',
  });
  await ok(
    client.setTradingStop({
      ...LINEAR,
      positionIdx: 0,
      tpslMode: 'Full',
      stopLoss: '80000',
      trailingStop: '700',
    } as Anything),
  );
  expect((await ok(client.getPositionInfo(LINEAR))).list[0]).toMatchObject({
    stopLoss: '80000.0',
    trailingStop: '700.0',
  });
  await ok(
    client.submitOrder({
      ...LINEAR,
      side: 'Sell',
      orderType: 'Market',
      qty: '0.01',
      reduceOnly: true,
    }),
  );
  expect((await ok(client.getClosedPnL(LINEAR))).list).toHaveLength(1);
  expect((await ok(client.getWalletBalance({ accountType: 'UNIFIED' }))).list[0].coin[0].coin).toBe(
    'USDT',
  );
  expect((await ok(client.getTransactionLog())).list.length).toBeGreaterThan(2);
  expect((await ok(client.getHistoricOrders(LINEAR))).list.length).toBeGreaterThan(1);
});

test('[BYB-18] orders are amended and canceled, alone and together', async () => {
  const limit = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '80000',
  } as const;
  const { orderId } = await ok(client.submitOrder({ category: 'linear', ...limit }));
  await ok(client.amendOrder({ ...LINEAR, orderId, qty: '0.02' }));
  await ok(client.cancelOrder({ ...LINEAR, orderId }));
  const batch: Anything = await client.batchSubmitOrders('linear', [
    limit,
    { ...limit, price: '80000.01' },
  ]);
  expect(batch.retExtInfo.list.map(({ code }: Anything) => code)).toEqual([0, 10_001]);
  const [first] = batch.result.list;
  await ok(
    client.batchAmendOrders('linear', [{ symbol: 'BTCUSDT', orderId: first.orderId, qty: '0.03' }]),
  );
  await ok(client.batchCancelOrders('linear', [{ symbol: 'BTCUSDT', orderId: first.orderId }]));
  await ok(client.cancelAllOrders({ category: 'linear', settleCoin: 'USDT' }));
  const refused = await client.cancelOrder({ ...LINEAR, orderId });
  expect(refused).toMatchObject({ retCode: 110_001 });
});

test('[BYB-18] settings, fees and what kind of account it is', async () => {
  expect((await ok(client.getFeeRate({ category: 'linear' }))).list).toHaveLength(8);
  expect((await ok(client.getAccountInfo())).unifiedMarginStatus).toBe(6);
  const { rateLimitApi }: Anything = await client.getAccountInfo();
  expect(rateLimitApi.maxRequests).toBeGreaterThanOrEqual(rateLimitApi.remainingRequests);
  expect(rateLimitApi.resetAtTimestamp).toBeGreaterThan(0);
  await ok(client.switchPositionMode({ category: 'linear', coin: 'USDT', mode: 0 } as Anything));
  await ok(
    client.switchIsolatedMargin({ ...LINEAR, tradeMode: 1, buyLeverage: '5', sellLeverage: '5' }),
  );
  await ok(client.submitOrder({ ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01' }));
  await ok(client.addOrReduceMargin({ ...LINEAR, margin: '10' }));
  const strict = new RestClientV5({
    baseUrl: kit.doorOf(kit.veterans.net).http,
    throwExceptions: true,
  } as Anything);
  await expect(strict.getTickers({ ...LINEAR, symbol: 'NOSUCH' })).rejects.toMatchObject({
    retCode: 10_001,
  });
});
