/** The socket of the Hyperliquid dialect, frame by frame. */
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Anything, BTC, HOUSE } from '../gateway-v2/rest-kit.ts';
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

interface Wire {
  readonly socket: WebSocket;
  readonly frames: Anything[];
  readonly say: (frame: object | string) => void;
  readonly subscribe: (subscription: object) => void;
  /** The first frame that fits, now or later. */
  readonly hears: (fits: (frame: Anything) => boolean) => Promise<Anything>;
  readonly on: (channel: string) => Promise<Anything>;
}

async function open({ url } = kit): Promise<Wire> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const frames: Anything[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once('open', resolve));
  const say = (frame: object | string): void =>
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  const hears = async (fits: (frame: Anything) => boolean): Promise<Anything> => {
    await expect.poll(() => frames.some(fits), { timeout: 60_000 }).toBe(true);
    return frames.find(fits);
  };
  return {
    socket,
    frames,
    say,
    hears,
    subscribe: (subscription) => say({ method: 'subscribe', subscription }),
    on: (channel) => hears((frame) => frame.channel === channel).then(({ data }) => data),
  };
}

const ORDER = { a: 0, b: true, p: '89000', s: '0.01', r: false, t: { limit: { tif: 'Gtc' } } };
const orderAction = (more: object = {}) => ({
  ...{ type: 'order', orders: [{ ...ORDER, ...more }], grouping: 'na' },
});
let lastNonce = 0;
async function envelope(action: Anything): Promise<Anything> {
  lastNonce = Math.max(lastNonce + 1, Date.now());
  const wallet = seat.wallet as Anything;
  const signature = await signL1Action({ wallet, action, nonce: lastNonce });
  return { action, nonce: lastNonce, signature };
}

test('[HL-22] a ping, an echo of what is asked, and refusals that repeat it', async () => {
  const { say, hears, subscribe, socket } = await open();
  say({ method: 'ping' });
  expect(await hears(({ channel }) => channel === 'pong')).toEqual({ channel: 'pong' });
  const l2Book = { type: 'l2Book', coin: 'BTC', nSigFigs: null, other: 1 };
  subscribe(l2Book);
  const done = await hears(({ channel }) => channel === 'subscriptionResponse');
  expect(done.data).toEqual({ method: 'subscribe', subscription: l2Book });
  subscribe({ type: 'l2Book', coin: 'BTC' });
  await hears(({ data }) => data === 'Already subscribed: {"type":"l2Book","coin":"BTC"}');
  say({ method: 'unsubscribe', subscription: { type: 'bbo', coin: 'BTC' } });
  await hears(({ data }) => data === 'Already unsubscribed: {"type":"bbo","coin":"BTC"}');
  for (const subscription of [
    { type: 'nonsense' },
    { type: 'toString' },
    { type: 'l2Book', coin: 'NOPE' },
    { type: 'l2Book' },
    { type: 'l2Book', coin: 'BTC', nSigFigs: 9 },
    { type: 'candle', coin: 'BTC', interval: '6h' },
    { type: 'allMids', dex: 'other' },
    { type: 'userFills' },
    { type: 'userFills', user: '0x12' },
  ]) {
    subscribe(subscription);
    await hears(({ data }) => data === `Invalid subscription ${JSON.stringify(subscription)}`);
  }
  for (const odd of ['{', '[]', '{}', '{"method":"subscribe"}', '{"method":"post"}']) say(odd);
  await expect.poll(() => socket.readyState).toBe(WebSocket.OPEN);
  say({ method: 'unsubscribe', subscription: { type: 'l2Book', coin: 'BTC' } });
  await hears(({ data }) => data?.method === 'unsubscribe');
  socket.terminate();
});

