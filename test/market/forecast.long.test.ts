/**
 * The forecasting attack, as a proof that fails: whoever has the code and sees every price can run
 * the market ahead only with its seed, and a drawn seed is in no list.
 */
import { expect, test } from 'vitest';
import { chooseRules, FORECASTS } from '../../proof/market-report/adversaries/choose-rules.ts';
import {
  type SeenPrice,
  searchSeed,
  smallSeeds,
  TICKERS_SEEN,
} from '../../proof/market-report/adversaries/forecast.ts';
import { runAdversaries } from '../../proof/market-report/adversaries/run-adversaries.ts';
import { createDrive, pickContracts } from '../../proof/market-report/drive-market.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = pickContracts(shippedContracts(), ['BTC', 'DOGE']);
/** Stands for a drawn seed: nobody has it in a list, and the test can be repeated. */
const UNGUESSED = 'heron-lantern-4711-quartz';
const NUMBERS = 200;
/** Some hundred-thousandths, squared. */
const MOVED_BY_ORDERS = 5e-10;

/** What anyone sees of a venue in its first minute: every index price that is new. */
function watch(seed: string): SeenPrice[] {
  const drive = createDrive({ contracts, seed: seedOfWord(seed) });
  const seen: SeenPrice[] = [];
  const last = contracts.map(() => 0);
  while (seen.length < TICKERS_SEEN * contracts.length) {
    drive.step();
    drive.state.listings.forEach(({ index }, place) => {
      if (last[place] !== index) seen.push({ at: drive.at, place, price: index });
      last[place] = index;
    });
  }
  return seen;
}

const earnings = (rule: string, seed: string, hours: number): number => {
  const rules = chooseRules({ alone: rule }, { contracts, seed });
  return runAdversaries({ contracts, rules, seed, hours })[0]!.earned;
};

test('[HSE-12] a small seed is found from public prices', () => {
  for (const seed of ['17', 'contest']) {
    const guess = searchSeed(contracts, watch(seed), smallSeeds(NUMBERS));
    // Only what orders have moved since is not in the seed.
    expect(guess!.word).toBe(seed);
    expect(guess!.error).toBeLessThan(MOVED_BY_ORDERS);
  }
});

test('[HSE-12] a seed that nobody would guess is not found', () => {
  const seen = watch(UNGUESSED);
  const guess = searchSeed(contracts, seen, smallSeeds(NUMBERS));
  expect(guess!.error).toBeGreaterThan(2 * MOVED_BY_ORDERS);
  // The search itself is right: with the seed in the list it finds it.
  const told = searchSeed(contracts, seen, [...smallSeeds(NUMBERS), UNGUESSED]);
  expect(told!.word).toBe(UNGUESSED);
});

test('[HSE-12] with the seed the next hour is money, without it fees', () => {
  const seeds = [1, 2, 3].map((number) => `${UNGUESSED} ${number}`);
  const earned = (rule: string): number[] => seeds.map((seed) => earnings(rule, seed, 2));
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  const informed = earned(FORECASTS.informed);
  expect(sum(informed)).toBeGreaterThan(200);
  expect(sum(earned(FORECASTS.searching))).toBeLessThan(sum(informed) / 3);
}, 300_000);
