/** The options of a sandbox. They are checked by the same table as the settings of a start. */

import { chooseSettings, type Given } from '../assembly/choose-settings.ts';
import { shown } from '../assembly/setting.ts';
import { DRAWN, type SettingName, type Settings } from '../assembly/settings.ts';
import type { Contract } from '../domain/contract.ts';
import { loadContracts, readContractRows } from '../gateway/load-contracts.ts';
import { parseContractTable } from '../wire/contract-table.ts';
import { findNearestName } from '../wire/nearest-name.ts';
import { SandboxError } from './sandbox-error.ts';

/** Settings of `perpetua start` that a sandbox takes under their own names. */
const SHARED = [
  'seed',
  'speed',
  'port',
  'page',
  'market',
  'feed',
  'feedFolder',
  'feedSpeed',
  'feedDate',
  'feedScale',
  'queue',
  'effect',
  'disguise',
  'latency',
  'startPrices',
  'spread',
  'depth',
  'spreads',
  'depths',
  'activity',
  'insuranceFund',
  'addressWeight',
  'accountWeight',
  'ordersPerSecond',
  'cancelsPerSecond',
  'failedProofs',
  'socketAttempts',
  'subscriptionsPerHour',
] as const satisfies readonly SettingName[];

export interface SandboxOptions extends Partial<Pick<Settings, (typeof SHARED)[number]>> {
  /** Where venue time begins: a date, ISO 8601, milliseconds since 1970, or `now`. */
  readonly startAt?: string | number | Date;
  /** Paths of recordings of real markets: they are played, at the time they were recorded. */
  readonly tape?: string | readonly string[];
  /** `manual`: time stands still until the test moves it. `running`: it passes by itself. */
  readonly clock?: 'manual' | 'running';
  /** Which contracts are listed, such as `['BTC', 'ETH']`; all of the table if left out. */
  readonly markets?: readonly string[];
  /** How many accounts it begins with, and the USDT of each. */
  readonly accounts?: number;
  /** How many more in one-way mode, after the others. */
  readonly oneway?: number;
  readonly wallet?: number;
  /** Whether a week of candles and funding before the beginning is generated. Takes a second. */
  readonly history?: boolean;
  /** The data folder of a stopped venue, of which a copy goes on: with its accounts and market. */
  readonly data?: string;
  /** How much is logged on standard error. */
  readonly log?: Settings['logLevel'];
}

/** What a fork may have otherwise than the sandbox that it goes on from. */
export type ForkOptions = Pick<SandboxOptions, 'seed' | 'clock' | 'speed' | 'port' | 'log'>;

/** Options whose names differ from those of the settings they stand for. */
const RENAMED: Readonly<Record<string, SettingName>> = {
  startAt: 'startAt',
  clock: 'time',
  accounts: 'sandboxAccounts',
  oneway: 'onewayAccounts',
  wallet: 'sandboxWallet',
  log: 'logLevel',
  tape: 'tape',
};
const OWN = ['markets', 'history', 'data'];
const NAMES: readonly string[] = [...SHARED, ...Object.keys(RENAMED), ...OWN];
const FORK_NAMES: readonly string[] = ['seed', 'clock', 'speed', 'port', 'log'];
/** What a data folder has itself. */
const OF_FOLDERS = ['seed', 'startAt', 'markets', 'accounts', 'oneway', 'wallet', 'history'];
const OPENING = { call: '', example: "{ seed: 'rally' }" };

/** The same test gives the same market on every day, unless it asks for another. */
const USUAL = {
  seed: 'sandbox',
  clock: 'manual',
  page: false,
  port: 0,
  log: 'silent',
  oneway: 0,
};
const USUAL_START = '2026-01-05T00:00:00Z';

