/** User streams over real sockets, with orders over real HTTP. */
import { expect, test } from 'vitest';
import { money } from '../../src/domain/units.ts';
import { isFronted } from '../gateway-v2/kit-venue.ts';
import { ALICE, type Anything, BOB, HOUSE } from '../gateway-v2/rest-kit.ts';
import { isReplicated } from '../kit/cluster-setup.ts';
import { openClient } from '../sockets/socket-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';
import { type StreamClient, streamClient } from './stream-kit.ts';

const SOCKETS = { flushEveryMillis: 1, pingEveryMillis: 20 };
const LONG = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG' };
const LIMIT = { ...LONG, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', price: '80000' };
const MARKET = { ...LONG, type: 'MARKET', quantity: '0.01' };

const openKit = (): Promise<BinanceKit> => openBinanceKit({ sockets: SOCKETS });

const listenKeyOf = async (kit: BinanceKit, account = ALICE): Promise<string> =>
  (await kit.does('POST', 'listenKey', {}, account)).listenKey;

async function open(kit: BinanceKit, path: string): Promise<StreamClient> {
  const client = streamClient(await openClient(`ws://127.0.0.1:${kit.port}${path}`));
  await client.call('LIST_SUBSCRIPTIONS');
  return client;
}

async function listen(kit: BinanceKit): Promise<StreamClient> {
  return open(kit, `/private/ws?listenKey=${await listenKeyOf(kit)}`);
}

/** What the client heard, as `event status`. */
const story = ({ frames }: StreamClient): string[] =>
  frames.flatMap(({ e, o, a }: Anything) => {
    if (e === 'ORDER_TRADE_UPDATE') return `order ${o.x} ${o.X}`;
    if (e === 'ALGO_UPDATE') return `algo ${o.X}`;
    if (e === 'ACCOUNT_UPDATE') return `account ${a.m}`;
    return e === undefined ? [] : e;
  });

test('[BNC-70] an account has one listen key, which lives for an hour', async () => {
  const kit = await openKit();
  const first = await listenKeyOf(kit);
  expect(first).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(await listenKeyOf(kit)).toBe(first);
  expect(await listenKeyOf(kit, BOB)).not.toBe(first);
  kit.memory.clock.advance(59 * 60_000);
  expect(await kit.does('PUT', 'listenKey')).toEqual({ listenKey: first });
  kit.memory.clock.advance(59 * 60_000);
  expect(await kit.does('PUT', 'listenKey', { listenKey: 'noise' })).toEqual({ listenKey: first });
  expect(await kit.does('DELETE', 'listenKey')).toEqual({});
  await kit.refuses(-1_125, 'PUT', 'listenKey');
  expect(await kit.does('DELETE', 'listenKey')).toEqual({});
  const next = await listenKeyOf(kit);
  expect(next).not.toBe(first);
  kit.memory.clock.advance(60 * 60_000);
  await kit.refuses(-1_125, 'PUT', 'listenKey');
  const bare = { method: 'POST', path: '/fapi/v1/listenKey' } as const;
  expect((await kit.send(bare)).json.code).toBe(-2_014);
});

test('[FAULT-10] [BNC-71] sockets are cut with the account of their listen key', async () => {
  const kit = await openKit();
  const listenKey = await listenKeyOf(kit);
  const early = await open(kit, `/ws/${listenKey}`);
  const byFrame = await open(kit, '/ws');
  await byFrame.call('SUBSCRIBE', [listenKey]);
  const other = await open(kit, `/ws/${await listenKeyOf(kit, BOB)}`);
  await kit.faults.begin({ kind: 'dropped-sockets', account: ALICE, calls: 4, delayMillis: 500 });
  const late = await open(kit, `/private/ws?listenKey=${listenKey}`);
  const lateByFrame = await open(kit, '/stream');
  await lateByFrame.call('SUBSCRIBE', [listenKey]);
  for (const { closed } of [early, byFrame, late, lateByFrame])
    expect((await closed).code).toBe(1_006);
  const after = await listen(kit);
  await kit.does('POST', 'order', LIMIT);
  await after.event('ORDER_TRADE_UPDATE');
  await other.call('LIST_SUBSCRIPTIONS');
});

test('[BNC-71] a listen key stands in the path, in the query or in a frame', async () => {
  const kit = await openKit();
  const key = await listenKeyOf(kit);
  const paths = [`/ws/${key}`, `/private/ws?listenKey=${key}`, `/private/stream?listenKey=${key}`];
  const clients = await Promise.all(paths.map((path) => open(kit, path)));
  const later = await open(kit, '/private/stream?streams=');
  expect(await later.call('SUBSCRIBE', [key, 'btcusdt@trade'])).toMatchObject({ result: null });
  const picky = await open(kit, `/ws?listenKey=${key}&events=TRADE_LITE/ACCOUNT_UPDATE`);
  await kit.does('POST', 'order', MARKET);
  for (const client of [...clients, later, picky]) await client.event('ACCOUNT_UPDATE');
  for (const client of clients) await client.event('ORDER_TRADE_UPDATE', ({ o }) => o.X === 'NEW');
  await later.heard(({ stream, data }) => stream === key && data.e === 'TRADE_LITE');
  await later.heard(({ stream }) => stream === 'btcusdt@trade');
  expect(story(picky)).toEqual(['TRADE_LITE', 'account ORDER']);
});

test('[BNC-71] an expired or closed listen key ends its connections', async () => {
  const kit = await openKit();
  const client = await listen(kit);
  kit.memory.clock.advance(60 * 60_000);
  const { listenKey, e } = await client.event('listenKeyExpired');
  expect([e, listenKey]).toEqual(['listenKeyExpired', expect.stringMatching(/^\w{64}$/)]);
  expect((await client.closed).code).toBe(1_008);
  const second = await listen(kit);
  await kit.does('DELETE', 'listenKey');
  expect((await second.closed).code).toBe(1_008);
  expect(second.events('listenKeyExpired')).toEqual([]);
  const third = await listen(kit);
  await kit.keys.rotate(kit.issued.get(ALICE)!.key.key);
  await third.event('listenKeyExpired');
  await third.closed;
});

test('[BNC-72] [BNC-74] an order is told step by step, and then the account', async () => {
  const kit = await openKit();
  const client = await listen(kit);
  const { orderId } = await kit.does('POST', 'order', { ...LIMIT, newClientOrderId: 'x-1' });
  await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId });
  await client.event('ORDER_TRADE_UPDATE', ({ o }) => o.X === 'CANCELED');
  expect(story(client)).toEqual(['order NEW NEW', 'order CANCELED CANCELED']);
  const { o, E, T } = client.events('ORDER_TRADE_UPDATE')[0];
  expect([E, o.T]).toEqual([T, T]);
  expect(o).toEqual({
    ...{ s: 'BTCUSDT', c: 'x-1', S: 'BUY', o: 'LIMIT', f: 'GTC', q: '0.0100', p: '80000.0' },
    ...{ ap: '0.0', sp: '0.0', x: 'NEW', X: 'NEW', i: orderId, l: '0.0000', z: '0.0000' },
    ...{ L: '0.0', T, t: 0, b: '0', a: '0', m: false, R: false, wt: 'CONTRACT_PRICE' },
    ...{ ot: 'LIMIT', ps: 'LONG', cp: false, pP: false, si: 0, ss: 0, rp: '0' },
    ...{ V: 'EXPIRE_MAKER', pm: 'NONE', gtd: 0, er: '0' },
  });
  const filled = await kit.does('POST', 'order', { ...MARKET, newOrderRespType: 'RESULT' });
  const update = await client.event('ACCOUNT_UPDATE');
  expect(story(client).slice(2)).toEqual([
    ...['order NEW NEW', 'TRADE_LITE', 'order TRADE FILLED', 'account ORDER'],
  ]);
  const trade = client.events('ORDER_TRADE_UPDATE').at(-1).o;
  expect(trade).toMatchObject({ i: filled.orderId, ap: filled.avgPrice, N: 'USDT', m: false });
  expect(trade).toMatchObject({ l: '0.0100', z: '0.0100', L: trade.ap, er: '0' });
  expect(trade.t).toBeGreaterThan(0);
  expect(client.events('TRADE_LITE')[0]).toMatchObject({ t: trade.t, i: trade.i, L: trade.L });
  const [row] = update.a.P;
  expect(row).toMatchObject({ s: 'BTCUSDT', pa: '0.0100', mt: 'cross', iw: '0', ps: 'LONG' });
  expect(Number(row.ep)).toBe(Number(trade.ap));
  expect(Number(row.bep)).toBeGreaterThan(Number(row.ep));
  const paid = Number(update.a.B[0].wb) + Number(trade.n);
  expect(paid).toBeCloseTo(10_000, 6);
});

