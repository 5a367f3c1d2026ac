/** Two gateways in front of one venue: whatever a client is told at one holds at the other. */
import { Agent } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { NO_LATENCY } from '../../src/domain/latency.ts';
import { millis } from '../../src/domain/units.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { signForm } from '../binance/binance-kit.ts';
import {
  ALICE,
  BTC,
  type Fields,
  type KitSettings,
  openRestKit,
  type Received,
  type RestKit,
  sendTo,
  sentFor,
  sign,
} from '../gateway-v2/rest-kit.ts';

type EndpointId = Parameters<RestKit['call']>[0];

interface Pair {
  readonly kit: RestKit;
  readonly gateways: readonly Gateway[];
  readonly ports: readonly [number, number];
  /** Signed by the account, sent to the gateway of this place. */
  readonly ask: (
    at: number,
    id: EndpointId,
    fields?: Fields,
    passphrase?: string,
  ) => Promise<Received>;
}

const agents: Agent[] = [];
const kits: RestKit[] = [];

afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  for (const kit of kits.splice(0)) await kit.close();
});

async function openPair(settings: KitSettings = {}): Promise<Pair> {
  const kit = await openRestKit({ isFronted: true, ...settings });
  kits.push(kit);
  const second = await kit.openSecond();
  const ports = [kit.port, await second.listen({ host: '127.0.0.1', port: 0 })] as const;
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  const { clock } = kit.memory;
  const ask: Pair['ask'] = (at, id, fields = {}, passphrase = undefined) => {
    clock.advance(1);
    const issued = kit.issued.get(ALICE)!;
    const used = passphrase === undefined ? issued : { ...issued, passphrase };
    const port = ports[at % 2] ?? kit.port;
    return sendTo(port, agent, sign(sentFor(id, fields), used, clock.wallNow()));
  };
  return { kit, gateways: [kit.gateway, second], ports, ask };
}

const ORDER = { symbol: BTC, size: '0.0010', type: '1', order_type: '0', match_price: '0' };
const order = (number: number): Fields => ({
  ...{ ...ORDER, client_oid: `order-${number}`, price: '89000.0' },
});

test('[CLU-4] what was acknowledged at one gateway is there at the other', async () => {
  const { ask } = await openPair();
  for (let number = 0; number < 40; number += 1) {
    const placed = await ask(number, 'orderPlaceOrder', order(number));
    expect(placed.status, placed.text).toBe(200);
    const { order_id: orderId } = placed.json;
    const seen = await ask(number + 1, 'orderDetail', { orderId });
    expect(seen.json.order_id, seen.text).toBe(orderId);
    const gone = await ask(number + 1, 'orderCancelOrder', { orderId });
    expect(gone.json.result, gone.text).toBe(true);
    const left = await ask(number, 'orderCurrent', {});
    expect(left.json).toEqual([]);
    const history = await ask(number, 'orderDetail', { orderId });
    expect(history.json.status, history.text).toBe('canceled');
  }
});

test('[GATE-12] the budget of an account is one at both gateways', async () => {
  const { ask } = await openPair({ limits: { orders: { capacity: 10, refillPerSecond: 0.001 } } });
  const answers: Received[] = [];
  for (let number = 0; number < 24; number += 1)
    answers.push(await ask(number, 'orderPlaceOrder', order(number)));
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    ...Array.from({ length: 14 }, () => 429),
  ]);
  expect(answers[9]?.headers['x-order-count-1s']).toBe('10');
});

