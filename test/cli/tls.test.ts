import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { oneMarket } from '../../proof/program.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { untilOpen, withScene } from './venue-process.ts';

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../kit/tls/${name}.pem`, import.meta.url));
const CERT = pathOf('cert');
const KEY = pathOf('key');
const ca = readFileSync(CERT);
const START = ['start', '--port', '0', '--admin-port', '0', '--page', 'off'] as const;

const OTHER = {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
} as const;

/** A client that checks the certificate and the name in it. */
const fetchTls = (url: string, body?: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, fail) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(url, { ca, method }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', fail).end(body);
  });

test('[BNC-26] the interface speaks TLS with a pair of files, sockets included', async () => {
  await withScene(async ({ folder, run }) => {
    const venue = run(...START, ...oneMarket(folder), '--tls-cert', CERT, '--tls-key', KEY);
    const said = await untilOpen(venue);
    const url = /https:\/\/localhost:\d+/.exec(said)?.[0] ?? '';
    expect(url).not.toBe('');
    expect(await fetchTls(`${url}/fapi/v1/ping`)).toEqual({ status: 200, text: '{}' });
    expect(await fetchTls(`${url}/fapi/v1/order`, 'a=1')).toMatchObject({ status: 401 });
    const socket = new WebSocket(`${url.replace('https', 'wss')}/ws/btcusdt@bookTicker`, { ca });
    const frame = await new Promise((resolve, fail) =>
      socket.once('message', (data) => resolve(JSON.parse(String(data)))).once('error', fail),
    );
    expect(frame).toMatchObject({ e: 'bookTicker', s: 'BTCUSDT' });
    socket.terminate();
    const { servers } = JSON.parse((await fetchTls(`${url}/asyncapi.json`)).text);
    for (const { protocol, host } of Object.values<Anything>(servers))
      expect(`${protocol}://${host}`).toBe(url.replace('https', 'wss'));
    // Plain HTTP gets no answer, and does no harm.
    await expect(fetch(`${url.replace('https', 'http')}/fapi/v1/ping`)).rejects.toThrow();
    expect((await fetchTls(`${url}/fapi/v1/time`)).status).toBe(200);
    venue.child.kill('SIGINT');
    expect(await venue.ended).toBe(0);
  });
});

test('[BNC-26] half a pair, and a pair that does not fit, stop the start', async () => {
  await withScene(async ({ folder, run }) => {
    const half = run(...START, '--tls-cert', CERT);
    expect(await half.ended).not.toBe(0);
    expect(half.complained()).toContain('tlsKey is missing');
    writeFileSync(join(folder, 'other.pem'), generateKeyPairSync('ec', OTHER).privateKey);
    const wrong = [
      [CERT, CERT, `${CERT} is not a private key in PEM form; --tls-key takes one`],
      [KEY, KEY, `${KEY} is not a certificate in PEM form; --tls-cert takes one`],
      [CERT, 'other.pem', `other.pem is not the key of ${CERT}: name a pair that fits`],
      ['nowhere.pem', KEY, 'nowhere.pem: there is no such file; --tls-cert names it'],
      [CERT, 'nowhere.pem', 'nowhere.pem: there is no such file; --tls-key names it'],
    ] as const;
    const refusals = wrong.map(async ([cert, key, words]) => {
      const start = run(...START, '--market', 'off', '--tls-cert', cert, '--tls-key', key);
      expect(await start.ended).toBe(1);
      expect(start.complained()).toBe(`perpetua: ${words}\n`);
    });
    await Promise.all(refusals);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});
