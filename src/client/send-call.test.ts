/** What a call becomes on its way, and what is made of every answer. */
import { createHmac } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ClientTerms } from './client-terms.ts';
import { PerpetuaError } from './perpetua-error.ts';
import type { Route } from './route.ts';
import { createSender } from './send-call.ts';

type Answer = Response | Error | (() => Promise<Response>);

const sent: { readonly url: string; readonly init: RequestInit }[] = [];
let answers: Answer[] = [];

beforeEach(() => {
  sent.length = 0;
  answers = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer?.clone();
  });
  return () => vi.unstubAllGlobals();
});

const KEYS = { apiKey: 'key', secretKey: 'secret', passphrase: 'pass' };
const GET: Route = ['GET', 'open', '/capi/v2/thing'];
const READ: Route = ['GET', 'signed', '/capi/v2/own'];
const POST: Route = ['POST', 'signed', '/capi/v2/{kind}/do'];
const CLAIM: Route = ['POST', 'claimed', '/capi/v2/claim'];

const senderOf = (terms: Partial<ClientTerms> = {}) =>
  createSender({ baseUrl: 'http://venue/', now: () => 5_000, retries: 0, ...KEYS, ...terms });
const json = (value: unknown, status = 200, headers = {}): Response =>
  new Response(JSON.stringify(value), { status, headers });
const refusal = (code: string, status: number, headers = {}): Response =>
  json({ code, msg: 'no' }, status, headers);
const lost = (code?: string): Error =>
  new TypeError('fetch failed', { cause: code === undefined ? undefined : { code } });

async function errorOf(route: Route, terms: Partial<ClientTerms> = {}, asked = {}) {
  const failed = await senderOf(terms)
    .send(route, asked, undefined)
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(PerpetuaError);
  return failed;
}

const headersOf = (at: number) => new Map(Object.entries(Object(sent[at]?.init.headers)));

test('fields of a GET are its query, and without a signature there is a name at most', async () => {
  answers = [json({ ok: 1 })];
  const asked = { symbol: 'a b', limit: 5, none: undefined };
  expect(await senderOf({ locale: 'zh-CN' }).send(GET, asked, {})).toEqual({ ok: 1 });
  expect(sent[0]?.url).toBe('http://venue/capi/v2/thing?symbol=a%20b&limit=5');
  expect(sent[0]?.init).toMatchObject({ method: 'GET', cache: 'no-store', credentials: 'omit' });
  expect(sent[0]?.init.body).toBeUndefined();
  expect([...headersOf(0)]).toEqual([
    ['locale', 'zh-CN'],
    ['ACCESS-KEY', 'key'],
  ]);
  await createSender({ baseUrl: '' }).send(GET, undefined, undefined);
  expect(sent[1]?.url).toBe('/capi/v2/thing');
  expect([...headersOf(1)]).toEqual([]);
});

test('a signed POST has its other fields in the body, and all of it is signed', async () => {
  answers = [json({})];
  await senderOf({ locale: () => 'en-US' }).send(POST, { kind: 'x/y', size: '1' }, {});
  const body = '{"size":"1"}';
  const text = `5000POST/capi/v2/x%2Fy/do${body}`;
  expect(sent[0]).toMatchObject({ url: 'http://venue/capi/v2/x%2Fy/do', init: { body } });
  expect(Object.fromEntries(headersOf(0))).toEqual({
    'ACCESS-KEY': 'key',
    'ACCESS-SIGN': createHmac('sha256', 'secret').update(text).digest('base64'),
    'ACCESS-PASSPHRASE': 'pass',
    'ACCESS-TIMESTAMP': '5000',
    locale: 'en-US',
    'Content-Type': 'application/json',
  });
  await senderOf().send(READ, { id: 7 }, {});
  expect(sent[1]?.url).toBe('http://venue/capi/v2/own?id=7');
  expect(headersOf(1).get('ACCESS-SIGN')).toBe(
    createHmac('sha256', 'secret').update('5000GET/capi/v2/own?id=7').digest('base64'),
  );
});

test('a token that is claimed with is a header, and no field', async () => {
  answers = [json({})];
  await senderOf().send(CLAIM, { claimToken: 'abc', name: 'n' }, {});
  expect(headersOf(0).get('Authorization')).toBe('Bearer abc');
  expect(headersOf(0).has('ACCESS-KEY')).toBe(false);
  expect(sent[0]?.init.body).toBe('{"name":"n"}');
});

