/** The same signed bytes again, after the program was killed and after it was stopped. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Access, type Got, type SignedBytes, sendBytes, signBytes } from './signed-bytes.ts';
import { type Scene, untilOpen, type VenueProcess, withScene } from './venue-process.ts';

const START = [
  ...['start', '--port', '0', '--admin-port', '0', '--page', 'off', '--contracts', 'four.json'],
  ...['--orders-per-second', '1000', '--cancels-per-second', '1000'],
  ...['--account-weight', '100000', '--address-weight', '100000'],
];

const CONTRACTS = new URL('../../contracts/default.json', import.meta.url);

interface Running {
  readonly venue: VenueProcess;
  readonly baseUrl: string;
}

/** A start takes as long as there are contracts, and the bytes are not good for ever. */
async function start({ run, folder }: Scene): Promise<Running> {
  const wanted = new Set(['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt', 'cmt_bnbusdt']);
  const shipped: { symbol: string }[] = JSON.parse(readFileSync(CONTRACTS, 'utf8'));
  const four = shipped.filter(({ symbol }) => wanted.has(symbol));
  writeFileSync(join(folder, 'four.json'), JSON.stringify(four));
  const venue = run(...START);
  const said = await untilOpen(venue);
  return { venue, baseUrl: /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '' };
}

const accessesIn = (folder: string): Access[] =>
  JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8'));

async function end({ venue }: Running, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  venue.child.kill(signal);
  await venue.ended;
}

const sendAll = async (baseUrl: string, all: readonly SignedBytes[]): Promise<Got[]> => {
  const got: Got[] = [];
  for (const bytes of all) got.push(await sendBytes(baseUrl, bytes));
  return got;
};

/** Reads with a signature of its own; each time another. */
const read = async (baseUrl: string, access: Access, target: string) =>
  JSON.parse((await sendBytes(baseUrl, signBytes(access, ['GET', target], 0))).text);

/** Ids of orders are counters: whatever is placed a second time is seen in the next id. */
async function footprint(baseUrl: string, access: Access) {
  const [orders, plans, fills, positions] = await Promise.all([
    read(baseUrl, access, '/capi/v2/order/current'),
    read(baseUrl, access, '/capi/v2/order/currentPlan'),
    read(baseUrl, access, '/capi/v2/order/fills'),
    read(baseUrl, access, '/capi/v2/account/position/allPosition'),
  ]);
  const ids = (rows: { order_id: string }[]) => rows.map(({ order_id }) => order_id).sort();
  return {
    orders: ids(orders),
    plans: ids(plans),
    fills: fills.list.length,
    positions: positions.map(({ side, size, leverage }: Record<string, string>) => [
      side,
      size,
      leverage,
    ]),
  };
}

const V2 = '/capi/v2';
const V3 = '/capi/v3';

/** What the first answers are needed for: an order to cancel in each dialect, and a position. */
async function prepare(baseUrl: string, access: Access) {
  const { last } = await read(baseUrl, access, `${V2}/market/ticker?symbol=cmt_btcusdt`);
  const price = `${Math.floor(Number(last) * 0.97)}.0`;
  const limit = { symbol: 'cmt_btcusdt', size: '0.0010', type: '1', match_price: '0', price };
  const market = { symbol: 'cmt_ethusdt', size: '0.100', type: '1', match_price: '1' };
  const place = (fields: object) => signBytes(access, ['POST', `${V2}/order/placeOrder`, fields]);
  const placed = await sendAll(baseUrl, [place(limit), place({ ...limit, order_type: '1' })]);
  await sendAll(baseUrl, [place(market)]);
  const exit = { symbol: 'cmt_ethusdt', planType: 'loss_plan', triggerPrice: '100.00' };
  const [loss] = await sendAll(baseUrl, [
    signBytes(access, ['POST', `${V2}/order/placeTpSlOrder`, { ...exit, positionSide: 'long' }]),
  ]);
  return {
    limit,
    price,
    orders: placed.map(({ text }) => String(JSON.parse(text).order_id)),
    exit: String(JSON.parse(loss?.text ?? '[]')[0].orderId),
  };
}

