/**
 * What strict frameworks demand of each answer: nautilus fails on a field that is missing or of
 * another type, hummingbot and NOFX read some without a look. They are not run here; their lists
 * are, and that of the official library’s constructor.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { type HyperliquidKit, openHyperliquidKit, type Seat } from './hyperliquid-kit.ts';
import { newWallet } from './wallet.ts';

let kit: HyperliquidKit;
let seat: Seat;
const CLOID = '0x00000000000000000000000000000001';
const ORDER = { a: 0, b: true, p: '90500', s: '0.01', r: false };
beforeAll(async () => {
  kit = await openHyperliquidKit();
  await kit.refresh();
  seat = await kit.seat();
  await seat.exchange.order({
    orders: [{ ...ORDER, t: { limit: { tif: 'Ioc' } } }],
    grouping: 'na',
  });
});
afterAll(() => kit.close());

/** Names of one type, in a text. */
const named = (type: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

function expectFields(row: Anything, fields: Readonly<Record<string, string>>): void {
  const found = Object.keys(fields).map((name) => [name, typeof row[name]]);
  expect(Object.fromEntries(found)).toEqual(fields);
}

/** At least one decimal: hummingbot splits it at the point. */
const DECIMAL = /^-?\d+\.\d+$/;
const LEVEL = { ...named('string', 'px sz'), n: 'number' };
const FILL = {
  ...named('string', 'coin px sz side startPosition dir closedPnl hash fee feeToken'),
  ...named('number', 'time oid tid'),
  crossed: 'boolean',
};
const SUMMARY = named('string', 'accountValue totalNtlPos totalRawUsd totalMarginUsed');
const POSITION = {
  ...named('string', 'coin szi entryPx positionValue unrealizedPnl returnOnEquity marginUsed'),
  ...named('object', 'leverage cumFunding'),
  maxLeverage: 'number',
};
/** hummingbot knows these words and fails on others. */
const STATUSES = [
  ...['open', 'resting', 'filled', 'canceled', 'rejected', 'badAloPxRejected'],
  ...['minTradeNtlRejected', 'reduceOnlyCanceled', 'reduceOnlyRejected', 'perpMarginRejected'],
  ...['selfTradeCanceled', 'siblingFilledCanceled', 'delistedCanceled', 'liquidatedCanceled'],
];

test('[HL-1] the market has what frameworks demand before they begin', async () => {
  const { universe } = await kit.ask('meta');
  for (const coin of universe)
    expectFields(coin, { name: 'string', ...named('number', 'szDecimals maxLeverage') });
  const [meta, contexts] = await kit.ask('metaAndAssetCtxs');
  expect([meta.universe, contexts.length]).toEqual([universe, universe.length]);
  for (const { markPx, oraclePx, funding } of contexts)
    for (const text of [markPx, oraclePx, funding]) expect(text).toMatch(DECIMAL);
  const { tokens, universe: pairs } = await kit.ask('spotMeta');
  expectFields(tokens[0], { ...named('string', 'name tokenId'), ...named('number', 'index') });
  expect(pairs).toEqual([]);
  expect(await kit.ask('spotMetaAndAssetCtxs')).toHaveLength(2);
  expect(await kit.ask('perpDexs')).toEqual([null]);
  expect(await kit.ask('allPerpMetas')).toHaveLength(1);
  const { levels } = await kit.ask('l2Book', { coin: 'BTC' });
  for (const side of levels) expectFields(side[0], LEVEL);
  const [trade] = await kit.ask('recentTrades', { coin: 'BTC' });
  expectFields(trade, {
    ...named('string', 'coin side px sz hash'),
    ...named('number', 'time tid'),
  });
  expect(trade.users).toHaveLength(2);
});

test('[HL-12] an account has what frameworks demand', async () => {
  const user = seat.wallet.address;
  const state = await kit.ask('clearinghouseState', { user });
  for (const summary of [state.marginSummary, state.crossMarginSummary])
    expectFields(summary, SUMMARY);
  expectFields(state, { ...named('string', 'withdrawable'), time: 'number' });
  const { position } = state.assetPositions[0];
  expectFields(position, POSITION);
  expectFields(position.cumFunding, named('string', 'allTime sinceOpen sinceChange'));
  const [fill] = await kit.ask('userFills', { user });
  expectFields(fill, FILL);
  const fees = await kit.ask('userFees', { user });
  expectFields(fees, named('string', 'userCrossRate userAddRate activeReferralDiscount'));
  expect(await kit.ask('userAbstraction', { user })).toBe('disabled');
  expect(await kit.ask('maxBuilderFee', { user, builder: user })).toBe(0);
  const history = await kit.ask('historicalOrders', { user });
  for (const { status } of history) expect(STATUSES).toContain(status);
  const nobody = await kit.ask('clearinghouseState', { user: newWallet().address });
  expect(Number(nobody.marginSummary.accountValue)).toBeLessThan(100);
});

test('[HL-10] an order has what frameworks demand, with a builder, and in its push', async () => {
  const socket = new WebSocket(`${kit.url.replace('http', 'ws')}/ws`);
  const frames: Anything[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once('open', resolve));
  const user = seat.wallet.address;
  for (const subscription of [
    { type: 'orderUpdates', user },
    { type: 'l2Book', coin: 'BTC' },
  ])
    socket.send(JSON.stringify({ method: 'subscribe', subscription }));
  const on = async (channel: string): Promise<Anything> => {
    await expect.poll(() => frames.some((each) => each.channel === channel)).toBe(true);
    return frames.find((each) => each.channel === channel).data;
  };
  for (const side of (await on('l2Book')).levels) expectFields(side[0], LEVEL);
  const { response } = await seat.exchange.order({
    orders: [{ ...ORDER, p: '80000', t: { limit: { tif: 'Gtc' } }, c: CLOID }],
    grouping: 'na',
    builder: { b: newWallet().address, f: 10 },
  });
  const status: Anything = response.data.statuses[0];
  expectFields(status.resting, { oid: 'number' });
  const [update] = await on('orderUpdates');
  expectFields(update.order, {
    ...named('string', 'coin side limitPx sz origSz cloid'),
    ...named('number', 'oid timestamp'),
  });
  expect(STATUSES).toContain(update.status);
  expectFields(update, { statusTimestamp: 'number' });
  socket.terminate();
});

test('[HL-1] what is refused is never JSON with a status of 4xx', async () => {
  for (const body of ['{', '{"type":"nonsense"}', '{"type":"clearinghouseState","user":"0x1"}']) {
    const { status, json } = await kit.post('info', body);
    expect([status, json]).toEqual([422, undefined]);
  }
});
