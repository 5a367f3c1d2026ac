/** Cases of the Hyperliquid dialect that bots meet sooner or later, each against what it leaves. */
import { ExchangeClient, WebSocketTransport } from '@nktkas/hyperliquid';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { millis } from '../../src/domain/units.ts';
import { type Anything, BTC } from '../gateway-v2/rest-kit.ts';
import { type HyperliquidKit, openHyperliquidKit, type Seat } from './hyperliquid-kit.ts';
import { newWallet } from './wallet.ts';

let kit: HyperliquidKit;
let seat: Seat;
beforeAll(async () => {
  kit = await openHyperliquidKit();
});
afterAll(() => kit.close());
beforeEach(async () => {
  await kit.setIndex(BTC, '90000.0');
  await kit.quote(BTC, 'sell', '5.0000', '90000.1');
  await kit.quote(BTC, 'buy', '5.0000', '89999.9');
  await kit.refresh();
  seat = await kit.seat();
});

const IOC = { limit: { tif: 'Ioc' } } as const;
const order = (more: object = {}): Anything => ({
  ...{ a: 0, b: true, p: '89000', s: '0.01', r: false, t: { limit: { tif: 'Gtc' } } },
  ...more,
});
const exit = (px: string, tpsl: 'tp' | 'sl', more: object = {}): Anything =>
  order({
    ...{ b: false, p: px, r: true },
    t: { trigger: { isMarket: true, triggerPx: px, tpsl } },
    ...more,
  });
const send = async (orders: Anything[], grouping: Anything = 'na'): Promise<Anything[]> =>
  (await seat.exchange.order({ orders, grouping })).response.data.statuses as Anything;
const refusal = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
const user = () => seat.wallet.address;
const sizeHeld = async (): Promise<string> =>
  (await seat.info.clearinghouseState({ user: user() })).assetPositions[0]?.position.szi ?? '0';
const statusOf = async (oid: number): Promise<string> =>
  ((await seat.info.orderStatus({ user: user(), oid })) as Anything).order.status;

/** Others trade at this price, and the mark follows the index there. */
async function tradeAt(price: number): Promise<void> {
  await kit.setIndex(BTC, `${price}.0`);
  await kit.quote(BTC, 'buy', '0.5', `${price - 10}.0`);
  await kit.quote(BTC, 'sell', '0.01', `${price}.0`);
  const market = { symbol: BTC, match_price: '1', order_type: '0', price: '1' };
  await kit.ok('orderPlaceOrder', { ...market, size: '0.0100', type: '1' }, kit.veterans.hedge);
  await kit.memory.advance(1_000);
  await kit.setIndex(BTC, `${price}.0`);
}

test('[HL-10] an Ioc order that fills in part tells what it filled, and is over', async () => {
  await kit.quote(BTC, 'sell', '0.01', '90000.0');
  const [{ filled }] = await send([order({ p: '90000', s: '0.03', t: IOC })]);
  expect(filled).toMatchObject({ totalSz: '0.01', avgPx: '90000.0' });
  expect(await seat.info.openOrders({ user: user() })).toEqual([]);
  expect(await statusOf(filled.oid)).toBe('canceled');
});

test('[HL-11] an order that reduces never turns the position', async () => {
  await send([order({ p: '90500', t: IOC })]);
  const more = send([order({ b: false, p: '89500', s: '0.02', r: true, t: IOC })]);
  expect(await refusal(more)).toMatch(/Reduce only order|nothing was refused/);
  expect(Number(await sizeHeld())).toBeGreaterThanOrEqual(0);
});

test('[HL-11] a price off the tick is rounded, a size off the lot refused', async () => {
  const { universe } = await seat.info.meta();
  const at = (coin: string) => universe.findIndex(({ name }) => name === coin);
  await send([
    order({ a: at('LTC'), p: '70.123', s: '1' }),
    order({ a: at('LTC'), b: false, p: '80.123', s: '1' }),
  ]);
  const open = await seat.info.openOrders({ user: user() });
  expect(open.map(({ limitPx }) => limitPx).sort()).toEqual(['70.12', '80.13']);
  const odd = send([order({ a: at('DOGE'), p: '0.13', s: '150' })]);
  expect(await refusal(odd)).toContain('Order has invalid size. A size is a multiple of 100.');
});

