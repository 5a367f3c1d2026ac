import { expect, test } from 'vitest';
import { shippedContracts } from '../../../../test/kit/contracts.ts';
import { usdt } from '../../../../test/kit/driver.ts';
import { playMarket } from '../../../../test/wire/played-market.ts';
import type { Contract } from '../../../domain/contract.ts';
import { orderId } from '../../../domain/ids.ts';
import type { Order, OrderOrigin } from '../../../domain/order.ts';
import { lots, millis, money, NO_TICKS, ticks } from '../../../domain/units.ts';
import { listOrders } from '../../../views/orders.ts';
import { orderRecord, planRecord } from './read-orders.ts';

const market = playMarket();
const { btc } = market;
const shipped = (symbol: string): Contract =>
  shippedContracts().find((contract) => contract.symbol === symbol)!;

test('[WIRE-20] a filled order reads back field by field', () => {
  const { order } = market.finished[0]!;
  expect(orderRecord(btc, order)).toEqual({
    symbol: 'cmt_btcusdt',
    size: '0.0200',
    client_oid: 'my-order-1',
    createTime: String(order.createdAt),
    filled_qty: '0.0200',
    fee: '1.44000000',
    order_id: String(order.id),
    price: '90000.0',
    price_avg: '90000.0',
    status: 'filled',
    type: 'open_long',
    order_type: 'normal',
    totalProfits: '0',
    contracts: 200,
    filledQtyContracts: 200,
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
  });
});

test('[WIRE-20] a market order reads back as ioc at zero in the decimals of a price', () => {
  const { order } = market.finished[1]!;
  expect(orderRecord(btc, order)).toMatchObject({
    price: '0.0',
    price_avg: '90010.0',
    order_type: 'ioc',
    type: 'close_long',
    totalProfits: '0.10000000',
    client_oid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  });
  const doge = shipped('cmt_dogeusdt');
  expect(orderRecord(doge, { ...order, size: lots(11) })).toMatchObject({
    price: '0.00000',
    size: '1100',
    contracts: 11,
  });
});

test('[WIRE-20] nothing filled is a bare 0; presets are echoed in the decimals of a price', () => {
  const { views, trader } = market;
  const [bid] = listOrders(views.orders, { account: trader, contract: btc.id, group: 'working' });
  expect(orderRecord(btc, bid!.order)).toMatchObject({
    filled_qty: '0',
    fee: '0',
    price_avg: '0',
    totalProfits: '0',
    status: 'open',
    order_type: 'postOnly',
    presetTakeProfitPrice: '91000.0',
    presetStopLossPrice: '89000.0',
  });
});

test('[WIRE-20] an average is rounded to the decimals of a price', () => {
  const { order } = market.finished[0]!;
  const averaged = { ...order, filled: lots(3), filledValue: money(usdt('27.00005')) };
  expect(orderRecord(btc, averaged).price_avg).toBe('90000.2');
});

test.each<[OrderOrigin, string, string]>([
  ['trader', 'close_long', '0.0'],
  ['reduction', 'offset_liquidate_long', '0'],
  ['liquidation', 'burst_liquidate_long', '0'],
  ['deleveraging', 'agreement_close_long', '0'],
  ['reset', 'agreement_close_long', '0'],
  ['unwind', 'close_long', '0'],
])('[WIRE-20] a close by %s is %s at %s', (origin, type, price) => {
  const { order } = market.finished[0]!;
  const closing: Order = { ...order, origin, effect: 'close', price: NO_TICKS };
  expect(orderRecord(btc, closing)).toMatchObject({ type, price, order_type: 'ioc' });
});

test('[WIRE-21] an untriggered order has the live values of a plan', () => {
  const { views, trader } = market;
  const query = { account: trader, contract: btc.id, group: 'untriggered' } as const;
  const [stop] = listOrders(views.orders, query);
  expect(planRecord(btc, stop!.order)).toEqual({
    symbol: 'cmt_btcusdt',
    size: '0.0050',
    client_oid: expect.any(String),
    createTime: String(stop!.order.createdAt),
    filled_qty: '0',
    fee: '0',
    order_id: String(stop!.order.id),
    price: '0.0',
    price_avg: '0',
    status: 'UNTRIGGERED',
    type: 'CLOSE_LONG',
    order_type: '3',
    totalProfits: '0',
    triggerPrice: '89000.0',
    triggerPriceType: 'CONTRACT_PRICE',
    triggerTime: '0',
    presetTakeProfitPrice: null,
    presetStopLossPrice: null,
  });
});

test('[WIRE-21] a triggered one tells when, and at which price it is limited', () => {
  const { views, trader } = market;
  const query = { account: trader, contract: btc.id, group: 'untriggered' } as const;
  const { order } = listOrders(views.orders, query)[0]!;
  const fired: Order = {
    ...order,
    id: orderId(99),
    status: 'canceled',
    price: ticks(889_000),
    timeInForce: 'normal',
    trigger: { ...order.trigger!, source: 'mark', firedAt: millis(1_767_225_600_000) },
  };
  expect(planRecord(btc, fired)).toMatchObject({
    status: 'CANCELED',
    price: '88900.0',
    order_type: '0',
    triggerPriceType: 'MARK_PRICE',
    triggerTime: '1767225600000',
  });
});
