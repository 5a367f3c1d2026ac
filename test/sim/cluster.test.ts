/**
 * The shared log, simulated: real replicas, real batches, and a log with every fault that was seen.
 * `npx perpetua sim --cluster --seeds 10000` runs longer ones.
 */
import { expect, test } from 'vitest';
import { BUGS, type Bug } from '../../proof/cluster/bugs.ts';
import { simulateCluster } from '../../proof/cluster/simulate-cluster.ts';

const SEEDS = 200;
const SHORT = { roughMillis: 7_000 };
/** Every bug shows within so many seeds. */
const SEEDS_PER_BUG = 40;
const BUG_NAMES = Object.keys(BUGS) as Bug[];

const happened = new Map<string, number>();

test('[CLU-1] [CLU-2] [CLU-3] [CLU-4] [CLU-5] [CLU-6] [CLU-7] [CLU-8] [CLU-40] hold', () => {
  const failures: string[] = [];
  let acknowledged = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = simulateCluster(seed, { ...SHORT, hasLongCut: seed % 20 === 0 });
    if (outcome.failure !== undefined) failures.push(`seed ${seed}: ${outcome.failure}`);
    acknowledged += outcome.acknowledged;
    for (const [what, count] of outcome.happened)
      happened.set(what, (happened.get(what) ?? 0) + count);
  }
  expect(failures).toEqual([]);
  expect(acknowledged).toBeGreaterThan(SEEDS * 10);
});

test.each([
  ...['election', 'kill', 'pause', 'partition', 'long cut', 'break', 'stranger', 'handed over'],
  ...['born from nothing', 'born from a snapshot', 'market beats'],
  ...['skipped: repeat', 'skipped: gap', 'skipped: stale', 'skipped: ended'],
  ...['skipped: malformed', 'skipped: foreign', 'power: lost what was applied'],
])('[CLU-2] what the simulated log does includes: %s', (what) => {
  expect(happened.get(what) ?? 0).toBeGreaterThan(0);
});

test.each(BUG_NAMES)('[CLU-2] [CLU-5] [CLU-6] the simulator finds a planted bug, %s', (bug) => {
  let found: string | undefined;
  for (let seed = 1; seed <= SEEDS_PER_BUG && found === undefined; seed += 1) {
    const hasLongCut = bug === 'never-late';
    const { failure } = simulateCluster(seed, { ...SHORT, bug, hasLongCut });
    if (failure?.match(OBLIGATION_OF[bug])) found = failure;
  }
  expect(found).toBeDefined();
});

/** The obligation under which each must be found. */
const OBLIGATION_OF: Readonly<Record<Bug, RegExp>> = {
  'no-identity': /^CLU-2: .* took effect as/,
  'above-last': /^CLU-(?:2|3): /,
  'two-holders': /^CLU-6: .* acts in term/,
  'clock-jumps': /^CLU-5: .* past the clock of its sender/,
  'answers-early': /^CLU-1: .* was acknowledged/,
  'doors-stay-open': /^CLU-8: .* answers without/,
  'never-late': /^CLU-(?:2: .* took effect as|40: )/,
};

test('[CLU-3] the same seed gives the same cluster', () => {
  const [one, other] = [7, 7].map((seed) => simulateCluster(seed, SHORT));
  expect(one).toEqual(other);
});
