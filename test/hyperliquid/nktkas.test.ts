/** Unmodified @nktkas/hyperliquid over HTTP; money and positions are held against version 2. */
import { ExchangeClient } from '@nktkas/hyperliquid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { units } from '../binance/same-account.ts';
import { type Anything, BTC } from '../gateway-v2/rest-kit.ts';
import { place as plainOrder } from '../kit/plain-commands.ts';
import { type HyperliquidKit, openHyperliquidKit, type Seat } from './hyperliquid-kit.ts';
import { newWallet } from './wallet.ts';

let kit: HyperliquidKit;
let seat: Seat;
beforeAll(async () => {
  kit = await openHyperliquidKit();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await kit.refresh();
  seat = await kit.seat();
});

const GTC = { limit: { tif: 'Gtc' } } as const;
const IOC = { limit: { tif: 'Ioc' } } as const;
const ALO = { limit: { tif: 'Alo' } } as const;
const order = (more: object = {}): Anything => ({
  ...{ a: 0, b: true, p: '89000', s: '0.01', r: false, t: GTC },
  ...more,
});

const place = async (more: object = {}, grouping: Anything = 'na'): Promise<Anything> => {
  const { response } = await seat.exchange.order({ orders: [order(more)], grouping });
  return response.data.statuses[0];
};
const refusal = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
const state = () => seat.info.clearinghouseState({ user: seat.wallet.address });

describe('money and positions', () => {
  test('[HL-12] are those of version 2, to the last unit', async () => {
    await place({ p: '90500', s: '0.02', t: IOC });
    await place({ p: '89000' });
    const told = await state();
    const [asset] = await kit.ok('accountAssets', {}, seat.account);
    const [held] = await kit.ok('accountAllPosition', {}, seat.account);
    expect(units(told.marginSummary.accountValue)).toBe(units(asset.equity));
    expect(units(told.withdrawable)).toBe(units(asset.available));
    const [{ position }] = told.assetPositions as Anything;
    expect(position).toMatchObject({ coin: 'BTC', szi: '0.02', leverage: { type: 'cross' } });
    expect(units(position.unrealizedPnl)).toBe(units(held.unrealizePnl));
    expect(units(position.marginUsed)).toBe(units(held.marginSize));
    expect(position.entryPx).toBe('90000.1');
    const value = units(told.marginSummary.accountValue) - units(position.positionValue);
    expect(units(told.marginSummary.totalRawUsd)).toBe(value);
  });

  test('[HL-13] fills tell the position before them, and what they did to it', async () => {
    const user = seat.wallet.address;
    await place({ p: '90500', s: '0.02', t: IOC });
    await place({ b: false, p: '89500', s: '0.005', t: IOC });
    await place({ b: false, p: '89500', s: '0.03', t: IOC });
    await place({ p: '90500', s: '0.015', r: true, t: IOC });
    const fills = await seat.info.userFills({ user });
    const told = fills.map(({ startPosition, dir, sz }) => `${startPosition} ${dir} ${sz}`);
    expect(told.reverse()).toEqual([
      '0.0 Open Long 0.02',
      '0.02 Close Long 0.005',
      '0.015 Long > Short 0.03',
      '-0.015 Close Short 0.015',
    ]);
    expect((await state()).assetPositions).toEqual([]);
    const startTime = fills[1]!.time;
    const since = await seat.info.userFillsByTime({ user, startTime });
    expect(since.length).toBeLessThanOrEqual(4);
    expect(since[0]!.time).toBeGreaterThanOrEqual(startTime);
    expect(new Set(fills.map(({ hash }) => hash)).size).toBe(4);
    const { data } = { data: await kit.ok('orderFills', { symbol: BTC }, seat.account) };
    const sum = (rows: readonly Anything[], name: string) =>
      rows.reduce((total: bigint, row) => total + units(row[name]), 0n);
    expect(sum(fills, 'fee')).toBe(sum(data.list, 'fillFee'));
  });
});

