/** Cases of the Bybit v5 dialect that bots meet sooner or later, each against what it leaves. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALICE, type Anything, BOB, BTC, type Fields } from '../gateway-v2/rest-kit.ts';
import { type BybitKit, LINEAR, openBybitKit } from './bybit-kit.ts';

let kit: BybitKit;
beforeAll(async () => {
  kit = await openBybitKit();
  // Alice is one-way; Bob hedges, and trades with the house so that the last price moves.
  await kit.does('POST', 'position/switch-mode', { ...LINEAR, mode: 0 });
});
afterAll(() => kit.close());
beforeEach(async () => {
  await kit.setIndex(BTC, '90000.0');
  await kit.quote(BTC, 'sell', '0.5', '90000.1');
  await kit.quote(BTC, 'buy', '0.5', '89999.9');
});

const place = (fields: Fields, account = ALICE) =>
  kit.does('POST', 'order/create', { ...LINEAR, ...fields }, account);
const named = async (orderId: string): Promise<Anything> =>
  (await kit.does('GET', 'order/realtime', { ...LINEAR, orderId })).list[0];
const held = async (): Promise<Anything> =>
  (await kit.does('GET', 'position/list', LINEAR)).list[0];
const LIMIT = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '80000' };
const MARKET = { side: 'Buy', orderType: 'Market', qty: '0.01' };
const SELL = { ...MARKET, side: 'Sell' };

async function flatten(): Promise<void> {
  await kit.does('POST', 'order/cancel-all', LINEAR);
  const { size, side } = await held();
  if (side !== '')
    await place({ ...MARKET, side: side === 'Buy' ? 'Sell' : 'Buy', qty: size, reduceOnly: true });
}

/** Others trade at this price, with somebody on both sides of it. */
async function tradeAt(price: number): Promise<void> {
  await kit.setIndex(BTC, `${price}.0`);
  await kit.quote(BTC, 'buy', '0.5', `${price - 10}.0`);
  await kit.quote(BTC, 'sell', '0.01', `${price}.0`);
  await kit.quote(BTC, 'sell', '0.5', `${price + 10}.0`);
  await place({ ...MARKET, positionIdx: 1 }, BOB);
}

test('[BYB-8] what an IOC does not fill is canceled, with what it filled', async () => {
  await kit.quote(BTC, 'sell', '0.01', '90000.0');
  const ioc = { ...LIMIT, qty: '0.03', price: '90000', timeInForce: 'IOC' };
  const { orderId } = await place(ioc);
  expect(await named(orderId)).toMatchObject({
    ...{ orderStatus: 'Cancelled', cumExecQty: '0.0100', leavesQty: '0.0000' },
    rejectReason: 'EC_CancelForNoFullFill',
  });
  expect((await held()).size).toBe('0.0100');
  await flatten();
});

test('[BYB-6] one order turns a long into a short, and closes what was there', async () => {
  await place(MARKET);
  const { orderId } = await place({ ...SELL, qty: '0.03' });
  const { list } = await kit.does('GET', 'execution/list', { ...LINEAR, orderId });
  expect(list).toMatchObject([{ execQty: '0.0300', closedSize: '0.0100' }]);
  expect(await held()).toMatchObject({ side: 'Sell', size: '0.0200' });
  const [closed] = (await kit.does('GET', 'position/closed-pnl', LINEAR)).list;
  expect(closed).toMatchObject({ orderId, side: 'Sell', closedSize: '0.0100' });
  await flatten();
});

test('[BYB-11] an order that reduces never turns the position', async () => {
  await place(MARKET);
  const more = { ...SELL, qty: '0.02', reduceOnly: true };
  const { json } = await kit.ask('POST', 'order/create', { ...LINEAR, ...more });
  expect([0, 110_017]).toContain(json.retCode);
  expect((await held()).side).not.toBe('Sell');
  await flatten();
  await kit.refuses(110_017, 'POST', 'order/create', { ...LINEAR, ...more });
});

test('[BYB-9] an amendment down keeps the order, one to what is filled is refused', async () => {
  await kit.quote(BTC, 'sell', '0.01', '90000.0');
  const { orderId } = await place({ ...LIMIT, qty: '0.03', price: '90000' });
  expect(await named(orderId)).toMatchObject({ orderStatus: 'PartiallyFilled' });
  await kit.does('POST', 'order/amend', { ...LINEAR, orderId, qty: '0.02' });
  expect(await named(orderId)).toMatchObject({ qty: '0.0200', leavesQty: '0.0100' });
  await kit.refuses(110_064, 'POST', 'order/amend', { ...LINEAR, orderId, qty: '0.01' });
  expect(await named(orderId)).toMatchObject({ orderStatus: 'PartiallyFilled', qty: '0.0200' });
  await flatten();
});

