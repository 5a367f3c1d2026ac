/** One request of a connection at a time, whatever was sent with it and however it was cut. */

import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import { DEFAULT_CONNECTIONS } from '../../src/gateway/settings.ts';
import { type EdgeKit, openEdgeKit } from './edge-kit.ts';
import { get, openRaw, signedPost } from './raw-client.ts';

const TIME = '/capi/v2/market/time';
const PLACE = '/capi/v2/order/placeOrder';

let kit: EdgeKit;
/** Cuts off whoever stalls for a second. */
let hasty: EdgeKit;
beforeAll(async () => {
  kit = await openEdgeKit();
  hasty = await openEdgeKit({ connections: { ...DEFAULT_CONNECTIONS, stalledMillis: 1_000 } });
});
afterAll(async () => {
  await kit.close();
  await hasty.close();
});
afterEach(async () => {
  kit.respond = () => ({ order_id: '1' });
  await kit.memory.advance(20_000);
});

test('[GATE-40] what was sent behind a request waits until that is answered', async () => {
  let finish: (answer: object) => void = () => undefined;
  kit.respond = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const before = kit.calls.length;
  const client = openRaw(kit.port);
  const second = signedPost(kit, PLACE, '{"a":"2"}');
  client.socket.write(signedPost(kit, PLACE, '{"a":"1"}') + second + get(TIME));
  await expect.poll(() => kit.calls.length).toBe(before + 1);
  // Others are served meanwhile, and still nothing of the rest has begun.
  for (let n = 0; n < 5; n += 1) expect((await kit.send({ path: TIME })).status).toBe(200);
  expect([kit.calls.length, client.text()]).toEqual([before + 1, '']);
  finish({ order_id: '7' });
  await expect.poll(() => kit.calls.length).toBe(before + 2);
  finish({ order_id: '8' });
  await expect.poll(() => client.statuses()).toEqual([200, 200, 200]);
  expect(client.text()).toMatch(/"7".*"8".*timestamp/s);
  client.socket.destroy();
});

