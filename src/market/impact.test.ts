import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { load as loadBy } from './impact.ts';
import { marketTermsOf, usualTurnover } from './market-terms.ts';
import { createMind, type Mind } from './mind.ts';
import { KeyedRandom, nextBetween, nextUnit } from './random.ts';
import { seedOfWord } from './seed.ts';

const contract = shippedContracts()[0]!;
const terms = marketTermsOf([contract])[0]!;
const DAY = usualTurnover(terms, 86_400);

const newMind = (): Mind => createMind(contract, terms);
/** Whoever trades in small pieces pays along the way. */
const load = (mind: Mind, bought: number, seconds: number, isOutside: boolean): void =>
  loadBy(mind, bought, seconds, isOutside, () => Number.POSITIVE_INFINITY);
const moved = ({ push, lift }: Mind): number => push + lift;

test('[MKT-19] impact is concave in size, and the same for both sides', () => {
  const impactOf = (part: number): number => {
    const mind = newMind();
    load(mind, DAY * part, 0, false);
    return moved(mind);
  };
  for (const part of [1e-3, 1e-2]) {
    const power = Math.log2(impactOf(2 * part) / impactOf(part));
    expect(power).toBeGreaterThan(0.4);
    expect(power).toBeLessThan(0.7);
    expect(impactOf(-part)).toBeCloseTo(-impactOf(part), 6);
  }
});

test('[MKT-19] most of it is back within minutes; what stays moves a simulated index', () => {
  for (const isOutside of [false, true]) {
    const mind = newMind();
    load(mind, DAY / 100, 0, isOutside);
    const peak = moved(mind);
    for (let second = 0; second < 1_800; second += 1) load(mind, 0, 1, isOutside);
    expect(moved(mind) / peak).toBeGreaterThan(0.2);
    expect(moved(mind) / peak).toBeLessThan(0.6);
    expect(mind.lift > 0).toBe(!isOutside);
    for (let hour = 0; hour < 24; hour += 1) load(mind, 0, 3_600, isOutside);
    // The index wins.
    if (isOutside) expect(moved(mind) / peak).toBeLessThan(0.01);
    else expect(mind.lift / peak).toBeGreaterThan(0.05);
  }
});

test('[MKT-19] no schedule that ends with nothing gets back what it paid', () => {
  const random = new KeyedRandom(seedOfWord('schedules').key);
  for (let schedule = 0; schedule < 500; schedule += 1) {
    const mind = newMind();
    const trades = 2 + Math.floor(nextUnit(random) * 12);
    let [paid, held] = [0, 0];
    const trade = (part: number, seconds: number): void => {
      load(mind, 0, seconds, false);
      // Small pieces: each pays what the pieces before it have moved.
      for (let piece = 0; piece < 50; piece += 1) {
        load(mind, (DAY * part) / 50, 0, false);
        paid += (moved(mind) * part) / 50;
      }
      held += part;
    };
    for (let at = 1; at < trades; at += 1)
      trade(nextBetween(random, -0.02, 0.02), 10 ** nextBetween(random, 0, 4));
    trade(-held, 10 ** nextBetween(random, 0, 4));
    expect(paid).toBeGreaterThan(0);
  }
});

test('[MKT-19] a block that nobody has seen yet moves a price by little more than it paid', () => {
  for (const sign of [1, -1])
    for (const part of [1e-4, 1e-3, 1e-2])
      for (const paid of [0, 50, 300]) {
        const mind = newMind();
        loadBy(mind, sign * DAY * part, 0, false, () => paid);
        const free = newMind();
        load(free, sign * DAY * part, 0, false);
        const most = Math.min(Math.abs(moved(free)), paid + 100);
        expect(Math.abs(moved(mind))).toBeLessThanOrEqual(most + 1e-3);
        expect(sign * moved(mind)).toBeGreaterThan(most * 0.8);
      }
});
