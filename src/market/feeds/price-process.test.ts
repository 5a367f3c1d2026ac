/** The shape of simulated returns, over thirty days of one seed: what traders know of real ones. */
import { beforeAll, expect, test } from 'vitest';
import { shippedContracts } from '../../../test/kit/contracts.ts';
import { marketTermsOf } from '../market-terms.ts';
import { KeyedRandom } from '../random.ts';
import { seedOfWord } from '../seed.ts';
import { nextFat } from './fat-draws.ts';
import { beginProcess, createProcess, lastStep, stepTo } from './price-process.ts';

const contracts = shippedContracts();
const terms = marketTermsOf(contracts);
const SEED = 'two';
const MINUTES = 30 * 1_440;
const STEPS_PER_MINUTE = 12;
const placeOf = (base: string): number => contracts.findIndex((row) => row.base === base);

let returns: Float64Array[];

beforeAll(() => {
  const { key } = seedOfWord(SEED);
  const process = createProcess({ terms, key, stepSeconds: 60 / STEPS_PER_MINUTE });
  beginProcess(process, (Date.UTC(2026, 0, 5) / 60_000) * STEPS_PER_MINUTE);
  returns = contracts.map(() => new Float64Array(MINUTES));
  const before = new Float64Array(contracts.length);
  for (let minute = 0; minute < MINUTES; minute += 1) {
    stepTo(process, lastStep(process) + STEPS_PER_MINUTE);
    returns.forEach((row, place) => {
      row[minute] = process.away[place]! - before[place]!;
    });
    before.set(process.away);
  }
}, 60_000);

test('[FEED-18] the others follow the first price within seconds, weakly', () => {
  const { key } = seedOfWord('wake');
  const process = createProcess({ terms, key, stepSeconds: 0.25 });
  beginProcess(process, Date.UTC(2026, 0, 5) / 250);
  const count = 40_000;
  const steps = contracts.map(() => new Float64Array(count));
  const before = new Float64Array(contracts.length);
  for (let at = 0; at < count; at += 1) {
    stepTo(process, lastStep(process) + 8);
    steps.forEach((row, place) => {
      row[at] = process.away[place]! - before[place]!;
    });
    before.set(process.away);
  }
  /** The correlation of one price with another two seconds later. */
  const after = (first: number, second: number): number => {
    const [one, other] = [steps[first]!, steps[second]!];
    let [product, square, otherSquare] = [0, 0, 0];
    for (let at = 1; at < count; at += 1) {
      product += one[at - 1]! * other[at]!;
      square += one[at]! ** 2;
      otherSquare += other[at]! ** 2;
    }
    return product / Math.sqrt(square * otherSquare);
  };
  for (let place = 1; place < contracts.length; place += 1) {
    expect(after(0, place), contracts[place]!.base).toBeGreaterThan(0.015);
    expect(after(0, place), contracts[place]!.base).toBeLessThan(0.1);
    expect(Math.abs(after(place, 0)), contracts[place]!.base).toBeLessThan(0.02);
  }
});

test('[FEED-4] a price rests in half of all seconds, and makes up for it in bursts', () => {
  const { key } = seedOfWord('bursts');
  const process = createProcess({ terms, key, stepSeconds: 0.25 });
  beginProcess(process, Date.UTC(2026, 0, 5) / 250);
  const moves = contracts.map(() => new Float64Array(20_000));
  const before = new Float64Array(contracts.length);
  for (let second = 0; second < 20_000; second += 1) {
    stepTo(process, lastStep(process) + 4);
    moves.forEach((row, place) => {
      row[second] = process.away[place]! - before[place]!;
    });
    before.set(process.away);
  }
  /** Prices drift, and follow the first one a little, where they rest. */
  const isStill = (move: number): boolean => Math.abs(move) < 1e-6;
  const still = moves.map((row) => row.filter(isStill).length / row.length);
  expect(still[0]).toBeGreaterThan(0.4);
  expect(still[0]).toBeLessThan(0.55);
  for (const row of moves) expect(excess(row)).toBeGreaterThan(10);
});

