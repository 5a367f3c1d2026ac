import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openSandbox, type Sandbox, SandboxError } from '../../src/sandbox/perpetua.ts';

/** What a caller without types may send. */
const openLoosely: (options: unknown) => Promise<Sandbox> = Object.assign(openSandbox);
const faultOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'nothing was refused',
    (error) => (error instanceof SandboxError ? `${error.code}: ${error.message}` : error),
  );

const OPTIONS: readonly (readonly [options: unknown, says: string])[] = [
  [{ sede: 'rally' }, 'sede is not an option; did you mean seed? There are seed, speed,'],
  [{ gateways: 2 }, 'gateways is not an option. There are seed, speed,'],
  [{ data: './none' }, 'data is "./none"; no venue was ever started there'],
  [{ data: 5 }, 'data is 5; it must be the path of a data folder'],
  [{ seed: '' }, 'seed is ""; it must be a word of 1 to 64 characters'],
  [{ seed: { word: 'rally' } }, 'seed is {"word":"rally"}; it must be a word'],
  [{ seed: 'x'.repeat(65) }, 'it must be a word of 1 to 64 characters'],
  [{ startAt: 'yesterday' }, 'startAt is "yesterday"; it must be "now", or a date such as'],
  [{ startAt: new Date(Number.NaN) }, 'startAt is NaN; it must be'],
  [{ clock: 'stopped' }, 'clock is "stopped"; it must be one of manual, running'],
  [{ speed: 10 }, 'speed is 10; time that is only stepped has none'],
  [{ clock: 'running', speed: 0 }, 'speed is 0; it must be a whole number from 1 to 10000'],
  [{ markets: ['BTC', 'GOLD'] }, 'markets is ["BTC","GOLD"]; it must be a list out of BTC, ETH,'],
  [{ markets: [] }, 'markets is []; it must be a list out of'],
  [{ markets: 'BTC' }, 'markets is "BTC"; it must be a list out of'],
  [{ accounts: 0 }, 'accounts is 0; it must be a whole number from 1 to 1000'],
  [{ accounts: 1_001 }, 'accounts is 1001; it must be'],
  [{ wallet: -5 }, 'wallet is -5; it must be a whole number from 1'],
  [{ port: 70_000 }, 'port is 70000; it must be a whole number from 0 to 65535'],
  [{ history: 'week' }, 'history is "week"; it must be true or false'],
  [{ log: 'loud' }, 'log is "loud"; it must be one of silent, error, warn, info, debug'],
  ['rally', 'options are an object such as { seed: \'rally\' }, not "rally"'],
  [null, 'options are an object'],
];

test.each(OPTIONS)('[LIB-9] %j is refused with what is allowed', async (options, says) => {
  const fault = await faultOf(openLoosely(options));
  expect(fault).toContain('bad-option: ');
  expect(fault).toContain(says);
});

test('[LIB-10] an argument that is none is named with what is allowed', async () => {
  const venue = await openSandbox({ markets: ['BTC'], accounts: 1 });
  const calls = new Map<string, unknown>(Object.entries({ ...venue, ...venue.faults }));
  const refused = async (name: string, args: readonly unknown[], says: string): Promise<void> => {
    const call = calls.get(name);
    if (typeof call !== 'function') throw new Error(`${name} is not a call`);
    expect(await faultOf(Reflect.apply(call, undefined, args))).toContain(says);
  };
  await refused('advance', ['soon'], 'bad-argument: advance: "soon" is not a duration; it is a');
  for (const nonsense of [-1, 0, 0.5, Number.NaN, undefined, null, {}, '1h1h', ''])
    await refused('advance', [nonsense], 'is not a duration');
  await refused('advance', [Number.NaN], 'bad-argument: advance: NaN is not a duration');
  const tooLong = ' at once is too long; it is at most 31d';
  await refused('advance', ['32d'], `bad-argument: advance: 32d${tooLong}`);
  await refused('advanceTo', ['2026-02-06'], `bad-argument: advanceTo: 32d${tooLong}`);
  await refused('advanceTo', ['noon'], 'advanceTo: "noon" is not a moment');
  await refused(
    'advanceTo',
    ['2025-01-01'],
    'advanceTo: 2025-01-01T00:00:00.000Z is over; it is 20',
  );
  await refused('shock', ['GOLD', -0.1], 'shock: "GOLD" is not a market here; there are BTC');
  await refused('shock', ['BTC', -12], 'shock: change is -12; it is a number from -0.95 to 4');
  await refused('shock', ['BTC', '-12%'], 'shock: change is "-12%"; it is a number');
  await refused('shock', ['BTC', -0.1, { over: 'long' }], 'shock over: "long" is not a duration');
  const { index } = venue.prices('BTC');
  const [least, most] = [(index * 0.05 + 0.05).toFixed(1), (index * 5 - 0.05).toFixed(1)];
  const bounds = `it is a number from ${Number(least)} to ${Number(most)}`;
  await refused('setPrice', ['BTC', 0], `setPrice: price is 0; ${bounds}`);
  await refused('regime', ['wild'], 'regime: "wild" is none; it is one of calm, up, down, stress');
  await refused('thin', ['BTC', 2], 'thin: depth is 2; it is a number from 0 to 1');
  await refused('oneSided', ['BTC', 'left'], 'oneSided: "left" is no side; it is bids or asks');
  await refused('funding', ['BTC', 1], 'funding: rate is 1; it is a number from');
  await refused('basis', ['BTC', 1], 'basis: premium is 1; it is a number from -0.01 to 0.01');
  await refused('account', [1], 'account: there is no account 1; there are 0 to 0');
  await refused('deposit', [0, -1], 'deposit: -1 is not an amount of USDT');
  await refused('createAccount', ['much'], 'createAccount: "much" is not an amount of USDT');
  await refused('begin', [], 'bad-argument: faults.begin: it takes an object such as { kind:');
  const kind = 'delay';
  const begun: readonly (readonly [options: object, says: string])[] = [
    [{ kind: 'flood', account: 0 }, 'bad-argument: kind "flood": it is one of delay, rate-limit'],
    [{ kind }, 'faults.begin: there is no account undefined; there are 0 to 0'],
    [{ kind, account: 1 }, 'faults.begin: there is no account 1; there are 0 to 0'],
    [{ kind, account: 0, for: 'long' }, 'faults.begin for: "long" is not a duration'],
    [{ kind, account: 0, for: '2h' }, 'for "2h": it is a duration from 1ms to 1h'],
    [{ kind, account: 0, calls: 'few' }, 'calls "few": it is a whole number from 1'],
    [{ kind, account: 0, dealy: '1s' }, 'delay takes no dealy; it takes delay, jitter, for, calls'],
  ];
  for (const [options, says] of begun) await refused('begin', [options], says);
  await refused('end', [7], 'bad-argument: there is no fault 7: none is on');
  expect(venue.faults.list()).toEqual([]);
  for (const name of ['setSpeed', 'resume'])
    await refused(name, [2], `refused: ${name}: this sandbox has a manual clock; open it with`);
  await refused('fork', [{ startAt: 'now' }], 'startAt is not an option');
  expect(() => venue.prices('GOLD')).toThrow('prices: "GOLD" is not a market here');
  expect(await venue.advance('1s')).toEqual(venue.now());
  await venue.close();

  const bare = await openSandbox({ market: 'off' });
  expect(await faultOf(bare.shock('BTC', -0.1))).toContain('refused: this sandbox has no market');
  expect(await faultOf(bare.faults.begin({ kind: 'partial-fills', account: 0 }))).toBe(
    "refused: partial-fills needs a market of the venue's own",
  );
  const before = bare.now().getTime();
  expect((await bare.advance('90m')).getTime()).toBe(before + 5_400_000);
  await bare.close();
});