test('[HL-14] of the exits of an order one fires, and the other goes', async () => {
  // Market orders are limits far beyond the market, and their exits may lie nearer.
  const orders = [order({ p: '94500', t: IOC }), exit('90300', 'tp'), exit('85000', 'sl')];
  const [{ filled }] = await send(orders, 'normalTpsl');
  expect(filled.totalSz).toBe('0.01');
  const rows = await seat.info.frontendOpenOrders({ user: user() });
  const oidOf = (kind: string) => rows.find(({ orderType }) => orderType.startsWith(kind))!.oid;
  const [profit, stop] = [oidOf('Take Profit'), oidOf('Stop')];
  // More than the exits close, so that the other one does not end with the position.
  await send([order({ p: '90500', s: '0.02', t: IOC })]);
  await tradeAt(90_400);
  await expect.poll(sizeHeld).toBe('0.02');
  expect(await statusOf(profit)).toBe('filled');
  expect(await statusOf(stop)).toBe('siblingFilledCanceled');
});

test('[HL-14] an exit of the position closes all of it when the mark is there', async () => {
  await send([order({ p: '90500', t: IOC })]);
  const [{ resting }] = await send([exit('89500', 'sl', { s: '0' })], 'positionTpsl');
  await send([order({ p: '90500', s: '0.02', t: IOC })]);
  await tradeAt(89_000);
  await expect.poll(sizeHeld).toBe('0');
  expect(await statusOf(resting.oid)).toBe('filled');
});

const tradesAs = (wallet: Anything) =>
  new ExchangeClient({ transport: kit.transport, wallet }).order({
    orders: [order()],
    grouping: 'na',
  });

test('[HL-5] an agent signs until its time is over', async () => {
  const agent = newWallet();
  const until = kit.memory.clock.wallNow() + 1_500;
  const agentName = `short valid_until ${until}`;
  await seat.exchange.approveAgent({ agentAddress: agent.address, agentName });
  await tradesAs(agent);
  const [known] = await seat.info.extraAgents({ user: user() });
  expect(known).toEqual({ address: agent.address, name: 'short', validUntil: until });
  await kit.memory.advance(1_600);
  expect(await refusal(tradesAs(agent))).not.toBe('nothing was refused');
  expect(await seat.info.extraAgents({ user: user() })).toEqual([]);
  expect(await seat.info.openOrders({ user: user() })).toHaveLength(1);
});

test('[HL-5] an account approves a hundred agents, one after the other, and no more', async () => {
  await seat.exchange.approveAgent({ agentAddress: newWallet().address, agentName: 'next' });
  const own = { account: seat.account, permissions: ['trade'], dialects: ['hyperliquid'] } as const;
  for (let count = 1; count < 100; count += 1) {
    const past = { agent: 'past', name: 'past', expiresAt: millis(1) };
    const { address: key } = newWallet();
    await kit.keys.create({ ...own, ...past, key, allowlist: null, passphrase: null });
  }
  const more = seat.exchange.approveAgent({ agentAddress: newWallet().address, agentName: null });
  expect(await refusal(more)).toContain('100 agents in all');
  expect(await seat.info.extraAgents({ user: user() })).toHaveLength(1);
});

test('[HL-9] an action may hold a hundred orders, and who goes on is told to wait', async () => {
  const narrow = await openHyperliquidKit({ limits: { windowTimes: { weight: 1, orders: 1 } } });
  await narrow.refresh();
  const { exchange } = await narrow.seat();
  const many = Array.from({ length: 100 }, (_, at) => order({ p: String(70_000 + at) }));
  const place = () => exchange.order({ orders: many, grouping: 'na' }).catch((error) => error);
  const { response } = await place();
  expect(response.data.statuses).toHaveLength(100);
  await place();
  await place();
  expect(String(await place())).toMatch(/429/);
  const told = new Set<number>();
  for (let read = 0; read < 70; read += 1)
    told.add((await narrow.post('info', { type: 'meta' })).status);
  expect([...told]).toEqual([200, 429]);
  await narrow.close();
});