test('[GATE-12] a call beyond the budget of its address costs its account nothing', async () => {
  const limits = {
    addressWeight: { capacity: 10, refillPerSecond: 0.1 },
    accountWeight: { capacity: 1_000, refillPerSecond: 0.000_1 },
  };
  const { kit, ask } = await openPair({ limits });
  const answers: Received[] = [];
  for (let number = 0; number < 12; number += 1)
    answers.push(await ask(0, 'orderPlaceOrder', order(number)));
  const placed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(placed.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(1);
  for (const { headers } of refused) expect(headers).not.toHaveProperty('x-order-count-1s');
  // The other gateway does not know yet that the address has to wait, and the proof is wrong.
  expect((await ask(1, 'accountAssets', {}, 'wrongwrong1')).status).toBe(429);
  kit.memory.clock.advance(1_000_000);
  const again = await ask(1, 'orderPlaceOrder', order(12));
  const name = 'x-uid-used-weight-10s';
  const each = Number(placed[0]?.headers[name]);
  expect(Number(again.headers[name])).toBe(each * (placed.length + 1));
});

test('[GATE-15] an address that is shut out at one gateway is at the other', async () => {
  const penalties = {
    ...{ refusalsMax: 3, refusalWindowMillis: 10_000, authFailuresMax: 100 },
    ...{ authFailureWindowMillis: 60_000, firstMillis: 120_000, longestMillis: 3_600_000 },
    forgottenAfterMillis: 86_400_000,
  };
  const limits = { penalties, addressWeight: { capacity: 5, refillPerSecond: 0.1 } };
  const { ask } = await openPair({ limits });
  const waits: (string | undefined)[] = [];
  for (let number = 0; number < 9; number += 1) {
    const { status, headers } = await ask(number, 'marketTime').catch(() => CUT);
    if (status === 429) waits.push(headers['retry-after']);
  }
  expect(waits).toEqual(['10', '10', '10', '120']);
});

const CUT: Received = { status: 0, headers: {}, text: '', json: undefined };

test('[GATE-8] wrong passphrases lock a key at both gateways', async () => {
  const { ask } = await openPair();
  for (let number = 0; number < 10; number += 1)
    expect((await ask(number, 'accountAssets', {}, 'wrongwrong1')).json.code).toBe('40012');
  for (const at of [0, 1]) expect((await ask(at, 'accountAssets')).status).toBe(429);
});

test('[GATE-7] a key that is disabled is refused at both gateways at once', async () => {
  const { kit, ask } = await openPair();
  const { key } = kit.issued.get(ALICE)!.key;
  for (const status of ['disabled', 'active', 'disabled'] as const) {
    await kit.keys.setStatus(key, status);
    for (const at of [0, 1]) {
      const expected = status === 'active' ? 200 : 403;
      expect((await ask(at, 'accountAssets')).status).toBe(expected);
    }
  }
});

test('[GATE-7] a gateway that was cut off knows what changed meanwhile', async () => {
  const { kit, ask } = await openPair();
  if (kit.front === false) throw new Error('there is no gateway');
  const { key } = kit.issued.get(ALICE)!.key;
  expect((await ask(0, 'accountAssets')).status).toBe(200);
  await kit.front.cutOff(async () => {
    await kit.keys.setStatus(key, 'disabled');
    // While it is not connected a gateway does nothing, and says so.
    expect((await ask(0, 'marketTime')).status).toBe(503);
  });
  const statusOf = async (at: number): Promise<number> => (await ask(at, 'accountAssets')).status;
  for (const at of [0, 1]) await expect.poll(() => statusOf(at)).toBe(403);
});

test('[BNC-70] a listen key of one gateway opens a stream at the other', async () => {
  const { kit, ports } = await openPair({ sockets: { flushEveryMillis: 1 } });
  const { clock } = kit.memory;
  const issued = kit.issued.get(ALICE)!;
  const query = signForm('', issued, clock.wallNow());
  const headers = { 'X-MBX-APIKEY': issued.key.key };
  const path = `/fapi/v1/listenKey?${query}`;
  const { json } = await kit.send({ method: 'POST', path, headers });
  const socket = new WebSocket(`ws://127.0.0.1:${ports[1]}/ws/${json.listenKey}`);
  const heard = new Promise<string>((resolve) => {
    socket.on('message', (data) => resolve(String(data)));
  });
  await new Promise((resolve) => socket.once('open', resolve));
  await kit.ok('orderPlaceOrder', order(1));
  expect(JSON.parse(await heard).e).toBe('ORDER_TRADE_UPDATE');
  socket.terminate();
});

test('[LAT-3] calls are as late at a gateway as they are without one', async () => {
  const { kit, gateways, ask } = await openPair();
  const { clock } = kit.memory;
  const latency = { ...NO_LATENCY, entry: [millis(400)], answer: [millis(200)] };
  await kit.run({ kind: 'set-latency', account: ALICE, latency });
  const query = { account: ALICE, contract: null, group: 'working' } as const;
  const resting = () => kit.venue.read.account.orders(query).length;
  const held = (at: number): number => gateways[at]!.edge.lateness.held;
  // Long enough for a timer that is due to be seen.
  const settle = () => new Promise((resolve) => setTimeout(resolve, 60));
  for (const at of [0, 1]) {
    const known = resting();
    let isAnswered = false;
    const placed = ask(at, 'orderPlaceOrder', order(at)).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => held(at)).toBe(1);
    clock.advance(399);
    await settle();
    expect(resting()).toBe(known);
    clock.advance(1);
    await expect.poll(() => resting() === known + 1 && held(at) === 1).toBe(true);
    clock.advance(199);
    await settle();
    expect(isAnswered).toBe(false);
    clock.advance(1);
    expect((await placed).status).toBe(200);
  }
});
