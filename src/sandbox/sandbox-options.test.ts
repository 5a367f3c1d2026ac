import { expect, test } from 'vitest';
import { DRAWN } from '../assembly/settings.ts';
import { readForkOptions, readOptions, type SandboxOptions } from './sandbox-options.ts';

test('[LIB-2] the same test has the same market on every day, and time in its hands', () => {
  const { settings, contracts, hasHistory, data } = readOptions({});
  expect(settings).toMatchObject({
    seed: 'sandbox',
    time: 'stepped',
    startAt: Date.UTC(2026, 0, 5),
    page: false,
    port: 0,
    adminPort: 0,
    logLevel: 'silent',
    onewayAccounts: 0,
  });
  expect(contracts.length).toBeGreaterThan(5);
  expect([hasHistory, data]).toEqual([false, undefined]);
});

test.each<[SandboxOptions, boolean]>([
  [{ clock: 'running' }, true],
  [{ market: 'off' }, true],
  [{ data: 'folder' }, true],
  [{ clock: 'manual' }, false],
])('[LIB-2] %j begins today: %s', (options, isOfToday) => {
  const { startAt } = readOptions(options).settings;
  expect(startAt !== Date.UTC(2026, 0, 5)).toBe(isOfToday);
});

test('[LIB-9] options stand for settings', () => {
  const { settings, contracts } = readOptions({
    ...{ startAt: new Date('2026-02-01'), clock: 'running', accounts: 3, oneway: 2, wallet: 50 },
    ...{ markets: ['ETH'], log: 'warn' },
  });
  expect(settings).toMatchObject({
    ...{ startAt: Date.UTC(2026, 1, 1), time: 'running', sandboxAccounts: 3, onewayAccounts: 2 },
    ...{ logLevel: 'warn', seed: 'sandbox' },
  });
  expect(contracts.map(({ base }) => base)).toEqual(['ETH']);
});

test('[LIB-9] limits are options, too', () => {
  const limits = {
    ...{ addressWeight: 7, accountWeight: 8, ordersPerSecond: 9, cancelsPerSecond: 10 },
    ...{ failedProofs: 11, socketAttempts: 12, subscriptionsPerHour: 13 },
  };
  expect(readOptions(limits).settings).toMatchObject(limits);
});

test.each(['seed', 'startAt', 'markets', 'accounts', 'oneway', 'wallet', 'history'])(
  '[LIB-18] %s is that of the folder',
  (name) => {
    expect(() => readOptions({ data: 'folder', [name]: 1 })).toThrow(
      `${name} is that of the folder: leave it out with data`,
    );
    expect(readOptions({ data: 'folder', [name]: undefined }).settings.seed).toBe(DRAWN);
  },
);

test('[LIB-7] a fork goes on as the sandbox does, but for what it is told', () => {
  const before = { ...readOptions({ clock: 'running', speed: 10 }).settings, port: 4_000 };
  expect(readForkOptions({}, before)).toMatchObject({ time: 'running', speed: 10, port: 0 });
  expect(readForkOptions({ clock: 'manual' }, before)).toMatchObject({ time: 'stepped', speed: 1 });
  const stepped = readOptions({}).settings;
  expect(readForkOptions({ seed: 'b' }, stepped)).toMatchObject({ time: 'stepped', seed: 'b' });
});
