import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PositionSide } from '../../src/domain/side.ts';
import { lots } from '../../src/domain/units.ts';
import { BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { openV3Kit, type V3Kit } from './v3-kit.ts';

let kit: V3Kit;
beforeAll(async () => {
  kit = await openV3Kit();
  await kit.run({ kind: 'set-position-mode', account: BOB, mode: 'net' });
});
afterAll(() => kit.close());

/** At market, as a net account sends it. */
const trade = (positionSide: PositionSide, size: number) =>
  kit.run({
    kind: 'place-order',
    account: BOB,
    contract: kit.venue.read.listing.list()[0]!.contract.id,
    positionSide,
    effect: 'open',
    size: lots(size),
    price: null,
    timeInForce: 'ioc',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    options: { positionMode: 'net' },
  });

const lastFill = async () => {
  const { list } = await kit.ok('orderFills', { symbol: BTC }, BOB);
  const fills3 = await kit.ok3('v3OrderUserTrades', { symbol: 'BTCUSDT' }, BOB);
  return { v2: list[0], v3: fills3[0] };
};

test('[NET-1] version 2 says which mode an account is in', async () => {
  const { account } = await kit.ok('accountAccounts', {}, BOB);
  expect(account.modeSetting[0]).toMatchObject({
    positionMode: 'ONE_WAY',
    positionModeEnum: 'ONE_WAY',
  });
});

test('[NET-10] versions 2 and 3 refuse by name what a net account cannot mean', async () => {
  const size = '0.0100';
  await kit.ok3(
    'v3OrderPlace',
    { symbol: 'BTCUSDT', side: 'SELL', positionSide: 'SHORT', type: 'MARKET', quantity: size },
    BOB,
  );
  const open = { symbol: BTC, size, type: '1', order_type: '0', match_price: '1' };
  const { json } = await kit.call('orderPlaceOrder', open, BOB);
  expect(json.msg).toContain('net position mode and holds a SHORT position');
  const said = await kit.fails3(
    'v3OrderPlace',
    -1117,
    { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET', quantity: size },
    BOB,
  );
  expect(said).toContain('close it before opening a LONG one');
});

test('[NET-2] an order that turned a position reads as one fill in versions 2 and 3', async () => {
  await trade('long', 160);
  const [position, ...others] = await kit.ok('accountAllPosition', {}, BOB);
  expect(others).toEqual([]);
  expect(position).toMatchObject({ side: 'LONG', size: '0.0060' });
  const { v2, v3 } = await lastFill();
  expect(v2).toMatchObject({ positionSide: 'LONG', orderSide: 'BUY', fillSize: '0.0160' });
  expect(v3).toMatchObject({ positionSide: 'LONG', side: 'BUY', qty: '0.0160' });
  expect(v2.realizePnl).toBe(v3.realizedPnl);
  expect(Number(v2.realizePnl)).toBeLessThan(0);
  const detail = await kit.ok('orderDetail', { orderId: v2.orderId }, BOB);
  expect(detail).toMatchObject({ type: 'open_long', status: 'filled', filled_qty: '0.0160' });
  const { items } = await kit.ok('accountBills', { symbol: BTC }, BOB);
  expect(items.slice(0, 2).map((row: { businessType: string }) => row.businessType)).toEqual([
    'position_open_long',
    'position_close_short',
  ]);
});

test('[NET-2] an order that only shrinks reads as a close of what it shrank', async () => {
  await trade('short', 20);
  const { v2, v3 } = await lastFill();
  expect(v2).toMatchObject({ positionSide: 'LONG', orderSide: 'SELL', fillSize: '0.0020' });
  expect(v3).toMatchObject({ positionSide: 'LONG', side: 'SELL', qty: '0.0020' });
  const [position] = await kit.ok('accountAllPosition', {}, BOB);
  expect(position).toMatchObject({ side: 'LONG', size: '0.0040' });
});

test('[DIA-20] an order that says it means one-way mode sells against a long', async () => {
  const sell = { symbol: BTC, size: '0.0100', type: '2', match_price: '1' };
  const { json } = await kit.call('orderPlaceOrder', sell, BOB);
  expect(json.msg).toContain('holds a LONG position');
  await kit.ok('orderPlaceOrder', { ...sell, positionMode: 'ONE_WAY' }, BOB);
  const [short] = await kit.ok('accountAllPosition', {}, BOB);
  expect(short).toMatchObject({ side: 'SHORT', size: '0.0060' });
  await kit.ok3(
    'v3OrderPlace',
    {
      ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET' },
      ...{ quantity: '0.0020', positionMode: 'ONE_WAY' },
    },
    BOB,
  );
  const [less] = await kit.ok('accountAllPosition', {}, BOB);
  expect(less).toMatchObject({ side: 'SHORT', size: '0.0040' });
  const refused = await kit.call('orderPlaceOrder', { ...sell, positionMode: 'HEDGE' }, BOB);
  expect(refused.json.msg).toContain('position mode');
});

test('[DIA-20] a trigger says its mode too, and buys against a short when it fires', async () => {
  const before = await kit.ok('marketTicker', { symbol: BTC });
  const below = (Number(before.last) - 0.1).toFixed(1);
  const wait = { symbol: BTC, size: '0.0050', type: '1', match_type: '1', trigger_price: below };
  const refused = await kit.call('orderPlanOrder', { ...wait, positionMode: 'HEDGE' }, BOB);
  expect(refused.json.msg).toContain('position mode');
  await kit.ok('orderPlanOrder', { ...wait, positionMode: 'ONE_WAY' }, BOB);
  await kit.ok3(
    'v3AlgoPlace',
    {
      ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'STOP_MARKET' },
      ...{ quantity: '0.0050', triggerPrice: below, positionMode: 'ONE_WAY' },
    },
    BOB,
  );
  await kit.ok('orderPlaceOrder', { symbol: BTC, size: '0.0010', type: '2', match_price: '1' });
  const [position] = await kit.ok('accountAllPosition', {}, BOB);
  expect(position).toMatchObject({ side: 'LONG', size: '0.0060' });
});
