/** A bad day on request, asked for at the operator's door and seen through the public interface. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BTC, makeFolder, openSandbox, removeBegun, type Sandbox } from './sandbox.ts';

const ETH = 'cmt_ethusdt';
const SOL = 'cmt_solusdt';
/** A loaded machine is slow, not wrong. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let sandbox: Sandbox;
let remove: () => Promise<void>;
beforeAll(async () => {
  const made = await makeFolder();
  remove = made.remove;
  const files = join(made.folder, 'replay');
  for (const name of ['BTC.csv', 'ETH.csv', 'SOL.csv'])
    cpSync(new URL(`../../examples/replay/${name}`, import.meta.url), join(files, name));
  sandbox = await openSandbox({ folder: made.folder, args: ['--feed-folder', files] });
  await sandbox.pass(2_000);
});
afterAll(async () => {
  await sandbox.close();
  await remove();
  await removeBegun();
});
afterEach(async () => {
  await chaos('calm', {});
  await sandbox.pass(3_000);
});

const chaos = (what: string, body: object) => sandbox.admin('POST', `/chaos/${what}`, body);

async function index(symbol = BTC): Promise<number> {
  const { json } = await sandbox.market(`ticker?symbol=${symbol}`);
  return Number(json.indexPrice);
}

interface Book {
  readonly bids: [string, string][];
  readonly asks: [string, string][];
}

async function book(symbol = BTC): Promise<Book> {
  return (await sandbox.market(`depth?symbol=${symbol}&limit=200`)).json;
}

const sum = (levels: Book['bids']): number =>
  levels.reduce((total, [, size]) => total + Number(size), 0);

let orders = 0;
const order = (type: '1' | '2' | '3' | '4', size: string, symbol = BTC) => {
  orders += 1;
  return sandbox.signed('order/placeOrder', {
    symbol,
    client_oid: `chaos-${orders}`,
    size,
    type,
    order_type: '0',
    match_price: '1',
  });
};

const notes = (): string[] =>
  sandbox.entries().flatMap(({ command }) => {
    const commands = command.kind === 'batch' ? command.commands : [command];
    return commands.flatMap((each) => (each.kind === 'record-note' ? [each.text] : []));
  });

describe('shock', () => {
  test('[CHAOS-2] at once: index and mark are there with the answer, others stay', async () => {
    const [before, other] = [await index(), await index(ETH)];
    const { status, json } = await chaos('shock', { symbol: BTC, change: '-10%' });
    expect([status, json]).toEqual([200, []]);
    const after = await index();
    expect(after / before).toBeCloseTo(0.9, 2);
    expect((await index(ETH)) / other).toBeCloseTo(1, 2);
    const { json: ticker } = await sandbox.market(`ticker?symbol=${BTC}`);
    expect(Math.abs(Number(ticker.markPrice) / after - 1)).toBeLessThan(0.021);
    await sandbox.pass(2_000);
    expect((await index()) / before).toBeCloseTo(0.9, 1);
    const { bids, asks } = await book();
    expect(Number(bids[0]?.[0]) / after).toBeCloseTo(1, 2);
    expect(Number(asks[0]?.[0]) / after).toBeCloseTo(1, 2);
    expect(notes()).toContain(`begins: price moves by -10 %, ${BTC}, at once`);
  });

  test('[CHAOS-2] over a time: half of the way is half of the return', async () => {
    const before = await index(ETH);
    const { json } = await chaos('shock', { symbol: ETH, change: '21%', over: '20s' });
    expect(json).toMatchObject([{ kind: 'shock', symbols: [ETH] }]);
    await sandbox.pass(10_000);
    expect((await index(ETH)) / before).toBeCloseTo(1.1, 1);
    await sandbox.pass(12_000);
    expect((await index(ETH)) / before).toBeCloseTo(1.21, 1);
    expect((await sandbox.admin('GET', '/chaos')).json).toEqual([]);
    expect(notes()).toContain(`is over: price moves by 21 %, ${ETH}, for 20s`);
  });

  test('[CHAOS-2] a position with too little behind it is liquidated', async () => {
    const price = await index();
    const { json: assets } = await sandbox.signed('account/assets');
    const size = ((Number(assets[0].available) * 15) / price).toFixed(4);
    const opened = await order('1', size);
    expect(opened.status, opened.text).toBe(200);
    await chaos('shock', { symbol: BTC, change: '-12%' });
    await sandbox.pass(2_000);
    const { json: positions } = await sandbox.signed('account/position/allPosition');
    expect(positions).toEqual([]);
    const { json: fills } = await sandbox.signed(`order/fills?symbol=${BTC}`);
    const kinds = fills.list.map((fill: { liquidateType: string }) => fill.liquidateType);
    expect(kinds).toContain('FORCE_LIQUIDATE');
    const account = sandbox.venue.read.account.list().findLast(({ role }) => role === 'trader');
    const amount = { amount: '10000' };
    await sandbox.admin('POST', `/accounts/${account?.id}/fund`, amount);
  });
});

test('[CHAOS-2] a stop-loss fires on a shock', async () => {
  const stop = ((await index(ETH)) * 0.95).toFixed(2);
  const placed = await sandbox.signed('order/placeOrder', {
    symbol: ETH,
    client_oid: 'with-a-stop',
    size: '0.100',
    type: '1',
    order_type: '0',
    match_price: '1',
    presetStopLossPrice: stop,
  });
  expect(placed.status, placed.text).toBe(200);
  await chaos('shock', { symbol: ETH, change: '-8%' });
  await sandbox.pass(3_000);
  const { json: positions } = await sandbox.signed('account/position/allPosition');
  expect(positions.filter(({ symbol }: { symbol: string }) => symbol === ETH)).toEqual([]);
});

describe('the book', () => {
  test('[CHAOS-4] a thin book holds a tenth, and fills up again after its time', async () => {
    const { bids, asks } = await book(SOL);
    await chaos('thin', { symbol: SOL, depth: '0.1', for: '10s' });
    await sandbox.pass(5_000);
    const thin = await book(SOL);
    expect(sum(thin.bids) + sum(thin.asks)).toBeLessThan(0.4 * (sum(bids) + sum(asks)));
    await sandbox.pass(30_000);
    const again = await book(SOL);
    expect(sum(again.bids) + sum(again.asks)).toBeGreaterThan(0.6 * (sum(bids) + sum(asks)));
  });

  test('[CHAOS-5] a one-sided book: nobody of the house sells', async () => {
    const before = await book(ETH);
    const { json } = await chaos('one-sided', { symbol: ETH, only: 'bids' });
    expect(json[0]).toMatchObject({ kind: 'one-sided', until: null });
    await sandbox.pass(3_000);
    const { bids, asks } = await book(ETH);
    expect(sum(asks)).toBeLessThan(0.1 * sum(before.asks));
    expect(sum(bids)).toBeGreaterThan(0.3 * sum(before.bids));
    await chaos('calm', {});
    await sandbox.pass(3_000);
    expect(sum((await book(ETH)).asks)).toBeGreaterThan(0.3 * sum(before.asks));
  });
});

test('[CHAOS-12] the price goes to its premium, and funding with it', async () => {
  const basisOf = async (symbol: string): Promise<number> => {
    const { bids, asks } = await book(symbol);
    return (Number(bids[0]?.[0]) + Number(asks[0]?.[0])) / 2 / (await index(symbol)) - 1;
  };
  const { json } = await chaos('funding', { symbol: ETH, rate: '-0.1%' });
  expect(json).toMatchObject([{ kind: 'funding', what: 'funding goes to -0.1 %' }]);
  await chaos('basis', { symbol: SOL, basis: '0.4%', for: '4m' });
  await sandbox.pass(230_000);
  expect(await basisOf(ETH)).toBeGreaterThan(-0.0026);
  expect(await basisOf(ETH)).toBeLessThan(-0.0008);
  expect(await basisOf(SOL)).toBeGreaterThan(0.003);
  expect(await basisOf(SOL)).toBeLessThan(0.005);
  expect(notes()).toContain(`begins: the price is 0.4 % from the index, ${SOL}, for 4m`);
  await chaos('calm', {});
  await sandbox.pass(240_000);
  expect(await basisOf(SOL)).toBeLessThan(0.003);
});

test('[CHAOS-3] a regime is forced for its time', async () => {
  await chaos('regime', { regime: 'stress', for: '20s' });
  expect((await sandbox.admin('GET', '/market')).json.regime).toBe('stress');
  await sandbox.pass(15_000);
  expect((await sandbox.admin('GET', '/market')).json.regime).toBe('stress');
  await sandbox.pass(6_000);
  expect((await sandbox.admin('GET', '/chaos')).json).toEqual([]);
});

test('[CHAOS-6] an outage: after 30 s nothing is opened, closing goes on', async () => {
  expect((await order('1', '0.0010')).status).toBe(200);
  await chaos('outage', { symbol: BTC, for: '45s' });
  const stood = await index();
  await sandbox.pass(20_000);
  expect(await index()).toBe(stood);
  await sandbox.pass(15_000);
  const refused = await order('1', '0.0010');
  expect(refused.json.msg).toBe(`FAILED_PRECONDITION: The index price of '${BTC}' is out of date`);
  expect((await order('1', '0.010', ETH)).status).toBe(200);
  expect((await order('3', '0.0010')).status).toBe(200);
  await sandbox.pass(12_000);
  const again = await order('1', '0.0010');
  expect(again.status, again.text).toBe(200);
});

test('[CHAOS-7] a halt refuses orders, and ends by its time, by resume or by calm', async () => {
  const isHalted = () => sandbox.venue.read.listing.list().some(({ isHalted }) => isHalted);
  await chaos('halt', { symbol: SOL, for: '5s' });
  const refused = await order('1', '1.0', SOL);
  expect(refused.json.msg).toContain(`The symbol '${SOL}' is not open for trading`);
  await sandbox.pass(6_000);
  expect((await order('1', '1.0', SOL)).status).toBe(200);
  await chaos('halt', { symbol: SOL });
  await chaos('resume', { symbol: SOL });
  expect([isHalted(), (await sandbox.admin('GET', '/chaos')).json]).toEqual([false, []]);
  await chaos('halt', { symbol: 'all' });
  expect(isHalted()).toBe(true);
  await chaos('calm', {});
  expect(isHalted()).toBe(false);
});

test('[CHAOS-9] what makes no sense is refused with field, value and limit', async () => {
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['shock', { symbol: BTC, change: '-100%' }, /change .*"-100%".*from -95% to \+400%/],
    ['shock', { symbol: BTC, change: '0%' }, /change/],
    ['shock', { symbol: BTC, change: '1e9%' }, /change/],
    ['shock', { symbol: BTC, change: 'NaN%' }, /change/],
    ['shock', { symbol: BTC, change: '-10' }, /change/],
    ['shock', { symbol: BTC }, /change/],
    ['shock', { symbol: 'cmt_nope', change: '-1%' }, /symbol .*"cmt_nope".*cmt_btcusdt/],
    ['shock', { symbol: BTC, change: '-1%', over: 'soon' }, /over .*"soon".*such as 90s/],
    ['regime', { regime: 'wild' }, /calm, up, down, stress/],
    ['thin', { symbol: BTC, depth: '1.5' }, /depth .*from 0 to 1/],
    ['thin', { symbol: BTC, depth: '-1' }, /depth .*"-1"/],
    ['thin', { symbol: BTC, depth: 'half' }, /depth/],
    ['one-sided', { symbol: BTC, only: 'left' }, /bids, asks/],
    ['funding', { symbol: BTC, rate: '0.4%' }, /rate .*"0.4%".*from -0.3% to \+0.3%/],
    ['funding', { symbol: BTC, rate: '0.1' }, /rate/],
    ['basis', { symbol: BTC, basis: '-1.5%' }, /basis .*from -1% to \+1%/],
    ['basis', { symbol: BTC }, /basis/],
    ['outage', { symbol: BTC, for: '400d' }, /for .*at most 366d/],
    ['outage', { symbol: BTC, for: '5m', extra: 1 }, /extra/],
    ['halt', {}, /symbol/],
  ];
  for (const [what, body, message] of wrong) {
    const { status, json } = await chaos(what, body);
    expect(status, JSON.stringify(body)).toBe(400);
    expect(json.msg).toMatch(message);
  }
  expect((await sandbox.admin('GET', '/chaos')).json).toEqual([]);
});

test('[CHAOS-9] a contract is named by its coin, too', async () => {
  const { status, json } = await chaos('thin', { symbol: 'ETH', depth: '0.2' });
  expect([status, json]).toMatchObject([200, [{ kind: 'thin', symbols: [ETH] }]]);
  await chaos('calm', {});
});

test('[CHAOS-10] the market is shown with everything that is on', async () => {
  await chaos('thin', { symbol: ETH, depth: '0.2' });
  await sandbox.pass(1_000);
  const { json } = await sandbox.admin('GET', '/market');
  expect(json.contracts).toHaveLength(3);
  expect(json.contracts[0]).toMatchObject({ symbol: BTC, halted: false });
  expect(json.contracts[0].spreadBp).toBeGreaterThan(0);
  expect(json.time).toMatchObject({ speed: 1, state: 'running' });
  expect(json.source).toMatch(/^simulated/);
  expect(json.chaos).toMatchObject([{ kind: 'thin', symbols: [ETH] }]);
  const names = json.house.map(({ who }: { who: string }) => who);
  expect(names).toContain('maker 1');
});

test('[CHAOS-11] another feed goes on from the last price, and is a note', async () => {
  const before = await index();
  const chosen = await sandbox.admin('POST', '/market/feed', { kind: 'replay' });
  expect(chosen.status, chosen.text).toBe(200);
  await sandbox.pass(1_000);
  expect((await index()) / before).toBeCloseTo(1, 2);
  const refused = await chaos('regime', { regime: 'calm' });
  expect(refused.json.msg).toMatch(/only simulated prices have a regime/);
  await sandbox.admin('POST', '/market/feed', { kind: 'simulated' });
  await sandbox.pass(1_000);
  expect((await index()) / before).toBeCloseTo(1, 2);
  expect(notes()).toContain('the feed is replay, it was simulated');
  const unknown = await sandbox.admin('POST', '/market/feed', { kind: 'rumour' });
  expect([unknown.status, unknown.json.msg]).toEqual([
    400,
    expect.stringContaining('simulated, replay, live'),
  ]);
});

describe('where there is none', () => {
  test('[CHAOS-1] outside a sandbox each is refused, and says why', async () => {
    const made = await makeFolder();
    const official = await openSandbox({ folder: made.folder, args: ['--sandbox', 'off'] });
    try {
      for (const [what, body] of [
        ['shock', { symbol: BTC, change: '-10%' }],
        ['regime', { regime: 'stress' }],
        ['thin', { symbol: BTC, depth: '0.1' }],
        ['one-sided', { symbol: BTC, only: 'asks' }],
        ['funding', { symbol: BTC, rate: '0.1%' }],
        ['basis', { symbol: BTC, basis: '0.1%' }],
        ['outage', { symbol: BTC }],
        ['halt', { symbol: BTC }],
        ['resume', { symbol: BTC }],
        ['calm', {}],
      ] as const) {
        const { status, json } = await official.admin('POST', `/chaos/${what}`, body);
        expect([status, json.code], what).toEqual([403, '40022']);
        expect(json.msg).toMatch(/only in a sandbox/);
      }
      expect(official.venue.read.listing.list().some(({ isHalted }) => isHalted)).toBe(false);
    } finally {
      await official.close();
      await made.remove();
    }
  });

  test('[CHAOS-8] chaos ends with the process, and the journal says so', async () => {
    const made = await makeFolder();
    const first = await openSandbox({ folder: made.folder });
    await first.admin('POST', '/chaos/halt', { symbol: SOL });
    await first.admin('POST', '/chaos/thin', { symbol: 'all', depth: '0.1' });
    const wall = first.wall();
    await first.close();
    const second = await openSandbox({ folder: made.folder, wall: wall + 5_000 });
    try {
      expect((await second.admin('GET', '/chaos')).json).toEqual([]);
      expect(second.venue.read.listing.list().some(({ isHalted }) => isHalted)).toBe(false);
      const texts = second.entries().flatMap(({ command }) => {
        const commands = command.kind === 'batch' ? command.commands : [command];
        return commands.flatMap((each) => (each.kind === 'record-note' ? [each] : []));
      });
      const isMeant = ({ actor, topic }: { actor: string; topic: string }): boolean =>
        actor === 'venue' && topic === 'chaos';
      expect(texts.filter(isMeant).map(({ text }) => text)).toEqual([
        `is over: trading is halted, ${SOL}, until it is ended`,
        'is over: the house offers 10 % of its size, every contract, until it is ended',
      ]);
    } finally {
      await second.close();
      await made.remove();
    }
  });

  test('[CHAOS-8] [TIME-2] a start names what is halted, and a time that is ahead', async () => {
    const made = await makeFolder();
    const first = await openSandbox({ folder: made.folder, args: ['--speed', '100'] });
    // As an operator does anywhere, and as a kill leaves it behind.
    await first.admin('POST', `/contracts/${SOL}/halt`, {});
    await first.pass(1_000);
    const wall = first.wall();
    await first.close();
    const second = await openSandbox({ folder: made.folder, wall });
    try {
      const lines = second.announced();
      expect(lines).toContain(`  halted      ${SOL} (npx perpetua market resume ${SOL})`);
      expect(lines.join('\n')).toMatch(/ {2}venue time {2}speed 1, 1m3\ds ahead of the wall clock/);
      await second.admin('POST', `/contracts/${SOL}/resume`, {});
      expect(second.announced().join('\n')).not.toContain('halted');
    } finally {
      await second.close();
      await made.remove();
    }
  });

  test('[CHAOS-1] a venue without a market of its own has nothing to disturb', async () => {
    const made = await makeFolder();
    const bare = await openSandbox({ folder: made.folder, args: ['--market', 'off'] });
    try {
      const { status, json } = await bare.admin('POST', '/chaos/calm', {});
      expect([status, json.msg]).toEqual([403, expect.stringContaining('--market off')]);
    } finally {
      await bare.close();
      await made.remove();
    }
  });
});
