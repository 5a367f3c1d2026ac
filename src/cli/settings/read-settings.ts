/**
 * Reads the settings. The environment overrides the file, and flags override both. A wrong value is
 * reported with its place and what is allowed, an unknown name with the nearest known one. All
 * faults are reported at once, so that nobody has to fix them one by one.
 */

import { flagOf, type Setting, variableOf } from '../../sandbox/setting.ts';
import { ALL_SETTINGS, SETTING_ROWS, type Settings } from '../../sandbox/settings.ts';
import { didYouMean } from '../../terminal/nearest.ts';

export interface SettingsSources {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of a file; undefined if there is none. */
  readonly readText: (path: string) => string | undefined;
}

/** A setting's chosen value, formatted for people. */
export interface Choice {
  readonly name: string;
  readonly value: string;
  /** The place that set it; undefined if nothing did. */
  readonly whence: string | undefined;
}

export type SettingsOutcome =
  | { readonly settings: Settings; readonly choices: readonly Choice[] }
  | { readonly faults: readonly string[] };

interface Given {
  readonly value: unknown;
  readonly whence: string;
}

interface Reading {
  readonly given: Map<string, Given>;
  readonly choices: Choice[];
  readonly faults: string[];
}

export const CONFIG_FILE = 'perpetua.config.json';

/** Variables that our other programs read; they are not settings of the venue. */
const OTHER_VARIABLES: ReadonlySet<string> = new Set([
  'PERPETUA_CONFIG',
  'PERPETUA_BASE_URL',
  'PERPETUA_KEY',
  'PERPETUA_SECRET',
  'PERPETUA_PASSPHRASE',
]);

const NAMES = SETTING_ROWS.map(({ name }) => name);

export function readSettings(sources: SettingsSources): SettingsOutcome {
  const reading: Reading = { given: new Map(), choices: [], faults: [] };
  const flags = readFlags(sources.args, reading.faults);
  readConfig(sources, flags.get('--config'), reading);
  readEnvironment(sources, reading);
  takeFlags(flags, reading);
  const settings = chooseAll(reading);
  reading.faults.push(...timeFaults(settings));
  if (reading.faults.length > 0) return { faults: reading.faults };
  return { settings, choices: reading.choices };
}

/** Outside a sandbox venue time is wall time. */
function timeFaults({ sandbox, market, speed, time, startAt }: Settings): string[] {
  const where = 'where the sandbox is off it must be';
  const start = ALL_SETTINGS.startAt.format(startAt);
  return [
    ...(sandbox || speed === 1 ? [] : [`speed is ${speed}; ${where} 1`]),
    ...(sandbox || time === 'running' ? [] : [`time is ${time}; ${where} running`]),
    ...(sandbox || startAt === 'now' ? [] : [`startAt is ${start}; ${where} now`]),
    ...(market !== 'off' || startAt === 'now'
      ? []
      : [`startAt is ${start}; without a market it must be now`]),
    ...(time === 'running' || speed === 1
      ? []
      : [`speed is ${speed}; time that is only stepped has none`]),
  ];
}

function readFlags(args: readonly string[], faults: string[]): Map<string, string> {
  const flags = new Map<string, string>();
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const [flag = '', ...rest] = word.split('=');
    if (!flag.startsWith('--')) {
      faults.push(`"${word}" is not understood: settings are given as --name value`);
      continue;
    }
    const isJoined = word.includes('=');
    const value = isJoined ? rest.join('=') : args[at + 1];
    if (value === undefined || (!isJoined && value.startsWith('--'))) {
      faults.push(`${flag} needs a value`);
      continue;
    }
    if (!isJoined) at += 1;
    flags.set(flag, value);
  }
  return flags;
}