test('[BYB-10] a conditional order fires; one that is not covered then is rejected', async () => {
  const wait = { triggerPrice: '90500', triggerDirection: 1 };
  const { orderId } = await place({ ...MARKET, ...wait });
  const { orderId: large } = await place({ ...MARKET, ...wait, qty: '40' });
  await tradeAt(90_500);
  expect(await named(orderId)).toMatchObject({ orderStatus: 'Filled', stopOrderType: 'Stop' });
  expect(await named(large)).toMatchObject({ orderStatus: 'Rejected', rejectReason: 'EC_Others' });
  expect((await held()).size).toBe('0.0100');
  await flatten();
});

test('[BYB-15] the position mode stays while there are orders or positions', async () => {
  const hedge = { ...LINEAR, mode: 3 };
  await place(LIMIT);
  await kit.refuses(110_028, 'POST', 'position/switch-mode', hedge);
  await flatten();
  await place(MARKET);
  await kit.refuses(110_024, 'POST', 'position/switch-mode', hedge);
  await flatten();
  const half = { ...LINEAR, buyLeverage: '12.5', sellLeverage: '12.5' };
  await kit.refuses(10_001, 'POST', 'position/set-leverage', half);
});

test('[BYB-11] a limit may come from the book, and beyond the band works at the band', async () => {
  const best = await place({ ...LIMIT, price: undefined, bboSideType: 'Queue', bboLevel: '1' });
  expect((await named(best.orderId)).price).toBe('89999.9');
  await flatten();
  const { buyLmt } = await kit.does('GET', 'market/price-limit', LINEAR);
  const far = await place({ ...LIMIT, price: '99999', qty: '0.001' });
  expect(Number(buyLmt)).toBeLessThan(99_999);
  expect(await named(far.orderId)).toMatchObject({ orderStatus: 'Filled', price: '99999.0' });
  await flatten();
});

test('[BYB-11] no order meets another of its account, whoever gives way', async () => {
  const price = '90000';
  const first = await place({ ...LIMIT, price });
  const taker = { ...LIMIT, side: 'Sell', price, smpType: 'CancelTaker' };
  const second = await place(taker);
  expect(await named(second.orderId)).toMatchObject({
    ...{ orderStatus: 'Cancelled', cancelType: 'CancelBySmp' },
  });
  expect((await named(first.orderId)).orderStatus).toBe('New');
  const third = await place({ ...taker, smpType: 'CancelMaker' });
  expect((await named(first.orderId)).cancelType).toBe('CancelBySmp');
  expect((await named(third.orderId)).orderStatus).toBe('New');
  await flatten();
});

const stop = (fields: Fields) =>
  kit.does('POST', 'position/trading-stop', { ...LINEAR, tpslMode: 'Partial', ...fields });
const exits = async (): Promise<Anything[]> =>
  (await kit.does('GET', 'order/history', LINEAR)).list.filter(({ createType }: Anything) =>
    createType.startsWith('CreateByPartial'),
  );

test('[BYB-14] two Partial exits that are set together are a pair', async () => {
  await place({ ...MARKET, qty: '0.03' });
  const sizes = { tpSize: '0.01', slSize: '0.01' };
  await stop({ takeProfit: '90400', stopLoss: '89000', ...sizes });
  await tradeAt(90_500);
  // The position outlives the pair.
  await expect.poll(async () => (await held()).size).toBe('0.0200');
  expect(await exits()).toMatchObject([
    { stopOrderType: 'PartialStopLoss', cancelType: expect.stringContaining('CancelByOCO') },
    { stopOrderType: 'PartialTakeProfit', orderStatus: 'Filled' },
  ]);
  const waiting = { ...LINEAR, orderFilter: 'StopOrder' };
  expect((await kit.does('GET', 'order/realtime', waiting)).list).toEqual([]);
  const uneven = { takeProfit: '99000', stopLoss: '89000', tpSize: '0.01', slSize: '0.02' };
  const partial = { ...LINEAR, tpslMode: 'Partial', ...uneven };
  await kit.refuses(10_001, 'POST', 'position/trading-stop', partial);
  await flatten();
});

test('[BYB-14] those that are set one after the other stand alone', async () => {
  await place({ ...MARKET, qty: '0.03' });
  await stop({ takeProfit: '91000', tpSize: '0.01' });
  await stop({ stopLoss: '89000', slSize: '0.01' });
  await tradeAt(91_100);
  await expect.poll(async () => (await held()).size).toBe('0.0200');
  const waiting = { ...LINEAR, orderFilter: 'StopOrder' };
  expect((await kit.does('GET', 'order/realtime', waiting)).list).toMatchObject([
    { stopOrderType: 'PartialStopLoss', orderStatus: 'Untriggered' },
  ]);
  await flatten();
});