test.each([
  [400, { code: '40020', msg: 'no' }, { code: '40020', message: 'no', fate: 'not-applied' }],
  [499, { code: '1', msg: 'no' }, { code: '1', fate: 'not-applied' }],
  [521, { code: '40018', msg: 'no' }, { code: '40018', fate: 'not-applied', status: 521 }],
  [500, { code: '50000', msg: 'no' }, { code: '50000', fate: 'unknown', status: 500 }],
  [399, {}, { code: 'unreadable', fate: 'unknown', message: "the answer is not the venue's: 399" }],
  [502, '<html>', { code: 'unreadable', fate: 'unknown', status: 502 }],
  [200, '<html>', { code: 'unreadable', fate: 'unknown', status: 200 }],
  [404, { code: 7, msg: 'no' }, { code: 'unreadable', fate: 'not-applied' }],
  [404, { code: '7', msg: 8 }, { code: 'unreadable', fate: 'not-applied' }],
])('[CLT-3] status %d with %j', async (status, body, expected) => {
  answers = [new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })];
  expect(await errorOf(POST)).toMatchObject({ status, ...expected });
  answers = [new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })];
  expect(await errorOf(GET)).toMatchObject({ fate: 'not-applied' });
});

test('[CLT-3] what else the venue said is there', async () => {
  const headers = { 'retry-after': '2', 'x-warning': 'w', 'x-venue-reason': 'r' };
  answers = [refusal('429', 429, headers)];
  expect(await errorOf(POST)).toMatchObject({ retryAfterMillis: 2_000, hint: 'w', reason: 'r' });
  answers = [refusal('429', 429, { ...headers, 'x-perpetua-fault': 'f' })];
  expect(await errorOf(POST)).toMatchObject({ hint: 'f' });
  answers = [refusal('429', 429)];
  const { retryAfterMillis, hint, reason } = Object(await errorOf(POST));
  expect([retryAfterMillis, hint, reason]).toEqual([undefined, undefined, undefined]);
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
  '[CLT-3] with %s nothing was sent',
  async (code) => {
    answers = [lost(code)];
    expect(await errorOf(POST)).toMatchObject({ code: 'unreachable', fate: 'not-applied' });
  },
);

test('[CLT-3] a connection that broke may have carried a change', async () => {
  for (const code of ['ECONNRESET', undefined]) {
    answers = [lost(code)];
    expect(await errorOf(POST)).toMatchObject({
      ...{ code: 'unreachable', fate: 'unknown', status: 0 },
      message: 'POST /capi/v2//do: the venue cannot be reached',
    });
  }
  expect(await errorOf(GET)).toMatchObject({ code: 'unreachable', fate: 'not-applied' });
});

test.each([
  ['a GET', GET, lost(), 3],
  ['a signed GET', READ, refusal('50000', 500), 3],
  ['a signed POST', POST, lost(), 3],
  ['a signed POST', POST, new Response('', { status: 503 }), 3],
  ['what nobody signed', CLAIM, lost(), 1],
  ['a refusal', POST, refusal('40015', 400), 1],
  ['a refusal of an address', READ, refusal('40018', 521), 1],
])('[CLT-5] %s is sent again where that is safe', async (_what, route, answer, times) => {
  answers = [answer];
  await errorOf(route, { retries: 2 }, { kind: 'a' });
  expect(sent).toHaveLength(times);
  // The same bytes, with the same time and signature.
  expect(new Set(sent.map(({ init }) => JSON.stringify([init.body, init.headers]))).size).toBe(1);
});

test.each([
  ['40020', 400, 'not-applied'],
  ['40015', 400, 'not-applied'],
  ['50005', 404, 'not-applied'],
  ['40014', 400, 'unknown'],
  ['40022', 403, 'unknown'],
  ['429', 429, 'unknown'],
])('[CLT-5] code %s, status %d after a lost answer: its fate is %s', async (code, status, fate) => {
  answers = [lost(), refusal(code, status)];
  expect(await errorOf(POST, { retries: 1 })).toMatchObject({ code, status, fate });
});

test('[CLT-4] a wrong clock is set by the venue, once, and not after a lost answer', async () => {
  answers = [refusal('40008', 400), json({ timestamp: 9_000 }), json({ done: true })];
  const sender = senderOf();
  expect(await sender.send(POST, { kind: 'a' }, {})).toEqual({ done: true });
  expect(sent.map(({ url }) => url)).toEqual([
    'http://venue/capi/v2/a/do',
    'http://venue/capi/v2/market/time',
    'http://venue/capi/v2/a/do',
  ]);
  expect([0, 2].map((at) => headersOf(at).get('ACCESS-TIMESTAMP'))).toEqual(['5000', '9000']);
  expect(sender.now()).toBe(9_000);
  answers = [refusal('40008', 400), json({ timestamp: 9_000 }), refusal('40008', 400)];
  expect(await errorOf(POST)).toMatchObject({ code: '40008' });
  sent.length = 0;
  answers = [lost(), refusal('40008', 400)];
  expect(await errorOf(POST, { retries: 1 })).toMatchObject({ code: '40008', fate: 'unknown' });
  expect(sent).toHaveLength(2);
});

test('[CLT-6] stamps go up within a millisecond, and back with a clock far ahead', async () => {
  const sender = senderOf();
  expect([sender.stamp(), sender.stamp(), sender.stamp()]).toEqual(['5000', '5001', '5002']);
  answers = [json({ timestamp: 4_000 })];
  await sender.syncClock();
  expect(sender.stamp()).toBe('5003');
  const ahead = senderOf({ now: () => 50_000 });
  expect(ahead.stamp()).toBe('50000');
  answers = [json({ timestamp: 39_999 })];
  await ahead.syncClock();
  expect(ahead.stamp()).toBe('39999');
});

test('the clock is set by the middle of the time that the question took', async () => {
  let now = 1_000;
  answers = [
    async () => {
      now += 200;
      return json({ timestamp: 5_100 });
    },
  ];
  const sender = senderOf({ now: () => now });
  await sender.syncClock();
  expect(sender.now()).toBe(5_200);
});

test('[CLT-3] a signal of the caller ends a call, and it is not sent again', async () => {
  const ending = new AbortController();
  answers = [
    async () => {
      ending.abort();
      throw ending.signal.reason;
    },
  ];
  const call = senderOf({ retries: 3 }).send(READ, {}, { signal: ending.signal });
  await expect(call).rejects.toMatchObject({ code: 'aborted', fate: 'not-applied', status: 0 });
  expect(sent).toHaveLength(1);
});

test('[CLT-3] no answer in time is told as such; a call that may last waits', async () => {
  const wait = (signal: AbortSignal | null | undefined): Promise<Response> =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  answers = [() => wait(sent.at(-1)?.init.signal)];
  expect(await errorOf(POST, { timeoutMillis: 5 })).toMatchObject({
    ...{ code: 'timeout', fate: 'unknown' },
  });
  answers = [async () => json({ aborted: sent.at(-1)?.init.signal?.aborted })];
  const lasting: Route = ['POST', 'signed', '/capi/v2/step', 'lasts'];
  expect(await senderOf({ timeoutMillis: 1 }).send(lasting, {}, {})).toEqual({ aborted: false });
});

test('who observes hears of every request and of its answer', async () => {
  const heard: unknown[] = [];
  const observe: ClientTerms['observe'] = ({ method, path, note, signed }) => {
    heard.push([method, path, note, signed !== undefined]);
    return (answered) => heard.push(answered);
  };
  answers = [lost(), json({ a: 1 })];
  await senderOf({ observe, retries: 1 }).send(READ, {}, { note: 'why' });
  expect(heard).toEqual([
    ['GET', '/capi/v2/own', 'why', true],
    { status: 0, text: '' },
    ['GET', '/capi/v2/own', 'why', true],
    { status: 200, text: '{"a":1}' },
  ]);
});

test('[CLT-3] without a key nothing is signed', async () => {
  const sender = createSender({ baseUrl: '' });
  expect(sender.signer()).toBeUndefined();
  await expect(sender.send(READ, {}, {})).rejects.toMatchObject({ code: 'no-key' });
  expect(sent).toEqual([]);
});
