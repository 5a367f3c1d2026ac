/** Somebody sets the wall clock while clients are at work: no time passes by that. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EdgeKit, openEdgeKit, type Received } from './edge-kit.ts';

const HOUR = 3_600_000;
const ASSETS = { path: '/capi/v2/account/assets' };
const STEPS = [
  ['back', -HOUR],
  ['on', HOUR],
] as const;

let kit: EdgeKit;
beforeEach(async () => {
  kit = await openEdgeKit();
});
afterEach(() => kit.close());

const waitOf = ({ status, headers }: Received) => [status, headers['retry-after']];

test.each(STEPS)('[GATE-52] set %s an hour: budgets are neither full nor empty', async (_, by) => {
  for (let n = 0; n < 99; n += 1) await kit.sendSigned(ASSETS);
  kit.memory.clock.setWall(by);
  const last = await kit.sendSigned(ASSETS);
  expect([last.status, last.headers['x-uid-used-weight-10s']]).toEqual([200, '1000']);
  expect(waitOf(await kit.sendSigned(ASSETS))).toEqual([429, '1']);
  kit.memory.clock.setWall(-by);
  expect(waitOf(await kit.sendSigned(ASSETS))).toEqual([429, '1']);
  await kit.memory.advance(100);
  expect((await kit.sendSigned(ASSETS)).status).toBe(200);
});

test.each(STEPS)('[GATE-52] set %s an hour: a lock lasts as long as it was told', async (_, by) => {
  for (let n = 0; n < 10; n += 1) await kit.sendSigned(ASSETS, { passphrase: 'wrongone' });
  expect(waitOf(await kit.sendSigned(ASSETS))).toEqual([429, '300']);
  kit.memory.clock.setWall(by);
  expect(waitOf(await kit.sendSigned(ASSETS))).toEqual([429, '300']);
  kit.memory.clock.advance(300_000);
  expect((await kit.sendSigned(ASSETS)).status).toBe(200);
});

test.each(STEPS)(
  '[GATE-52] set %s an hour: a penalty lasts as long as it was told',
  async (_, by) => {
    for (let n = 0; n < 21; n += 1) await kit.sendSigned(ASSETS, { secret: 'x' });
    expect(waitOf(await kit.sendSigned(ASSETS))).toEqual([429, '120']);
    kit.memory.clock.setWall(by);
    // Told once; from then on its connections are closed unread.
    await expect(kit.sendSigned(ASSETS)).rejects.toThrow();
    kit.memory.clock.advance(120_000);
    expect((await kit.sendSigned(ASSETS)).status).toBe(200);
  },
);
