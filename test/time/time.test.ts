/** Venue time of a whole venue: speeds, pauses, steps and restarts, over both doors. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BTC,
  emptyFolder,
  makeFolder,
  openSandbox,
  removeBegun,
  type Sandbox,
  WALL,
} from './sandbox.ts';

const HOUR = 3_600_000;
/** A loaded machine is slow, not wrong. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
let folder: string;
let remove: () => Promise<void>;
let open: Sandbox[];
beforeEach(async () => {
  ({ folder, remove } = await makeFolder(1));
  open = [];
});
afterAll(removeBegun);
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
  await remove();
});

async function start(args: readonly string[] = [], wall = WALL): Promise<Sandbox> {
  const sandbox = await openSandbox({ folder, args, wall });
  open.push(sandbox);
  return sandbox;
}

async function stop(sandbox: Sandbox): Promise<void> {
  open = open.filter((other) => other !== sandbox);
  await sandbox.close();
}

const place = (price: string) => ({
  symbol: BTC,
  client_oid: `t${price}`,
  size: '0.0010',
  type: '1',
  order_type: '0',
  match_price: '0',
  price,
});

describe('speed', () => {
  test('[TIME-1] at speed 60 the market lives an hour in a minute; the wall does not', async () => {
    const sandbox = await start(['--speed', '60']);
    await sandbox.pass(2_000);
    expect(sandbox.venue.read.at() - WALL).toBeGreaterThanOrEqual(117_000);
    const time = (await sandbox.market('time')).json;
    expect(time.timestamp).toBe(WALL + 2_000);
    const ticker = (await sandbox.market(`ticker?symbol=${BTC}`)).json;
    expect(Number(ticker.timestamp) - WALL).toBeGreaterThanOrEqual(117_000);
    const candles = (await sandbox.market(`candles?symbol=${BTC}&granularity=1m&limit=5`)).json;
    expect(candles).toHaveLength(5);
    expect(Number(candles[0][0]) - Number(candles[4][0])).toBe(240_000);
    const minutes = new Set(sandbox.entries().map(({ at }) => Math.floor((at - WALL) / 60_000)));
    expect([...minutes].filter((minute) => minute >= 0 && minute < 2)).toHaveLength(2);
  });

  test('[TIME-6] every few seconds each index is set, always at a beat', async () => {
    await remove();
    ({ folder, remove } = await makeFolder());
    const sandbox = await start(['--speed', '600']);
    await sandbox.pass(100);
    const last = new Map<number, number>();
    for (const { at, command } of sandbox.entries()) {
      if (command.kind !== 'batch' || at > WALL + 60_000) continue;
      for (const each of command.commands) {
        if (each.kind !== 'set-index-price') continue;
        expect(command.commands[0]).toMatchObject({ kind: 'market-beat', beat: at });
        expect(at - (last.get(each.contract) ?? at)).toBeLessThanOrEqual(4_400);
        last.set(each.contract, at);
      }
    }
    expect([...last.values()].every((at) => at >= WALL + 55_600)).toBe(true);
    expect(last.size).toBe(3);
  });

  test('[TIME-8] signatures and limits go by the wall, order times by the venue', async () => {
    const sandbox = await start(['--speed', '1000']);
    await sandbox.pass(60);
    const placed = await sandbox.signed('order/placeOrder', place('60000.0'));
    expect(placed.status, placed.text).toBe(200);
    const detail = (await sandbox.signed(`order/detail?orderId=${placed.json.order_id}`)).json;
    expect(Number(detail.createTime) - WALL).toBeGreaterThan(50_000);
    for (let sent = 0; sent < 12; sent += 1)
      await sandbox.signed('order/placeOrder', place(`600${10 + sent}.0`));
    const refused = await sandbox.signed('order/placeOrder', place('60040.0'));
    expect(refused.status).toBe(429);
    const history = await sandbox.signed(`order/current?symbol=${BTC}`);
    expect(history.status).toBe(200);
  });

  test('[TIME-1] funding settles when eight venue hours are over', async () => {
    const before = Date.UTC(2026, 5, 1, 15, 59, 40);
    const sandbox = await start(['--speed', '60'], before);
    const next = (await sandbox.market(`funding_time?symbol=${BTC}`)).json;
    expect(next.fundingTime).toBe(Date.UTC(2026, 5, 1, 16));
    await sandbox.pass(600);
    const settled = (await sandbox.market(`getHistoryFundRate?symbol=${BTC}&limit=2`)).json;
    // Before it stands the last of the generated week.
    expect(settled.map(({ fundingTime }: { fundingTime: number }) => fundingTime)).toEqual([
      Date.UTC(2026, 5, 1, 16),
      Date.UTC(2026, 5, 1, 8),
    ]);
    expect(sandbox.wall()).toBeLessThan(Date.UTC(2026, 5, 1, 15, 59, 41));
  });
});

const isIndex = ({ kind }: { readonly kind: string }): boolean => kind === 'set-index-price';

describe('restarts', () => {
  test('[TIME-2] a venue that ran ahead goes on from its last entry, also at speed 1', async () => {
    const fast = await start(['--speed', '1000', '--market', 'off']);
    await fast.pass(3_600);
    const last = fast.venue.read.at();
    expect(last - WALL).toBeGreaterThanOrEqual(3_540_000);
    const { wall } = fast;
    await stop(fast);
    const slow = await start([], wall() + 5_000);
    expect(slow.venue.read.at()).toBe(last);
    await slow.pass(2_000);
    const { json } = await slow.admin('GET', '/time');
    expect(json).toMatchObject({ state: 'running', speed: 1, measuredSpeed: null });
    expect(json.venueTime).toBe(last + 2_000);
    expect(json.aheadMillis).toBe(last - wall() - 5_000);
  });

  test('[TIME-2] a pause does not outlive the process, and time never goes back', async () => {
    const paused = await start();
    await paused.admin('POST', '/time/pause', {});
    await paused.pass(60_000);
    const now = paused.venue.read.at();
    await stop(paused);
    const again = await start([], WALL + 120_000);
    expect(again.clock.state()).toBe('running');
    expect(again.venue.read.at()).toBeGreaterThanOrEqual(now);
    const times = again.entries().map(({ at }) => at);
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });
});

describe('pause and step', () => {
  test('[TIME-3] nothing moves time that is paused, and orders are taken at it', async () => {
    const sandbox = await start();
    await sandbox.pass(1_000);
    const { json } = await sandbox.admin('POST', '/time/pause', {});
    expect(json.state).toBe('paused');
    const now = sandbox.clock.venueNow();
    const stoodAt = sandbox.venue.health().seq;
    await sandbox.pass(60_000);
    expect(sandbox.venue.health().seq).toBe(stoodAt);
    const placed = await sandbox.signed('order/placeOrder', place('60000.0'));
    expect(placed.status, placed.text).toBe(200);
    expect(sandbox.venue.read.at()).toBe(now);
    await sandbox.admin('POST', '/time/resume', {});
    await sandbox.pass(1_000);
    expect(sandbox.clock.venueNow()).toBe(now + 1_000);
  });

  test('[TIME-4] a step drives the market through its time and stands still after it', async () => {
    const sandbox = await start();
    const began = sandbox.clock.venueNow();
    const { json } = await sandbox.admin('POST', '/time/step', { by: '5m' });
    expect(json).toMatchObject({ state: 'stepping', stepEndsAt: began + 300_000 });
    const twice = await sandbox.admin('POST', '/time/step', { by: '1m' });
    expect(twice.json.msg).toMatch(/a step is under way until 2026-06-01T12:05:00/);
    await sandbox.pass(100);
    expect(sandbox.clock.venueNow()).toBe(began + 300_000);
    const last = sandbox.venue.read.at();
    expect(last).toBeGreaterThan(began + 295_600);
    expect((await sandbox.admin('GET', '/time')).json.state).toBe('paused');
    const ticks = sandbox
      .entries()
      .filter(({ command }) => command.kind === 'batch' && command.commands.some(isIndex));
    expect(ticks.length).toBeGreaterThanOrEqual(100);
    await sandbox.pass(5_000);
    expect(sandbox.venue.read.at()).toBe(last);
  });

  test('[TIME-4] a venue without a market is stepped as well', async () => {
    const sandbox = await start(['--market', 'off']);
    const began = sandbox.clock.venueNow();
    await sandbox.admin('POST', '/time/step', { by: '1d' });
    await sandbox.pass(100);
    expect(sandbox.venue.read.at()).toBe(began + 24 * HOUR);
  });

  /** A new venue with its own time, in a folder of its own. */
  async function begin(args: readonly string[] = [], wall = WALL): Promise<Sandbox> {
    await remove();
    const made = await emptyFolder(1);
    ({ folder, remove } = made);
    const startAt = new Date(WALL).toISOString();
    const own = ['--contracts', made.table, '--seed', 'fox', '--start-at', startAt];
    return start([...own, ...args], wall);
  }

  test('[TIME-9] [TIME-11] how time passed leaves no trace in the journal', async () => {
    const plain = await begin();
    await plain.pass(30_000);
    const untouched = plain.entries();
    await stop(plain);
    const moved = await begin(['--speed', '7'], WALL + 9 * HOUR);
    await moved.pass(600);
    await moved.admin('POST', '/time/speed', { speed: 60 });
    await moved.pass(100);
    await moved.admin('POST', '/time/pause', {});
    await moved.pass(5_000);
    await moved.admin('POST', '/time/step', { by: '7s123ms' });
    await moved.pass(100);
    await moved.admin('POST', '/time/speed', { speed: 1 });
    await moved.admin('POST', '/time/resume', {});
    await moved.pass(30_000);
    expect(moved.entries().slice(0, untouched.length)).toEqual(untouched);
  });

  test('[TIME-12] stepped time stands still except for steps', async () => {
    const sandbox = await begin(['--time', 'stepped']);
    const began = sandbox.clock.venueNow();
    await sandbox.pass(5_000);
    expect(sandbox.clock.venueNow()).toBe(began);
    const refused = [
      await sandbox.admin('POST', '/time/resume', {}),
      await sandbox.admin('POST', '/time/speed', { speed: 60 }),
    ];
    for (const { status, json } of refused)
      expect([status, json.msg]).toEqual([400, expect.stringContaining('--time stepped')]);
    await sandbox.admin('POST', '/time/step', { by: '10s' });
    await sandbox.pass(100);
    expect(sandbox.clock.venueNow()).toBe(began + 10_000);
    expect(sandbox.announced().join('\n')).toContain('venue time  only stepped');
  });

  test('[TIME-11] a start knows its own time, and is refused if it contradicts', async () => {
    const first = await begin();
    await first.pass(5_000);
    const [last, seen] = [first.venue.read.at(), first.entries()];
    await stop(first);
    const refused: [args: string[], words: RegExp][] = [
      [
        ['--start-at', '2026-06-02'],
        /began at 2026-06-01T12:00:00.000Z .*cannot begin at 2026-06-02/,
      ],
      [['--start-at', '2026-05-31'], /cannot begin at 2026-05-31T00:00:00.000Z, as startAt/],
      [['--seed', 'hen'], /began with the seed "fox"/],
    ];
    for (const [args, words] of refused)
      await expect(start(args), args.join(' ')).rejects.toThrow(words);
    const again = await start([], WALL + 100 * HOUR);
    expect([again.venue.read.at(), again.entries()]).toEqual([last, seen]);
    await stop(again);
    await remove();
    ({ folder, remove } = await makeFolder(1));
    await expect(start(['--start-at', '2026-06-02'])).rejects.toThrow(
      /the venue of this folder follows the wall clock .*: it cannot begin at 2026-06-02/,
    );
  });
});