/** One of each kind; none has an id of the client's own. */
function requestsOf(access: Access, { limit, price, orders, exit }: Prepared): SignedBytes[] {
  const batch = [limit, { ...limit, size: '500' }].map(({ symbol: _symbol, ...order }) => order);
  const v3Limit = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT' };
  const v3Order = { ...v3Limit, quantity: '0.0010', price, timeInForce: 'GTC' };
  const v2Leverage = { marginMode: 1, longLeverage: '7', shortLeverage: '7' };
  const v3Leverage = { marginType: 'CROSSED', crossLeverage: '9' };
  const plan = { symbol: 'cmt_btcusdt', size: '0.0010', type: '1', match_type: '1' };
  const all: (readonly [string, string, object?])[] = [
    ['POST', `${V2}/order/placeOrder`, limit],
    ['POST', `${V2}/order/placeOrder`, { ...limit, size: '500' }],
    ['POST', `${V2}/order/placeOrder`, { ...limit, type: '3', match_price: '1' }],
    ['POST', `${V2}/order/batchOrders`, { symbol: limit.symbol, orderDataList: batch }],
    ['POST', `${V2}/order/plan_order`, { ...plan, trigger_price: price }],
    ['POST', `${V2}/order/cancel_order`, { orderId: orders[0] }],
    ['POST', `${V2}/order/cancel_order`, { orderId: '999999999' }],
    ['POST', `${V2}/order/modifyTpSlOrder`, { orderId: exit, triggerPrice: '200.00' }],
    ['POST', `${V2}/account/leverage`, { symbol: 'cmt_solusdt', ...v2Leverage }],
    ['POST', `${V3}/order`, v3Order],
    ['POST', `${V3}/order`, { ...v3Order, quantity: '500' }],
    ['DELETE', `${V3}/order?orderId=${orders[1]}`],
    ['POST', `${V3}/account/leverage`, { symbol: 'BNBUSDT', ...v3Leverage }],
    // Last: the exit above goes with its position.
    ['POST', `${V2}/order/closePositions`, { symbol: 'cmt_ethusdt' }],
  ];
  return all.map((request) => signBytes(access, request));
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

const statusAndText = (got: readonly Got[]) => got.map(({ status, text }) => [status, text]);

test('[GATE-56] the same bytes after a kill and after a stop get the first answers', async () => {
  await withScene(async (scene) => {
    let running = await start(scene);
    const [access, other] = accessesIn(scene.folder) as [Access, Access];
    const prepared = await prepare(running.baseUrl, access);
    const requests = requestsOf(access, prepared);
    const place = (size: string) =>
      ['POST', `${V2}/order/placeOrder`, { ...prepared.limit, size }] as const;
    // Accepted for a few seconds only.
    const early = signBytes(other, place('0.0010'), -20_000);
    const lost = Array.from({ length: 12 }, (_, more) =>
      signBytes(other, place(`0.00${11 + more}`)),
    );
    const first = await sendAll(running.baseUrl, requests);
    expect(first.map(({ status }) => status)).toEqual([
      ...[200, 400, 400, 200, 200, 200, 404, 200, 200],
      ...[200, 400, 200, 200, 200],
    ]);
    expect(first.every(({ isRepeat }) => !isRepeat)).toBe(true);
    expect((await sendBytes(running.baseUrl, early)).status).toBe(200);
    const before = await footprint(running.baseUrl, access);
    // Of these some are stored and some not when it dies, and hardly one is answered.
    const answers = lost.map((bytes) => sendBytes(running.baseUrl, bytes).catch(() => undefined));
    await Promise.race(answers);
    await end(running, 'SIGKILL');
    const heard = await Promise.all(answers);

    running = await start(scene);
    const again = await sendAll(running.baseUrl, requests);
    expect(statusAndText(again)).toEqual(statusAndText(first));
    expect(again.every(({ isRepeat }) => isRepeat)).toBe(true);
    expect(await footprint(running.baseUrl, access)).toEqual(before);
    const retried = await sendAll(running.baseUrl, lost);
    expect(retried.every(({ status }) => status === 200)).toBe(true);
    for (const [at, answer] of heard.entries())
      if (answer !== undefined) expect(retried[at]?.text).toBe(answer.text);
    const placed = async (): Promise<number> =>
      (await footprint(running.baseUrl, other)).orders.length;
    expect(await placed()).toBe(lost.length + 1);

    const fresh = [place('0.0030'), place('500')].map((request) => signBytes(other, request));
    const answered = await sendAll(running.baseUrl, fresh);
    expect(answered.map(({ status }) => status)).toEqual([200, 400]);
    await end(running, 'SIGTERM');
    running = await start(scene);
    const after = await sendAll(running.baseUrl, fresh);
    expect(statusAndText(after)).toEqual(statusAndText(answered));
    expect(after.every(({ isRepeat }) => isRepeat)).toBe(true);
    expect(await placed()).toBe(lost.length + 2);
    const over = Number(early.headers['ACCESS-TIMESTAMP']) + 30_001;
    await expect.poll(() => Date.now(), { timeout: 30_000 }).toBeGreaterThan(over);
    const late = await sendBytes(running.baseUrl, early);
    expect([late.status, JSON.parse(late.text).code]).toEqual([400, '40008']);
    expect(await placed()).toBe(lost.length + 2);
  });
}, 240_000);
