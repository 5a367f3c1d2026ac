/** The port of its own where gateways are processes of their own, and with TLS. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { oneMarket } from '../../proof/program.ts';
import { untilOpen, withScene } from '../cli/venue-process.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { walletOf } from './wallet.ts';

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../kit/tls/${name}.pem`, import.meta.url));
const ca = readFileSync(pathOf('cert'));

const post = (url: string, body: object): Promise<Anything> =>
  new Promise((resolve, fail) => {
    const headers = { 'content-type': 'application/json' };
    const asked = request(url, { ca, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve(JSON.parse(text)));
    });
    asked.on('error', fail).end(JSON.stringify(body));
  });

test('[HL-25] the port speaks TLS, and shares nonces with gateways', async () => {
  await withScene(async ({ folder, run }) => {
    const start = ['start', '--port', '0', '--admin-port', '0', '--page', 'off', '--gateways', '2'];
    const tls = ['--tls-cert', pathOf('cert'), '--tls-key', pathOf('key')];
    const venue = run(...start, ...tls, ...oneMarket(folder), '--hyperliquid-port', '0');
    const said = await untilOpen(venue);
    const own = /(https:\/\/localhost:\d+), without a path/.exec(said)?.[1] ?? '';
    const shared = `${/https:\/\/localhost:\d+/.exec(said)?.[0]}/hl`;
    const kept = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8'));
    const { privateKey, address: user } = kept.find(({ name }: Anything) => name === 'oneway-1');
    const order = { a: 0, b: true, p: '80000', s: '0.001', r: false };
    const action: Anything = {
      ...{ type: 'order', orders: [{ ...order, t: { limit: { tif: 'Gtc' } } }] },
      grouping: 'na',
    };
    const wallet: Anything = walletOf(privateKey);
    const doors = [own, shared];
    for (const [place, door] of doors.entries()) {
      const nonce = Date.now();
      const sent = { action, nonce, signature: await signL1Action({ wallet, action, nonce }) };
      const { response } = await post(`${door}/exchange`, sent);
      expect(response.data.statuses[0].resting.oid).toBeGreaterThan(0);
      for (const again of [...doors, shared, shared])
        expect((await post(`${again}/exchange`, sent)).response).toContain('Invalid nonce');
      const open = await post(`${own}/info`, { type: 'openOrders', user });
      expect(open).toHaveLength(place + 1);
    }
    const socket = new WebSocket(`${own.replace('https', 'wss')}/ws`, { ca });
    socket.once('open', () => socket.send('{"method":"ping"}'));
    const frame = await new Promise((resolve, fail) =>
      socket.once('message', (data) => resolve(JSON.parse(String(data)))).once('error', fail),
    );
    expect(frame).toEqual({ channel: 'pong' });
    socket.terminate();
  });
});
