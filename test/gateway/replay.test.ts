/** Exact repeats over real HTTP. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotStorable, VenueUnavailable } from '../../src/venue/venue.ts';
import { systemError } from '../journal/faulty-files.ts';
import { type EdgeKit, openEdgeKit } from './edge-kit.ts';

const ORDER = { path: '/capi/v2/order/placeOrder', body: '{"size":"1"}' };

let kit: EdgeKit;
beforeEach(async () => {
  kit = await openEdgeKit();
});
afterEach(() => kit.close());

const timestamp = (): string => String(kit.memory.clock.wallNow());

test('[GATE-19] an exact repeat of a POST gets the first answer and does nothing', async () => {
  let next = 0;
  kit.respond = () => {
    next += 1;
    return { order_id: String(next) };
  };
  const signing = { timestamp: timestamp() };
  const first = await kit.sendSigned(ORDER, signing);
  await kit.memory.advance(29_000);
  const again = await kit.sendSigned({ ...ORDER, path: `/${ORDER.path}` }, signing);
  expect([first.text, again.text]).toEqual(['{"order_id":"1"}', '{"order_id":"1"}']);
  expect([first, again].map(({ headers }) => headers['x-idempotent-replay'])).toEqual([
    undefined,
    '1',
  ]);
  expect(kit.calls).toHaveLength(1);
  const fresh = await kit.sendSigned(ORDER);
  expect(fresh.text).toBe('{"order_id":"2"}');
  await kit.memory.advance(2_000);
  expect((await kit.sendSigned(ORDER, signing)).json.code).toBe('40008');
});

test('[GATE-19] a refusal is repeated too, with its status', async () => {
  const body = '{"size":1,"size":2}';
  const first = await kit.sendSigned({ ...ORDER, body });
  await kit.memory.advance(10);
  const again = await kit.sendSigned(
    { ...ORDER, body },
    { timestamp: String(first.json.requestTime) },
  );
  expect([first.status, first.json.code]).toEqual([400, '40017']);
  expect([again.status, again.text]).toEqual([400, first.text]);
});

test('[GATE-19] a repeat waits for the first while that is still running', async () => {
  let finish: (answer: object) => void = () => undefined;
  kit.respond = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const sent = [kit.sendSigned(ORDER), kit.sendSigned(ORDER), kit.sendSigned(ORDER)];
  await expect.poll(() => kit.calls.length).toBe(1);
  // All three have arrived once the budget of orders says so.
  const { limiter } = kit.gateway.edge;
  const now = kit.memory.clock.monotonicNow();
  await expect.poll(() => limiter.counts('', kit.issued.key.account, now).at(-1)).toBe(3);
  finish({ order_id: '7' });
  const answers = await Promise.all(sent);
  expect(answers.map(({ text }) => text)).toEqual(Array(3).fill('{"order_id":"7"}'));
  expect(kit.calls).toHaveLength(1);
});

test('[GATE-19] [GATE-25] what was not done may be tried again', async () => {
  const { respond } = kit;
  kit.respond = () => {
    throw new VenueUnavailable('overloaded', 'too many commands are waiting');
  };
  const signing = { timestamp: timestamp() };
  const refused = await kit.sendSigned(ORDER, signing);
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([
    429,
    '429',
    '1',
  ]);
  kit.respond = respond;
  expect((await kit.sendSigned(ORDER, signing)).status).toBe(200);
});

test('[GATE-25] a venue that stopped says whether the order may exist', async () => {
  kit.respond = () => {
    throw new VenueUnavailable('halted', 'the disk is full');
  };
  const halted = await kit.sendSigned(ORDER);
  expect([halted.status, halted.json.code]).toEqual([500, '50000']);
  expect(halted.json.msg).toContain('nothing was done');
  await kit.memory.advance(1);
  kit.respond = () => {
    throw new VenueUnavailable('halted', 'the disk is full', 'unknown');
  };
  const unknown = await kit.sendSigned(ORDER);
  expect(unknown.json.msg).toContain('not known');
});

test('[CLU-40] a call under way says when its fate is final, and its repeat tells it', async () => {
  const respond = kit.respond;
  kit.respond = () => {
    throw new VenueUnavailable('halted', 'the log does not answer', 'pending');
  };
  const signing = { timestamp: timestamp() };
  const pending = await kit.sendSigned(ORDER, signing);
  expect([pending.status, pending.json.code]).toEqual([500, '50000']);
  expect(pending.json.msg).toContain('not known yet, ask before repeating: 15 seconds after you');
  kit.respond = respond;
  expect((await kit.sendSigned(ORDER, signing)).status).toBe(200);
});

test("[GATE-25] what the venue cannot write down is the caller's mistake", async () => {
  kit.respond = () => {
    throw new NotStorable('a text is too long');
  };
  const { status, json } = await kit.sendSigned(ORDER);
  expect([status, json.code]).toEqual([400, '40017']);
});

test('[GATE-25] our own mistake is a 500 that says nothing of it, and is logged', async () => {
  kit.respond = () => {
    throw new Error('a detail nobody should see');
  };
  const { status, json } = await kit.sendSigned(ORDER);
  expect([status, json.code, json.msg]).toEqual([500, '50000', 'Internal server error']);
  expect(kit.lines.join('')).toContain('a detail nobody should see');
});

test('[GATE-59] a full disk is 507, and the operator finds the rest in the log', async () => {
  kit.respond = () => {
    throw systemError('ENOSPC');
  };
  const { status, json } = await kit.sendSigned(ORDER);
  expect([status, json.code]).toEqual([507, '50000']);
  expect(json.msg).toContain('the venue cannot store anything at the moment');
  expect(kit.lines.join('')).toContain('no space left on device');
});

test('[GATE-19] a GET is never answered from memory', async () => {
  const read = { path: '/capi/v2/account/assets' };
  await kit.sendSigned(read);
  await kit.sendSigned(read);
  expect(kit.calls).toHaveLength(2);
});
