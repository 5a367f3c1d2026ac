import { expect, test } from 'vitest';
import { type CallVenue, sign } from './signed-client.ts';
import { walk } from './walk.ts';

const NOW = 1_770_000_000_000;

const GOOD: Readonly<Record<string, unknown>> = {
  '/market/time': { timestamp: NOW + 12, epoch: '1', iso: '2' },
  '/account/assets': [{ coinName: 'USDT', available: '9990.5' }],
  '/market/ticker': { last: '90000.0', best_bid: '89999.5', best_ask: '90000.5' },
  '/market/contracts': Array.from({ length: 8 }, (_, at) => ({
    symbol: at === 0 ? 'cmt_btcusdt' : `cmt_${at}`,
    minOrderSize: '0.0001',
    size_increment: '4',
  })),
  '/account/leverage': { code: '200', msg: 'success' },
  '/order/placeOrder': { order_id: '77', client_oid: `qualify-${NOW}` },
  '/order/fills': { list: [{ fillSize: '0.0001', fillValue: '9.00005' }] },
};

async function walkWith(answers: Readonly<Record<string, unknown>>) {
  const sent: unknown[] = [];
  const call: CallVenue = (path, query = '', body) => {
    sent.push([path, query, body]);
    const answer = answers[path];
    const isRefusal = typeof answer === 'object' && answer !== null && 'refused' in answer;
    return Promise.resolve(
      isRefusal ? { status: 400, body: answer.refused } : { status: 200, body: answer },
    );
  };
  const results = await walk({ call, now: () => NOW, pause: () => Promise.resolve() });
  return { sent, results };
}

test('[CLI-8] a venue that does everything qualifies, with an order of about 10 USDT', async () => {
  const { sent, results } = await walkWith(GOOD);
  expect(results.map(({ passed }) => passed)).toEqual(new Array(7).fill(true));
  expect(sent).toContainEqual([
    '/order/placeOrder',
    '',
    {
      symbol: 'cmt_btcusdt',
      client_oid: `qualify-${NOW}`,
      size: '0.0001',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: '100000.0',
    },
  ]);
  expect(sent).toContainEqual(['/order/fills', 'symbol=cmt_btcusdt&orderId=77', undefined]);
  expect(results.at(-1)?.words).toBe('1 fill(s) at 90000.5 on average');
});

test.each([
  ['/market/time', { timestamp: NOW - 60_000 }, 'clocks are -60000 ms apart'],
  ['/market/time', { timestamp: String(NOW) }, 'timestamp is not a number'],
  ['/account/assets', { refused: { code: '40009', msg: 'wrong' } }, 'HTTP 400, code 40009: wrong'],
  ['/account/assets', [{ coinName: 'USDT', available: '3' }], 'only 3 USDT are available'],
  ['/market/ticker', { last: '1', best_bid: '0', best_ask: '0' }, 'not two-sided'],
  ['/market/contracts', [{ symbol: 'cmt_ethusdt' }], 'cmt_btcusdt is not listed'],
  ['/account/leverage', { code: '40015' }, 'code is 40015 instead of 200'],
  ['/order/placeOrder', { order_id: 77 }, 'order_id is not a digit string'],
  ['/order/fills', { list: [] }, '0 of 0.0001 BTC show as filled'],
])('[CLI-8] what is wrong with %s is said: %j', async (path, answer, words) => {
  const { results } = await walkWith({ ...GOOD, [path]: answer });
  const failed = results.filter(({ passed }) => !passed);
  expect(failed[0]?.words).toContain(words);
});

test('[CLI-8] signatures are the Base64 of HMAC-SHA256 over time, method, target and body', () => {
  const text = '1700000000000GET/capi/v2/account/assets';
  expect(sign('secret', text)).toBe('7bsSnQYeaAKPMd9ws9Ws9M0nXF2fHA+PKDqUmwmcMJA=');
});
