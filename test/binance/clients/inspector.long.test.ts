/** The lines that the page's inspector gives for a call run in every dialect. */
import { execFile } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { createClient, followAccount } from '../../../src/client/client.ts';
import type { AccountId } from '../../../src/domain/ids.ts';
import {
  asProgram,
  PROGRAMS,
  type ProgramLanguage,
} from '../../../src/web/inspector/as-program.ts';
import { inDialect, type Spoken } from '../../../src/web/inspector/in-dialect.ts';
import { PAGE_WORDS as BINANCE } from '../../../src/wire/binance/page-words.ts';
import type { CallScene } from '../../../src/wire/page-words.ts';
import { PAGE_WORDS as V2 } from '../../../src/wire/v2/page-words.ts';
import { PAGE_WORDS as V3 } from '../../../src/wire/v3/page-words.ts';
import { BTC } from '../../gateway-v2/rest-kit.ts';
import { openClientKit } from './client-kit.ts';

const WORDS = { v2: V2, v3: V3, binance: BINANCE };
const SPOKEN = Object.values(WORDS);

const get = (path: string, query = '', signed?: string): Spoken => ({
  ...{ method: 'GET', path: `/capi/v2${path}`, query, body: '', signed },
});
const own = (path: string, query = ''): Spoken => get(path, query, 'signed');
const post = (path: string, body: object): Spoken => ({
  ...{ method: 'POST', path: `/capi/v2${path}`, query: '', body: JSON.stringify(body) },
  signed: 'signed',
});

const ofBtc = `symbol=${BTC}`;
const LIMIT = { symbol: BTC, size: '0.001', price: '89000.0', match_price: '0', order_type: '1' };
const PLAN = { symbol: BTC, size: '0.001', type: '1', match_type: '1', trigger_price: '95000.0' };

const CALLS: readonly Spoken[] = [
  get('/market/ticker', ofBtc),
  get('/market/tickers'),
  get('/market/contracts'),
  get('/market/time'),
  get('/market/depth', `${ofBtc}&limit=15`),
  get('/market/trades', `${ofBtc}&limit=10`),
  get('/market/historyCandles', `${ofBtc}&granularity=1m&limit=10`),
  get('/market/open_interest', ofBtc),
  get('/market/currentFundRate', ofBtc),
  own('/account/assets'),
  own('/account/getAccounts'),
  own('/account/settings', ofBtc),
  own('/account/position/allPosition'),
  post('/account/leverage', { symbol: BTC, marginMode: 1, longLeverage: '7', shortLeverage: '7' }),
  post('/order/placeOrder', { ...LIMIT, type: '1' }),
  post('/order/placeOrder', { ...LIMIT, type: '2', price: '95000.0' }),
  post('/order/plan_order', PLAN),
  own('/order/current', ofBtc),
  own('/order/currentPlan', ofBtc),
];

const RUNNERS: Readonly<Record<ProgramLanguage, readonly string[]>> = {
  curl: ['bash', '-c'],
  python: ['python3', '-c'],
  typescript: [process.execPath, '--input-type=module', '-e'],
};

const kit = await openClientKit();
afterAll(kit.close);

type Answered = { readonly code: number; readonly out: string; readonly problem: string };

/** As a person does who has copied it, with the keys in the environment. */
async function run(language: ProgramLanguage, code: string, account: AccountId): Promise<Answered> {
  await kit.refresh();
  const { key, secret, passphrase } = kit.issued.get(account)!;
  const env = { ...process.env, API_KEY: key.key, SECRET_KEY: secret, PASSPHRASE: passphrase };
  const [program = '', ...before] = RUNNERS[language];
  return new Promise((resolve) =>
    execFile(program, [...before, code], { env }, (error, out, problem) =>
      resolve({ code: error === null ? 0 : 1, out, problem }),
    ),
  );
}

const origin = `http://127.0.0.1:${kit.port}`;

const NOWHERE: CallScene = { isNet: false, orders: [], held: [], lastOf: () => 90_000 };