describe('orders', () => {
  test('[HL-10] rest, are shown, changed and canceled', async () => {
    const user = seat.wallet.address;
    const cloid = `0x${'ab'.repeat(16)}` as const;
    const { resting } = await place({ c: cloid });
    expect(resting).toEqual({ oid: expect.any(Number), cloid });
    const { oid } = resting;
    await seat.exchange.modify({ oid, order: order({ p: '88000', s: '0.02', c: cloid }) });
    const [open] = await seat.info.frontendOpenOrders({ user });
    expect(open).toMatchObject({ oid, limitPx: '88000.0', sz: '0.02', origSz: '0.02', cloid });
    const batch = await seat.exchange.batchModify({
      modifies: [{ oid: cloid, order: order({ p: '88500' }) }],
    });
    expect(batch.response.data.statuses).toEqual([{ resting: { oid, cloid } }]);
    const known: Anything = await seat.info.orderStatus({ user, oid: cloid });
    expect(known).toMatchObject({ status: 'order', order: { status: 'open' } });
    const canceled = await seat.exchange.cancelByCloid({ cancels: [{ asset: 0, cloid }] });
    expect(canceled.response.data.statuses).toEqual(['success']);
    const over: Anything = await seat.info.orderStatus({ user, oid });
    expect(over.order.status).toBe('canceled');
    expect(await seat.info.orderStatus({ user, oid: 999_999_999 })).toEqual({
      status: 'unknownOid',
    });
    const text = await refusal(seat.exchange.cancel({ cancels: [{ a: 0, o: oid }] }));
    expect(text).toContain('Order was never placed, already canceled, or filled. asset=0');
    const [newest] = await seat.info.historicalOrders({ user });
    expect(newest).toMatchObject({ status: 'canceled', order: { oid } });
  });

  test('[HL-10] more than a page of the archive are told, newest first', async () => {
    for (let at = 0; at < 1_010; at += 1)
      await kit.run(plainOrder(seat.account, { timeInForce: 'ioc' }));
    const told = await seat.info.historicalOrders({ user: seat.wallet.address });
    expect(told).toHaveLength(1_010);
    const ids = told.map(({ order: { oid } }) => oid);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
  });

  test('[HL-11] refusals have the texts that programs know', async () => {
    const texts = async (more: object) => refusal(place(more));
    expect(await texts({ p: '90000.1' })).toContain('Price must be divisible by tick size.');
    expect(await texts({ s: '0.00001' })).toContain('Order has invalid size.');
    expect(await texts({ s: '0' })).toContain('Order has zero size.');
    expect(await texts({ s: '0.0001' })).toContain('Order must have minimum value of $10.');
    expect(await texts({ s: '9' })).toContain('Insufficient margin to place order.');
    expect(await texts({ p: '90500', t: ALO })).toContain(
      'Post only order would have immediately matched, bbo was 89999.9@90000.1. asset=0',
    );
    expect(await texts({ p: '89000', t: IOC })).toContain(
      'Order could not immediately match against any resting orders. asset=0',
    );
    expect(await texts({ r: true })).toContain('Reduce only order would increase position.');
    expect(await texts({ a: 50 })).toContain('Invalid asset');
    const cloid = `0x${'0'.repeat(31)}8`;
    await place({ c: cloid });
    expect(await texts({ c: cloid })).toContain('Duplicate cloid');
  });

  test('[HL-11] one bad order does not stop the others', async () => {
    const orders = [order(), order({ p: '90000.1' }), order({ p: '88000' })];
    const { json } = await signed({ type: 'order', orders, grouping: 'na' });
    expect(json.response.data.statuses).toEqual([
      { resting: { oid: expect.any(Number) } },
      { error: 'Price must be divisible by tick size. asset=0' },
      { resting: { oid: expect.any(Number) } },
    ]);
  });

  test('[HL-14] triggers watch the mark, and exits follow an order or a position', async () => {
    const user = seat.wallet.address;
    const stop = (px: string, tpsl: 'tp' | 'sl', more: object = {}) =>
      order({
        ...{ b: false, p: px, r: true },
        t: { trigger: { isMarket: true, triggerPx: px, tpsl } },
        ...more,
      });
    const attached = await seat.exchange.order({
      orders: [order({ p: '90500', t: IOC }), stop('95000', 'tp'), stop('85000', 'sl')],
      grouping: 'normalTpsl',
    });
    expect(attached.response.data.statuses).toEqual([
      { filled: expect.objectContaining({ totalSz: '0.01' }) },
      'waitingForTrigger',
      'waitingForTrigger',
    ]);
    const [sl] = (
      await seat.exchange.order({ orders: [stop('84000', 'sl', { s: '0.005' })], grouping: 'na' })
    ).response.data.statuses as Anything;
    const rows = await seat.info.frontendOpenOrders({ user });
    expect(rows.map(({ orderType }) => orderType).sort()).toEqual([
      'Stop Market',
      'Stop Market',
      'Take Profit Market',
    ]);
    expect(rows.find(({ oid }) => oid === sl.resting.oid)).toMatchObject({
      triggerCondition: 'Price below 84000',
      isTrigger: true,
      reduceOnly: true,
      triggerPx: '84000.0',
      tif: null,
    });
    await seat.exchange.modify({ oid: sl.resting.oid, order: stop('83000', 'sl', { s: '0.005' }) });
    const whole = await seat.exchange.order({
      orders: [stop('82000', 'sl', { s: '0' })],
      grouping: 'positionTpsl',
    });
    expect(whole.response.data.statuses).toEqual([{ resting: { oid: expect.any(Number) } }]);
    const wrong = await refusal(place({ ...stop('95000', 'sl') }));
    expect(wrong).toContain('Invalid TP/SL price.');
  });
});

