import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADA, ALICE, BOB, BTC, CAROL, ETH, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

const market = (type: string, size: string, symbol = BTC) => ({
  symbol,
  size,
  type,
  match_price: '1',
});

test('[REST-1] [REST-4] assets: equity has results in it, available is what is free', async () => {
  expect(await kit.ok('accountAssets')).toEqual([
    {
      coinName: 'USDT',
      available: '10000.00000000',
      equity: '10000.00000000',
      frozen: '0',
      unrealizePnl: '0',
    },
  ]);
  await kit.ok('orderPlaceOrder', market('1', '0.1000'));
  await kit.ok('orderPlaceOrder', {
    ...market('1', '0.1000'),
    match_price: '0',
    price: '80000.0',
  });
  const [asset] = await kit.ok('accountAssets');
  const [position] = await kit.ok('accountSinglePosition', { symbol: BTC });
  const cents = (text: string) => BigInt(text.replace('.', ''));
  expect(cents(asset.frozen)).toBeGreaterThan(0n);
  expect(asset.unrealizePnl).toBe('-0.01000000');
  expect(cents(asset.equity) - cents(position.marginSize) - cents(asset.frozen)).toBe(
    cents(asset.available),
  );
  expect(position).toMatchObject({ open_value: '9000.01000000', marginSize: '450.00000000' });
});

test('[REST-1] [REST-4] accounts, by all four names', async () => {
  const account = await kit.ok('accountGetAccounts');
  expect(account.account.leverageSetting[0]).toEqual({
    symbol: BTC,
    isolated_long_leverage: '20.00',
    isolated_short_leverage: '20.00',
    cross_leverage: '20.00',
  });
  expect(account.account.defaultFeeSetting.taker_fee_rate).toBe('0.00080000');
  expect(account.collateral[0]).toMatchObject({
    coin: 'USDT',
    cum_deposit_amount: '10000.00000000',
    cum_position_open_long_amount: '9000.01000000',
    cum_position_fill_fee_amount: '7.20000800',
    legacy_amount: '9992.79999200',
  });
  expect(await kit.ok('accountAccounts')).toEqual(account);
  expect(await kit.ok('accountGetAccount', { coin: 'USDT' })).toEqual(account);
  expect(await kit.ok('accountAccount', { coinId: 2 })).toEqual(account);
  await kit.fails('accountGetAccount', '40019');
  await kit.fails('accountGetAccount', '40020', { coin: 'BTC' });
  const carol = await kit.ok('accountGetAccounts', {}, CAROL);
  expect(carol.account.feeSetting[0]).toMatchObject({
    is_set_fee_rate: true,
    taker_fee_rate: '0.00040000',
    maker_fee_rate: '0.00010000',
  });
});

test('[REST-1] [REST-4] positions: long and short are two, and flat is an empty list', async () => {
  expect(await kit.ok('accountAllPosition', {}, BOB)).toEqual([]);
  await kit.ok('orderPlaceOrder', market('1', '0.0200'), BOB);
  await kit.ok('orderPlaceOrder', market('2', '0.0100'), BOB);
  await kit.ok('orderPlaceOrder', market('2', '1.000', ETH), BOB);
  const all = await kit.ok('accountAllPosition', {}, BOB);
  expect(all.map((each: { symbol: string; side: string }) => [each.symbol, each.side])).toEqual([
    [BTC, 'LONG'],
    [BTC, 'SHORT'],
    [ETH, 'SHORT'],
  ]);
  const two = await kit.ok('accountSinglePosition', { symbol: BTC }, BOB);
  expect(two).toEqual(all.slice(0, 2));
  expect(await kit.ok('accountSinglePosition', { symbol: ADA }, BOB)).toEqual([]);
  await kit.fails('accountSinglePosition', '40019', {}, BOB);
});

test('[REST-1] [REST-11] leverage is set per contract; the same again succeeds', async () => {
  const leverage = { symbol: ETH, marginMode: 1, longLeverage: '5', shortLeverage: '5' };
  const done = await kit.ok('accountLeverage', leverage);
  expect(done).toEqual({ msg: 'success', requestTime: done.requestTime, code: '200' });
  await kit.ok('accountLeverage', leverage);
  expect(await kit.ok('accountSettings', { symbol: ETH })).toEqual({
    [ETH]: {
      isolated_long_leverage: '20.00',
      isolated_short_leverage: '20.00',
      cross_leverage: '5.00',
    },
  });
  expect(Object.keys(await kit.ok('accountSettings'))).toHaveLength(8);
  await kit.ok('accountLeverage', { symbol: ETH, longLeverage: '7.00' });
  expect(
    await kit.fails('accountLeverage', '40015', { ...leverage, shortLeverage: '6' }),
  ).toContain('must be equal in cross margin');
  await kit.fails('accountLeverage', '50007', { symbol: ETH, longLeverage: '401' });
  await kit.fails('accountLeverage', '50007', { symbol: ETH, longLeverage: '999999999999' });
  await kit.fails('accountLeverage', '40020', { ...leverage, marginMode: 2 });
  await kit.fails('accountLeverage', '40020', { ...leverage, longLeverage: '2.5' });
  await kit.fails('accountLeverage', '40019', { symbol: ETH, marginMode: 1 });
  const open = { symbol: BTC, marginMode: 1, longLeverage: '10', shortLeverage: '10' };
  expect(await kit.fails('accountLeverage', '40015', open)).toContain('open orders');
});