test('[HL-22] the market, as it is by HTTP', async () => {
  const { subscribe, hears, on, frames, socket } = await open();
  subscribe({ type: 'l2Book', coin: 'BTC' });
  subscribe({ type: 'l2Book', coin: 'ETH', nSigFigs: 3 });
  for (const type of ['bbo', 'trades', 'activeAssetCtx']) subscribe({ type, coin: 'BTC' });
  subscribe({ type: 'candle', coin: 'BTC', interval: '1m' });
  subscribe({ type: 'allMids' });
  subscribe({ type: 'allDexsAssetCtxs' });
  const book = await hears(({ channel, data }) => channel === 'l2Book' && data.coin === 'BTC');
  expect(book.data.levels).toEqual((await kit.ask('l2Book', { coin: 'BTC' })).levels);
  const coarse = await hears(({ channel, data }) => channel === 'l2Book' && data.coin === 'ETH');
  const same = await kit.ask('l2Book', { coin: 'ETH', nSigFigs: 3 });
  expect(coarse.data.levels).toEqual(same.levels);
  expect((await on('bbo')).bbo).toEqual([book.data.levels[0][0], book.data.levels[1][0]]);
  expect((await on('allMids')).mids).toEqual(await kit.ask('allMids'));
  const [, [context]] = await kit.ask('metaAndAssetCtxs');
  expect((await on('activeAssetCtx')).ctx).toEqual(context);
  expect((await on('allDexsAssetCtxs')).ctxs[0][1][0]).toEqual(context);
  expect(await on('candle')).toMatchObject({ s: 'BTC', i: '1m', n: expect.any(Number) });
  expect(frames.some(({ channel }) => channel === 'trades')).toBe(false);
  await seat.exchange.order({ orders: [{ ...ORDER, p: '90500' } as Anything], grouping: 'na' });
  const trades = await on('trades');
  expect(trades[0]).toMatchObject({ coin: 'BTC', side: 'B', sz: '0.01' });
  expect(
    (await kit.ask('recentTrades', { coin: 'BTC' })).map(({ tid }: Anything) => tid),
  ).toContain(trades[0].tid);
  await hears(({ channel, data }) => channel === 'l2Book' && data.time > book.data.time);
  socket.terminate();
});

