/** Disconnect protection at the real program, which is killed and started again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RestClientV5 } from 'bybit-api';
import { expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { type Scene, untilOpen, withScene } from '../cli/venue-process.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { loginFrame, openGuard } from './bybit-kit.ts';

const TERMS = { category: 'linear', symbol: 'BTCUSDT' } as const;

async function start(scene: Scene) {
  const quiet = ['--port', '0', '--admin-port', '0', '--page', 'off'];
  const venue = scene.run('start', ...quiet, ...oneMarket(scene.folder));
  const url = /http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '';
  const file = readFileSync(join(scene.folder, 'data/credentials.json'), 'utf8');
  const { apiKey, secretKey } = JSON.parse(file)[0];
  const client = new RestClientV5({ key: apiKey, secret: secretKey, baseUrl: url });
  const guard = () =>
    openGuard(
      `${url.replace('http', 'ws')}/v5/private`,
      loginFrame(apiKey, secretKey, Date.now() + 10_000),
    );
  const statusOf = async (orderId: string): Promise<string> => {
    const { result }: Anything = await client.getActiveOrders({ ...TERMS, orderId });
    return `${result.list[0].orderStatus} ${result.list[0].cancelType}`;
  };
  return { venue, client, guard, statusOf };
}

test('[BYB-23] a venue that was killed remembers whom it guarded', async () => {
  await withScene(async (scene) => {
    const before = await start(scene);
    const choice = { product: 'DERIVATIVES', timeWindow: 5 } as const;
    await before.client.setDisconnectCancelAllWindowV2(choice);
    const { result: ticker }: Anything = await before.client.getTickers(TERMS);
    const price = Math.floor(Number(ticker.list[0].lastPrice) * 0.9);
    const { result, retMsg }: Anything = await before.client.submitOrder({
      ...{ ...TERMS, side: 'Buy', orderType: 'Limit', qty: '0.01', price: String(price) },
      positionIdx: 1,
    });
    expect(retMsg).toBe('OK');
    await before.guard();
    const held = join(scene.folder, 'data/guards.json');
    await expect.poll(() => readFileSync(held, 'utf8')).toContain('"held"');
    before.venue.child.kill('SIGKILL');
    await before.venue.ended;

    const last = await start(scene);
    expect(await last.statusOf(result.orderId)).toBe('New UNKNOWN');
    await expect
      .poll(() => last.statusOf(result.orderId), { timeout: 90_000, interval: 250 })
      .toBe('Cancelled CancelByDCP');
  });
});
