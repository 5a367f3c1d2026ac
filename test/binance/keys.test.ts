/** Keys in the Binance USDⓈ-M dialect: no passphrase, and bound to dialects where wanted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AccountId } from '../../src/domain/ids.ts';
import type { IssuedKey } from '../../src/gateway/keys/key-store.ts';
import { ALICE, sign } from '../gateway-v2/rest-kit.ts';
import { type BinanceKit, openBinanceKit, signForm } from './binance-kit.ts';

let kit: BinanceKit;
beforeAll(async () => {
  kit = await openBinanceKit({ sockets: {} });
});
afterAll(() => kit.close());

const issue = (account: AccountId, dialects?: readonly ('v2' | 'v3' | 'binance')[]) =>
  kit.keys.create({
    account,
    name: '',
    permissions: ['read', 'trade'],
    allowlist: null,
    passphrase: null,
    expiresAt: null,
    dialects,
  });

const now = (): number => {
  kit.memory.clock.advance(1);
  return kit.memory.clock.wallNow();
};

const askHere = (issued: IssuedKey) =>
  kit.send({
    method: 'GET',
    path: `/fapi/v1/openOrders?${signForm('', issued, now())}`,
    headers: { 'X-MBX-APIKEY': issued.key.key },
  });

const askThere = (issued: IssuedKey, path: string) =>
  kit.send(sign({ method: 'GET', path }, issued, now()));

test('[BNC-28] a key works in every dialect unless it is bound to some', async () => {
  const any = await issue(ALICE);
  const here = await issue(ALICE, ['binance']);
  const there = await issue(ALICE, ['v2', 'v3']);
  expect((await askHere(any)).status).toBe(200);
  expect((await askHere(here)).status).toBe(200);
  expect(await askHere(there)).toMatchObject({ status: 401, json: { code: -2_015 } });
  for (const path of ['/capi/v2/account/assets', '/capi/v3/account/balance']) {
    expect((await askThere(any, path)).status).toBe(200);
    expect((await askThere(there, path)).status).toBe(200);
    expect((await askThere(here, path)).status).toBe(403);
  }
  const stranger = { 'X-MBX-APIKEY': there.key.key };
  const listen = await kit.send({ method: 'POST', path: '/fapi/v1/listenKey', headers: stranger });
  expect(listen).toMatchObject({ status: 401, json: { code: -2_015 } });
});

test('[BNC-28] a key that is bound elsewhere opens no private socket', async () => {
  const here = await issue(ALICE, ['binance']);
  const { headers } = sign({ method: 'GET', path: '' }, here, now());
  const signed = sign({ method: 'GET', path: '/v2/ws/private' }, here, now());
  expect(headers).toBeDefined();
  const socket = new WebSocket(`ws://127.0.0.1:${kit.port}/v2/ws/private`, {
    headers: { ...signed.headers } as Record<string, string>,
  });
  const status = await new Promise((resolve) => {
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    socket.once('open', () => resolve('open'));
    socket.once('error', () => undefined);
  });
  socket.terminate();
  expect(status).not.toBe('open');
});
