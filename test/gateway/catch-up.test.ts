/** The header that tells how far the journal is, and a request that waits for an entry. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EdgeKit, openEdgeKit } from './edge-kit.ts';

const TIME = '/capi/v2/market/time';

let kit: EdgeKit;
beforeEach(async () => {
  kit = await openEdgeKit();
});
afterEach(() => kit.close());

const seq = (): number => kit.memory.venue.read.seq();
const ask = (text: string) => kit.send({ path: TIME, headers: { 'x-venue-seq': text } });

test('[CLU-4] an answer tells how far the journal is, a refusal too', async () => {
  const before = seq();
  const first = await kit.send({ path: TIME });
  expect(first.headers['x-venue-seq']).toBe(String(before));
  await kit.memory.advance(60_000);
  expect(seq()).toBeGreaterThan(before);
  const signed = await kit.sendSigned({ path: '/capi/v2/order/placeOrder', body: '{"size":"1"}' });
  const refused = await kit.send({ path: '/capi/v2/account/assets' });
  expect(refused.status).toBe(400);
  for (const { headers } of [signed, refused]) expect(headers['x-venue-seq']).toBe(String(seq()));
});

test('[CLU-4] a request waits for the entry that it names', async () => {
  expect((await ask(String(seq()))).status).toBe(200);
  let isAnswered = false;
  const wanted = seq() + 2;
  const asking = ask(String(wanted)).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await expect.poll(() => kit.gateway.edge.crowd.count).toBeGreaterThan(0);
  await kit.memory.advance(60_000);
  expect([seq(), isAnswered]).toEqual([wanted - 1, false]);
  await kit.memory.advance(60_000);
  const answer = await asking;
  expect([answer.status, answer.headers['x-venue-seq']]).toEqual([200, String(wanted)]);
});

test('[CLU-4] an entry that does not come is a 503, a wrong number a 400', async () => {
  const missing = await ask(String(seq() + 1));
  expect([missing.status, missing.headers['retry-after']]).toEqual([503, '1']);
  expect(missing.json.msg).toContain(`entry ${seq() + 1} is not here yet`);
  for (const text of ['', '-1', '1.5', 'soon', '9'.repeat(16)]) {
    const wrong = await ask(text);
    expect([wrong.status, wrong.json.code], text).toEqual([400, '40017']);
  }
});
