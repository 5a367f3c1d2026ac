/**
 * Everything that can be chosen about a venue: one table that reading, help and documentation go
 * by. Nothing deeper in the program reads settings; they are handed down from here.
 */
import { BTC_START_MAX, BTC_START_MIN } from '../../market/market-terms.ts';
import {
  factor,
  listOf,
  numbersByName,
  oneOf,
  onOrOff,
  type Setting,
  type SettingWords,
  someText,
  wholeNumber,
} from './setting.ts';

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export const MARKETS = ['simulated', 'off'] as const;

const PORT_RANGE = { least: 0, most: 65_535 };
const COUNT_MAX = 1_000_000_000;
const timesFrom = (least: number) => ({ least, most: 100 });

const isStartPrice = (base: string, price: number): boolean =>
  /^[A-Z0-9]{1,16}$/.test(base) &&
  price > 0 &&
  (base !== 'BTC' || (price >= BTC_START_MIN && price <= BTC_START_MAX));

export const SETTINGS = {
  port: wholeNumber(
    { name: 'port', summary: 'where the interface and the page are; 0 takes any', alias: 'PORT' },
    { ...PORT_RANGE, fallback: 8_700 },
  ),
  host: someText(
    { name: 'host', summary: 'the address it listens on' },
    'an address or a name',
    '0.0.0.0',
  ),
  adminPort: wholeNumber(
    { name: 'adminPort', summary: 'where the operator talks to it; 0 takes any' },
    { ...PORT_RANGE, fallback: 8_701 },
  ),
  adminHost: someText(
    { name: 'adminHost', summary: 'the address the operator uses; better left on this machine' },
    'an address or a name',
    '127.0.0.1',
  ),
  data: someText(
    { name: 'data', summary: 'the folder of journal, snapshots, archive and keys' },
    'a path',
    'data',
  ),
  contracts: someText(
    { name: 'contracts', summary: 'the table of contracts; read when a venue begins' },
    'a path, or "shipped" for the table that comes with it',
    'shipped',
  ),
  keyFile: someText(
    { name: 'keyFile', summary: 'the key that seals the secrets of others; made where missing' },
    'a path, or "data" for a file in the data folder',
    'data',
  ),
  sandbox: onOrOff(
    { name: 'sandbox', summary: 'sandbox accounts, and errors that explain mistakes' },
    true,
  ),
  sandboxAccounts: wholeNumber(
    { name: 'sandboxAccounts', summary: 'how many accounts a new sandbox gets' },
    { least: 0, most: 1_000, fallback: 5 },
  ),
  sandboxWallet: wholeNumber(
    { name: 'sandboxWallet', summary: 'USDT that each of them starts with' },
    { least: 1, most: COUNT_MAX, fallback: 10_000 },
  ),
  insuranceFund: wholeNumber(
    { name: 'insuranceFund', summary: 'USDT that the insurance fund of a new venue starts with' },
    { least: 0, most: COUNT_MAX, fallback: 1_000_000 },
  ),
  market: oneOf(
    { name: 'market', summary: 'where index prices and house quotes come from' },
    MARKETS,
    'simulated',
  ),
  seed: wholeNumber(
    { name: 'seed', summary: 'the same seed gives the same market' },
    { least: 0, most: Number.MAX_SAFE_INTEGER, fallback: 1 },
  ),
  startPrices: numbersByName(
    { name: 'startPrices', summary: 'first prices in USDT; the others are as in the table' },
    `such as BTC=90000,ETH=3100; BTC from ${BTC_START_MIN} to ${BTC_START_MAX}`,
    isStartPrice,
  ),
  spread: factor({ name: 'spread', summary: 'spreads of the house, times' }, timesFrom(0.1)),
  depth: factor({ name: 'depth', summary: 'sizes of the house, times' }, timesFrom(0.1)),
  activity: factor({ name: 'activity', summary: 'noise trades per second, times' }, timesFrom(0)),
  trustedProxies: listOf(
    { name: 'trustedProxies', summary: 'whose forwarded addresses are believed' },
    'addresses or CIDRs, such as 10.0.0.0/8',
    (part) => /^[0-9a-fA-F.:]+(?:\/\d{1,3})?$/.test(part),
  ),
  publicMetrics: onOrOff(
    { name: 'publicMetrics', summary: 'whether /metrics is public too, or only for the operator' },
    true,
  ),
  addressWeight: wholeNumber(
    { name: 'addressWeight', summary: 'weight per address in ten seconds' },
    { least: 1, most: COUNT_MAX, fallback: 1_000 },
  ),
  accountWeight: wholeNumber(
    { name: 'accountWeight', summary: 'weight per account in ten seconds' },
    { least: 1, most: COUNT_MAX, fallback: 1_000 },
  ),
  ordersPerSecond: wholeNumber(
    { name: 'ordersPerSecond', summary: 'orders per account and second' },
    { least: 1, most: COUNT_MAX, fallback: 10 },
  ),
  cancelsPerSecond: wholeNumber(
    { name: 'cancelsPerSecond', summary: 'cancels per account and second' },
    { least: 1, most: COUNT_MAX, fallback: 20 },
  ),
  logLevel: oneOf(
    { name: 'logLevel', summary: 'how much is logged, as JSON lines on standard error' },
    LOG_LEVELS,
    'warn',
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
type ValueOf<Row> = Row extends Setting<infer Value> ? Value : never;
export type Settings = {
  readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]>;
};

export const SETTING_ROWS: readonly SettingWords[] = Object.values(SETTINGS);
