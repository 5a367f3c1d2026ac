/** The account in the Binance USDⓈ-M dialect, every figure held against version 2. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anything, BOB, BTC, CAROL, ETH } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';
import { expectSame, find, same, units } from './same-account.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
});
afterAll(() => kit.close());

const SYMBOL = 'BTCUSDT';
const [LONG, SHORT, CLOSE_LONG] = ['1', '2', '3'];
const market = (type: string | undefined, size: string, symbol = BTC) => ({
  symbol,
  size,
  type,
  match_price: '1',
});

test('[BNC-40] a fresh account has its money and the time it was funded', async () => {
  const { whole, old, coin, every } = await expectSame(kit);
  expect(whole.positions).toEqual([]);
  expect(coin).toMatchObject({ asset: 'USDT', walletBalance: '10000.00000000' });
  expect(coin.updateTime).toBeGreaterThan(0);
  expect(old).toMatchObject({ canTrade: true, multiAssetsMargin: false, feeTier: 0 });
  // In hedge mode every symbol has three rows, untouched ones at time 0.
  expect(every).toHaveLength(24);
  expect(old.positions).toHaveLength(24);
  expect(every[0]).toMatchObject({ positionSide: 'BOTH', positionAmt: '0.0000', updateTime: 0 });
});

test('[BNC-40] [BNC-41] positions of both sides and orders, in cross margin', async () => {
  await kit.ok('orderPlaceOrder', market(LONG, '0.0200'));
  await kit.ok('orderPlaceOrder', market(SHORT, '0.0100'));
  const limit = { ...market(LONG, '0.0100', ETH), match_price: '0', price: '2900.00' };
  await kit.ok('orderPlaceOrder', limit);
  const { risks, coin, whole, fees } = await expectSame(kit);
  expect(risks.map((row: Anything) => [row.symbol, row.positionSide])).toEqual([
    [SYMBOL, 'LONG'],
    [SYMBOL, 'SHORT'],
    ['ETHUSDT', 'LONG'],
  ]);
  const [long, short, order] = risks;
  expect(Number(long.notional)).toBeGreaterThan(0);
  expect(Number(short.notional)).toBeLessThan(0);
  expect(order).toMatchObject({ positionAmt: '0.000', bidNotional: '29.00000000' });
  expect(order.openOrderInitialMargin).toBe(coin.openOrderInitialMargin);
  const left = units(coin.marginBalance) - units(coin.initialMargin) - fees;
  expect(left).toBe(units(coin.availableBalance));
  // 29 at twentyfold leverage; the taker fee of 0.0232 is frozen beside it.
  expect(coin.openOrderInitialMargin).toBe('1.45000000');
  // One tier for both sides: 0.1 % of what they are worth together.
  const gross = units(long.notional) - units(short.notional);
  expect(units(whole.totalMaintMargin)).toBe(gross / 1_000n);
  expect(units(long.maintMargin) + units(short.maintMargin)).toBe(gross / 1_000n);
  const only = await kit.does('GET', '/fapi/v3/positionRisk', { symbol: 'ETHUSDT' });
  expect(only).toEqual([order]);
  expect(await kit.does('GET', '/fapi/v2/positionRisk', { symbol: SYMBOL })).toHaveLength(3);
});

test('[BNC-41] isolated margin, with and without the unrealised result', async () => {
  const isolated = { symbol: 'ETHUSDT', marginType: 'ISOLATED' };
  expect(await kit.does('POST', 'marginType', isolated, CAROL)).toEqual({
    code: 200,
    msg: 'success',
  });
  await kit.does('POST', 'leverage', { symbol: 'ETHUSDT', leverage: 10 }, CAROL);
  await kit.ok('orderPlaceOrder', market(LONG, '0.100', ETH), CAROL);
  await kit.setIndex(ETH, '3003.00');
  const { risks, coin, every } = await expectSame(kit, CAROL);
  const [row] = risks;
  expect(units(row.isolatedMargin)).toBe(units(row.isolatedWallet) + units(row.unRealizedProfit));
  expect(units(coin.walletBalance) - units(coin.crossWalletBalance)).toBe(
    units(row.isolatedWallet),
  );
  expect(coin.crossUnPnl).toBe('0.00000000');
  expect(find(every, 'ETHUSDT', 'LONG')).toMatchObject({
    marginType: 'isolated',
    leverage: '10',
    isAutoAddMargin: 'false',
  });
  expect(find(every, SYMBOL, 'LONG').marginType).toBe('cross');
});

test('[BNC-47] margin is added to and taken from an isolated position', async () => {
  const asked = { symbol: 'ETHUSDT', amount: '5', type: 1, positionSide: 'LONG' };
  const margin = async () =>
    units((await kit.does('GET', '/fapi/v3/positionRisk', {}, CAROL))[0].isolatedWallet);
  const before = await margin();
  expect(await kit.does('POST', 'positionMargin', asked, CAROL)).toEqual({
    amount: 5,
    code: 200,
    msg: 'Successfully modify position margin.',
    type: 1,
  });
  expect((await margin()) - before).toBe(units('5'));
  // The one position that is held needs no name.
  const { positionSide: _, ...unnamed } = { ...asked, type: 2, amount: '2.5' };
  expect((await kit.does('POST', 'positionMargin', unnamed, CAROL)).amount).toBe(2.5);
  expect((await margin()) - before).toBe(units('2.5'));
  const moves = await kit.does('GET', 'positionMargin/history', { symbol: 'ETHUSDT' }, CAROL);
  expect(moves.map(({ type, amount }: Anything) => [type, amount])).toEqual([
    [1, '5.00000000'],
    [2, '2.50000000'],
  ]);
  expect(moves[0]).toMatchObject({ deltaType: 'USER_ADJUST', positionSide: 'LONG' });
  const removed = { symbol: 'ETHUSDT', type: 2 };
  expect(await kit.does('GET', 'positionMargin/history', removed, CAROL)).toEqual([moves[1]]);
  await kit.refuses(-4_051, 'POST', 'positionMargin', { ...unnamed, amount: '5000' }, CAROL);
  await kit.refuses(-4_050, 'POST', 'positionMargin', { ...asked, amount: '5000' }, CAROL);
  await kit.refuses(-4_049, 'POST', 'positionMargin', { ...asked, symbol: SYMBOL });
  await kit.refuses(-4_054, 'POST', 'positionMargin', { ...asked, symbol: 'LTCUSDT' });
  await kit.refuses(-1_130, 'POST', 'positionMargin', { ...asked, type: 3 });
});

test('[BNC-43] leverage is set for both sides', async () => {
  const asked = { symbol: 'SOLUSDT', leverage: '50' };
  const told = await kit.does('POST', 'leverage', asked);
  expect(told).toMatchObject({ symbol: 'SOLUSDT', leverage: 50 });
  expect(await kit.does('POST', 'leverage', { ...asked, leverage: 50 })).toEqual(told);
  const [config] = await kit.does('GET', 'symbolConfig', { symbol: 'SOLUSDT' });
  expect(config).toEqual({
    symbol: 'SOLUSDT',
    marginType: 'CROSSED',
    isAutoAddMargin: false,
    leverage: 50,
    maxNotionalValue: told.maxNotionalValue,
  });
  expect(await kit.does('GET', 'symbolConfig')).toHaveLength(8);
  await kit.refuses(-4_028, 'POST', 'leverage', { ...asked, leverage: 401 });
  await kit.refuses(-4_028, 'POST', 'leverage', { symbol: 'ETHUSDT', leverage: 7 });
  await kit.refuses(-4_028, 'POST', 'leverage', { symbol: SYMBOL, leverage: 30 }, CAROL);
});

test('[BNC-43] a symbol has one leverage, whatever its margin type', async () => {
  const config = async () => (await kit.does('GET', 'symbolConfig', { symbol: 'LTCUSDT' }))[0];
  const setType = (marginType: string) =>
    kit.does('POST', 'marginType', { symbol: 'LTCUSDT', marginType });
  const setLeverage = (leverage: number) =>
    kit.does('POST', 'leverage', { symbol: 'LTCUSDT', leverage });
  await setLeverage(7);
  await setType('ISOLATED');
  expect(await config()).toMatchObject({ marginType: 'ISOLATED', leverage: 7 });
  await setLeverage(9);
  await setType('CROSSED');
  expect(await config()).toMatchObject({ marginType: 'CROSSED', leverage: 9 });
  await kit.refuses(-4_028, 'POST', 'leverage', { symbol: 'LTCUSDT', leverage: 0 });
  expect(await config()).toMatchObject({ leverage: 9 });
});

test('[BNC-44] the margin type changes once, with nothing at the contract', async () => {
  const asked = { symbol: 'XRPUSDT', marginType: 'ISOLATED' };
  await kit.does('POST', 'marginType', asked);
  const text = await kit.refuses(-4_046, 'POST', 'marginType', asked);
  expect(text).toBe('No need to change margin type.');
  await kit.does('POST', 'marginType', { ...asked, marginType: 'CROSSED' });
  await kit.refuses(-4_048, 'POST', 'marginType', { ...asked, symbol: SYMBOL });
  const bid = { symbol: 'XRPUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT' };
  await kit.does('POST', 'order', { ...bid, timeInForce: 'GTC', quantity: '20', price: '1.9' });
  await kit.refuses(-4_047, 'POST', 'marginType', asked);
  await kit.does('DELETE', 'allOpenOrders', { symbol: 'XRPUSDT' });
  await kit.refuses(-1_102, 'POST', 'marginType', { ...asked, marginType: 'cross' });
});

test('[BNC-45] [BNC-46] modes of the account', async () => {
  expect(await kit.does('GET', 'positionSide/dual')).toEqual({ dualSidePosition: true });
  expect(await kit.does('GET', 'multiAssetsMargin')).toEqual({ multiAssetsMargin: false });
  const set = (multiAssetsMargin: unknown) => ({ multiAssetsMargin });
  await kit.refuses(-4_171, 'POST', 'multiAssetsMargin', set(false));
  await kit.refuses(-4_167, 'POST', 'multiAssetsMargin', set('True'));
  expect(await kit.does('GET', 'feeBurn')).toEqual({ feeBurn: false });
  await kit.does('POST', 'feeBurn', { feeBurn: false });
  await kit.refuses(-1_130, 'POST', 'feeBurn', { feeBurn: true });
  expect(await kit.does('GET', 'accountConfig')).toMatchObject({
    canTrade: true,
    dualSidePosition: true,
    multiAssetsMargin: false,
  });
});

test('[BNC-48] tiers, fees and budgets', async () => {
  const [btc, ...others] = await kit.does('GET', 'leverageBracket', { symbol: SYMBOL });
  expect(others).toEqual([]);
  expect(btc.brackets.slice(0, 2)).toEqual([
    {
      bracket: 1,
      initialLeverage: 400,
      notionalCap: 50_000,
      notionalFloor: 0,
      maintMarginRatio: 0.001,
      cum: 0,
    },
    {
      bracket: 2,
      initialLeverage: 200,
      notionalCap: 250_000,
      notionalFloor: 50_000,
      maintMarginRatio: 0.003,
      cum: 100,
    },
  ]);
  expect(await kit.does('GET', 'leverageBracket')).toHaveLength(8);
  expect(await kit.does('GET', 'commissionRate', { symbol: SYMBOL })).toMatchObject({
    makerCommissionRate: '0.0002',
    takerCommissionRate: '0.0008',
  });
  const carol = await kit.does('GET', 'commissionRate', { symbol: SYMBOL }, CAROL);
  expect(carol.takerCommissionRate).toBe('0.0004');
  const fees = await kit.does('GET', '/sapi/v1/asset/tradeFee', {}, CAROL);
  expect(fees).toHaveLength(8);
  const one = await kit.does('GET', '/sapi/v1/asset/tradeFee', { symbol: SYMBOL }, CAROL);
  expect(one).toEqual([{ symbol: SYMBOL, makerCommission: '0.0001', takerCommission: '0.0004' }]);
  expect(await kit.does('GET', 'rateLimit/order')).toHaveLength(2);
  expect((await kit.does('GET', 'apiTradingStatus')).indicators).toEqual({});
});

test('[BNC-50] the fifth of its side in which a position would be deleveraged', async () => {
  const one = await kit.does('GET', 'adlQuantile', { symbol: SYMBOL });
  expect(one.adlQuantile).toEqual({ LONG: expect.any(Number), SHORT: 0, HEDGE: 0 });
  const held = await kit.does('GET', 'adlQuantile');
  expect(held.map(({ symbol }: Anything) => symbol)).toEqual([SYMBOL]);
  const [risk] = await kit.does('GET', '/fapi/v3/positionRisk');
  expect(risk.adl).toBe(one.adlQuantile.LONG);
  const none = await kit.does('GET', 'adlQuantile', { symbol: 'LTCUSDT' }, BOB);
  expect(none.adlQuantile).toEqual({ LONG: 0, SHORT: 0, BOTH: 0 });
});

test('[BNC-49] income: results and fees apart, and all of it is the wallet', async () => {
  await kit.memory.advance(1_000);
  await kit.ok('orderPlaceOrder', market(CLOSE_LONG, '0.0050'));
  const rows = await kit.does('GET', 'income');
  const types = rows.map(({ incomeType }: Anything) => incomeType);
  expect(types).toEqual([
    ...['TRANSFER', 'COMMISSION', 'COMMISSION', 'REALIZED_PNL', 'COMMISSION'],
  ]);
  const total = rows.reduce((sum: bigint, { income }: Anything) => sum + units(income), 0n);
  const [balance] = await kit.does('GET', '/fapi/v3/balance');
  expect(total).toBe(units(balance.balance));
  const { list: fills } = await kit.ok('orderFills', { symbol: BTC });
  const [newest] = fills;
  const [result, fee] = rows.slice(-2);
  same(result.income, newest.realizePnl, 'result');
  same(fee.income, `-${newest.fillFee}`, 'fee');
  const own = await kit.does('GET', 'userTrades', { symbol: SYMBOL });
  expect(result.tradeId).toBe(String(own.at(-1).id));
  expect([result.tranId, fee.tranId]).toEqual([2 * newest.tradeId, 2 * newest.tradeId + 1]);
  expect(rows[0]).toMatchObject({ symbol: '', info: '', tradeId: '', asset: 'USDT' });
  const ask = (fields: object) => kit.does('GET', 'income', fields as never);
  expect(await ask({ incomeType: 'REALIZED_PNL' })).toEqual([result]);
  expect(await ask({ incomeType: 'WELCOME_BONUS' })).toEqual([]);
  expect(await ask({ symbol: 'ETHUSDT' })).toEqual([]);
  const start = { startTime: rows[0].time };
  expect(await ask(start)).toEqual(rows);
  expect(await ask({ ...start, limit: 2 })).toEqual(rows.slice(0, 2));
  expect(await ask({ ...start, limit: 2, page: 2 })).toEqual(rows.slice(2, 4));
  expect(await ask({ limit: 2 })).toEqual(rows.slice(-2));
  expect(await ask({ limit: 2, page: 2 })).toEqual(rows.slice(1, 3));
  expect(await ask({ ...start, endTime: rows[0].time })).toEqual(rows.slice(0, 1));
  await kit.refuses(-1_023, 'GET', 'income', { startTime: 2, endTime: 1 });
});

test('[BNC-36] [BNC-49] a settlement of funding is in the rates and in the income', async () => {
  const { nextFundingTime } = await kit.does('GET', 'premiumIndex', { symbol: SYMBOL });
  await kit.memory.advance(nextFundingTime - kit.memory.clock.venueNow());
  const rates = await kit.does('GET', 'fundingRate', { symbol: SYMBOL });
  const [known] = await kit.ok('marketFundingHistory', { symbol: BTC });
  expect(rates).toMatchObject([{ symbol: SYMBOL, fundingTime: nextFundingTime }]);
  same(rates[0].fundingRate, known.fundingRate);
  expect(rates[0].markPrice).toMatch(/^\d+\.\d{8}$/);
  const every = await kit.does('GET', 'fundingRate', { startTime: nextFundingTime, limit: 3 });
  expect(every.map(({ symbol }: Anything) => symbol)).toEqual([SYMBOL, 'ETHUSDT', 'SOLUSDT']);
  const paid = await kit.does('GET', 'income', { incomeType: 'FUNDING_FEE' });
  const { items } = await kit.ok('accountBills', { businessType: 'position_funding' });
  expect(paid.map(({ income }: Anything) => Number(income))).toEqual(
    items.map(({ amount }: Anything) => Number(amount)).reverse(),
  );
  for (const row of paid)
    expect(row).toMatchObject({ symbol: SYMBOL, tradeId: '', time: nextFundingTime });
  const bills = items.map(({ billId }: Anything) => 2 * Number(billId)).reverse();
  expect(paid.map(({ tranId }: Anything) => tranId)).toEqual(bills);
});

test('[BNC-49] after a liquidation too, all rows are the wallet', async () => {
  for (const symbol of [BTC, ETH])
    await kit.setIndex(symbol, symbol === BTC ? '90000.0' : '3000.00');
  await kit.ok('orderPlaceOrder', market(LONG, '0.1200'), CAROL);
  await kit.setIndex(BTC, '80000.0');
  for (let minute = 0; minute < 3; minute += 1) {
    await kit.memory.advance(20_000);
    await kit.setIndex(BTC, '80000.0');
  }
  const risks = await kit.does('GET', '/fapi/v3/positionRisk', { symbol: SYMBOL }, CAROL);
  expect(risks).toEqual([]);
  const rows = await kit.does('GET', 'income', { limit: 1_000 }, CAROL);
  expect(rows.map(({ incomeType }: Anything) => incomeType)).toContain('INSURANCE_CLEAR');
  const total = rows.reduce((sum: bigint, { income }: Anything) => sum + units(income), 0n);
  const [balance] = await kit.does('GET', '/fapi/v3/balance', {}, CAROL);
  expect(total).toBe(units(balance.balance));
  const ids = rows.map(({ incomeType, tranId }: Anything) => `${incomeType} ${tranId}`);
  expect(new Set(ids).size).toBe(rows.length);
});
