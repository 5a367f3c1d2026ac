/** The log of the real program, which tells everything it can, about callers of Bybit v5. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { untilOpen, withScene } from '../cli/venue-process.ts';
import { loginFrame, openWire } from './bybit-kit.ts';

const hexOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

test('[BYB-2] what shows who calls is in no line of the log', async () => {
  await withScene(async ({ folder, run }) => {
    const loud = ['--port', '0', '--admin-port', '0', '--page', 'off', '--log-level', 'debug'];
    const venue = run('start', ...loud, ...oneMarket(folder));
    const url = /http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '';
    const file = readFileSync(join(folder, 'data/credentials.json'), 'utf8');
    const { apiKey, secretKey } = JSON.parse(file)[0];
    const body = JSON.stringify({ category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'my-own' });
    const at = String(Date.now());
    const sign = hexOf(secretKey, `${at}${apiKey}5000${body}`);
    const headers = { 'X-BAPI-API-KEY': apiKey, 'X-BAPI-TIMESTAMP': at, 'X-BAPI-SIGN': sign };
    const forged = sign.replace(/^./, 'z');
    for (const proof of [sign, forged])
      await fetch(`${url}/v5/order/create`, {
        method: 'POST',
        headers: { ...headers, 'X-BAPI-RECV-WINDOW': '5000', 'X-BAPI-SIGN': proof },
        body,
      });
    const until = Date.now() + 10_000;
    for (const secret of [secretKey, 'another']) {
      const wire = await openWire(`${url.replace('http', 'ws')}/v5/private`);
      wire.say(loginFrame(apiKey, secret, until));
      await wire.hears(({ op }) => op === 'auth');
      wire.socket.terminate();
    }
    venue.child.kill('SIGTERM');
    await venue.ended;
    const log = venue.said() + venue.complained();
    expect(log).toContain('a socket was closed');
    for (const secret of [
      apiKey,
      secretKey,
      sign,
      forged,
      hexOf(secretKey, `GET/realtime${until}`),
    ])
      expect(log).not.toContain(secret);
    expect(log).not.toContain('my-own');
  });
});
