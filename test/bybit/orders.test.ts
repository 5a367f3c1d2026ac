/** Orders of the Bybit v5 dialect, from their placing to their end, in both position modes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, type Anything, BOB, type Fields } from '../gateway-v2/rest-kit.ts';
import { type BybitKit, LINEAR, openBybitKit } from './bybit-kit.ts';

let kit: BybitKit;
beforeAll(async () => {
  kit = await openBybitKit();
  // Alice is one-way, as accounts are at the exchange; Bob hedges.
  await kit.does('POST', 'position/switch-mode', { ...LINEAR, mode: 0 });
});
afterAll(() => kit.close());

const place = (fields: Fields, account = ALICE) =>
  kit.does('POST', 'order/create', { ...LINEAR, ...fields }, account);
const refusesOrder = (code: number, fields: Fields, account = ALICE) =>
  kit.refuses(code, 'POST', 'order/create', { ...LINEAR, ...fields }, account);
const named = async (orderId: string, account = ALICE): Promise<Anything> =>
  (await kit.does('GET', 'order/realtime', { ...LINEAR, orderId }, account)).list[0];
const LIMIT = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '80000' };
const MARKET = { side: 'Buy', orderType: 'Market', qty: '0.01' };
const cancel = (orderId: string) => kit.does('POST', 'order/cancel', { ...LINEAR, orderId });
const closeAll = () =>
  kit.ask('POST', 'order/create', {
    ...{ ...LINEAR, side: 'Sell', orderType: 'Market', qty: '0' },
    ...{ reduceOnly: true, closeOnTrigger: true },
  });

test('[BYB-5] an order is told by its ids, and found alive and over', async () => {
  const { orderId, orderLinkId } = await place({ ...LIMIT, orderLinkId: 'mine-1' });
  expect(orderLinkId).toBe('mine-1');
  expect(await named(orderId)).toMatchObject({
    orderStatus: 'New',
    orderLinkId: 'mine-1',
    price: '80000.0',
    qty: '0.0100',
    timeInForce: 'GTC',
    cancelType: 'UNKNOWN',
    positionIdx: 0,
    triggerBy: '',
  });
  const two = await kit.ok('orderDetail', { orderId });
  expect(two).toMatchObject({ client_oid: 'mine-1', status: 'open', size: '0.0100' });
  await kit.does('POST', 'order/cancel', { ...LINEAR, orderLinkId: 'mine-1' });
  expect(await named(orderId)).toMatchObject({
    orderStatus: 'Cancelled',
    cancelType: 'CancelByUser',
    leavesQty: '0.0000',
  });
  const history = await kit.does('GET', 'order/history', LINEAR);
  expect(history.list[0].orderId).toBe(orderId);
  await kit.refuses(110001, 'POST', 'order/cancel', { ...LINEAR, orderId });
  expect(
    await kit.refuses(110001, 'POST', 'order/cancel', { ...LINEAR, orderId: '999999' }),
  ).toMatch(/^Order does not exist/);
});

test('[BYB-6] a fill shows in the order, the execution, the position and the wallet', async () => {
  const { orderId } = await place(MARKET);
  const row = await named(orderId);
  expect(row).toMatchObject({ orderStatus: 'Filled', orderType: 'Market', timeInForce: 'IOC' });
  const { list } = await kit.does('GET', 'execution/list', { ...LINEAR, orderId });
  expect(list.map((each: Anything) => each.execType)).toEqual(['Trade']);
  expect(list[0]).toMatchObject({ side: 'Buy', execQty: '0.0100', closedSize: '0.0000' });
  expect(Number(list[0].execFee)).toBeCloseTo(Number(row.cumExecFee), 8);
  const position = (await kit.does('GET', 'position/list', LINEAR)).list;
  expect(position).toHaveLength(1);
  expect(position[0]).toMatchObject({ side: 'Buy', size: '0.0100', positionIdx: 0, tradeMode: 0 });
  const wallet = (await kit.does('GET', 'account/wallet-balance', { accountType: 'UNIFIED' }))
    .list[0];
  const two = await kit.ok('accountAssets', {});
  expect(Number(wallet.totalEquity)).toBeCloseTo(Number(two[0].equity), 8);
  expect(wallet.coin[0].coin).toBe('USDT');
  await closeAll();
  const closed = (await kit.does('GET', 'position/closed-pnl', LINEAR)).list[0];
  expect(closed).toMatchObject({ side: 'Sell', closedSize: '0.0100', fillCount: '1' });
  const net =
    Number(closed.cumExitValue) -
    Number(closed.cumEntryValue) -
    Number(closed.openFee) -
    Number(closed.closeFee);
  expect(Number(closed.closedPnl)).toBeCloseTo(net, 6);
  expect((await kit.does('GET', 'position/list', LINEAR)).list[0]).toMatchObject({
    side: '',
    size: '0.0000',
  });
});

test('[BYB-7] the log has every movement, and its changes are the wallet', async () => {
  const { list } = await kit.does('GET', 'account/transaction-log', { limit: 50 });
  const sum = list.reduce((total: number, row: Anything) => total + Number(row.change), 0);
  const wallet = (await kit.does('GET', 'account/wallet-balance', { accountType: 'UNIFIED' }))
    .list[0];
  expect(sum).toBeCloseTo(Number(wallet.totalWalletBalance), 6);
  expect(list[0].cashBalance).toBe(wallet.totalWalletBalance);
  const [first, second] = [
    await kit.does('GET', 'account/transaction-log', { limit: 1 }),
    await kit.does('GET', 'account/transaction-log', { limit: 50 }),
  ];
  const rest = await kit.does('GET', 'account/transaction-log', {
    limit: 50,
    cursor: first.nextPageCursor,
  });
  expect([...first.list, ...rest.list]).toEqual(second.list);
});

test('[BYB-8] what cannot be kept as asked is accepted, and ends at once', async () => {
  const post = await place({ ...LIMIT, price: '95000', timeInForce: 'PostOnly' });
  expect(await named(post.orderId)).toMatchObject({
    orderStatus: 'Cancelled',
    rejectReason: 'EC_PostOnlyWillTakeLiquidity',
  });
  const fok = await place({ ...LIMIT, timeInForce: 'FOK' });
  expect(await named(fok.orderId)).toMatchObject({ rejectReason: 'EC_NoEnoughQtyToFill' });
  const ioc = await place({ ...LIMIT, timeInForce: 'IOC' });
  expect(await named(ioc.orderId)).toMatchObject({ rejectReason: 'EC_NoImmediateQtyToFill' });
});

test('[BYB-9] an amendment changes size, price or trigger, and says what it cannot', async () => {
  const { orderId } = await place(LIMIT);
  const amend = { ...LINEAR, orderId };
  await kit.does('POST', 'order/amend', { ...amend, qty: '0.02' });
  await kit.does('POST', 'order/amend', { ...amend, price: '81000' });
  expect(await named(orderId)).toMatchObject({ qty: '0.0200', price: '81000.0' });
  await kit.refuses(10001, 'POST', 'order/amend', { ...amend, price: '81000' });
  await kit.refuses(110059, 'POST', 'order/amend', { ...amend, takeProfit: '99000' });
  await cancel(orderId);
  await kit.refuses(110001, 'POST', 'order/amend', { ...amend, qty: '0.03' });
  const stop = await place({ ...MARKET, triggerPrice: '95000', triggerDirection: 1 });
  expect(await named(stop.orderId)).toMatchObject({
    orderStatus: 'Untriggered',
    stopOrderType: 'Stop',
    triggerDirection: 1,
    triggerBy: 'LastPrice',
  });
  await kit.does('POST', 'order/amend', { ...amend, orderId: stop.orderId, triggerPrice: '96000' });
  expect((await named(stop.orderId)).triggerPrice).toBe('96000.0');
  await cancel(stop.orderId);
  expect((await named(stop.orderId)).orderStatus).toBe('Deactivated');
});

test('[BYB-10] a trigger on the wrong side is refused by where it waits', async () => {
  const wrong = { ...MARKET, triggerPrice: '80000', triggerDirection: 1 };
  expect(await refusesOrder(110092, wrong)).toMatch(/^expect Rising, but trigger_price/);
  expect(
    await refusesOrder(110093, { ...MARKET, triggerPrice: '95000', triggerDirection: 2 }),
  ).toMatch(/^expect Falling/);
});

test('[BYB-11] mistakes have their codes, and nothing is placed', async () => {
  await refusesOrder(10001, { ...LIMIT, category: 'spot' });
  expect(await refusesOrder(10001, { ...LIMIT, symbol: 'btcusdt' })).toMatch(
    /Not supported symbols/,
  );
  await refusesOrder(10001, { ...LIMIT, price: '80000.05' });
  await refusesOrder(10001, { ...LIMIT, qty: '0.00005' });
  await refusesOrder(10001, { ...LIMIT, qty: '0' });
  await refusesOrder(10001, { ...LIMIT, timeInForce: 'RPI' });
  await refusesOrder(10001, {
    ...LIMIT,
    slippageTolerance: '1',
    slippageToleranceType: 'TickSize',
  });
  await refusesOrder(10001, { ...LIMIT, bboSideType: 'Queue', bboLevel: '3' });
  await refusesOrder(10001, { ...LIMIT, orderLinkId: 'no spaces' });
  await refusesOrder(110007, { ...LIMIT, qty: '100' });
  await refusesOrder(110017, { ...MARKET, side: 'Sell', reduceOnly: true });
  expect(await refusesOrder(10001, { ...LIMIT, positionIdx: 1 })).toMatch(
    /^position idx not match position mode/,
  );
  const taken = await place({ ...LIMIT, orderLinkId: 'taken' });
  expect(await refusesOrder(110072, { ...LIMIT, qty: '0.02', orderLinkId: 'taken' })).toMatch(
    /^OrderLinkedID is duplicate/,
  );
  await cancel(taken.orderId);
  expect((await kit.does('GET', 'order/realtime', LINEAR)).list).toEqual([]);
});

test('[BYB-12] hedge mode opens and closes by index, with and without reduceOnly', async () => {
  const bob = (fields: Fields) => place(fields, BOB);
  await bob({ ...MARKET, positionIdx: 1 });
  await bob({ ...MARKET, side: 'Sell', positionIdx: 2 });
  const held = () => kit.does('GET', 'position/list', LINEAR, BOB);
  const rows = (await held()).list;
  expect(rows.map(({ positionIdx, side, size }: Anything) => [positionIdx, side, size])).toEqual([
    [1, 'Buy', '0.0100'],
    [2, 'Sell', '0.0100'],
  ]);
  await bob({ ...MARKET, side: 'Sell', positionIdx: 1, reduceOnly: true });
  await bob({ ...MARKET, side: 'Buy', positionIdx: 2 });
  expect((await held()).list.map(({ size }: Anything) => size)).toEqual(['0.0000', '0.0000']);
  await refusesOrder(10001, MARKET, BOB);
  await refusesOrder(110017, { ...MARKET, positionIdx: 1, reduceOnly: true }, BOB);
});

test('[BYB-13] a batch answers item by item, and cancel-all names what it canceled', async () => {
  const { json } = await kit.ask('POST', 'order/create-batch', {
    category: 'linear',
    request: [
      { symbol: 'BTCUSDT', ...LIMIT },
      { symbol: 'BTCUSDT', ...LIMIT, price: '80000.01' },
      { symbol: 'BTCUSDT', ...MARKET, triggerPrice: '99000', triggerDirection: 1 },
    ],
  });
  expect(json.retCode).toBe(0);
  expect(json.retExtInfo.list.map(({ code }: Anything) => code)).toEqual([0, 10001, 0]);
  const ids = json.result.list.map(({ orderId }: Anything) => orderId);
  expect(ids[1]).toBe('');
  await kit.ask('POST', 'order/amend-batch', {
    category: 'linear',
    request: [{ symbol: 'BTCUSDT', orderId: ids[0], qty: '0.03' }],
  });
  expect((await named(ids[0])).qty).toBe('0.0300');
  const canceled = await kit.ask('POST', 'order/cancel-batch', {
    category: 'linear',
    request: [{ symbol: 'BTCUSDT', orderId: ids[0] }, { symbol: 'BTCUSDT' }],
  });
  expect(canceled.json.retExtInfo.list.map(({ code }: Anything) => code)).toEqual([0, 10001]);
  const all = await kit.does('POST', 'order/cancel-all', {
    category: 'linear',
    settleCoin: 'USDT',
  });
  expect(all).toMatchObject({ success: '1', list: [{ orderId: ids[2] }] });
});

test('[BYB-14] exits: attached, set, moved, taken away, and one that trails by price', async () => {
  await place({ ...MARKET, takeProfit: '99000', stopLoss: '80000' });
  const row = async () => (await kit.does('GET', 'position/list', LINEAR)).list[0];
  const stop = (fields: Fields) =>
    kit.does('POST', 'position/trading-stop', { ...LINEAR, ...fields });
  await stop({ takeProfit: '98000', stopLoss: '85000' });
  expect(await row()).toMatchObject({ takeProfit: '98000.0', stopLoss: '85000.0' });
  await stop({ stopLoss: '86000' });
  await stop({ takeProfit: '0' });
  expect(await row()).toMatchObject({ takeProfit: '', stopLoss: '86000.0' });
  await kit.refuses(34040, 'POST', 'position/trading-stop', { ...LINEAR, stopLoss: '86000' });
  await stop({ trailingStop: '500' });
  expect((await row()).trailingStop).toBe('500.0');
  const { list } = await kit.does('GET', 'order/realtime', { ...LINEAR, orderFilter: 'StopOrder' });
  const kinds = list.map(({ stopOrderType }: Anything) => stopOrderType).sort();
  expect(kinds).toEqual(['PartialStopLoss', 'PartialTakeProfit', 'StopLoss', 'TrailingStop']);
  await stop({ trailingStop: '0' });
  expect((await row()).trailingStop).toBe('0');
  await closeAll();
  expect(
    await kit.refuses(10001, 'POST', 'position/trading-stop', { ...LINEAR, stopLoss: '80000' }),
  ).toBe('can not set tp/sl/ts for zero position');
  expect((await kit.does('GET', 'order/realtime', LINEAR)).list).toEqual([]);
});

test('[BYB-15] settings say when they are so already', async () => {
  const leverage = { ...LINEAR, buyLeverage: '7', sellLeverage: '7' };
  await kit.does('POST', 'position/set-leverage', leverage);
  await kit.refuses(110043, 'POST', 'position/set-leverage', leverage);
  await kit.refuses(110013, 'POST', 'position/set-leverage', {
    ...{ ...LINEAR, buyLeverage: '5000', sellLeverage: '5000' },
  });
  await kit.refuses(110025, 'POST', 'position/switch-mode', { ...LINEAR, mode: 0 });
  await kit.does('POST', 'position/switch-mode', { category: 'linear', coin: 'USDT', mode: 0 });
  await kit.does('POST', 'account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' });
  expect((await kit.does('GET', 'account/info')).marginMode).toBe('ISOLATED_MARGIN');
  await place(MARKET);
  await kit.refuses(3400045, 'POST', 'account/set-margin-mode', {
    setMarginMode: 'REGULAR_MARGIN',
  });
  expect((await kit.does('GET', 'account/info')).marginMode).toBe('ISOLATED_MARGIN');
  const added = await kit.does('POST', 'position/add-margin', { ...LINEAR, margin: '10' });
  expect(added).toMatchObject({ symbol: 'BTCUSDT', tradeMode: 1 });
  await kit.does('POST', 'position/set-auto-add-margin', { ...LINEAR, autoAddMargin: 1 });
  expect((await kit.does('GET', 'position/list', LINEAR)).list[0].autoAddMargin).toBe(1);
  await closeAll();
  await kit.does('POST', 'account/set-margin-mode', { setMarginMode: 'REGULAR_MARGIN' });
  await kit.does('POST', 'position/switch-isolated', {
    ...{ ...LINEAR, tradeMode: 1, buyLeverage: '5', sellLeverage: '5' },
  });
  await kit.refuses(110026, 'POST', 'position/switch-isolated', {
    ...{ ...LINEAR, tradeMode: 1, buyLeverage: '5', sellLeverage: '5' },
  });
  await kit.does('POST', 'position/switch-isolated', {
    ...{ ...LINEAR, tradeMode: 0, buyLeverage: '5', sellLeverage: '5' },
  });
});

test('[BYB-16] everything that frameworks ask is there', async () => {
  for (const path of ['market/instruments-info', 'market/risk-limit', 'market/tickers'])
    for (const category of ['linear', 'inverse', 'spot', 'option']) {
      const { list } = await kit.does('GET', path, { category });
      expect(list.length > 0).toBe(category === 'linear');
    }
  for (const path of ['orderbook', 'recent-trade', 'funding/history', 'price-limit'])
    await kit.does('GET', `market/${path}`, LINEAR);
  for (const path of [
    'kline',
    'mark-price-kline',
    'index-price-kline',
    'premium-index-price-kline',
  ])
    for (const interval of ['1', '60', 'D', 'M'])
      await kit.does('GET', `market/${path}`, { ...LINEAR, interval, limit: 5 });
  await kit.does('GET', 'market/open-interest', { ...LINEAR, intervalTime: '5min' });
  await kit.does('GET', 'market/account-ratio', { ...LINEAR, period: '1h' });
  await kit.does('GET', 'market/index-price-components', { indexName: 'BTCUSDT' });
  for (const path of ['market/time', 'market/insurance', 'market/adlAlert', 'system/status'])
    await kit.does('GET', path);
  for (const path of ['user/query-api', 'account/info', 'account/collateral-info'])
    await kit.does('GET', path);
  for (const path of ['account/smp-group', 'account/user-setting-config', 'asset/coin/query-info'])
    await kit.does('GET', path);
  await kit.does('GET', 'announcements/index');
  await kit.does('GET', 'account/fee-rate', { category: 'linear' });
  await kit.does('GET', 'account/instruments-info', { category: 'linear' });
  await kit.does('GET', 'account/withdrawal', { coinName: 'USDT' });
  await kit.does('GET', 'position/symbol-info', { category: 'linear' });
  await kit.does('GET', 'asset/transfer/query-account-coins-balance', { accountType: 'FUND' });
  await kit.does('POST', 'position/confirm-pending-mmr', { category: 'linear' });
  await kit.refuses(100028, 'POST', 'position/set-risk-limit', { category: 'linear' });
  await kit.refuses(100028, 'POST', 'position/set-tpsl-mode', { category: 'linear' });
  await kit.refuses(10005, 'POST', 'asset/transfer/inter-transfer', { coin: 'USDT', amount: '1' });
  await kit.refuses(10005, 'POST', 'asset/withdraw/create', { coin: 'USDT', amount: '1' });
  const check = await kit.does('POST', 'order/pre-check', { ...LINEAR, ...LIMIT, qty: '0.1' });
  expect(check.postImrE4).toBeGreaterThan(check.preImrE4);
  const { status, json } = await kit.ask('GET', 'order/nothing');
  expect([status, json.retCode]).toEqual([404, 10017]);
});
