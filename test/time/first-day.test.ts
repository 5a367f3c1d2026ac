/** What a bot reads of a venue that has just begun, over both doors: all of it agrees. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ContractId } from '../../src/domain/ids.ts';
import { divideHalfEven } from '../../src/domain/money.ts';
import { findDecimal, formatShort } from '../../src/wire/quantity.ts';
import type { Anything } from '../gateway-v2/rest-kit.ts';
import { shippedContracts } from '../kit/contracts.ts';
import { openSandbox, type Sandbox, WALL } from './sandbox.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perpetua-first-day-'));
  sandbox = await openSandbox({ folder, wall: WALL + 20_300 });
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const units = (text: string): bigint => findDecimal(text, 8) ?? -1n;
const symbols = shippedContracts().map(({ symbol }) => symbol);
const symbol3 = (symbol: string): string => symbol.slice('cmt_'.length).toUpperCase();

/** Minutes from a moment on, oldest first: the newest thousand, and page by page those before. */
async function minutesFrom(symbol: string, from: number): Promise<Anything[]> {
  const asked = `symbol=${symbol}&granularity=1m`;
  const rows: Anything[] = (await sandbox.market(`candles?${asked}&limit=1000`)).json;
  for (let oldest = Number(rows.at(-1)[0]); oldest > from; oldest = Number(rows.at(-1)[0])) {
    const { json } = await sandbox.market(`historyCandles?${asked}&limit=100&endTime=${oldest}`);
    expect(json, symbol).toHaveLength(100);
    rows.push(...json);
  }
  return rows.filter((row) => Number(row[0]) >= from).toReversed();
}

/** The figures of a day, worked out from its minutes and the one before. */
function figuresOf([before, ...day]: Anything[]) {
  const sum = (column: number): bigint =>
    day.reduce((total, row) => total + units(row[column]), 0n);
  const all = (column: number): bigint[] => day.map((row) => units(row[column]));
  const [open, last] = [units(before[4]), units(day.at(-1)[4])];
  return {
    high: all(2).reduce((most, one) => (one > most ? one : most)),
    low: all(3).reduce((least, one) => (one < least ? one : least)),
    base: sum(5),
    quote: sum(6),
    open,
    change: divideHalfEven((last - open) * 1_000_000n, open),
  };
}

const changeText = (ppm: bigint): string => formatShort(ppm, 6);

/** No time passes between the readings. */
async function expectAgreement(): Promise<void> {
  const { json } = await sandbox.market3('ticker/24hr');
  for (const symbol of symbols)
    await expectAgreementOf(
      symbol,
      json.find((row: Anything) => row.symbol === symbol3(symbol)),
    );
}

async function expectAgreementOf(symbol: string, v3: Anything): Promise<void> {
  const v2 = (await sandbox.market(`ticker?symbol=${symbol}`)).json;
  const rows = await minutesFrom(symbol, v3.openTime - MINUTE);
  expect(rows, symbol).toHaveLength(1_442);
  const figures = figuresOf(rows);
  expect(figures.base, symbol).toBeGreaterThan(0n);
  expect(
    {
      ...{ high: units(v2.high_24h), low: units(v2.low_24h) },
      ...{ base: units(v2.base_volume), quote: units(v2.volume_24h) },
      ...{ open: units(v3.openPrice), change: changeOf(v2.priceChangePercent) },
    },
    symbol,
  ).toEqual({ ...figures, change: changeText(figures.change) });
  expect(
    [v3.highPrice, v3.lowPrice, v3.volume, v3.quoteVolume, v3.priceChangePercent],
    symbol,
  ).toEqual([v2.high_24h, v2.low_24h, v2.base_volume, v2.volume_24h, v2.priceChangePercent]);
  const klines = (await sandbox.market3(`klines?symbol=${symbol3(symbol)}&interval=1m`)).json;
  const [newest] = klines.toSorted((first: Anything, second: Anything) => second[0] - first[0]);
  expect([newest[5], newest[7]], symbol).toEqual(rows.at(-1).slice(5));
}

const changeOf = (text: string): string => {
  const isNegative = text.startsWith('-');
  const ppm = findDecimal(isNegative ? text.slice(1) : text, 6) ?? 0n;
  return changeText(isNegative ? -ppm : ppm);
};

const fundingOf = async (symbol: string): Promise<Anything[]> =>
  (await sandbox.market(`getHistoryFundRate?symbol=${symbol}&limit=100`)).json;

/** The lots of all longs, and of all shorts. */
function heldOf(contract: ContractId): [long: number, short: number] {
  let [long, short] = [0, 0];
  const { account } = sandbox.venue.read;
  for (const { id } of account.list()) {
    const held = account.standing(id, contract);
    long += held.long;
    short += held.short;
  }
  return [long, short];
}

async function expectHeld(): Promise<void> {
  for (const { symbol, id, lotStep, sizeDecimals } of shippedContracts()) {
    const [row] = (await sandbox.market(`open_interest?symbol=${symbol}`)).json;
    const [long, short] = heldOf(id);
    expect(long, symbol).toBe(short);
    const said = Number(row.base_volume);
    expect(said, symbol).toBeCloseTo((long * lotStep) / 10 ** sizeDecimals, 6);
    const { last } = (await sandbox.market(`ticker?symbol=${symbol}`)).json;
    expect(said * Number(last), symbol).toBeGreaterThan(4_000);
  }
}

test('[VIEW-18] at the first second every ticker agrees with the candles', async () => {
  await expectAgreement();
});

test('[FEED-17] funding history covers the generated week', async () => {
  const now = sandbox.venue.read.at();
  for (const symbol of symbols) {
    const rows = await fundingOf(symbol);
    const times = rows.map((row) => Number(row.fundingTime));
    expect(times.length, symbol).toBeGreaterThanOrEqual(20);
    expect(times[0], symbol).toBeGreaterThan(now - 8 * HOUR);
    expect(times.at(-1), symbol).toBeLessThanOrEqual(now - 7 * DAY + 8 * HOUR);
    const gaps = times.slice(1).map((time, at) => times[at]! - time);
    expect(new Set(gaps), symbol).toEqual(new Set([8 * HOUR]));
    for (const { fundingRate } of rows) expect(Math.abs(Number(fundingRate))).toBeLessThan(0.0016);
    const v3 = (await sandbox.market3(`fundingRate?symbol=${symbol3(symbol)}&limit=100`)).json;
    expect(v3.map((row: Anything) => Number(row.fundingTime)).sort()).toEqual(times.toSorted());
  }
});

test('[HSE-15] at the first second each market has open interest, held by real accounts', () =>
  expectHeld());

test('[VIEW-18] [HSE-15] minutes of venue time later all of it still agrees', async () => {
  await sandbox.admin('POST', '/time/step', { by: '3m' });
  const funding = await fundingOf(symbols[0]!);
  await vi.waitFor(
    async () => {
      await sandbox.pass(100);
      expect((await sandbox.admin('GET', '/time')).json.state).toBe('paused');
    },
    { timeout: 120_000, interval: 1 },
  );
  await expectAgreement();
  await expectHeld();
  const wall = sandbox.wall();
  await sandbox.close();
  sandbox = await openSandbox({ folder, wall });
  expect(await fundingOf(symbols[0]!)).toEqual(funding);
  await expectAgreement();
});
