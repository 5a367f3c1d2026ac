/** Faults on request, as calls of both dialects meet them; the neighbour notices nothing. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Faults } from '../../src/gateway/faults/faults.ts';
import { openFaults } from '../../src/gateway/faults/faults.ts';
import { FaultRefusal, type FaultRequest } from '../../src/gateway/faults/read-fault.ts';
import { FAULT_NAMES } from '../../src/wire/fault-names.ts';
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
    await faults.begin({ kind: 'delay', account: ALICE, delayMillis: 1_500, jitterMillis: 50 });
    const done: string[] = [];
    const slow = kit.call('accountAssets', {}, ALICE).then((received) => {
      done.push('alice');
      return received;
    });
    const quick = [];
    for (let each = 0; each < 3; each += 1) {
      const received = await kit.call('accountAssets', {}, BOB);
      done.push('bob');
      quick.push([received.status, fault(received)]);
    }
    expect(quick).toEqual(quick.map(() => [200, undefined]));
    const { status, headers } = await slow;
    expect([status, headers['x-perpetua-fault']]).toEqual([200, 'delay']);
    expect(done.at(-1)).toBe('alice');
    expect(faults.list()).toMatchObject([{ hits: 1, what: 'calls wait 1500 to 1550 ms' }]);
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

describe('a stale book', () => {
  test('[FAULT-12] depth and ticker stand still for whoever names the key', async () => {
    const headers = { 'ACCESS-KEY': kit.issued.get(ALICE)?.key.key ?? '' };
    const paths = [
      `/capi/v2/market/depth?symbol=${BTC}`,
      `/capi/v2/market/ticker?symbol=${BTC}`,
      '/capi/v3/market/depth?symbol=BTCUSDT',
    ];
    const look = async (named: object) => {
      const texts = [];
      for (const path of paths) {
        const received = await kit.send({ method: 'GET', path, headers: { ...named } });
        texts.push([received.status, fault(received), received.text]);
      }
      return texts;
    };
    await faults.begin({ kind: 'stale-book', account: ALICE });
    const first = await look(headers);
    expect(first).toEqual(first.map(([, , text]) => [200, 'stale-book', text]));
    await kit.quote(BTC, 'sell', '0.0100', '90000.0');
    kit.memory.clock.advance(1_000);
    expect(await look(headers)).toEqual(first);
    const live = await look({});
    expect(live.map(([, met]) => met)).toEqual([undefined, undefined, undefined]);
    expect(live[0]?.[2]).not.toBe(first[0]?.[2]);
    await faults.end('all');
    expect((await look(headers)).map(([, , text]) => text)).toEqual(live.map(([, , text]) => text));
  });
});

describe('partial fills', () => {
  const levels = async () => (await kit.send({ method: 'GET', path: DEPTH })).json;
  const DEPTH = `/capi/v2/market/depth?symbol=${BTC}&limit=200`;
  const requote = async () => {
    for (const away of [1, 2, 3]) await kit.quote(BTC, 'sell', '0.5000', `9000${away}.0`);
  };
  const buy = (client: string, more: object) => ({
    ...order(client),
    size: '0.0400',
    price: '90100.0',
    ...more,
  });
  const detailOf = async (client: string, account = ALICE) => {
    const id = kit.venue.read.account.findClientOrder(account, client);
    return kit.ok('orderDetail', { orderId: String(id) }, account);
  };

  test('[FAULT-13] a limit order fills its part, and the rest stands on the book', async () => {
    await requote();
    await faults.begin({ kind: 'partial-fills', account: ALICE, part: 0.25 });
    const placed = await kit.call('orderPlaceOrder', buy('part', {}), ALICE);
    expect([placed.status, fault(placed)]).toEqual([200, 'partial-fills']);
    expect(await detailOf('part')).toMatchObject({
      size: '0.0400',
      filled_qty: '0.0100',
      status: 'open',
    });
    const { bids, asks } = await levels();
    expect([bids[0], asks]).toEqual([['90100.0', '0.0300'], []]);
    const all = { account: ALICE, contract: null, scope: 'working' } as const;
    await kit.run({ kind: 'cancel-all-orders', ...all });
  });

  test('[FAULT-13] what may not rest is canceled, and a fill-or-kill does not fill', async () => {
    await requote();
    const before = (await levels()).asks;
    await faults.begin({ kind: 'partial-fills', account: ALICE });
    await kit.call('orderPlaceOrder', buy('market', { match_price: '1' }), ALICE);
    expect(await detailOf('market')).toMatchObject({ filled_qty: '0.0200', status: 'canceled' });
    // The house offers the rest again, at the same prices.
    const [best, ...others] = (await levels()).asks;
    expect(best).toEqual([before[0][0], (Number(before[0][1]) - 0.02).toFixed(4)]);
    expect(others).toEqual(before.slice(1));
    await kit.call('orderPlaceOrder', buy('kill', { order_type: '2' }), ALICE);
    expect(await detailOf('kill')).toMatchObject({ filled_qty: '0', status: 'canceled' });
  });

  test('[FAULT-13] no order of a batch fills whole', async () => {
    await requote();
    await faults.begin({ kind: 'partial-fills', account: ALICE });
    const orders = ['90001.0', '90100.0'].map((price, place) => {
      const { symbol: _symbol, ...rest } = buy(`batch-${place}`, { price });
      return rest;
    });
    const placed = await kit.call(
      'orderBatchOrders',
      { symbol: BTC, orderDataList: orders },
      ALICE,
    );
    expect([placed.status, fault(placed)], placed.text).toEqual([200, 'partial-fills']);
    const filled = [await detailOf('batch-0'), await detailOf('batch-1')];
    expect(filled.map(({ filled_qty }) => filled_qty)).toEqual(['0.0200', '0']);
    const all = { account: ALICE, contract: null, scope: 'working' } as const;
    await kit.run({ kind: 'cancel-all-orders', ...all });
  });

  test('[FAULT-13] orders of other traders stay, and the neighbour fills whole', async () => {
    await requote();
    await faults.begin({ kind: 'partial-fills', account: ALICE });
    const sell = { ...order('offer'), type: '2', size: '0.0500', price: '90000.5' };
    await kit.ok('orderPlaceOrder', sell, BOB);
    await kit.call('orderPlaceOrder', buy('mine', {}), ALICE);
    expect(await detailOf('mine')).toMatchObject({ filled_qty: '0.0400', status: 'filled' });
    expect(await detailOf('offer', BOB)).toMatchObject({ filled_qty: '0.0400' });
    await requote();
    const other = await kit.call('orderPlaceOrder', buy('other', { size: '0.1000' }), BOB);
    expect(fault(other)).toBeUndefined();
    expect(await detailOf('other', BOB)).toMatchObject({ filled_qty: '0.1000' });
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
    [
      { kind: 'delay', account: ALICE, forMillis: -1 },
      'for "-1ms": it is a duration from 1ms to 1h',
    ],
    [{ kind: 'delay', account: ALICE, forMillis: 7_200_000 }, 'for "2h": it is a duration'],
    [{ kind: 'delay', account: ALICE, calls: 0 }, 'calls "0": it is a whole number from 1'],
    [
      { kind: 'delay', account: ALICE, delayMillis: 0.5 },
      'delay "0.5": it is a duration from 1ms to 20s',
    ],
    [{ kind: 'delay', account: ALICE, delayMillis: 15_000, jitterMillis: 9_000 }, 'at most 20s'],
    [
      { kind: 'delay', account: ALICE, status: 500 },
      'delay takes no status; it takes delay, jitter, for, calls',
    ],
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
    const { home } = kit.keys;
    const strict = await openFaults({ home, venue: kit.venue, isSandbox: false, hasMarket: true });
    const refused = strict.begin({ kind: 'delay', account: ALICE });
    await expect(refused).rejects.toMatchObject({
      code: 'not-here',
      message: 'only in a sandbox: this venue was started with --sandbox off',
    });
  });

  test('[FAULT-9] a season that opens ends what is on, and nothing begins', async () => {
    await faults.begin({ kind: 'rate-limit', account: ALICE });
    const season = vi.spyOn(kit.venue.read.season, 'current');
    season.mockReturnValue({ number: 3, phase: 'running' } as never);
    onTestFinished(() => season.mockRestore());
    expect((await kit.call('accountAssets', {}, ALICE)).status).toBe(200);
    expect(faults.list()).toEqual([]);
    const refused = faults.begin({ kind: 'rate-limit', account: ALICE });
    await expect(refused).rejects.toThrow('not while season 3 is open');
  });
});

test('[FAULT-1] the manual has every kind in its table', () => {
  const manual = readFileSync(new URL('../../docs/OPERATING.md', import.meta.url), 'utf8');
  const [, table = ''] = manual.split('| kind | takes |');
  const [rows = ''] = table.split('\n\n');
  const named = [...rows.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
  for (const kind of FAULT_NAMES) expect(named).toContain(kind);
});