describe('what is refused', () => {
  test('[TIME-5] a speed or a step that is none is refused with its limits', async () => {
    const sandbox = await start(['--market', 'off']);
    for (const speed of [0, -1, 1.5, 10_001, 'NaN', 'fast', 1e300, null]) {
      const { status, json } = await sandbox.admin('POST', '/time/speed', { speed });
      expect([status, json.msg], String(speed)).toEqual([400, expect.stringMatching(/speed/)]);
    }
    for (const by of ['0s', '5', '-1h', 'soon', '32d', '']) {
      const { status, json } = await sandbox.admin('POST', '/time/step', { by });
      expect([status, json.msg], by).toEqual([400, expect.stringMatching(/by|step/)]);
    }
    expect(sandbox.clock.state()).toBe('running');
    expect(sandbox.clock.speed()).toBe(1);
  });

  test('[TIME-10] outside a sandbox nobody changes the time', async () => {
    const sandbox = await start(['--sandbox', 'off', '--market', 'off']);
    for (const [path, body] of [
      ['speed', { speed: 2 }],
      ['pause', {}],
      ['resume', {}],
      ['step', { by: '1h' }],
    ] as const) {
      const { status, json } = await sandbox.admin('POST', `/time/${path}`, body);
      expect([status, json.code]).toEqual([403, '40022']);
      expect(json.msg).toMatch(/only in a sandbox/);
    }
    expect((await sandbox.admin('GET', '/time')).json).toMatchObject({ speed: 1, aheadMillis: 0 });
    await expect(start(['--sandbox', 'off', '--speed', '60'])).rejects.toThrow(
      'speed is 60; where the sandbox is off it must be 1',
    );
  });
});
