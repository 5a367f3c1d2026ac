/** The report of a month, in the small: the same code over hours instead of days. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { stateHash } from '../../src/engine/state-hash.ts';
import type { Regime } from '../../src/market/feeds/regimes.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { runAdversaries } from '../../src/proof/market-report/adversaries/run-adversaries.ts';
import { createDrive } from '../../src/proof/market-report/drive-market.ts';
import { driveMonth, type Month } from '../../src/proof/market-report/drive-month.ts';
import { checkFacts, SHORT_BOUNDS } from '../../src/proof/market-report/stylised-facts.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = shippedContracts();
const usual = { progress: () => {} };

/** The two that move most; a storm over all of them takes six times as long. */
const wild = shippedContracts(({ base }) => base === 'SOL' || base === 'DOGE');
const driveMood = (mood: Regime, seed: number): Month =>
  driveMonth({ ...usual, contracts: wild, seed: `${seed}`, days: 3 / 24, mood });

test('[HSE-10] a few hours look like a market, and every invariant holds', () => {
  // Hours of a market that is calm all the time would show little.
  const month = driveMonth({ ...usual, contracts, seed: 'lions', days: 5 / 24 });
  const broken = checkFacts(month, SHORT_BOUNDS).filter(({ isHeld }) => !isHeld);
  expect(broken).toEqual([]);
  expect(month.checks).toEqual({ audited: 300, looked: 30, restored: 0 });
  expect(month.recording.rejects).toBe(0);
}, 300_000);

test('[HSE-11] at twenty times leverage people die in a storm and live through calm', () => {
  // An hour of storm kills one in a hundred or so: some of these storms must.
  const dies = [4, 1, 2, 3, 5, 6, 7, 8].some((seed) => {
    const storm = driveMood('stress', seed).leveraged.tally.stress;
    expect(storm.accountHours).toBe(2 * 4);
    return storm.deaths > 0;
  });
  expect(dies).toBe(true);
  const calm = driveMood('calm', 2).leveraged.tally.calm;
  expect(calm.accountHours).toBeGreaterThan(0);
  expect(calm.deaths).toBe(0);
}, 300_000);

test('[HSE-12] a sniper of stale quotes does not earn, and no rule lives off the house', () => {
  // Markets in which the index moves by five basis points at once: elsewhere a sniper does nothing.
  const runs = [11, 14].map((seed) =>
    runAdversaries({ contracts, seed: `${seed}`, seconds: 3_600 }),
  );
  const earnedBy = (name: string): number[] =>
    runs.map((run) => run.find(({ rule }) => rule.name === name)?.earned ?? Number.NaN);
  for (const earned of earnedBy('stale-quote sniper')) expect(earned).toBeLessThan(0);
  for (const earned of earnedBy('join the touch')) expect(earned).toBeLessThan(0);
  // In an hour a position may be lucky; nobody makes a per cent of what they came with.
  for (const run of runs)
    for (const { rule, earned } of run) expect(earned, rule.name).toBeLessThan(1_500);
}, 300_000);

test('[HSE-13] the same seed gives the same entries and the same state, twice', () => {
  const play = (seed: number): string => {
    const hash = createHash('sha256');
    const drive = createDrive({
      contracts,
      seed: seedOfWord(`${seed}`),
      applied: (entry) => hash.update(stringifyPlain(entry)),
    });
    for (let tick = 0; tick < 300; tick += 1) drive.tick();
    return `${hash.digest('hex')} ${stateHash(drive.state)}`;
  };
  const first = play(21);
  expect(play(21)).toBe(first);
  expect(play(22)).not.toBe(first);
}, 300_000);