test('[REST-1] [REST-11] margin mode changes while nothing is held or ordered', async () => {
  const mode = { symbol: 'cmt_solusdt', marginMode: 3, separatedMode: 1 };
  await kit.ok('accountHoldModel', mode);
  const { account } = await kit.ok('accountGetAccounts');
  expect(account.modeSetting[2]).toMatchObject({ symbol: 'cmt_solusdt', marginMode: 'ISOLATED' });
  await kit.ok('accountLeverage', { symbol: 'cmt_solusdt', marginMode: 3, longLeverage: '5' });
  const order = market('1', '1.0', 'cmt_solusdt');
  await kit.fails('orderPlaceOrder', '40020', { ...order, marginMode: 1 });
  await kit.ok('orderPlaceOrder', { ...order, marginMode: '3' });
  expect(await kit.fails('accountHoldModel', '40015', { ...mode, marginMode: 1 })).toMatch(
    /^FAILED_PRECONDITION: The margin mode cannot be changed/,
  );
  await kit.fails('accountHoldModel', '40020', { ...mode, separatedMode: 2 });
});

test('[REST-1] [REST-11] isolated margin is moved by the id of its position', async () => {
  const [position] = await kit.ok('accountSinglePosition', { symbol: 'cmt_solusdt' });
  expect(position.margin_mode).toBe('ISOLATED');
  const { id: isolatedPositionId, isolated_margin: before } = position;
  await kit.ok('accountAdjustMargin', { coinId: 2, isolatedPositionId, collateralAmount: '12.5' });
  await kit.ok('accountAdjustMargin', { isolatedPositionId, collateralAmount: '-2.5' });
  await kit.ok('accountAutoAppend', { positionId: isolatedPositionId, autoAppendMargin: true });
  const [after] = await kit.ok('accountSinglePosition', { symbol: 'cmt_solusdt' });
  expect(Number(after.isolated_margin)).toBeCloseTo(Number(before) + 10, 8);
  expect(after.is_auto_append_isolated_margin).toBe(true);
  const { collateral } = await kit.ok('accountGetAccounts');
  expect(collateral[1]).toMatchObject({ marginMode: 'ISOLATED', isolatedPositionId });
  const adjust = { isolatedPositionId, collateralAmount: '-1000' };
  expect(await kit.fails('accountAdjustMargin', '40015', adjust)).toContain(
    'Move margin available amount not enough',
  );
  await kit.fails('accountAdjustMargin', '40015', { ...adjust, collateralAmount: '999999' });
  await kit.fails('accountAdjustMargin', '40020', { ...adjust, collateralAmount: '0' });
  await kit.fails('accountAdjustMargin', '40020', { ...adjust, isolatedPositionId: 999 });
  await kit.fails('accountAdjustMargin', '40020', adjust, BOB);
  await kit.fails('accountAutoAppend', '40020', { positionId: 999, autoAppendMargin: true });
  const [cross] = await kit.ok('accountSinglePosition', { symbol: BTC });
  const wrong = { isolatedPositionId: cross.id, collateralAmount: '1' };
  expect(await kit.fails('accountAdjustMargin', '40015', wrong)).toContain(
    'not in isolated margin',
  );
});

test('[REST-1] [REST-13] bills: newest first, by kind, contract and window, paged', async () => {
  const all = await kit.ok('accountBills', { limit: 100 });
  const ids = all.items.map(({ billId }: { billId: number }) => billId);
  expect(ids).toEqual([...ids].sort((first: number, second: number) => second - first));
  expect(all.items.at(-1)).toMatchObject({ businessType: 'deposit', amount: '10000.00000000' });
  expect(all.hasNextPage).toBe(false);
  const page = await kit.ok('accountBills', { limit: 1 });
  expect([page.items.length, page.hasNextPage]).toEqual([1, true]);
  const opened = { symbol: BTC, businessType: 'position_open_long', coin: 'USDT' };
  const { items } = await kit.ok('accountBills', opened);
  expect(items).toMatchObject([{ amount: '-9007.21000800', fillFee: '7.20000800' }]);
  const blank = { coin: '', symbol: '', businessType: '', startTime: null, endTime: null };
  expect(await kit.ok('accountBills', { ...blank, limit: 100 })).toEqual(all);
  expect(await kit.ok('accountBills', { businessType: 'margin_move_in' })).toEqual({
    hasNextPage: false,
    items: [],
  });
  await kit.ok('accountBills', { businessType: 'position_funding' });
  await kit.fails('accountBills', '40020', { businessType: 'gift' });
  await kit.fails('accountBills', '40020', { startTime: 2, endTime: 1 });
  await kit.fails('accountBills', '40020', { limit: 101 });
});

test('[REST-16] a competition account trades its contracts, up to its leverage', async () => {
  const leverage = { marginMode: 1, longLeverage: '21', shortLeverage: '21' };
  expect(
    await kit.fails('accountLeverage', '50007', { symbol: BTC, ...leverage }, CAROL),
  ).toContain('at most 20, not 21');
  await kit.ok(
    'accountLeverage',
    { symbol: BTC, ...leverage, longLeverage: '20', shortLeverage: '20' },
    CAROL,
  );
  const order = market('1', '10', ADA);
  expect(await kit.fails('orderPlaceOrder', '50003', order, CAROL)).toContain(ADA);
  await kit.ok('orderPlaceOrder', order, ALICE);
  const plan = { symbol: ADA, size: '10', type: '1', match_type: '1', trigger_price: '0.5000' };
  await kit.fails('orderPlanOrder', '50003', plan, CAROL);
  const batch = { symbol: ADA, orderDataList: [{ size: '10', type: '1', match_price: '1' }] };
  const { order_info } = await kit.ok('orderBatchOrders', batch, CAROL);
  expect(order_info[0]).toMatchObject({ result: false, error_code: '50003' });
});