describe('settings', () => {
  test('[HL-15] leverage and margin mode at once, and margin of an isolated position', async () => {
    await seat.exchange.updateLeverage({ asset: 0, isCross: false, leverage: 10 });
    await place({ p: '90500', t: IOC });
    const [before] = (await state()).assetPositions as Anything;
    expect(before.position.leverage).toMatchObject({ type: 'isolated', value: 10 });
    await seat.exchange.updateIsolatedMargin({ asset: 0, isBuy: true, ntli: 50_000_000 });
    const [after] = (await state()).assetPositions as Anything;
    // The mark may have moved meanwhile.
    const marginIn = ({ position }: Anything): bigint =>
      units(position.marginUsed) - units(position.unrealizedPnl);
    expect(marginIn(after) - marginIn(before)).toBe(units('50'));
    const held = seat.exchange.updateLeverage({ asset: 0, isCross: true, leverage: 10 });
    expect(await refusal(held)).toContain('Cannot switch leverage type with open position.');
    const high = seat.exchange.updateLeverage({ asset: 0, isCross: false, leverage: 4_000 });
    expect(await refusal(high)).toContain('Invalid leverage value');
  });

  test('[HL-15] all orders are canceled at a time that was set', async () => {
    await place();
    const soon = seat.exchange.scheduleCancel({ time: Date.now() + 1_000 });
    expect(await refusal(soon)).toContain('at least 5 seconds');
    await seat.exchange.scheduleCancel({ time: Date.now() + 60_000 });
    await seat.exchange.scheduleCancel();
    await seat.exchange.scheduleCancel({ time: Date.now() + 6_000 });
    await kit.memory.advance(7_000);
    expect(await seat.info.openOrders({ user: seat.wallet.address })).toEqual([]);
  });

  test('[HL-16] what is not offered is refused by name', async () => {
    const transfer = seat.exchange.usdClassTransfer({ amount: '1', toPerp: true });
    expect(await refusal(transfer)).toContain('usdClassTransfer is not offered here');
    await seat.exchange.approveBuilderFee({ maxFeeRate: '0.001%', builder: newWallet().address });
    await seat.exchange.setReferrer({ code: 'X' });
    expect((await signed({ type: 'noop' })).json.status).toBe('ok');
  });

  test('[HL-17] an account in hedge mode is told why it cannot trade here', async () => {
    const { account, wallet } = { account: kit.veterans.hedge, wallet: newWallet() };
    const { giveAddress } = await import('./hyperliquid-kit.ts');
    await giveAddress(kit, account, wallet);
    const { transport } = kit;
    const exchange = new ExchangeClient({ transport, wallet: wallet as Anything });
    const text = await refusal(exchange.order({ orders: [order()], grouping: 'na' }));
    expect(text).toContain('one-way (net) position mode');
    const told = await seat.info.clearinghouseState({ user: wallet.address });
    expect(told.assetPositions[0]!.position.szi).toMatch(/^0\.0/);
  });
});

