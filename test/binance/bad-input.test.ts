/** Input that no client of the Binance USDⓈ-M dialect should send: refused, and nothing changed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, digestOf, type Form, openBinanceKit, queryOf } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit();
});
afterAll(() => kit.close());

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '80000',
};

/** Signs whatever text is given; the timestamp goes into the query. */
function signed(query: string, body?: string | undefined): Pick<Form, 'query' | 'body'> {
  kit.memory.clock.advance(1);
  const stamp = `timestamp=${kit.memory.clock.wallNow()}`;
  const text = query === '' ? stamp : `${query}&${stamp}`;
  const { secret } = kit.issued.get(ALICE)!;
  const signature = digestOf(secret, text + (body ?? ''));
  return { query: `${text}&signature=${signature}`, ...(body === undefined ? {} : { body }) };
}

const GOOD = queryOf(ORDER);

const ODD: readonly (readonly [string, string, string?])[] = [
  ['a doubled parameter', `${GOOD}&symbol=ETHUSDT`],
  ['a parameter doubled in another case', `${GOOD}&SYMBOL=BTCUSDT`],
  ['a broken escape', `${GOOD}&newClientOrderId=%zz`],
  ['half of a character', `${GOOD}&newClientOrderId=%E4%BD`],
  ['undefined', `${GOOD}&newClientOrderId=undefined`],
  ['null', `${GOOD}&priceMatch=null`],
  ['nothing for a mandatory field', `${GOOD.replace('side=BUY', 'side=')}`],
  ['a name alone for a mandatory field', `${GOOD.replace('side=BUY', 'side')}`],
  ['a bare = in a value', `${GOOD}&strategy=a=b`],
  ['a JSON body', '', JSON.stringify(ORDER)],
  ['a JSON body beside a form', 'symbol=BTCUSDT', JSON.stringify(ORDER)],
  ['too many parameters', `${GOOD}&${Array.from({ length: 40 }, (_, at) => `a${at}=1`).join('&')}`],
  ['a huge value', '', `${GOOD}&newClientOrderId=${'x'.repeat(60_000)}`],
  ['a body without end', '', `${GOOD}&a=${'x'.repeat(70_000)}`],
  ['bytes that are no text', '', `${GOOD}&a=\u0000\u0001`.replace('80000', '8\u0000')],
];

test.each(ODD)(
  '[BNC-6] %s is refused by the form, and nothing is placed',
  async (_, query, body) => {
    for (const [method, path] of [
      ['POST', 'order'],
      ['PUT', 'order'],
      ['POST', 'order/test'],
    ] as const) {
      const { status, json, text } = await kit.sendForm({
        method,
        path,
        ...signed(query ?? '', body),
      });
      expect(status, text).toBe(400);
      expect(json, text).toEqual({ code: expect.any(Number), msg: expect.any(String) });
      expect(json.code).toBeLessThan(0);
    }
    expect(await kit.does('GET', 'openOrders')).toEqual([]);
  },
);

test('[BNC-6] a query longer than the head of a request is refused', async () => {
  const { query = '' } = signed(`${GOOD}&a=${'x'.repeat(20_000)}`);
  const refused = await kit.sendForm({ method: 'POST', path: 'order', query });
  expect(refused.status).toBe(400);
});

const LISTS = ['[]', '{}', '"a"', '[1]', '[null]', '[[]]', '[{}]', '[', 'true', '9'.repeat(50)];

test.each(LISTS)('[BNC-13] batchOrders=%s places nothing and breaks nothing', async (list) => {
  for (const method of ['POST', 'PUT'] as const) {
    const form = signed(`batchOrders=${encodeURIComponent(list)}`);
    const { status, json } = await kit.sendForm({ method, path: 'batchOrders', ...form });
    expect([200, 400]).toContain(status);
    if (status === 200) expect(json).toEqual([{ code: -1_102, msg: expect.any(String) }]);
  }
  const form = signed(`symbol=BTCUSDT&orderIdList=${encodeURIComponent(list)}`);
  const { status } = await kit.sendForm({ method: 'DELETE', path: 'batchOrders', ...form });
  expect(status).toBe(list === '[1]' ? 200 : 400);
});

test('[BNC-5] every method takes its fields from query, body or both', async () => {
  const halves = [
    [GOOD, undefined],
    ['', GOOD],
    ['symbol=BTCUSDT&side=BUY', queryOf({ ...ORDER, symbol: 'ETHUSDT' })],
  ] as const;
  for (const [query, body] of halves) {
    const placed = await kit.sendForm({ method: 'POST', path: 'order', ...signed(query, body) });
    expect(placed, placed.text).toMatchObject({ status: 200, json: { symbol: 'BTCUSDT' } });
    const target = `symbol=BTCUSDT&orderId=${placed.json.orderId}`;
    const [here, there] = query === '' ? ['', target] : [target, undefined];
    const headers = { 'Content-Type': 'application/json' };
    for (const method of ['GET', 'DELETE'] as const) {
      const form = { method, path: 'order', headers, ...signed(here, there) };
      expect(await kit.sendForm(form)).toMatchObject({ status: 200 });
    }
  }
});

test('[BNC-5] the same signed text at another path is another request', async () => {
  const form = signed(GOOD);
  const tested = await kit.sendForm({ method: 'POST', path: 'order/test', ...form });
  expect(tested).toMatchObject({ status: 200, json: {} });
  const placed = await kit.sendForm({ method: 'POST', path: 'order', ...form });
  expect(placed.json).toMatchObject({ status: 'NEW' });
  // An exact repeat gets the first answer, and places nothing.
  const again = await kit.sendForm({ method: 'POST', path: 'order', ...form });
  expect(again.json).toEqual(placed.json);
  expect(again.headers['x-idempotent-replay']).toBe('1');
  expect(await kit.does('GET', 'openOrders')).toHaveLength(1);
});
