/** Steps of venue time that a bot asks for, over the public door. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Received } from '../gateway/edge-kit.ts';
import { BTC, makeFolder, openSandbox, removeBegun, type Sandbox } from './sandbox.ts';

const PATH = '/sandbox/time/step';
const STEPPED = ['--time', 'stepped'];

let folder: string;
let remove: () => Promise<void>;
let sandbox: Sandbox | undefined;
beforeEach(async () => {
  ({ folder, remove } = await makeFolder());
});
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
  await remove();
});
afterAll(removeBegun);

async function start(...args: string[]): Promise<Sandbox> {
  sandbox = await openSandbox({ folder, args });
  return sandbox;
}

/** The answer, while wall time passes. */
async function stepBy({ signed, pass }: Sandbox, body: object): Promise<Received> {
  let isOver = false;
  const answer = signed(PATH, body).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await pass(100);
    await nextTurn();
  }
  return answer;
}

test('[STEP-1] a step passes so much venue time, and is answered when it has', async () => {
  const venue = await start(...STEPPED);
  const before = venue.clock.venueNow();
  await venue.pass(10_000);
  expect(venue.clock.venueNow()).toBe(before);
  const seconds = await stepBy(venue, { seconds: 20 });
  expect(seconds.status, seconds.text).toBe(200);
  expect(seconds.json).toEqual({ before, after: before + 20_000 });
  expect(venue.clock.venueNow()).toBe(before + 20_000);
  const beats = venue.entries().filter(({ at }) => at > before && at <= before + 20_000);
  expect(beats.length).toBeGreaterThanOrEqual(10);
  const minute = await stepBy(venue, { duration: '1m5s' });
  expect(minute.json).toEqual({ before: before + 20_000, after: before + 85_000 });
  const ticker = (await venue.market(`ticker?symbol=${BTC}`)).json;
  expect(Number(ticker.timestamp)).toBe(before + 85_000);
});

test('[STEP-1] the same bytes again pass no more time', async () => {
  const venue = await start(...STEPPED);
  const before = venue.clock.venueNow();
  const [first, second] = [1, 2].map(() => venue.signed(PATH, { seconds: 5 }));
  await expect.poll(venue.clock.state).toBe('stepping');
  await venue.pass(100);
  const [one, other] = [await first, await second];
  expect(one?.json).toEqual({ before, after: before + 5_000 });
  expect(other?.json).toEqual(one?.json);
  const repeats = [one, other].map((answer) => answer?.headers['x-idempotent-replay']);
  expect(repeats.filter((mark) => mark === '1')).toHaveLength(1);
  expect(venue.clock.venueNow()).toBe(before + 5_000);
});

test('[STEP-2] where time runs by itself it is refused', async () => {
  const running = await start();
  const refused = await running.signed(PATH, { seconds: 1 });
  expect([refused.status, refused.json.code]).toEqual([403, '40022']);
  expect(refused.json.msg).toContain('started with --time stepped');
  await running.close();
  const real = await start('--sandbox', 'off');
  const outside = await real.signed(PATH, { seconds: 1 });
  expect([outside.status, outside.json.code]).toEqual([403, '40022']);
});

const REFUSED: readonly (readonly [body: object, code: string, words: string])[] = [
  [{}, '40017', 'send either seconds or duration'],
  [{ seconds: 1, duration: '1s' }, '40017', 'send either seconds or duration'],
  [{ seconds: 0 }, '40020', 'seconds'],
  [{ seconds: -5 }, '40020', 'seconds'],
  [{ seconds: 1.5 }, '40020', 'seconds'],
  [{ seconds: 'soon' }, '40020', 'seconds'],
  [{ seconds: 31 * 86_400 + 1 }, '40020', 'seconds'],
  [{ duration: '5' }, '40020', 'duration'],
  [{ duration: '32d' }, '40017', 'a step is from 1ms to 31d'],
];

test('[STEP-2] what is no step is refused, and no time passes', async () => {
  const venue = await start(...STEPPED);
  const before = venue.clock.venueNow();
  for (const [body, code, words] of REFUSED) {
    const refused = await venue.signed(PATH, body);
    expect([refused.status, refused.json.code], JSON.stringify(body)).toEqual([400, code]);
    expect(refused.json.msg).toContain(words);
    await venue.pass(1_000);
    expect(venue.clock.venueNow()).toBe(before);
  }
});

test('[STEP-2] one step at a time: another is told when the first ends', async () => {
  const venue = await start(...STEPPED);
  const before = venue.clock.venueNow();
  const first = venue.signed(PATH, { seconds: 30 });
  await expect.poll(venue.clock.state).toBe('stepping');
  const second = await venue.signed(PATH, { seconds: 10 });
  expect([second.status, second.json.code]).toEqual([400, '40017']);
  const end = new Date(before + 30_000).toISOString();
  expect(second.json.msg).toContain(`a step is under way until ${end}`);
  await venue.pass(100);
  expect((await first).json).toEqual({ before, after: before + 30_000 });
});

test('[STEP-2] a caller without a signature steps nothing', async () => {
  const venue = await start(...STEPPED);
  const bare = await venue.bare(PATH, { seconds: 1 });
  expect([bare.status, bare.json.code]).toEqual([400, '40001']);
  expect(venue.clock.state()).toBe('paused');
});

test('[STEP-3] a step goes on to its end without its caller', async () => {
  const venue = await start(...STEPPED);
  const before = venue.clock.venueNow();
  const gone = new AbortController();
  const answer = venue.signed(PATH, { seconds: 30 }, gone.signal);
  await expect.poll(venue.clock.state).toBe('stepping');
  gone.abort();
  await expect(answer).rejects.toThrow();
  await venue.pass(100);
  expect(venue.clock.venueNow()).toBe(before + 30_000);
  expect((await stepBy(venue, { seconds: 1 })).json.after).toBe(before + 31_000);
});

test('[STEP-3] a venue that stops does not wait for a step', async () => {
  const venue = await start(...STEPPED);
  const answer = venue.signed(PATH, { duration: '31d' });
  await expect.poll(venue.clock.state).toBe('stepping');
  const began = performance.now();
  sandbox = undefined;
  await venue.close();
  const { status, json } = await answer;
  expect([status, json.code]).toEqual([400, '40017']);
  expect(json.msg).toMatch(/the venue is stopping; the step had come to \d{4}-/);
  expect(performance.now() - began).toBeLessThan(60_000);
});
