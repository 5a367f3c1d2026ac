import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { fundingRateFrom, INTEREST_RATE } from '../domain/funding.ts';
import { EIGHT_HOURS } from '../domain/limits.ts';
import { FUNDING_SCALE, fundingRate } from '../domain/units.ts';
import { beginProcess, createProcess, lastStep, stepTo } from './feeds/price-process.ts';
import { marketTermsOf } from './market-terms.ts';
import { createMind, observe } from './mind.ts';
import { KeyedRandom } from './random.ts';
import { seedOfWord } from './seed.ts';
import { crowdingOf, followSentiment, sentimentOf } from './sentiment.ts';

const MINUTES = 30 * 24 * 60;
const STEP_SECONDS = 6;

/** A month of minds that see the index alone, and the rates of their premiums. */
function ratesOf(word: string): number[][] {
  const contracts = shippedContracts();
  const terms = marketTermsOf(contracts);
  const { key } = seedOfWord(word);
  const process = createProcess({ terms, key, stepSeconds: STEP_SECONDS });
  beginProcess(process, Date.UTC(2026, 0, 5) / 1_000 / STEP_SECONDS);
  const random = new KeyedRandom(key);
  const minds = contracts.map((contract, at) => createMind(contract, terms[at]!));
  const rates: number[][] = contracts.map(() => []);
  const sums = new Float64Array(contracts.length);
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    stepTo(process, lastStep(process) + 60 / STEP_SECONDS);
    const weight = ((minute - 1) % 480) + 1;
    minds.forEach((mind, at) => {
      observe(mind, random, 1e5 * Math.exp(process.away[at]!), 0, 60);
      const crowding = crowdingOf(mind, at === 0 ? undefined : minds[0]!.crowd);
      followSentiment(mind, sentimentOf(crowding), 60);
      const premium = mind.sentiment + mind.premium;
      const beyond = Math.max(0, Math.abs(premium) - terms[at]!.halfSpreadPpm);
      sums[at] = sums[at]! + Math.sign(premium) * beyond * weight;
      if (weight < 480) return;
      const mean = Math.round((sums[at]! / (480 * 240.5)) * (Number(FUNDING_SCALE) / 1e6));
      rates[at]!.push(fundingRateFrom(fundingRate(mean), EIGHT_HOURS));
      sums[at] = 0;
    });
  }
  return rates;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The correlation of one with another so many settlements later. */
function correlation(first: readonly number[], second: readonly number[], lag: number): number {
  const [one, other] = [first.slice(0, first.length - lag), second.slice(lag)];
  const [middle, otherMiddle] = [mean(one), mean(other)];
  const product = mean(one.map((value, at) => (value - middle) * (other[at]! - otherMiddle)));
  const square = (values: readonly number[], of: number): number =>
    mean(values.map((value) => (value - of) ** 2));
  return product / Math.sqrt(square(one, middle) * square(other, otherMiddle));
}

test('[HSE-18] funding is often usual, at times negative, lasts, and never pays for itself', () => {
  const months = ['tide', 'ebb', 'surf'].map(ratesOf);
  const rates = months.flat(2);
  const part = (is: (rate: number) => boolean): number => rates.filter(is).length / rates.length;
  expect(part((rate) => rate === INTEREST_RATE)).toBeGreaterThan(0.6);
  expect(part((rate) => rate === INTEREST_RATE)).toBeLessThan(0.92);
  expect(part((rate) => rate < 0)).toBeGreaterThan(0.02);
  expect(part((rate) => rate < 0)).toBeLessThan(0.25);
  // Extremes come, but a round trip at market costs 0.16 %.
  expect(Math.max(...rates.map(Math.abs))).toBeGreaterThan(80_000);
  expect(Math.max(...rates.map(Math.abs))).toBeLessThan(160_000);
  const all = months.flat();
  expect(mean(all.map((row) => correlation(row, row, 1)))).toBeGreaterThan(0.25);
  expect(mean(all.map((row) => correlation(row, row, 1)))).toBeLessThan(0.9);
  const withFirst = months.flatMap(([first, ...others]) =>
    others.map((row) => correlation(first!, row, 0)),
  );
  expect(mean(withFirst)).toBeGreaterThan(0.15);
  expect(mean(withFirst)).toBeLessThan(0.85);
}, 60_000);
