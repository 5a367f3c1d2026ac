/**
 * Every setting of a venue, in the one table that reading, help and documentation use. Nothing
 * deeper in the program reads settings; they are passed down from here.
 */

import { DEPOSIT_MAX } from '../domain/limits.ts';
import { MONEY_SCALE, toBigInt } from '../domain/units.ts';
import { DATA_FOLDER_USUAL } from '../journal/command-line.ts';
import { FEED_KINDS } from '../market/feeds/feed-switch.ts';
import { BTC_START_MAX, BTC_START_MIN } from '../market/market-terms.ts';
import { WORD_LENGTH_MAX } from '../market/seed.ts';
import { EFFECT_USUAL, findEffect } from '../tape/own-effect.ts';
import { findQueueModel } from '../tape/queue-model.ts';
import { SPEED_MAX } from '../venue/clock.ts';
import { LATENCY_WORDS, parseLatency } from '../venue/latency-text.ts';
import {
  chosenWord,
  factor,
  listOf,
  momentOr,
  numbersByName,
  oneOf,
  onOrOff,
  type Setting,
  type SettingWords,
  someText,
  textLike,
  wholeNumber,
  wholeNumberOr,
} from './setting.ts';

/** The seed is left to the data folder, and at its first start to chance. */
export const DRAWN = 'drawn';

/** No file is named. */
export const NO_FILE = 'none';

/** Nothing is named: no database, no venue of a cluster, no name of a replica. */
export const NOTHING_NAMED = 'none';

/** The journal is in the data folder. */
export const LOG_IN_FILES = 'files';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export const MARKETS = ['simulated', 'off'] as const;
const TIMES = ['running', 'stepped'] as const;

const PORTS = [0, 65_535] as const;
const COUNT_MAX = 1_000_000_000;
const DEPOSIT_USDT_MAX = Number(toBigInt(DEPOSIT_MAX) / MONEY_SCALE);
const count = (summary: string, fallback: number): Setting<number> =>
  wholeNumber(summary, [1, COUNT_MAX], fallback);
const timesFrom = (least: number) => [least, 100] as const;

const isStartPrice = (base: string, price: number): boolean =>
  /^[A-Z0-9]{1,16}$/.test(base) &&
  price > 0 &&
  (base !== 'BTC' || (price >= BTC_START_MIN && price <= BTC_START_MAX));

const isTimes = (base: string, times: number): boolean =>
  /^[A-Z0-9]{1,16}$/.test(base) && times >= 0.1 && times <= 100;

const isAddress = (text: string, form: RegExp): boolean =>
  form.test(text) && !/\s/.test(text) && URL.canParse(text);