test('[HL-7] actions that do nothing spend their nonce; none far ahead is good', async () => {
  const wallet = seat.wallet as Anything;
  const post = async (action: Anything, nonce: number) => {
    const signature = await signL1Action({ wallet, action, nonce });
    return (await kit.post('exchange', { action, nonce, signature })).json;
  };
  const placing = { type: 'order', orders: [order()], grouping: 'na' };
  for (const action of [{ type: 'noop' }, { type: 'setReferrer', code: 'X' }]) {
    const nonce = kit.memory.clock.wallNow();
    expect((await post(action, nonce)).status).toBe('ok');
    for (const again of [action, placing])
      expect((await post(again, nonce)).response).toBe('Invalid nonce: duplicate nonce');
    kit.memory.clock.advance(1);
  }
  const dayAhead = kit.memory.clock.wallNow() + 25 * 3_600_000;
  for (const action of [{ type: 'noop' }, placing])
    expect((await post(action, dayAhead)).response).toContain('Invalid nonce');
  expect(await seat.info.openOrders({ user: user() })).toEqual([]);
});

const openBare = async (): Promise<{ readonly socket: WebSocket; readonly frames: Anything[] }> => {
  const socket = new WebSocket(`ws://127.0.0.1:${kit.port}/ws`);
  const frames: Anything[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once('open', resolve));
  return { socket, frames };
};

test('[HL-22] at /ws the first frame decides which exchange is meant', async () => {
  const transport = new WebSocketTransport({ url: `ws://127.0.0.1:${kit.port}/ws` });
  const own = new ExchangeClient({ transport, wallet: seat.wallet as Anything });
  await own.order({ orders: [order()], grouping: 'na' });
  expect(await seat.info.openOrders({ user: user() })).toHaveLength(1);
  await transport.close();
  const { socket: other, frames } = await openBare();
  other.send(JSON.stringify({ method: 'SUBSCRIBE', params: ['btcusdt@bookTicker'], id: 1 }));
  await expect.poll(() => frames[0]).toEqual({ result: null, id: 1 });
  // It was decided: what comes later in small letters is a mistake.
  other.send(JSON.stringify({ method: 'subscribe', subscription: { type: 'allMids' } }));
  await expect.poll(() => frames.some(({ error }) => error !== undefined)).toBe(true);
  expect(JSON.stringify(frames)).not.toContain('subscriptionResponse');
  other.terminate();
  const { socket: third, frames: heard } = await openBare();
  third.send(JSON.stringify({ method: 'subscribe', subscription: { type: 'allMids' } }));
  await expect.poll(() => heard.map(({ channel }) => channel)).toContain('allMids');
  third.terminate();
});

test('[HL-23] who comes back is told first how the account stands now', async () => {
  const heard = async (): Promise<Anything> => {
    const socket = new WebSocket(`${kit.url.replace('http', 'ws')}/ws`);
    const frames: Anything[] = [];
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.once('open', resolve));
    for (const type of ['userFills', 'clearinghouseState', 'openOrders'])
      socket.send(JSON.stringify({ method: 'subscribe', subscription: { type, user: user() } }));
    const last = (channel: string) => frames.findLast((each) => each.channel === channel)?.data;
    await expect.poll(() => last('openOrders') && last('userFills')).toBeDefined();
    socket.terminate();
    return { fills: last('userFills').fills, orders: last('openOrders').orders };
  };
  expect(await heard()).toEqual({ fills: [], orders: [] });
  await send([order({ p: '90500', t: IOC }), order()]);
  const { fills, orders } = await heard();
  expect(fills).toEqual(await seat.info.userFills({ user: user() }));
  expect(orders).toEqual(await seat.info.frontendOpenOrders({ user: user() }));
  expect([fills.length, orders.length]).toEqual([1, 1]);
});