test('[BNC-72] refused at once is not told; a rest that expires is', async () => {
  const kit = await openKit();
  const client = await listen(kit);
  await kit.refuses(-5_022, 'POST', 'order', { ...LIMIT, timeInForce: 'GTX', price: '99000' });
  await kit.refuses(-5_021, 'POST', 'order', { ...LIMIT, timeInForce: 'FOK' });
  await kit.does('POST', 'order', { ...LIMIT, timeInForce: 'IOC' });
  const { o } = await client.event('ORDER_TRADE_UPDATE', (event) => event.o.x === 'EXPIRED');
  expect([o.X, o.er, o.f]).toEqual(['EXPIRED', '2', 'IOC']);
  expect(story(client)).toEqual(['order NEW NEW', 'order EXPIRED EXPIRED']);
});

const STOP = { ...LONG, algoType: 'CONDITIONAL', type: 'STOP_MARKET', quantity: '0.01' };

test('[BNC-73] a conditional order is told from its placing to its end', async () => {
  const kit = await openKit();
  const client = await listen(kit);
  const mark = { ...STOP, workingType: 'MARK_PRICE' };
  const gone = await kit.does('POST', 'algoOrder', { ...mark, triggerPrice: '99000' });
  await kit.does('DELETE', 'algoOrder', { algoId: gone.algoId });
  await client.event('ALGO_UPDATE', ({ o }) => o.X === 'CANCELED');
  expect(story(client)).toEqual(['algo NEW', 'algo CANCELED']);
  const { algoId } = await kit.does('POST', 'algoOrder', { ...mark, triggerPrice: '90100' });
  kit.memory.clock.advance(60_000);
  await kit.setIndex('cmt_btcusdt', '90500');
  const { o } = await client.event('ALGO_UPDATE', (event) => event.o.X === 'FINISHED');
  await client.event('ACCOUNT_UPDATE');
  expect(story(client).slice(2)).toEqual([
    ...['algo NEW', 'algo TRIGGERING', 'algo TRIGGERED', 'order NEW NEW', 'TRADE_LITE'],
    ...['order TRADE FILLED', 'algo FINISHED', 'account ORDER'],
  ]);
  expect(o).toMatchObject({ aid: algoId, ai: String(algoId), act: 'MARKET', aq: '0.0100' });
  expect(Number(o.ap)).toBeGreaterThan(0);
  const [fired] = client.events('ORDER_TRADE_UPDATE');
  expect(fired.o).toMatchObject({ i: algoId, o: 'MARKET', ot: 'STOP_MARKET', sp: '90100.0' });
});

