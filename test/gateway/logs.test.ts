/** What the operator reads must not let anybody act for somebody else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EdgeKit, openEdgeKit } from './edge-kit.ts';

let kit: EdgeKit;
beforeAll(async () => {
  kit = await openEdgeKit();
});
afterAll(() => kit.close());

test('[GATE-24] no line holds a key, a secret, a passphrase or a signature', async () => {
  const { key, secret, passphrase } = kit.issued;
  const order = { path: '/capi/v2/order/placeOrder', body: '{"sise":"1"}' };
  await kit.sendSigned(order);
  await kit.sendSigned(order, { secret: 'x' });
  await kit.sendSigned(order, { passphrase: 'wrongone' });
  await kit.sendSigned({ path: '/capi/v2/nowhere' });
  kit.respond = ({ key: held }) => {
    throw new Error(`failed for ${held.account}`);
  };
  await kit.sendSigned({ ...order, body: '{}' });
  const text = kit.lines.join('');
  for (const word of ['refused', 'fields were ignored', 'a request failed', '40009', '40012'])
    expect(text).toContain(word);
  for (const word of [key.key, secret, passphrase, 'wrongone']) expect(text).not.toContain(word);
  expect(text).not.toMatch(/[A-Za-z0-9+/]{43}=/);
});

test('[GATE-24] headers and credentials that are logged by mistake are blanked', () => {
  const { logger } = kit.gateway.edge;
  const { secret, passphrase, key } = kit.issued;
  const headers = { 'access-key': key.key, 'access-sign': 'S'.repeat(43), authorization: 'B' };
  kit.lines.length = 0;
  logger.info({ req: { headers } }, 'one');
  logger.info({ headers }, 'two');
  logger.info({ issued: { secret, passphrase, secretKey: secret } }, 'three');
  logger.info({ secret, passphrase, token: 'T'.repeat(64) }, 'four');
  const text = kit.lines.join('');
  expect(kit.lines).toHaveLength(4);
  for (const word of [secret, passphrase, key.key, 'S'.repeat(43), '"B"', 'T'.repeat(64)])
    expect(text).not.toContain(word);
});
