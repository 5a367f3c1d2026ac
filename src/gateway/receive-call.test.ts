import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isWireError, localeOf } from '../wire/errors.ts';
import { type Received, receiveBody } from './receive-call.ts';

const BYTES_MAX = 100;

/** What arrives of a body that is sent piece by piece. */
async function receive(pieces: readonly string[]): Promise<Received> {
  const told = Promise.withResolvers<Received>();
  const server = createServer((message, response) =>
    receiveBody(message, BYTES_MAX, (received) => {
      told.resolve(received);
      response.end();
    }),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sending = request({ port, host: '127.0.0.1', method: 'POST' }).on('error', told.reject);
  sending.setNoDelay(true);
  for (const piece of pieces) sending.write(piece);
  sending.end();
  return told.promise;
}

test('[GATE-20] a body arrives whole, in however many pieces it came', async () => {
  const pieces = [...'{"symbol":"cmt_btcusdt"}'];
  expect(String(await receive(pieces))).toBe(pieces.join(''));
  expect(String(await receive([pieces.join('')]))).toBe(pieces.join(''));
  expect(await receive([])).toBeUndefined();
});

test('[GATE-20] one byte more than allowed is told of, where no length was given too', async () => {
  expect(String(await receive(Array.from('x'.repeat(BYTES_MAX)))).length).toBe(BYTES_MAX);
  const tooLong = await receive(Array.from('x'.repeat(BYTES_MAX + 1)));
  expect(isWireError(tooLong)).toBe(true);
});

test.each([
  ['zh-CN', 'zh'],
  ['zh', 'zh'],
  [' ZH-cn ', 'zh'],
  ['en-US', 'en'],
  ['', 'en'],
  ['zhuyin', 'en'],
  [undefined, 'en'],
])('[WIRE-3] the locale %s speaks %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