test('[HL-23] an account by its address: first how it stands, then what happens', async () => {
  const user = seat.wallet.address;
  await seat.exchange.order({ orders: [{ ...ORDER, p: '90500' } as Anything], grouping: 'na' });
  const { subscribe, hears, on, frames, socket } = await open();
  for (const type of [
    ...['userFills', 'orderUpdates', 'userEvents', 'userFundings', 'clearinghouseState'],
    ...['userNonFundingLedgerUpdates', 'openOrders', 'webData2', 'notification', 'spotState'],
    ...['userTwapHistory', 'userTwapSliceFills', 'webData3'],
  ])
    subscribe({ type, user: user.toUpperCase().replace('0X', '0x') });
  subscribe({ type: 'activeAssetData', user, coin: 'BTC' });
  const first = await on('userFills');
  expect(first).toEqual({ isSnapshot: true, user, fills: await kit.ask('userFills', { user }) });
  const state = await on('clearinghouseState');
  const read = await kit.ask('clearinghouseState', { user });
  expect(state).toMatchObject({ dex: '', user });
  expect(state.clearinghouseState.assetPositions).toEqual(read.assetPositions);
  expect(await on('userFundings')).toEqual({ isSnapshot: true, user, fundings: [] });
  const ledger = await on('userNonFundingLedgerUpdates');
  const since = { user, startTime: 0 };
  expect(ledger.nonFundingLedgerUpdates).toEqual(
    await kit.ask('userNonFundingLedgerUpdates', since),
  );
  expect(await on('webData2')).toMatchObject({ user, cumLedger: '10000.0', openOrders: [] });
  expect(await on('activeAssetData')).toMatchObject({ user, coin: 'BTC' });
  for (const channel of [
    'spotState',
    'userTwapHistory',
    'userTwapSliceFills',
    'webData3',
    'openOrders',
  ])
    await on(channel);
  const before = frames.length;
  const { response }: Anything = await seat.exchange.order({
    orders: [{ ...ORDER, b: false, p: '89500', s: '0.03' } as Anything],
    grouping: 'na',
  });
  const { oid } = response.data.statuses[0].filled;
  await hears(({ channel, data }) => channel === 'userFills' && data.isSnapshot !== true);
  await hears((frame) => frame.channel === 'webData2' && frames.indexOf(frame) >= before);
  const later = frames.slice(before);
  const of = (channel: string) => later.filter((frame) => frame.channel === channel);
  const fills = of('userFills').flatMap(({ data }) => data.fills);
  const told = await kit.ask('userFills', { user });
  expect(fills).toEqual(told.filter((fill: Anything) => fill.oid === oid).reverse());
  expect(fills[0]).toMatchObject({ startPosition: '0.01', dir: 'Long > Short' });
  expect(of('user')[0].data).toEqual({ fills });
  expect(of('orderUpdates')[0].data[0]).toMatchObject({ status: 'filled', order: { oid } });
  const places = ['userFills', 'orderUpdates', 'clearinghouseState'].map((channel) =>
    later.findIndex((frame) => frame.channel === channel),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  const after = await kit.ask('clearinghouseState', { user });
  const [now] = of('clearinghouseState').map(({ data }) => data.clearinghouseState);
  expect(now.assetPositions[0].position.szi).toBe(after.assetPositions[0].position.szi);
  await kit.run({ kind: 'deposit', account: seat.account, amount: 100_000_000n } as Anything);
  const paid = await hears(
    ({ channel, data }) => channel === 'userNonFundingLedgerUpdates' && data.isSnapshot !== true,
  );
  const rows = await kit.ask('userNonFundingLedgerUpdates', since);
  expect(paid.data.nonFundingLedgerUpdates).toEqual([rows.at(-1)]);
  expect(JSON.stringify(frames)).not.toContain('undefined');
  socket.terminate();
});

test('[HL-13] a fill has its cloid, and a forced one its mark, for its account alone', async () => {
  const own = await openHyperliquidKit();
  try {
    const [victim, other] = [await own.seat(), await own.seat()];
    const wires = await Promise.all([victim, other].map(() => open(own)));
    [victim, other].forEach(({ wallet: { address: user } }, place) => {
      for (const type of ['userFills', 'userEvents']) wires[place]!.subscribe({ type, user });
    });
    for (const { on } of wires) await on('userFills');
    const cloid = `0x${'cd'.repeat(16)}` as const;
    const place = (seated: Seat, more: object) =>
      seated.exchange.order({ orders: [{ ...ORDER, ...more } as Anything], grouping: 'na' });
    await victim.exchange.updateLeverage({ asset: 0, isCross: true, leverage: 100 });
    await place(victim, { p: '90500', s: '5', c: cloid });
    const all = { account: HOUSE, contract: null, scope: 'working' } as const;
    await own.run({ kind: 'cancel-all-orders', ...all });
    await place(other, { p: '88800', s: '0.4', c: cloid });
    const isForced = (frame: Anything) =>
      frame.data?.fills?.some((row: Anything) => row.liquidation);
    const [heard, witness] = wires.map(({ frames }) => frames);
    for (let price = 89_500; price > 85_000 && !heard!.some(isForced); price -= 50) {
      await own.memory.advance(2_000);
      await own.setIndex(BTC, String(price));
      await wires[0]!.hears(({ channel }) => channel === 'userFills');
    }
    const user = victim.wallet.address;
    const fills = await own.ask('userFills', { user });
    const [last, ...before] = fills;
    expect(before.at(-1)).toMatchObject({ dir: 'Open Long', cloid });
    expect(before.at(-1).liquidation).toBeUndefined();
    const markPx = expect.stringMatching(/^8\d{4}\.\d$/);
    expect(last.liquidation).toEqual({ liquidatedUser: user, markPx, method: 'backstop' });
    expect(last.cloid).toBeUndefined();
    const sold = before.find(({ liquidation }: Anything) => liquidation?.method === 'market');
    expect(sold).toMatchObject({ px: '88800.0', sz: '0.4', side: 'A' });
    expect(sold.liquidation.liquidatedUser).toBe(user);
    const told = (channel: string) =>
      heard!
        .filter((frame) => frame.channel === channel && frame.data.isSnapshot !== true)
        .flatMap(({ data }) => data.fills ?? []);
    await expect.poll(() => told('user')).toEqual(fills.toReversed());
    expect(told('userFills')).toEqual(fills.toReversed());
    const foreign = await own.ask('userFills', { user: other.wallet.address });
    expect(foreign).toMatchObject([{ px: '88800.0', cloid, side: 'B' }]);
    expect(witness!.some((frame) => frame.data?.fills?.length === 1)).toBe(true);
    expect(JSON.stringify([foreign, witness])).not.toMatch(/liquidatedUser|liquidation"/);
    expect(JSON.stringify([foreign, witness])).not.toContain(user);
    for (const { socket } of wires) socket.terminate();
  } finally {
    await own.close();
  }
});

test('[HL-23] nobody is shown as empty, and an agent reads nothing', async () => {
  const nobody = `0x${'12'.repeat(20)}`;
  const { subscribe, hears, socket } = await open();
  subscribe({ type: 'clearinghouseState', user: nobody });
  subscribe({ type: 'userFills', user: nobody });
  subscribe({ type: 'orderUpdates', user: nobody });
  const state = await hears(({ channel }) => channel === 'clearinghouseState');
  expect(state.data.clearinghouseState.marginSummary.accountValue).toBe('0.0');
  expect((await hears(({ channel }) => channel === 'userFills')).data.fills).toEqual([]);
  await hears(({ data }) => data?.subscription?.type === 'orderUpdates');
  const agent = newWallet();
  await seat.exchange.approveAgent({ agentAddress: agent.address, agentName: 'reader' });
  subscribe({ type: 'clearinghouseState', user: agent.address });
  const own = await hears(
    ({ channel, data }) => channel === 'clearinghouseState' && data.user === agent.address,
  );
  expect(own.data.clearinghouseState.marginSummary.accountValue).toBe('0.0');
  socket.terminate();
});

test('[HL-24] posts are the calls of HTTP: reads, actions, refusals, repeats', async () => {
  const { say, hears, socket } = await open();
  const post = async (id: number, request: Anything): Promise<Anything> => {
    say({ method: 'post', id, request });
    const { data } = await hears((frame) => frame.channel === 'post' && frame.data.id === id);
    return data.response;
  };
  const info = (payload: Anything) => ({ type: 'info', payload });
  const book = await post(1, info({ type: 'l2Book', coin: 'BTC' }));
  expect(book).toMatchObject({ type: 'info', payload: { type: 'l2Book', data: { coin: 'BTC' } } });
  const sent = await envelope(orderAction());
  const placed = await post(2, { type: 'action', payload: sent });
  expect(placed).toMatchObject({ type: 'action', payload: { status: 'ok' } });
  const { oid } = placed.payload.response.data.statuses[0].resting;
  expect((await post(3, { type: 'action', payload: sent })).payload).toEqual({
    status: 'err',
    response: 'Invalid nonce: duplicate nonce',
  });
  const again = await kit.post('exchange', sent);
  expect(again.json.response).toBe('Invalid nonce: duplicate nonce');
  const modifies = [{ oid, order: { ...ORDER, p: '88000' } }];
  const batch = await envelope({ type: 'batchModify', modifies });
  expect((await post(4, { type: 'action', payload: batch })).payload.status).toBe('ok');
  const [order] = await kit.ask('openOrders', { user: seat.wallet.address });
  expect(order).toMatchObject({ oid, limitPx: '88000.0' });
  for (const [id, request] of [
    [5, info({ type: 'nonsense' })],
    [6, info({})],
    [7, { type: 'action', payload: {} }],
    [8, { type: 'other', payload: {} }],
    [9, info('text')],
    [10, {}],
  ] as const)
    expect((await post(id, request)).type).toBe('error');
  say({ method: 'post', id: 'x', request: {} });
  await hears(({ channel }) => channel === 'error');
  const version2 = await kit.ok('orderCurrent', { symbol: BTC }, seat.account);
  expect(version2.map(({ order_id: id }: Anything) => Number(id))).toEqual([oid]);
  socket.terminate();
});

test('[HL-23] whose address is disabled is cut off, and shown as nobody', async () => {
  const quick = await openHyperliquidKit({ sockets: { pingEveryMillis: 50 } });
  try {
    const own = await quick.seat();
    const user = own.wallet.address;
    const first = await open(quick);
    first.subscribe({ type: 'clearinghouseState', user });
    const held = await first.on('clearinghouseState');
    expect(held.clearinghouseState.marginSummary.accountValue).toBe('10000.0');
    const closed = new Promise((resolve) => first.socket.once('close', resolve));
    await quick.keys.setStatus(user, 'disabled');
    expect(await closed).toBe(1_008);
    const other = await open(quick);
    other.subscribe({ type: 'clearinghouseState', user });
    const { clearinghouseState } = await other.on('clearinghouseState');
    expect(clearinghouseState.marginSummary.accountValue).toBe('0.0');
    other.socket.terminate();
  } finally {
    await quick.close();
  }
});