test('[BNC-73] a trailing stop says when it is active, a refused one why', async () => {
  const kit = await openKit();
  const client = await listen(kit);
  await kit.does('POST', 'order', MARKET);
  const exit = { ...STOP, side: 'SELL', type: 'TRAILING_STOP_MARKET', workingType: 'MARK_PRICE' };
  await kit.does('POST', 'algoOrder', { ...exit, callbackRate: '1', activatePrice: '90200' });
  await client.event('ALGO_UPDATE', ({ o }) => o.X === 'NEW' && !o.ia);
  kit.memory.clock.advance(60_000);
  await kit.setIndex('cmt_btcusdt', '90500');
  const { o } = await client.event('ALGO_UPDATE', (event) => event.o.ia);
  expect([o.X, o.cr]).toEqual(['NEW', '1.0']);
  const large = { ...STOP, quantity: '50', workingType: 'MARK_PRICE', triggerPrice: '90600' };
  await kit.does('POST', 'algoOrder', large);
  kit.memory.clock.advance(60_000);
  await kit.setIndex('cmt_btcusdt', '91000');
  const rejected = await client.event('ALGO_UPDATE', (event) => event.o.X === 'REJECTED');
  expect(rejected.o.rm).toBe('margin-insufficient');
});

test('[BNC-74] a one-way account has one row, also when a fill turns its position', async () => {
  const kit = await openKit();
  await kit.run({ kind: 'set-position-mode', account: ALICE, mode: 'net' });
  const client = await listen(kit);
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' };
  await kit.does('POST', 'order', order);
  await client.event('ACCOUNT_UPDATE');
  await kit.does('POST', 'order', { ...order, side: 'SELL', quantity: '0.03' });
  const { a } = await client.event('ACCOUNT_UPDATE', (event) => event.a.P[0].pa === '-0.0200');
  expect(a.P).toHaveLength(1);
  expect(a.P[0].ps).toBe('BOTH');
  const turned = client.events('ORDER_TRADE_UPDATE').at(-1).o;
  expect(turned).toMatchObject({ S: 'SELL', ps: 'BOTH', X: 'FILLED', l: '0.0300', R: false });
  expect(Number(turned.rp)).toBeLessThan(0);
  await kit.does('POST', 'order', { ...order, quantity: '0.02' });
  await client.event('ACCOUNT_UPDATE', (event) => event.a.P[0].pa === '0.0000');
});