/** Without data, a venue begins. */
export function readOptions(options: SandboxOptions) {
  expectNames(options, NAMES, OPENING);
  const { markets, history = false, data } = options;
  expectFolder(options);
  if (typeof history !== 'boolean')
    throw badOption(`history is ${shown(history)}; it must be true or false`);
  const own = data === undefined ? {} : { seed: DRAWN };
  const given = new Map(Object.entries({ ...USUAL, ...own, ...withoutGaps(options) }));
  const isOfToday =
    data !== undefined || given.get('clock') === 'running' || given.get('market') === 'off';
  if (given.has('tape')) given.set('feed', 'tape');
  if (!given.has('startAt'))
    given.set('startAt', isOfToday || given.has('tape') ? 'now' : USUAL_START);
  const settings = settle(given);
  if (settings.sandboxAccounts === 0)
    throw badOption('accounts is 0; it must be a whole number from 1 to 1000');
  return { settings, contracts: listContracts(markets), hasHistory: history, data };
}

function expectFolder(options: SandboxOptions): void {
  const { data } = options;
  if (data === undefined) return;
  if (typeof data !== 'string' || data === '')
    throw badOption(`data is ${shown(data)}; it must be the path of a data folder`);
  const twice = Object.keys(withoutGaps(options)).find((name) => OF_FOLDERS.includes(name));
  if (twice !== undefined)
    throw badOption(`${twice} is that of the folder: leave it out with data`);
}

export function readForkOptions(options: ForkOptions, before: Settings): Settings {
  expectNames(options, FORK_NAMES, OPENING);
  const usual = {
    clock: before.time === 'stepped' ? 'manual' : 'running',
    speed: before.speed,
    log: before.logLevel,
    port: 0,
  };
  const chosen = withoutGaps(options);
  if ('clock' in chosen && chosen.clock === 'manual') usual.speed = 1;
  const { time, speed, logLevel, port, seed } = settle(
    new Map(Object.entries({ ...usual, ...chosen })),
  );
  return { ...before, time, speed, logLevel, port, seed };
}

/** An option that is undefined is as good as left out. */
const withoutGaps = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** Every object of options goes through here: a misspelt name is never ignored. */
export function expectNames(
  options: unknown,
  names: readonly string[],
  { call, example }: { readonly call: string; readonly example: string },
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw badOption(`${call}options are an object such as ${example}, not ${shown(options)}`);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const nearest = findNearestName(name, names);
    const meant = nearest === undefined ? '.' : `; did you mean ${nearest}?`;
    const known = names.length === 1 ? `is only ${names[0]}` : `are ${names.join(', ')}`;
    throw badOption(`${call}${name} is not an option${meant} There ${known}`);
  }
}

function settle(given: ReadonlyMap<string, unknown>): Settings {
  const renamed = new Map<string, Given>();
  for (const [name, value] of given)
    if (!OWN.includes(name))
      renamed.set(RENAMED[name] ?? name, { value: plain(name, value), whence: name });
  renamed.set('adminPort', { value: 0, whence: 'adminPort' });
  const { settings, faults } = chooseSettings(renamed);
  if (faults.length > 0) throw badOption(faults.join('; '));
  return settings;
}

function plain(name: string, value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (name !== 'clock') return value;
  if (value === 'manual') return 'stepped';
  if (value === 'running') return 'running';
  throw badOption(`clock is ${shown(value)}; it must be one of manual, running`);
}

function listContracts(markets: unknown): readonly Contract[] {
  if (markets === undefined) return loadContracts();
  const rows = readContractRows();
  const known = rows.map(({ base }) => base);
  const isKnown = (name: unknown): boolean => known.some((base) => base === name);
  if (!Array.isArray(markets) || markets.length === 0 || !markets.every(isKnown))
    throw badOption(`markets is ${shown(markets)}; it must be a list out of ${known.join(', ')}`);
  return parseContractTable(rows.filter(({ base }) => markets.includes(base)));
}

const badOption = (message: string): SandboxError => new SandboxError('bad-option', message);