test('[FEED-4] fat draws have deviation one, no lean and the tails of t with five degrees', () => {
  const random = new KeyedRandom(seedOfWord('5').key);
  const count = 2_000_000;
  let [sum, squares, beyondThree, most] = [0, 0, 0, 0];
  for (let draw = 0; draw < count; draw += 1) {
    const value = nextFat(random);
    sum += value;
    squares += value * value;
    if (Math.abs(value) > 3) beyondThree += 1;
    most = Math.max(most, Math.abs(value));
  }
  expect(sum / count).toBeCloseTo(0, 2);
  expect(squares / count).toBeCloseTo(1, 1);
  // Twice the chance beyond 3 × √(5/3) = 3.873.
  expect(beyondThree / count).toBeCloseTo(0.0117, 3);
  expect(most).toBeGreaterThan(10);
  expect(Number.isFinite(most)).toBe(true);
});

test(`[FEED-4] returns do not tell the next one (seed ${SEED})`, () => {
  for (const row of returns)
    for (let lag = 1; lag <= 10; lag += 1)
      expect(Math.abs(correlation(row, row, lag))).toBeLessThan(0.035);
});

test(`[FEED-4] tails are fat, and thinner over longer times (seed ${SEED})`, () => {
  for (const base of ['BTC', 'ETH', 'DOGE']) {
    const row = returns[placeOf(base)]!;
    const [minute, hour] = [excess(row), excess(summed(row, 60))];
    expect(minute, base).toBeGreaterThan(5);
    expect(minute, base).toBeLessThan(30);
    expect(hour, base).toBeGreaterThan(1);
    expect(hour, base).toBeLessThan(minute);
  }
});

test(`[FEED-4] wild minutes follow wild ones, less so the later (seed ${SEED})`, () => {
  for (const base of ['BTC', 'DOGE']) {
    const sizes = returns[placeOf(base)]!.map(Math.abs);
    const [minute, hour, day] = [1, 60, 1_440].map((lag) => correlation(sizes, sizes, lag));
    expect(hour, base).toBeGreaterThan(0.1);
    expect(day, base).toBeGreaterThan(0.03);
    expect(minute, base).toBeGreaterThan(hour!);
    expect(hour, base).toBeGreaterThan(day!);
  }
});

test(`[FEED-4] [MKT-10] prices move together, each by what it shares (seed ${SEED})`, () => {
  const hourly = (base: string) => summed(returns[placeOf(base)]!, 60);
  expect(correlation(hourly('BTC'), hourly('ETH'))).toBeGreaterThan(0.7);
  expect(correlation(hourly('BTC'), hourly('ETH'))).toBeLessThan(0.9);
  expect(correlation(hourly('BTC'), hourly('DOGE'))).toBeGreaterThan(0.55);
  expect(correlation(hourly('BTC'), hourly('DOGE'))).toBeLessThan(0.8);
});

test(`[FEED-4] a day deviates by about what the table says (seed ${SEED})`, () => {
  returns.forEach((row, place) => {
    const daily = Math.sqrt(meanOf(row.map((value) => value * value)) * 1_440);
    const said = terms[place]!.volatility / Math.sqrt(365);
    expect(daily / said).toBeGreaterThan(0.7);
    expect(daily / said).toBeLessThan(1.4);
  });
});

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function summed(row: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(Math.floor(row.length / width));
  row.forEach((value, at) => {
    const sum = Math.floor(at / width);
    if (sum < sums.length) sums[sum] = sums[sum]! + value;
  });
  return sums;
}

function excess(row: Float64Array): number {
  const mean = meanOf(row);
  const square = meanOf(row.map((value) => (value - mean) ** 2));
  return meanOf(row.map((value) => (value - mean) ** 4)) / square ** 2 - 3;
}

/** Of the first with the second so many places later. */
function correlation(first: Float64Array, second: Float64Array, lag = 0): number {
  const [a, b] = [meanOf(first), meanOf(second)];
  let [both, one, other] = [0, 0, 0];
  for (let at = 0; at < first.length; at += 1) {
    one += (first[at]! - a) ** 2;
    other += (second[at]! - b) ** 2;
    if (at + lag < second.length) both += (first[at]! - a) * (second[at + lag]! - b);
  }
  return both / Math.sqrt(one * other);
}