async function expectDone(language: ProgramLanguage, code: string, who: AccountId): Promise<void> {
  const { out, problem } = await run(language, code, who);
  expect(out, `${code}\n${problem}`).not.toMatch(/code"?: ?["']?(?:-|[45]0)/);
  expect(out, `${code}\n${problem}`).toMatch(/^[^{[]*[{[]/);
}

test('[WEB-9] a call in any dialect is a program that runs', async () => {
  for (const dialect of SPOKEN) {
    const spoken = CALLS.map((call) => inDialect(dialect, call, NOWHERE));
    expect(spoken.map(({ length }) => length)).toEqual(CALLS.map(() => 1));
    const tell = async (language: ProgramLanguage, calls: readonly Spoken[]) => {
      const code = asProgram(language, calls, origin, dialect);
      await expectDone(language, code, await kit.openAccount('hedge'));
    };
    for (const calls of spoken) await tell('curl', calls);
    // One of each form: public, signed without a body.
    for (const language of ['python', 'typescript'] as const)
      for (const place of [0, 11]) await tell(language, spoken[place] ?? []);
  }
});

/** What the page would know of the account now. */
async function sceneOf(account: AccountId, isNet: boolean): Promise<CallScene> {
  const { key, secret, passphrase } = kit.issued.get(account)!;
  const keys = { apiKey: key.key, secretKey: secret, passphrase };
  const client = createClient({ baseUrl: origin, ...keys });
  const socket = client.privateSocket();
  const followed = followAccount(client, socket);
  await expect.poll(() => followed.collateral()).toBeDefined();
  await expect.poll(() => socket.state).toBe('live');
  const living = await kit.ok('orderCurrent', { symbol: BTC }, account);
  const waiting = await kit.ok('orderCurrentPlan', { symbol: BTC }, account);
  await expect.poll(() => followed.orders().length).toBe(living.length + waiting.length);
  const orders = followed.orders();
  const held = followed.positions().map(({ contractId, side, size }) => ({
    ...{ symbol: contractId, side: side === 'LONG' ? ('long' as const) : ('short' as const), size },
  }));
  followed.close();
  socket.close();
  return { isNet, orders, held, lastOf: () => 90_000 };
}

const SENT = { ...LIMIT, type: '1', order_type: '0', client_oid: 'sent-by-the-page' };
const mode = (isNet: boolean) => (isNet ? { positionMode: 'ONE_WAY' } : {});

test('[WEB-9] a copied order is a new one each time, in every dialect and language', async () => {
  const account = await kit.openAccount('hedge');
  const call = post('/order/placeOrder', SENT);
  await kit.ok('orderPlaceOrder', SENT, account);
  for (const dialect of SPOKEN)
    for (const language of PROGRAMS) {
      const code = asProgram(language, inDialect(dialect, call, NOWHERE), origin, dialect);
      for (const _ of ['once', 'twice']) await expectDone(language, code, account);
    }
  const orders: { client_oid: string }[] = await kit.ok('orderCurrent', { symbol: BTC }, account);
  expect(orders.length).toBe(1 + 2 * SPOKEN.length * PROGRAMS.length);
  expect(new Set(orders.map(({ client_oid }) => client_oid)).size).toBe(orders.length);
});

test('[WEB-9] a refused program tells the words of the venue, and ends as failed', async () => {
  const account = await kit.openAccount('hedge');
  const call = post('/order/placeOrder', { ...SENT, size: '50' });
  for (const dialect of SPOKEN)
    for (const language of PROGRAMS) {
      const code = asProgram(language, inDialect(dialect, call, NOWHERE), origin, dialect);
      const { out, problem, code: ended } = await run(language, code, account);
      expect(out + problem, code).toMatch(/margin|insufficient/i);
      expect(ended).toBe(language === 'curl' ? 0 : 1);
    }
});

const JOURNEYS = [
  ['v2', 'python', false],
  ['v3', 'typescript', false],
  ['binance', 'curl', false],
  ['v2', 'curl', true],
  ['v3', 'curl', true],
  ['binance', 'python', true],
] as const;

test.each(JOURNEYS)(
  '[WEB-9] trigger, amend, exits and cancel are programs of %s in %s (net: %s)',
  async (name, language, isNet) => {
    const dialect = WORDS[name];
    const account = await kit.openAccount(isNet ? 'net' : 'hedge');
    const copied = async (call: Spoken): Promise<void> => {
      const calls = inDialect(dialect, call, await sceneOf(account, isNet));
      await expectDone(language, asProgram(language, calls, origin, dialect), account);
    };
    const listed = (what: 'orderCurrent' | 'orderCurrentPlan') =>
      kit.ok(what, { symbol: BTC }, account);
    const plan = { ...PLAN, client_oid: 'sent-by-the-page', ...mode(isNet) };
    for (const _ of ['once', 'twice']) await copied(post('/order/plan_order', plan));
    await copied(post('/order/plan_order', { ...plan, type: '2', trigger_price: '91000.0' }));
    const plans: { order_id: string; triggerPrice: string }[] = await listed('orderCurrentPlan');
    expect(plans.map(({ triggerPrice }) => triggerPrice).sort()).toEqual([
      ...['91000.0', '95000.0', '95000.0'],
    ]);

    await copied(post('/order/placeOrder', { ...SENT, ...mode(isNet) }));
    const [{ order_id: orderId }] = await listed('orderCurrent');
    await copied(post('/perpetua/amend', { orderId, price: '88000.0', size: '0.002' }));
    expect(await listed('orderCurrent')).toMatchObject([
      { order_id: orderId, price: '88000.0', size: '0.0020' },
    ]);
    await copied(post('/order/cancel_order', { orderId }));
    expect(await listed('orderCurrent')).toEqual([]);

    const moved = { orderId: plans[0]?.order_id, triggerPrice: '96000.0', executePrice: '0' };
    await copied(post('/order/modifyTpSlOrder', { ...moved, triggerPriceType: '1' }));
    const after: typeof plans = await listed('orderCurrentPlan');
    expect(after.filter(({ triggerPrice }) => triggerPrice === '96000.0').length).toBe(1);
    expect(after.length).toBe(3);
    await copied(post('/order/cancel_plan', { orderId: after[0]?.order_id }));
    expect((await listed('orderCurrentPlan')).length).toBe(2);
    await copied(post('/order/cancelAllOrders', { cancelOrderType: 'plan' }));
    expect(await listed('orderCurrentPlan')).toEqual([]);

    const market = { symbol: BTC, size: '0.0100', type: '1', match_price: '1', ...mode(isNet) };
    const withExits = { presetTakeProfitPrice: '99000.0', presetStopLossPrice: '80000.0' };
    await copied(post('/order/placeOrder', { ...market, ...withExits }));
    const exits: typeof plans = await listed('orderCurrentPlan');
    expect(exits.map(({ triggerPrice }) => triggerPrice).sort()).toEqual(['80000.0', '99000.0']);
    const part = { symbol: BTC, planType: 'loss_plan', triggerPrice: '85000.0', size: '0.0050' };
    await copied(post('/order/placeTpSlOrder', { ...part, positionSide: 'long' }));
    expect((await listed('orderCurrentPlan')).length).toBe(3);
    await copied(post('/order/closePositions', {}));
    expect(await kit.ok('accountAllPosition', {}, account)).toEqual([]);
  },
);
