/** Faults on request, as calls of both dialects meet them; the neighbour notices nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Faults } from '../../src/gateway/faults/faults.ts';
import { createFaults } from '../../src/gateway/faults/faults.ts';
import { FAULT_NAMES } from '../../src/gateway/faults/kinds.ts';
import { FaultRefusal, type FaultRequest } from '../../src/gateway/faults/read-fault.ts';
import { ALICE, BOB, BTC, HOUSE } from '../gateway-v2/rest-kit.ts';
import { openV3Kit, type V3Kit } from '../gateway-v3/v3-kit.ts';

let kit: V3Kit;
let faults: Faults;
const notes: string[] = [];
beforeAll(async () => {
  kit = await openV3Kit();
  ({ faults } = kit);
  kit.venue.listen(({ events }) => {
    for (const event of events) if (event.kind === 'note-recorded') notes.push(event.text);
  });
});
afterEach(() => faults.end('all'));
afterAll(() => kit.close());

const order = (client: string) => ({
  symbol: BTC,
  client_oid: client,
  size: '0.0100',
  type: '1',
  order_type: '0',
  match_price: '0',
  price: '80000.0',
});

const fault = ({ headers }: { headers: object }): unknown =>
  Object.entries(headers).find(([name]) => name === 'x-perpetua-fault')?.[1];

const refusalOf = (wanted: object): Promise<FaultRefusal> =>
  faults.begin(wanted as FaultRequest).then(
    () => expect.fail('it began'),
    (error) => error,
  );

describe('a delay', () => {
  test('[FAULT-1] [FAULT-2] holds up the account, not its neighbour at the same time', async () => {
    await faults.begin({ kind: 'delay', account: ALICE, delayMillis: 700, jitterMillis: 50 });
    const done: string[] = [];
    const slow = kit.call('accountAssets', {}, ALICE).then((received) => {
      done.push('alice');
      return received;
    });
    const quick = [];
    for (let each = 0; each < 5; each += 1) {
      const received = await kit.call('accountAssets', {}, BOB);
      done.push('bob');
      quick.push([received.status, fault(received)]);
    }
    expect(quick).toEqual(quick.map(() => [200, undefined]));
    const { status, headers } = await slow;
    expect([status, headers['x-perpetua-fault']]).toEqual([200, 'delay']);
    expect(done.at(-1)).toBe('alice');
    expect(faults.list()).toMatchObject([{ hits: 1, what: 'calls wait 700 to 750 ms' }]);
  });

  test('[FAULT-3] a public call belongs to the account whose key it names', async () => {
    await faults.begin({ kind: 'delay', account: ALICE, delayMillis: 1 });
    const path = '/capi/v2/market/time';
    const named = kit.issued.get(ALICE)?.key.key ?? '';
    const plain = await kit.send({ method: 'GET', path });
    const told = await kit.send({ method: 'GET', path, headers: { 'ACCESS-KEY': named } });
    expect([fault(plain), fault(told)]).toEqual([undefined, 'delay']);
  });

  test('[FAULT-3] everyone meets what is for everyone', async () => {
    await faults.begin({ kind: 'delay', account: 'everyone', delayMillis: 1 });
    const bob = await kit.call('accountAssets', {}, BOB);
    const nobody = await kit.send({ method: 'GET', path: '/capi/v3/market/time' });
    expect([fault(bob), fault(nobody)]).toEqual(['delay', 'delay']);
  });

  test('[FAULT-4] a venue that closes does not wait for it, and notes its end', async () => {
    const other = await openV3Kit();
    await other.faults.begin({ kind: 'delay', account: ALICE, delayMillis: 20_000 });
    const begun = performance.now();
    const slow = other.call('accountAssets', {}, ALICE);
    await expect.poll(() => other.faults.list()).toMatchObject([{ hits: 1 }]);
    const closed = other.gateway.close();
    expect((await slow).status).toBe(200);
    await closed;
    expect(performance.now() - begun).toBeLessThan(15_000);
    await expect(other.faults.begin({ kind: 'delay', account: ALICE })).rejects.toThrow('closing');
    await other.close();
  });
});

describe('errors instead of answers', () => {
  const answers = [
    [{ kind: 'rate-limit', retryAfterSeconds: 7 }, [429, '429'], [429, -1003]],
    [{ kind: 'server-error' }, [500, '50000'], [500, -1054]],
    [{ kind: 'server-error', status: 503 }, [503, '50000'], [503, -1054]],
    [{ kind: 'blocked' }, [521, '40018'], [403, -1056]],
    [{ kind: 'maintenance' }, [400, '40015'], [400, -1054]],
  ] as const;

  for (const [wanted, v2, v3] of answers)
    test(`[FAULT-5] ${JSON.stringify(wanted)}, in the words of each dialect`, async () => {
      await faults.begin({ ...wanted, account: ALICE });
      const two = await kit.call('accountAssets', {}, ALICE);
      const three = await kit.call3('v3AccountBalance', {}, ALICE);
      expect([two.status, two.json.code]).toEqual(v2);
      expect(Object.keys(two.json)).toEqual(['code', 'msg', 'requestTime', 'data']);
      expect([three.status, three.json.code]).toEqual(v3);
      expect([fault(two), fault(three)]).toEqual([wanted.kind, wanted.kind]);
      if (wanted.kind === 'rate-limit') expect(two.headers['retry-after']).toBe('7');
      if (wanted.kind === 'maintenance') expect(two.json.msg).toContain('maintenance');
      expect((await kit.call('accountAssets', {}, BOB)).status).toBe(200);
      await faults.end('all');
      expect((await kit.call('accountAssets', {}, ALICE)).status).toBe(200);
    });

  test('[FAULT-5] nothing of the call is done', async () => {
    await faults.begin({ kind: 'server-error', account: ALICE });
    expect((await kit.call('orderPlaceOrder', order('never'), ALICE)).status).toBe(500);
    await faults.end('all');
    expect(kit.venue.read.account.findClientOrder(ALICE, 'never')).toBeUndefined();
  });
});

describe('a lost answer', () => {
  test('[FAULT-6] the order is placed and the connection cut; a repeat is told', async () => {
    const { id } = await faults.begin({ kind: 'lost-answer', account: ALICE, calls: 1 });
    await expect(kit.call('orderPlaceOrder', order('lost'), ALICE)).rejects.toThrow(
      /hang up|ECONN/,
    );
    const placed = kit.venue.read.account.findClientOrder(ALICE, 'lost');
    expect(placed).toBeDefined();
    expect(faults.list()).toEqual([]);
    const again = await kit.call('orderPlaceOrder', order('lost'), ALICE);
    expect(again.json.order_id).toBe(String(placed));
    expect(again.headers['x-idempotent-replay']).toBe('1');
    await expect(faults.end(id)).rejects.toThrow('none is on');
  });

  test('[FAULT-6] reads, refusals and the neighbour are answered', async () => {
    await faults.begin({ kind: 'lost-answer', account: ALICE });
    expect((await kit.call('accountAssets', {}, ALICE)).status).toBe(200);
    const refused = await kit.call('orderPlaceOrder', { ...order('odd'), size: '0' }, ALICE);
    expect(refused.status).toBe(400);
    expect((await kit.call('orderPlaceOrder', order('bob'), BOB)).status).toBe(200);
    expect(faults.list()).toMatchObject([{ hits: 0 }]);
  });
});

describe('its end', () => {
  test('[FAULT-4] after so many calls', async () => {
    await faults.begin({ kind: 'rate-limit', account: ALICE, calls: 2 });
    const statuses = [];
    for (let each = 0; each < 3; each += 1)
      statuses.push((await kit.call('accountAssets', {}, ALICE)).status);
    expect(statuses).toEqual([429, 429, 200]);
    expect(faults.list()).toEqual([]);
  });

  test('[FAULT-4] [FAULT-7] after a time, with a note at both ends', async () => {
    notes.length = 0;
    await faults.begin({ kind: 'maintenance', account: ALICE, forMillis: 50 });
    expect(notes).toEqual([
      `begins: maintenance, calls are refused because of maintenance, account ${ALICE}, for 50ms`,
    ]);
    await expect.poll(() => faults.isOn).toBe(false);
    await expect.poll(() => notes).toHaveLength(2);
    expect(notes[1]).toMatch(/^is over: maintenance, .* for 50ms, 0 calls met it$/);
    expect((await kit.call('accountAssets', {}, ALICE)).status).toBe(200);
  });
});

describe('bad input', () => {
  const wrong: readonly [object, string][] = [
    [{ kind: 'flood', account: ALICE }, `kind "flood": it is one of ${FAULT_NAMES.join(', ')}`],
    [{ kind: 'delay', account: 99_999 }, 'account "99999": it is the number of an account'],
    [{ kind: 'delay', account: HOUSE }, 'account "1001": it is the number of an account'],
    [{ kind: 'delay', account: ALICE, forMillis: -1 }, 'a whole number from 1 to 3600000'],
    [{ kind: 'delay', account: ALICE, forMillis: 1e12 }, 'a whole number from 1 to 3600000'],
    [{ kind: 'delay', account: ALICE, calls: 0 }, 'calls "0": it is a whole number from 1'],
    [{ kind: 'delay', account: ALICE, delayMillis: 0.5 }, 'a whole number from 1 to 20000'],
    [{ kind: 'delay', account: ALICE, delayMillis: 15_000, jitterMillis: 9_000 }, 'at most 20000'],
    [{ kind: 'delay', account: ALICE, status: 500 }, 'delay takes no status; it takes delayMillis'],
    [{ kind: 'server-error', account: ALICE, status: 404 }, 'it is one of 500, 502, 503, 504'],
    [{ kind: 'partial-fills', account: ALICE, part: 1 }, 'a number from 0.01 to 0.99'],
    [{ kind: 'half-open-sockets', account: ALICE, calls: 2 }, 'only time ends half-open-sockets'],
  ];
  for (const [wanted, message] of wrong)
    test(`[FAULT-8] ${JSON.stringify(wanted)}`, async () => {
      notes.length = 0;
      const refusal = await refusalOf(wanted);
      expect(refusal).toBeInstanceOf(FaultRefusal);
      expect(refusal.code).toBe('not-valid');
      expect(refusal.message).toContain(message);
      expect([faults.list(), notes]).toEqual([[], []]);
    });

  test('[FAULT-8] the same again, and too many at once', async () => {
    await faults.begin({ kind: 'delay', account: ALICE });
    expect((await refusalOf({ kind: 'delay', account: ALICE })).message).toContain('end it first');
    for (const account of [ALICE, BOB, 'everyone'] as const)
      for (const kind of FAULT_NAMES) await faults.begin({ kind, account }).catch(() => undefined);
    expect(faults.list()).toHaveLength(20);
    const { message } = await refusalOf({ kind: 'blocked', account: 'everyone' });
    expect(message).toBe('20 faults are on, which is the most: end some');
  });

  test('[FAULT-9] only in a sandbox', async () => {
    const strict = createFaults({ venue: kit.venue, isSandbox: false });
    const refused = strict.begin({ kind: 'delay', account: ALICE });
    await expect(refused).rejects.toMatchObject({
      code: 'not-here',
      message: 'only in a sandbox: this venue was started with --sandbox off',
    });
  });
});
