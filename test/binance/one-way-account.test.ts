/** An account in one-way mode, every figure held against version 2. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anything, BOB } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';
import { expectSame, find, units } from './same-account.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
});
afterAll(() => kit.close());

const SYMBOL = 'BTCUSDT';
const does = (method: 'GET' | 'POST' | 'DELETE', path: string, fields = {}) =>
  kit.does(method, path, fields, BOB);
const market = (side: string, quantity: string) =>
  does('POST', 'order', { symbol: SYMBOL, side, type: 'MARKET', quantity });
const limit = (side: string, quantity: string, price: string) => {
  const terms = { symbol: SYMBOL, side, quantity, price };
  return does('POST', 'order', { ...terms, type: 'LIMIT', timeInForce: 'GTC' });
};

test('[BNC-45] the mode changes once, and only while nothing is there', async () => {
  const dual = (dualSidePosition: unknown) => ({ dualSidePosition });
  await kit.refuses(-4_059, 'POST', 'positionSide/dual', dual(true), BOB);
  expect(await does('POST', 'positionSide/dual', dual('False'))).toEqual({
    code: 200,
    msg: 'success',
  });
  expect(await does('GET', 'positionSide/dual')).toEqual(dual(false));
  expect((await does('GET', 'accountConfig')).dualSidePosition).toBe(false);
  await kit.refuses(-4_059, 'POST', 'positionSide/dual', dual(false), BOB);
  const { orderId } = await limit('BUY', '0.0010', '80000.0');
  await kit.refuses(-4_067, 'POST', 'positionSide/dual', dual(true), BOB);
  await does('DELETE', 'order', { symbol: SYMBOL, orderId });
  await market('BUY', '0.0100');
  await kit.refuses(-4_068, 'POST', 'positionSide/dual', dual(true), BOB);
});

test('[BNC-41] one row BOTH a symbol, with the sign of the side', async () => {
  const { every, old, risks } = await expectSame(kit, BOB);
  expect(every).toHaveLength(8);
  expect(old.positions).toHaveLength(8);
  expect(risks).toMatchObject([{ symbol: SYMBOL, positionSide: 'BOTH', positionAmt: '0.0100' }]);
  await market('SELL', '0.0300');
  const after = await expectSame(kit, BOB);
  expect(after.risks).toMatchObject([{ positionSide: 'BOTH', positionAmt: '-0.0200' }]);
  expect(Number(find(after.every, SYMBOL, 'BOTH').notional)).toBeLessThan(0);
  const { adlQuantile } = await does('GET', 'adlQuantile', { symbol: SYMBOL });
  expect(adlQuantile).toEqual({ LONG: 0, SHORT: 0, BOTH: after.risks[0].adl });
});

test('[BNC-40] [BNC-41] orders that reduce hold nothing, those beyond do', async () => {
  const reducing = await limit('BUY', '0.0200', '80000.0');
  const first = await expectSame(kit, BOB);
  expect(first.coin.openOrderInitialMargin).toBe('0.00000000');
  expect(first.risks[0].bidNotional).toBe('1600.00000000');
  const adding = await limit('SELL', '0.0100', '95000.0');
  const second = await expectSame(kit, BOB);
  expect(units(second.coin.openOrderInitialMargin)).toBeGreaterThan(0n);
  expect(second.risks[0].askNotional).toBe('950.00000000');
  const { coin, fees } = second;
  const left = units(coin.marginBalance) - units(coin.initialMargin) - fees;
  expect(left).toBe(units(coin.availableBalance));
  for (const { orderId } of [reducing, adding])
    await does('DELETE', 'order', { symbol: SYMBOL, orderId });
});

test('[BNC-47] the one isolated position needs no side', async () => {
  await does('POST', 'marginType', { symbol: 'ETHUSDT', marginType: 'ISOLATED' });
  await does('POST', 'order', { symbol: 'ETHUSDT', side: 'SELL', type: 'MARKET', quantity: '0.1' });
  const asked = { symbol: 'ETHUSDT', type: 1, amount: 3 };
  const before = (await expectSame(kit, BOB)).risks[1];
  await does('POST', 'positionMargin', asked);
  await does('POST', 'positionMargin', { ...asked, positionSide: 'BOTH' });
  const [, row] = (await expectSame(kit, BOB)).risks;
  expect(units(row.isolatedWallet) - units(before.isolatedWallet)).toBe(units('6'));
  const history = await does('GET', 'positionMargin/history', { symbol: 'ETHUSDT' });
  expect(history.map(({ positionSide }: Anything) => positionSide)).toEqual(['BOTH', 'BOTH']);
});

test('[BNC-49] a trade that turns the position has a result and one fee', async () => {
  const rows = await does('GET', 'income');
  const total = rows.reduce((sum: bigint, { income }: Anything) => sum + units(income), 0n);
  const [balance] = await does('GET', '/fapi/v2/balance');
  expect(total).toBe(units(balance.balance));
  expect(rows.map(({ incomeType }: Anything) => incomeType)).toEqual([
    ...['TRANSFER', 'COMMISSION', 'REALIZED_PNL', 'COMMISSION', 'COMMISSION'],
  ]);
});