test('[LIB-9] a misspelt option of a call that changes the market is refused', async () => {
  await using venue = await openSandbox({ markets: ['BTC'], accounts: 1 });
  const calls = new Map<string, unknown>(Object.entries(venue));
  const lasting: readonly (readonly [name: string, args: readonly unknown[]])[] = [
    ['regime', ['stress']],
    ['thin', ['BTC', 0.1]],
    ['oneSided', ['BTC', 'bids']],
    ['funding', ['BTC', 0.001]],
    ['basis', ['BTC', 0.005]],
    ['outage', ['BTC']],
    ['halt', ['BTC']],
  ];
  const gradual = [
    ['shock', ['BTC', -0.1]],
    ['setPrice', ['BTC', 80_000]],
  ] as const;
  const faultsOf = async (name: string, args: readonly unknown[], options: unknown) => {
    const call = calls.get(name);
    if (typeof call !== 'function') throw new Error(`${name} is not a call`);
    return faultOf(Reflect.apply(call, undefined, [...args, options]));
  };
  for (const [name, args] of lasting) {
    expect(await faultsOf(name, args, { fro: '30s' })).toBe(
      `bad-option: ${name}: fro is not an option. There is only for`,
    );
    expect(await faultsOf(name, args, 5)).toBe(
      `bad-option: ${name}: options are an object such as { for: '5m' }, not 5`,
    );
  }
  for (const [name, args] of gradual) {
    expect(await faultsOf(name, args, { ovr: '5m' })).toContain('did you mean over?');
    expect(await faultsOf(name, args, { for: '5m' })).toContain('There is only over');
    expect(await faultsOf(name, args, null)).toContain('options are an object such as { over:');
  }
  expect(venue.chaos()).toEqual([]);
});

test('[LIB-10] a closed sandbox says so on every call, also on one under way', async () => {
  const venue = await openSandbox({ markets: ['BTC'] });
  const other = await openSandbox({ markets: ['BTC'] });
  const underWay = faultOf(venue.advance('20d'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const closing = venue.close();
  expect(await underWay).toContain('closed: this sandbox');
  await closing;
  await venue.close();
  const { close: _close, faults, ...others } = venue;
  const calls = [...Object.entries(others), ...Object.entries(faults)];
  let asked = 0;
  for (const [name, call] of calls) {
    if (typeof call !== 'function') continue;
    asked += 1;
    const fault = await faultOf((async () => Reflect.apply(call, undefined, ['BTC', 0]))());
    expect(fault, name).toBe('closed: this sandbox is closed');
  }
  expect(asked).toBeGreaterThan(20);
  await expect(fetch(venue.url)).rejects.toThrow();
  await other.advance('1s');
  await other.close();
});

/** One that nobody is given who asks for any: it is still free when its first user is gone. */
async function findKeptPort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false));
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (isFree) return port;
  }
}

test('[LIB-10] two on one port: the second is refused, the first goes on', async () => {
  const port = await findKeptPort();
  const first = await openSandbox({ markets: ['BTC'], port });
  expect(await faultOf(openSandbox({ markets: ['BTC'], port }))).toBe(
    `port-in-use: port ${port} is in use; leave port out to get a free one`,
  );
  expect((await fetch(`${first.url}/capi/v2/market/time`)).status).toBe(200);
  await first.close();
  const again = await openSandbox({ markets: ['BTC'], port });
  await again.close();
  // Nobody listens there any more.
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  await new Promise((resolve) => server.close(resolve));
});
