/**
 * Every unified method of ccxt that the venue can answer, run unmodified against the real server,
 * with values held against version 2. The table of it is docs/CCXT.md.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ACCOUNT_CHECKS } from './account-checks.ts';
import { openCcxtKit } from './ccxt-kit.ts';
import type { Check, Scene } from './check.ts';
import { checkDocument } from './document.ts';
import { MARKET_CHECKS } from './market-checks.ts';
import { ORDER_CHECKS } from './order-checks.ts';
import { ORDER_END_CHECKS } from './order-end-checks.ts';
import { ORDER_READ_CHECKS } from './order-read-checks.ts';
import { SANDBOX_CHECKS } from './sandbox-checks.ts';
import { bringUpToDate, setScene } from './scene.ts';
import { STREAM_CHECKS } from './stream-checks.ts';

const GROUPS: Readonly<Record<string, readonly Check[]>> = {
  'Market data': MARKET_CHECKS,
  Account: ACCOUNT_CHECKS,
  Orders: [...ORDER_CHECKS, ...ORDER_READ_CHECKS, ...ORDER_END_CHECKS],
  'Sandbox mode': SANDBOX_CHECKS,
  Sockets: STREAM_CHECKS,
};

let scene: Scene;
const passed = new Set<string>();

beforeAll(async () => {
  scene = await setScene(openCcxtKit);
});

afterAll(() => scene.kit.close());

for (const [group, checks] of Object.entries(GROUPS))
  describe(group, () => {
    for (const { method, run } of checks)
      test(`[DIA-1] ccxt ${method}`, async () => {
        await bringUpToDate(scene.kit);
        await run(scene);
        passed.add(method);
      });
  });

test('[DIA-6] a call too many is RateLimitExceeded', async () => {
  const kit = await openCcxtKit(Date.now(), {
    addressWeight: { capacity: 100, refillPerSecond: 1 },
  });
  onTestFinished(kit.close);
  const exchange = await kit.exchangeOf();
  await exchange.loadMarkets();
  await exchange.fetchTickers();
  await expect(exchange.fetchTickers()).rejects.toThrow(kit.library.RateLimitExceeded);
});

test('[DIA-2] docs/CCXT.md says what passed', () => checkDocument(GROUPS, passed));