const CHUNKED = [
  ...[`POST ${PLACE} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked', ''],
  ...['5', '\r\n\r\nG', '1', '\n', '0', '', ''],
].join('\r\n');

test.each(Array.from({ length: 12 }, (_, at) => at + 1))(
  '[GATE-40] requests cut anywhere are the same requests, seed %i',
  async (seed) => {
    const random = seedRandom(seed);
    const before = kit.calls.length;
    const hidden = `{"n":"${seed}","x":"${get('/hidden').replaceAll('\r\n', '\\r\\n')}"}`;
    const order = signedPost(kit, PLACE, hidden);
    const text = get(TIME) + order + get('/none') + CHUNKED + get(TIME) + get(TIME, 'x: \r\n\ty');
    const client = openRaw(kit.port);
    await once(client.socket, 'connect');
    for (let at = 0; at < text.length; ) {
      const end = at + nextWhole(random, 1, seed % 2 === 0 ? 3 : 200);
      client.socket.write(text.slice(at, end));
      await new Promise(setImmediate);
      at = end;
    }
    // The fourth carries no credentials, and the last a header folded over two lines.
    await expect.poll(() => client.statuses()).toEqual([200, 200, 404, 400, 200, 400]);
    expect(kit.calls.length).toBe(before + 1);
    client.socket.destroy();
  },
);

test('[GATE-40] who says all and hangs up at once is still answered', async () => {
  const client = openRaw(kit.port);
  client.socket.end(get(TIME));
  expect(await client.closed).toContain('timestamp');
});

test('[GATE-40] who hangs up while its orders are under way is still answered', async () => {
  const finish: ((answer: object) => void)[] = [];
  kit.respond = () => new Promise((resolve) => void finish.push(resolve));
  const client = openRaw(kit.port);
  client.socket.end(signedPost(kit, PLACE, '{"b":"1"}') + signedPost(kit, PLACE, '{"b":"2"}'));
  for (const order of [71, 72]) {
    await expect.poll(() => finish.length).toBe(order - 70);
    // It has read the end of what came by then.
    for (let n = 0; n < 3; n += 1) expect((await kit.send({ path: TIME })).status).toBe(200);
    finish.at(-1)?.({ order_id: String(order) });
  }
  expect(await client.closed).toMatch(/"71".*"72"/s);
  expect(client.statuses()).toEqual([200, 200]);
});

test('[GATE-40] an answer before the body has come does not lose what follows', async () => {
  const client = openRaw(kit.port);
  const head = `POST ${PLACE} HTTP/1.1\r\nhost: x\r\ncontent-length: 90000\r\n\r\n`;
  client.socket.write(`${head}${'\r\n\r\nGET /hidden'.repeat(6_000).slice(0, 90_000)}${get(TIME)}`);
  await expect.poll(() => client.statuses()).toEqual([400, 200]);
  expect(client.text()).not.toContain('hidden');
  client.socket.destroy();
});

test('[GATE-47] a body in single bytes is refused, and one without end is cut off', async () => {
  const tiny = openRaw(kit.port);
  const head = `POST ${PLACE} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`;
  tiny.socket.write(head + '1\r\nx\r\n'.repeat(2_000));
  expect(await tiny.closed).toMatch(/^HTTP\/1\.1 400 .*too many chunks/s);
  const endless = openRaw(kit.port);
  endless.socket.write(head);
  const pour = (): void => {
    if (endless.socket.write(`fff\r\n${'y'.repeat(0xfff)}\r\n`)) setImmediate(pour);
    else endless.socket.once('drain', pour);
  };
  pour();
  expect(await endless.closed).toMatch(/^(HTTP\/1\.1 400 |$)/);
});

test('[GATE-45] who does not read its answer is cut off', async () => {
  hasty.respond = () => ({ text: 'x'.repeat(20_000_000) });
  const client = openRaw(hasty.port);
  client.socket.pause();
  client.socket.write(signedPost(hasty, PLACE, '{"long":"1"}') + get(TIME));
  await expect.poll(() => hasty.calls.length).toBe(1);
  await expect.poll(() => hasty.gateway.edge.crowd.count).toBe(0);
  client.socket.destroy();
});

test('[GATE-44] HEAD is GET without the body', async () => {
  for (const path of [TIME, '/healthz', '/none']) {
    const whole = await kit.send({ path });
    const { status, text, headers } = await kit.send({ path, method: 'HEAD' });
    expect([status, text]).toEqual([whole.status, '']);
    expect(headers['content-type']).toBe(whole.headers['content-type']);
    if (path !== '/none') expect(headers['content-length']).toBe(whole.headers['content-length']);
  }
  expect((await kit.send({ path: PLACE, method: 'HEAD' })).status).toBe(404);
  const signed = await kit.sendSigned({ path: '/capi/v2/account/assets', method: 'HEAD' });
  expect([signed.status, signed.text]).toEqual([200, '']);
});

/** Answers the first request, and waits with the second until it is told to. */
async function openSecond(at: EdgeKit) {
  const client = openRaw(at.port);
  client.socket.write(get(TIME));
  await expect.poll(() => client.statuses()).toEqual([200]);
  const { promise, resolve } = Promise.withResolvers<object>();
  const before = at.calls.length;
  at.respond = () => promise;
  client.socket.write(signedPost(at, PLACE, `{"a":"${before}"}`));
  await expect.poll(() => at.calls.length).toBe(before + 1);
  return { client, finish: () => resolve({ order_id: '9' }) };
}

test('[GATE-40] who hangs up its side after a later request is answered too', async () => {
  const { client, finish } = await openSecond(kit);
  client.socket.end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  finish();
  expect(await client.closed).toContain('"9"');
});

test('[GATE-40] a later request that stalls is cut like a first one', async () => {
  const { client, finish } = await openSecond(hasty);
  expect(await client.closed).not.toContain('"9"');
  finish();
});