export const ALL_SETTINGS = {
  port: {
    ...wholeNumber('the port of the interface and the page; 0 takes any free one', PORTS, 8_700),
    alias: 'PORT',
  },
  host: someText(
    'the address it listens on; 0.0.0.0 or :: lets other machines in',
    'an address or a name',
    '127.0.0.1',
  ),
  adminPort: wholeNumber('the port of the admin server; 0 takes any free one', PORTS, 8_701),
  adminHost: someText(
    'the address of the admin server; best left on this machine',
    'an address or a name',
    '127.0.0.1',
  ),
  hyperliquidPort: wholeNumberOr(
    'a port whose root is /hl, for programs for Hyperliquid that take no path',
    PORTS,
    'off',
    'off',
  ),
  gateways: wholeNumber(
    'processes that share the port of the interface; 0 serves it in this process',
    [0, 64],
    0,
  ),
  log: textLike('what decides the order of commands; nats:// makes this a replica', {
    allowed: 'nats://host:port, several separated by commas',
    isForm: (text) => text.split(',').every((each) => isAddress(each, /^(?:nats|tls):\/\/./)),
    instead: LOG_IN_FILES,
    isSecret: true,
  }),
  records: textLike('the database of a replica: keys, registrations, history', {
    allowed: 'postgres://user:password@host:port/database',
    isForm: (text) => isAddress(text, /^postgres(?:ql)?:\/\/./),
    instead: NOTHING_NAMED,
    isSecret: true,
  }),
  venue: textLike('the name that all replicas of one venue share', {
    allowed: 'a word of up to 32 letters, digits, _ or -',
    isForm: (text) => /^[A-Za-z][\w-]{0,31}$/.test(text),
    instead: NOTHING_NAMED,
  }),
  replicaName: textLike('what "perpetua cluster status" calls this replica', {
    allowed: 'a word of up to 64 letters, digits or . _ : / -',
    isForm: (text) => /^[\w.:/-]{1,64}$/.test(text),
    instead: NOTHING_NAMED,
  }),
  doors: onOrOff('whether a replica serves callers, or only does duties', true),
  logMonitor: listOf(
    'monitoring addresses of all NATS servers, asked at the start',
    'addresses such as http://one:8222,http://two:8222',
    (part) => /^https?:\/\/[^\s,]+$/.test(part),
  ),
  unsafe: onOrOff('whether a replica starts where commands may be lost or strangers get in', false),
  data: someText(
    'the folder for journal, snapshots, archive and keys',
    'a path',
    DATA_FOLDER_USUAL,
  ),
  journalKeep: wholeNumberOr(
    'entries to keep in the journal beyond what a start needs; all for a competition',
    [0, Number.MAX_SAFE_INTEGER],
    1_000_000,
    'all',
  ),
  snapshotSeconds: wholeNumber(
    'seconds between two snapshots while there is activity',
    [1, 86_400],
    300,
  ),
  contracts: someText(
    'the table of contracts, read when a new venue begins',
    'a path, or a table that comes with it: "shipped", "hyperliquid"',
    'shipped',
  ),
  keyFile: someText(
    'the key that encrypts stored secrets; made if it is missing',
    'a path, or "data" for a file in the data folder',
    'data',
  ),
  sandbox: onOrOff('sandbox accounts, and errors that explain mistakes', true),
  page: onOrOff('whether the page for people is served, at /', true),
  pageKeys: onOrOff('whether a browser on this machine may pick sandbox keys', true),
  sandboxAccounts: wholeNumber('how many accounts a new sandbox gets', [0, 1_000], 5),
  onewayAccounts: wholeNumber('how many more in one-way mode, for Binance clients', [0, 1_000], 2),
  sandboxWallet: wholeNumber('USDT that each of them starts with', [1, DEPOSIT_USDT_MAX], 10_000),
  insuranceFund: wholeNumber(
    'USDT that the insurance fund of a new venue starts with',
    [0, DEPOSIT_USDT_MAX],
    1_000_000,
  ),
  market: oneOf('where index prices and house quotes come from', MARKETS, 'simulated'),
  speed: wholeNumber('how many times as fast as the wall clock venue time runs', [1, SPEED_MAX], 1),
  startAt: momentOr(
    'the venue time at which a new sandbox begins, apart from the wall clock',
    'now',
  ),
  time: oneOf('whether venue time runs, or stands still except for steps', TIMES, 'running'),
  seed: chosenWord('the same word gives the same market, which anyone can foresee', {
    longest: WORD_LENGTH_MAX,
    instead: 'of 256 bits that nobody knows',
    fallback: DRAWN,
  }),
  feed: oneOf(
    'where index prices come from; may be switched while it runs, but for a tape',
    [...FEED_KINDS, 'tape'],
    'simulated',
  ),
  latency: textLike('how late the accounts of a new sandbox see, act and are told', {
    allowed: LATENCY_WORDS,
    isForm: (text) => typeof parseLatency(text, () => '1') !== 'string',
    instead: 'none',
  }),
  tape: listOf(
    'recordings of real markets, whose books and trades are played',
    'paths such as btc.gz,eth.gz',
    (part) => part !== '',
  ),
  queue: textLike('how a recorded queue shrinks ahead of and behind an order', {
    allowed: 'power-N such as power-2, log, optimistic',
    isForm: (text) => findQueueModel(text) !== undefined,
    instead: 'risk-averse',
  }),
  effect: textLike('what becomes of what a bot takes from a tape', {
    allowed: 'half-life-5s (it comes back), shift-0.5 (the tape moves by that share)',
    isForm: (text) => findEffect(text) !== undefined,
    instead: EFFECT_USUAL,
  }),
  disguise: onOrOff('whether the seed changes prices, sizes and dates of a tape', false),
  feedFolder: someText(
    'the files of the replay feed, one for each contract',
    'a path, or "shipped" for four hours that come with it',
    'shipped',
  ),
  feedSpeed: factor('how many times as fast as venue time files are replayed', [1, 10_000]),
  feedDate: momentOr('the venue time at which the files begin', 'now'),
  feedScale: factor('multiplies replayed prices', [0.0001, 10_000]),
  feedGap: count('seconds that may be missing between two lines of a file', 3_600),
  exchanges: listOf(
    'the exchanges of the live feed, by their names in ccxt',
    'three names or more, such as binance,okx,kraken',
    (part) => /^[a-z0-9]+$/.test(part),
    { fallback: ['binance', 'okx', 'bybit', 'kraken', 'kucoin', 'gate'], least: 3 },
  ),
  startPrices: numbersByName(
    'first prices in USDT, for contracts that do not use the built-in ones',
    `such as BTC=90000,ETH=3100; BTC from ${BTC_START_MIN} to ${BTC_START_MAX}`,
    isStartPrice,
    'those of the table',
  ),
  spread: factor('multiplies the spreads of the house', timesFrom(0.1)),
  depth: factor('multiplies the sizes of the house', timesFrom(0.1)),
  spreads: numbersByName(
    'multiplies the spreads of single markets',
    'such as BTC=0.5,DOGE=2; each from 0.1 to 100',
    isTimes,
    'no change',
  ),
  depths: numbersByName(
    'multiplies the sizes of single markets',
    'such as BTC=2,DOGE=0.5; each from 0.1 to 100',
    isTimes,
    'no change',
  ),
  activity: factor('multiplies the rate of noise trades', timesFrom(0)),
  tlsCert: someText(
    'the certificate of the interface; with tlsKey it speaks TLS',
    'a path to a PEM file, or "none"',
    NO_FILE,
  ),
  tlsKey: someText(
    'the private key of that certificate',
    'a path to a PEM file, or "none"',
    NO_FILE,
  ),
  legacyConditionalOrders: onOrOff(
    'whether Binance USDⓈ-M takes conditional orders at /order too, in the old shape',
    false,
  ),
  trustedProxies: listOf(
    'proxies whose forwarded addresses are believed',
    'addresses or CIDRs, such as 10.0.0.0/8',
    (part) => /^[0-9a-fA-F.:]+(?:\/\d{1,3})?$/.test(part),
  ),
  publicMetrics: onOrOff('whether /metrics is public too, or only for the operator', false),
  addressWeight: count('request weight per address in ten seconds', 1_000),
  accountWeight: count('request weight per account in ten seconds', 1_000),
  ordersPerSecond: count('orders per account and second', 10),
  cancelsPerSecond: count('cancels per account and second', 20),
  failedProofs: wholeNumberOr(
    'failed authentications per address and minute; default 20, in a sandbox 1000',
    [1, COUNT_MAX],
    'usual',
    'usual',
  ),
  connections: count('connections that may be open at once, over all addresses', 10_000),
  connectionsPerAddress: count(
    'connections of one address, its sockets included; never fewer than its sockets',
    200,
  ),
  socketsPerAddress: count('sockets that one address may have open', 100),
  socketAttempts: count('sockets that one address may try to open in five minutes', 300),
  channelsPerSocket: wholeNumber('channels that one socket may listen to', [1, 10_000], 100),
  subscriptionsPerHour: count('subscriptions and unsubscriptions per socket and hour', 240),
  logLevel: oneOf('how much is logged, as JSON lines on standard error', LOG_LEVELS, 'warn'),
} as const;

export type SettingName = keyof typeof ALL_SETTINGS;
type ValueOf<Row> = Row extends Setting<infer Value> ? Value : never;
export type Settings = {
  readonly [Name in SettingName]: ValueOf<(typeof ALL_SETTINGS)[Name]>;
};

/** The ports whose roots are those of a dialect, by its name. */
export const portsOf = ({ hyperliquidPort }: Settings): ReadonlyMap<string, number> =>
  new Map(hyperliquidPort === 'off' ? [] : [['hyperliquid', hyperliquidPort]]);

export const SETTING_ROWS: readonly SettingWords[] = Object.entries(ALL_SETTINGS).map(
  ([name, setting]) => ({ name, ...setting }),
);