test('[BNC-74] leverage, margin and money are told', async () => {
  const kit = await openKit();
  const client = await listen(kit);
  const contract = kit.venue.read.listing.find('cmt_btcusdt')!.id;
  const leverage = { marginMode: 'cross', longLeverage: 25, shortLeverage: 25 } as const;
  await kit.run({ kind: 'set-leverage', account: ALICE, contract, ...leverage });
  const { ac } = await client.event('ACCOUNT_CONFIG_UPDATE');
  expect(ac).toEqual({ s: 'BTCUSDT', l: 25 });
  await kit.run({ kind: 'deposit', account: ALICE, amount: money(500_000_000n) });
  const { a } = await client.event('ACCOUNT_UPDATE');
  expect(a).toEqual({
    m: 'DEPOSIT',
    B: [{ a: 'USDT', wb: '10005.00000000', cw: '10005.00000000', bc: '5.00000000' }],
    P: [],
  });
});

// Time that a test moves by hours outlives the heartbeat of whoever still has to hear of it.
test.skipIf(isFronted({}) || isReplicated())(
  '[BNC-74] funding is a change of the balance',
  async () => {
    const kit = await openKit();
    await kit.does('POST', 'order', MARKET);
    const { nextFundingTime } = await kit.does('GET', 'premiumIndex', { symbol: 'BTCUSDT' });
    const left = (): number => nextFundingTime - kit.memory.clock.venueNow();
    // Whoever had listened for hours without a sign of life would be cut off.
    await kit.memory.advance(left() - 5_000);
    const client = await listen(kit);
    await kit.memory.advance(left());
    const { a } = await client.event('ACCOUNT_UPDATE');
    const [paid] = await kit.does('GET', 'income', { incomeType: 'FUNDING_FEE' });
    expect([a.m, a.B[0].bc]).toEqual(['FUNDING_FEE', paid.income]);
    expect(Number(paid.income)).not.toBe(0);
  },
);

/** A long position of 5 BTC with a hundredfold leverage. */
async function openRisky(kit: BinanceKit): Promise<void> {
  const contract = kit.venue.read.listing.find('cmt_btcusdt')!.id;
  const leverage = { marginMode: 'cross', longLeverage: 100, shortLeverage: 100 } as const;
  await kit.run({ kind: 'set-leverage', account: ALICE, contract, ...leverage });
  await kit.quote('cmt_btcusdt', 'sell', '5', '90000.5');
  await kit.does('POST', 'order', { ...MARKET, quantity: '5' });
}

/** Lets the index fall until it has happened. */
async function fall(kit: BinanceKit, client: StreamClient, has: () => boolean): Promise<void> {
  for (let price = 89_000; price > 80_000 && !has(); price -= 50) {
    kit.memory.clock.advance(2_000);
    await kit.setIndex('cmt_btcusdt', String(price));
    await client.call('LIST_SUBSCRIPTIONS');
  }
}

test('[BNC-75] an account near liquidation is called, once a minute', async () => {
  const kit = await openKit();
  const client = await listen(kit);
  await openRisky(kit);
  await fall(kit, client, () => client.events('MARGIN_CALL').length > 0);
  const call = await client.event('MARGIN_CALL');
  expect(call.p[0]).toMatchObject({ s: 'BTCUSDT', ps: 'LONG', mt: 'cross', pa: '5.0000' });
  expect(client.events('MARGIN_CALL')).toHaveLength(1);
});

test.each(['on the book', 'taken over'])(
  '[BNC-64] [BNC-72] a liquidation %s is told to its account and to everybody',
  async (way) => {
    const kit = await openKit();
    const client = await listen(kit);
    const witness = await open(kit, '/market/ws/btcusdt@forceOrder');
    await openRisky(kit);
    const all = { account: HOUSE, contract: null, scope: 'working' } as const;
    if (way === 'taken over') await kit.run({ kind: 'cancel-all-orders', ...all });
    const orders = () => client.events('ORDER_TRADE_UPDATE');
    await fall(kit, client, () => orders().some(({ o }) => o.ot === 'LIQUIDATION' && o.t > 0));
    const own = (event: Anything) => event.o.ot === 'LIQUIDATION';
    const first = await client.event('ORDER_TRADE_UPDATE', own);
    expect(first.o).toMatchObject({ c: `autoclose-${first.o.i}`, x: 'CALCULATED', X: 'NEW' });
    await client.event('ORDER_TRADE_UPDATE', (event) => own(event) && event.o.x === 'TRADE');
    const { o } = await witness.event('forceOrder');
    expect(o).toMatchObject({ s: 'BTCUSDT', S: 'SELL', o: 'LIMIT', f: 'IOC' });
  },
);