describe('addresses', () => {
  test('[HL-5] an agent signs for the account until it is replaced', async () => {
    const user = seat.wallet.address;
    const [first, second] = [newWallet(), newWallet()];
    const tradesAs = (wallet: Anything) =>
      new ExchangeClient({ transport: kit.transport, wallet }).order({
        orders: [order()],
        grouping: 'na',
      });
    expect(await refusal(tradesAs(first))).toContain(
      `User or API Wallet ${first.address} does not exist.`,
    );
    await seat.exchange.approveAgent({ agentAddress: first.address, agentName: 'bot' });
    await tradesAs(first);
    expect(await seat.info.openOrders({ user })).toHaveLength(1);
    expect(await seat.info.openOrders({ user: first.address })).toEqual([]);
    const role = await seat.info.userRole({ user: first.address });
    expect(role).toEqual({ role: 'agent', data: { user } });
    expect(await seat.info.userRole({ user })).toEqual({ role: 'user' });
    await seat.exchange.approveAgent({ agentAddress: second.address, agentName: 'bot' });
    expect(await refusal(tradesAs(first))).not.toBe('nothing was refused');
    await tradesAs(second);
    const agents = await seat.info.extraAgents({ user });
    expect(agents).toEqual([{ address: second.address, name: 'bot', validUntil: null }]);
    const again = seat.exchange.approveAgent({ agentAddress: first.address, agentName: 'other' });
    expect(await refusal(again)).toContain('already used');
    const foreign = new ExchangeClient({ transport: kit.transport, wallet: second as Anything });
    const own = foreign.approveAgent({ agentAddress: newWallet().address, agentName: 'x' });
    expect(await refusal(own)).toContain('Must deposit before performing actions');
  });

  test('[HL-4] an unknown address has nothing, and is no error', async () => {
    const user = newWallet().address;
    const told = await seat.info.clearinghouseState({ user });
    expect(told.marginSummary.accountValue).toBe('0.0');
    for (const rows of [
      await seat.info.openOrders({ user }),
      await seat.info.userFills({ user }),
      await seat.info.historicalOrders({ user }),
      await seat.info.userFunding({ user, startTime: 0 }),
    ])
      expect(rows).toEqual([]);
    expect(await seat.info.userRole({ user })).toEqual({ role: 'missing' });
  });

  test('[HL-3] [HL-6] both networks, a vault of one’s own and an expiry', async () => {
    const { transport } = kit;
    const wallet = seat.wallet as Anything;
    const on = (more: object) => new ExchangeClient({ transport, wallet, ...more });
    const asked: Anything = { orders: [order()], grouping: 'na' };
    await on({ isTestnet: true }).order(asked);
    await on({ defaultVaultAddress: seat.wallet.address }).order(asked);
    await on({ defaultExpiresAfter: Date.now() + 60_000 }).order(asked);
    const late = on({ defaultExpiresAfter: Date.now() - 10_000 }).order(asked);
    expect(await refusal(late)).toContain('expired');
    const vault = newWallet().address;
    const foreign = on({ defaultVaultAddress: vault }).order(asked);
    expect(await refusal(foreign)).toContain(`Vault not registered: ${vault}`);
  });
});

/** Sends an action as the library signs it, and answers with what came back. */
async function signed(action: Anything): Promise<Anything> {
  const { signL1Action } = await import('@nktkas/hyperliquid/signing');
  const nonce = Date.now();
  const wallet = seat.wallet as Anything;
  const signature = await signL1Action({ wallet, action, nonce });
  return kit.post('exchange', { action, nonce, signature });
}

describe('nonces', () => {
  test('[HL-7] a request counts once, however often and in whatever words it comes', async () => {
    const { signL1Action } = await import('@nktkas/hyperliquid/signing');
    const wallet = seat.wallet as Anything;
    const nonce = Date.now();
    const action = { type: 'order', orders: [order()], grouping: 'na' };
    const body = { action, nonce, signature: await signL1Action({ wallet, action, nonce }) };
    const first = await kit.post('exchange', body);
    expect(first.json.status).toBe('ok');
    const repeat = await kit.post('exchange', body);
    expect(repeat.json).toEqual({ status: 'err', response: 'Invalid nonce: duplicate nonce' });
    const other = { type: 'order', orders: [order({ p: '88000' })], grouping: 'na' };
    const signature = await signL1Action({ wallet, action: other, nonce });
    const taken = await kit.post('exchange', { action: other, nonce, signature });
    expect(taken.json.response).toBe('Invalid nonce: duplicate nonce');
    const both = await Promise.all([order(), order()].map(() => signed(action)));
    expect(both.map(({ json }) => json.status)).toContain('ok');
    const old = nonce - 3 * 86_400_000;
    const late = {
      action,
      nonce: old,
      signature: await signL1Action({ wallet, action, nonce: old }),
    };
    expect((await kit.post('exchange', late)).json.response).toContain('Invalid nonce');
  });

  test('[HL-7] a refused action spends its nonce too', async () => {
    const { signL1Action } = await import('@nktkas/hyperliquid/signing');
    const wallet = seat.wallet as Anything;
    const nonce = Date.now();
    const action = { type: 'order', orders: [order({ p: '90000.1' })], grouping: 'na' };
    const body = { action, nonce, signature: await signL1Action({ wallet, action, nonce }) };
    expect((await kit.post('exchange', body)).text).toContain('tick size');
    const noop = { type: 'noop' };
    const signature = await signL1Action({ wallet, action: noop, nonce });
    await kit.post('exchange', { action: noop, nonce, signature });
    const rest = { type: 'order', orders: [order()], grouping: 'na' };
    const again = await signL1Action({ wallet, action: rest, nonce });
    const { json } = await kit.post('exchange', { action: rest, nonce, signature: again });
    expect(json.response).toBe('Invalid nonce: duplicate nonce');
  });
});
