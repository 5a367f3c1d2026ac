/** The report of a month, in the small: the same code over hours instead of days. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chooseRules } from '../../proof/market-report/adversaries/choose-rules.ts';
import { runAdversaries } from '../../proof/market-report/adversaries/run-adversaries.ts';
import { createDrive } from '../../proof/market-report/drive-market.ts';
import { driveMonth, type Month } from '../../proof/market-report/drive-month.ts';
import { checkFacts } from '../../proof/market-report/stylised-facts.ts';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { Regime } from '../../src/market/feeds/regimes.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { shippedContracts } from '../kit/contracts.ts';

const contracts = shippedContracts();
/** The two that move most; a storm over all of them takes six times as long. */
const wild = shippedContracts(({ base }) => base === 'SOL' || base === 'DOGE');
const driveMood = (mood: Regime, seed: string): Month =>
  driveMonth({ contracts: wild, seed, days: 3 / 24, mood });

test('[HSE-10] a few hours look like a market, and every invariant holds', () => {
  // Hours of a market that is calm all the time would show little.
  const month = driveMonth({ contracts, seed: 'gale', days: 3 / 24 });
  const facts = checkFacts(month);
  expect(facts.filter(({ verdict }) => verdict === 'fails')).toEqual([]);
  expect(facts.some(({ verdict }) => verdict === 'holds')).toBe(true);
  expect(month.checks).toEqual({ audited: 300, looked: 18, restored: 0 });
  expect(month.recording.rejects).toBe(0);
}, 300_000);

test('[HSE-10] funding is recorded, whoever acts when it is settled', () => {
  const { recording } = driveMonth({ contracts: wild, seed: 'gale', days: 9 / 24 });
  expect(recording.columns.map(({ fundingRates }) => fundingRates.length)).toEqual([1, 1]);
}, 300_000);

test('[HSE-11] at twenty times leverage people die in a storm and live through calm', () => {
  // An hour of storm kills one in a hundred or so: some of these storms must.
  const dies = [100, 101, 102, 103, 104, 105, 106].some((number) => {
    const storm = driveMood('stress', `storm-${number}`).leveraged.tally.stress;
    expect(storm.accountHours).toBe(2 * 4);
    return storm.deaths > 0;
  });
  expect(dies).toBe(true);
  const calm = driveMood('calm', 'b').leveraged.tally.calm;
  expect(calm.accountHours).toBeGreaterThan(0);
  expect(calm.deaths).toBe(0);
}, 300_000);

test('[HSE-12] a sniper of stale quotes does not earn, and no rule lives off the house', () => {
  // Markets in which the index moves by five basis points at once: elsewhere a sniper does nothing.
  const runs = ['avalanche', 'gale'].map((seed) =>
    runAdversaries({
      ...{ contracts, seed, hours: 1 },
      rules: chooseRules('all', { contracts, seed }),
    }),
  );
  const earnedBy = (name: string): number[] =>
    runs.map((run) => run.find((row) => row.name === name)?.earned ?? Number.NaN);
  for (const earned of earnedBy('stale-quote sniper')) expect(earned).toBeLessThan(0);
  for (const earned of earnedBy('join the touch')) expect(earned).toBeLessThan(0);
  // In an hour a position may be lucky; nobody makes a per cent of what they came with.
  for (const run of runs)
    for (const { name, earned } of run) expect(earned, name).toBeLessThan(1_500);
}, 300_000);

test('[HSE-13] the same seed gives the same entries and the same state, twice', () => {
  const play = (seed: string): string => {
    const hash = createHash('sha256');
    const drive = createDrive({
      contracts,
      seed: seedOfWord(seed),
      applied: (entry) => hash.update(stringifyPlain(entry)),
    });
    for (let tick = 0; tick < 300; tick += 1) drive.step();
    return `${hash.digest('hex')} ${stateHash(drive.state)}`;
  };
  const first = play('one');
  expect(play('one')).toBe(first);
  expect(play('two')).not.toBe(first);
}, 300_000);
