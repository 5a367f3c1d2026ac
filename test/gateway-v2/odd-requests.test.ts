import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/v2/calls.ts';
import { BTC, openRestKit, type RestKit, sentFor } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

/** Values that have broken something somewhere. */
const ODD: readonly unknown[] = [
  '',
  '0',
  '-1',
  '1',
  '999999999999999',
  '999999999999999.999999999999',
  '9007199254740993',
  '9223372036854775807',
  '1e9',
  '0x10',
  'NaN',
  ' 1 ',
  BTC,
  'cmt_none',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud83d\ude00'.repeat(20),
  'x'.repeat(5_000),
  null,
  true,
  0,
  -0.5,
  2 ** 53,
  [],
  [[]],
  {},
  { name: 1 },
  ['1', 2, null],
];

/** The same numbers for the same seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const GOOD: Readonly<Record<string, unknown>> = {
  symbol: BTC,
  size: '0.0001',
  type: '1',
  match_price: '0',
  match_type: '0',
  price: '80000.0',
  execute_price: '80000.0',
  trigger_price: '95000.0',
  triggerPrice: '95000.0',
  positionSide: 'long',
  planType: 'profit_plan',
  granularity: '1m',
};

test('[REST-24] whatever is sent, seed 7, gets an answer or a named mistake', async () => {
  const pick = numbersFrom(7);
  for (const { id, request } of ENDPOINTS) {
    const names = [...Object.keys(request.properties), 'unknown'];
    for (let count = 0; count < 30; count += 1) {
      const fields: Record<string, unknown> = {};
      for (const name of names) {
        const chance = pick(4);
        if (chance === 0) fields[name] = ODD[pick(ODD.length)];
        else if (chance < 3 && name in GOOD) fields[name] = GOOD[name];
      }
      const { status, text } = await kit.sendSigned(sentFor(id, fields));
      expect([200, 400, 404], `${id} ${JSON.stringify(fields)}: ${text}`).toContain(status);
    }
  }
  expect(kit.venue.health().status).toBe('trading');
});

test('[REST-24] what is refused changes nothing', async () => {
  const { read, health } = kit.venue;
  const before = read.hash();
  const { seq } = health();
  for (const size of ODD.filter((value) => value !== '1' && value !== 1)) {
    const order = { symbol: BTC, size, type: '1', match_price: '0', price: '8000000000.05' };
    const { status } = await kit.sendSigned(sentFor('orderPlaceOrder', order));
    expect(status).toBe(400);
  }
  expect([health().seq, read.hash()]).toEqual([seq, before]);
});
