/**
 * Settles every setting: what was given, or its default. All faults are reported at once, each with
 * its place and what is allowed.
 */
import { type Setting, shown } from './setting.ts';
import { ALL_SETTINGS, LOG_IN_FILES, NO_FILE, NOTHING_NAMED, type Settings } from './settings.ts';

/** A setting's chosen value, formatted for people. */
export interface Choice {
  readonly name: string;
  readonly value: string;
  /** The place that set it; undefined if nothing did. */
  readonly whence: string | undefined;
}

/** A value, and the words for the place it stands in. */
export interface Given {
  readonly value: unknown;
  readonly whence: string;
}

export interface Chosen {
  /** With the defaults in place of wrong values. */
  readonly settings: Settings;
  readonly choices: readonly Choice[];
  readonly faults: readonly string[];
}

interface Choosing {
  readonly given: ReadonlyMap<string, Given>;
  readonly choices: Choice[];
  readonly faults: string[];
}

export function chooseSettings(given: ReadonlyMap<string, Given>): Chosen {
  const choosing: Choosing = { given, choices: [], faults: [] };
  const settings = chooseAll(choosing);
  const { choices, faults } = choosing;
  // In place of a wrong value stands the usual one, of which others would be told wrong things.
  if (faults.length > 0) return { settings, choices, faults };
  const together = [...timeFaults(settings), ...tlsFaults(settings), ...clusterFaults(settings)];
  return { settings, choices, faults: together };
}

function tlsFaults({ tlsCert, tlsKey }: Settings): string[] {
  if ((tlsCert === NO_FILE) === (tlsKey === NO_FILE)) return [];
  const [given, missing] = tlsCert === NO_FILE ? ['tlsKey', 'tlsCert'] : ['tlsCert', 'tlsKey'];
  return [`${missing} is missing; ${given} needs it`];
}

/** A replica has its order and its time from the log, and what is not in it from the database. */
function clusterFaults(settings: Settings): string[] {
  const { log, records, venue, gateways, speed, time, startAt } = settings;
  const named = [
    ['records', records],
    ['venue', venue],
  ] as const;
  if (log === LOG_IN_FILES)
    return [
      ...named.filter(([, value]) => value !== NOTHING_NAMED).map(([name]) => `${name} is given`),
      ...(settings.doors ? [] : ['doors is off']),
      ...(settings.logMonitor.length === 0 ? [] : ['logMonitor is given']),
      ...(settings.unsafe ? ['unsafe is on'] : []),
    ].map((what) => `${what}, which is for replicas: they need log nats://…`);
  const start = ALL_SETTINGS.startAt.format(startAt);
  return [
    ...named
      .filter(([, value]) => value === NOTHING_NAMED)
      .map(([name]) => `${name} is missing; a replica needs it (log is not "${LOG_IN_FILES}")`),
    ...(gateways === 0
      ? []
      : [`gateways is ${gateways}; a replica serves its own doors: start more replicas instead`]),
    ...(speed === 1 ? [] : [`speed is ${speed}; the time of a replica is that of the log`]),
    ...(time === 'running' ? [] : [`time is ${time}; the time of a replica is that of the log`]),
    ...(startAt === 'now' ? [] : [`startAt is ${start}; the time of a replica is that of the log`]),
  ];
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

function choose<Value>(setting: Setting<Value>, { given, choices, faults }: Choosing): Value {
  const found = given.get(setting.name);
  const value = found === undefined ? setting.fallback : setting.parse(found.value);
  if (value === undefined) {
    const is = setting.isSecret ? 'cannot be read' : `is ${shown(found?.value)}`;
    faults.push(`${found?.whence} ${is}; it must be ${setting.allowed}`);
    return setting.fallback;
  }
  choices.push({
    name: setting.name,
    value: setting.format(value),
    whence: found?.whence,
  });
  return value;
}

const chooseAll = (reading: Choosing): Settings => ({
  port: choose(ALL_SETTINGS.port, reading),
  host: choose(ALL_SETTINGS.host, reading),
  adminPort: choose(ALL_SETTINGS.adminPort, reading),
  adminHost: choose(ALL_SETTINGS.adminHost, reading),
  gateways: choose(ALL_SETTINGS.gateways, reading),
  log: choose(ALL_SETTINGS.log, reading),
  records: choose(ALL_SETTINGS.records, reading),
  venue: choose(ALL_SETTINGS.venue, reading),
  replicaName: choose(ALL_SETTINGS.replicaName, reading),
  doors: choose(ALL_SETTINGS.doors, reading),
  logMonitor: choose(ALL_SETTINGS.logMonitor, reading),
  unsafe: choose(ALL_SETTINGS.unsafe, reading),
  data: choose(ALL_SETTINGS.data, reading),
  journalKeep: choose(ALL_SETTINGS.journalKeep, reading),
  snapshotSeconds: choose(ALL_SETTINGS.snapshotSeconds, reading),
  contracts: choose(ALL_SETTINGS.contracts, reading),
  keyFile: choose(ALL_SETTINGS.keyFile, reading),
  sandbox: choose(ALL_SETTINGS.sandbox, reading),
  page: choose(ALL_SETTINGS.page, reading),
  pageKeys: choose(ALL_SETTINGS.pageKeys, reading),
  sandboxAccounts: choose(ALL_SETTINGS.sandboxAccounts, reading),
  onewayAccounts: choose(ALL_SETTINGS.onewayAccounts, reading),
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
  tlsCert: choose(ALL_SETTINGS.tlsCert, reading),
  tlsKey: choose(ALL_SETTINGS.tlsKey, reading),
  legacyConditionalOrders: choose(ALL_SETTINGS.legacyConditionalOrders, reading),
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