function readConfig(
  { environment, readText }: SettingsSources,
  flag: string | undefined,
  reading: Reading,
): void {
  const { PERPETUA_CONFIG: inherited } = environment;
  const named = flag ?? inherited;
  const path = named ?? CONFIG_FILE;
  const text = readText(path);
  if (text === undefined) {
    if (named !== undefined) reading.faults.push(`${path}: there is no such file`);
    return;
  }
  const parsed = parseObject(text);
  if (parsed === undefined) {
    reading.faults.push(`${path} is not a JSON object of settings`);
    return;
  }
  for (const [name, value] of Object.entries(parsed)) {
    if (NAMES.includes(name)) reading.given.set(name, { value, whence: `${name} in ${path}` });
    else reading.faults.push(`${path}: ${unknownName(name, NAMES)}`);
  }
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An empty variable counts as unset: many tools unset variables that way. */
function readEnvironment({ environment }: SettingsSources, { given, faults }: Reading): void {
  for (const { name, alias } of SETTING_ROWS) {
    for (const variable of [alias, variableOf(name)]) {
      const value = variable === undefined ? undefined : environment[variable];
      if (variable === undefined || value === undefined || value === '') continue;
      given.set(name, { value, whence: variable });
    }
  }
  const known = NAMES.map(variableOf);
  for (const [variable, value] of Object.entries(environment)) {
    const isOurs = variable.startsWith('PERPETUA_') && value !== undefined && value !== '';
    if (!isOurs || known.includes(variable) || OTHER_VARIABLES.has(variable)) continue;
    faults.push(unknownName(variable, known));
  }
}

function takeFlags(flags: ReadonlyMap<string, string>, { given, faults }: Reading): void {
  const known = NAMES.map(flagOf);
  for (const [flag, value] of flags) {
    const name = NAMES[known.indexOf(flag)];
    if (name !== undefined) given.set(name, { value, whence: flag });
    else if (flag !== '--config') faults.push(unknownName(flag, [...known, '--config']));
  }
}

const unknownName = (name: string, known: readonly string[]): string =>
  `${name} is not a setting${didYouMean(name, known, (meant) => meant)}`;

function choose<Value>(setting: Setting<Value>, { given, choices, faults }: Reading): Value {
  const found = given.get(setting.name);
  const value = found === undefined ? setting.fallback : setting.parse(found.value);
  if (value === undefined) {
    const shown = typeof found?.value === 'string' ? found.value : JSON.stringify(found?.value);
    faults.push(`${found?.whence} is "${shown}"; it must be ${setting.allowed}`);
    return setting.fallback;
  }
  choices.push({
    name: setting.name,
    value: setting.format(value),
    whence: found?.whence,
  });
  return value;
}

const chooseAll = (reading: Reading): Settings => ({
  port: choose(ALL_SETTINGS.port, reading),
  host: choose(ALL_SETTINGS.host, reading),
  adminPort: choose(ALL_SETTINGS.adminPort, reading),
  adminHost: choose(ALL_SETTINGS.adminHost, reading),
  data: choose(ALL_SETTINGS.data, reading),
  journalKeep: choose(ALL_SETTINGS.journalKeep, reading),
  snapshotSeconds: choose(ALL_SETTINGS.snapshotSeconds, reading),
  contracts: choose(ALL_SETTINGS.contracts, reading),
  keyFile: choose(ALL_SETTINGS.keyFile, reading),
  sandbox: choose(ALL_SETTINGS.sandbox, reading),
  page: choose(ALL_SETTINGS.page, reading),
  pageKeys: choose(ALL_SETTINGS.pageKeys, reading),
  sandboxAccounts: choose(ALL_SETTINGS.sandboxAccounts, reading),
  sandboxWallet: choose(ALL_SETTINGS.sandboxWallet, reading),
  insuranceFund: choose(ALL_SETTINGS.insuranceFund, reading),
  market: choose(ALL_SETTINGS.market, reading),
  speed: choose(ALL_SETTINGS.speed, reading),
  startAt: choose(ALL_SETTINGS.startAt, reading),
  time: choose(ALL_SETTINGS.time, reading),
  seed: choose(ALL_SETTINGS.seed, reading),
  feed: choose(ALL_SETTINGS.feed, reading),
  feedFolder: choose(ALL_SETTINGS.feedFolder, reading),
  feedSpeed: choose(ALL_SETTINGS.feedSpeed, reading),
  feedDate: choose(ALL_SETTINGS.feedDate, reading),
  feedScale: choose(ALL_SETTINGS.feedScale, reading),
  feedGap: choose(ALL_SETTINGS.feedGap, reading),
  exchanges: choose(ALL_SETTINGS.exchanges, reading),
  startPrices: choose(ALL_SETTINGS.startPrices, reading),
  spread: choose(ALL_SETTINGS.spread, reading),
  depth: choose(ALL_SETTINGS.depth, reading),
  spreads: choose(ALL_SETTINGS.spreads, reading),
  depths: choose(ALL_SETTINGS.depths, reading),
  activity: choose(ALL_SETTINGS.activity, reading),
  trustedProxies: choose(ALL_SETTINGS.trustedProxies, reading),
  publicMetrics: choose(ALL_SETTINGS.publicMetrics, reading),
  addressWeight: choose(ALL_SETTINGS.addressWeight, reading),
  accountWeight: choose(ALL_SETTINGS.accountWeight, reading),
  ordersPerSecond: choose(ALL_SETTINGS.ordersPerSecond, reading),
  cancelsPerSecond: choose(ALL_SETTINGS.cancelsPerSecond, reading),
  failedProofs: choose(ALL_SETTINGS.failedProofs, reading),
  connections: choose(ALL_SETTINGS.connections, reading),
  connectionsPerAddress: choose(ALL_SETTINGS.connectionsPerAddress, reading),
  socketsPerAddress: choose(ALL_SETTINGS.socketsPerAddress, reading),
  socketAttempts: choose(ALL_SETTINGS.socketAttempts, reading),
  channelsPerSocket: choose(ALL_SETTINGS.channelsPerSocket, reading),
  subscriptionsPerHour: choose(ALL_SETTINGS.subscriptionsPerHour, reading),
  logLevel: choose(ALL_SETTINGS.logLevel, reading),
});
