/**
 * What the rules earned over many seeds, and whether that is more than luck. A single lucky seed
 * proves nothing: positions are held, and prices move.
 */
import { mean, studentQuantile } from '../statistics.ts';
import type { AdversaryResult } from './run-adversaries.ts';

export type RuleVerdict =
  | 'earns'
  | 'does not earn'
  | 'never acts'
  /** So few occasions that luck and skill look alike. */
  | 'undecided'
  | 'too few to say';

export interface RuleSummary {
  readonly name: string;
  readonly mean: number;
  readonly worst: number;
  readonly best: number;
  /** The mean without fees. */
  readonly beforeFees: number;
  /** How often it went from nothing to nothing in all runs, and what that earned on average. */
  readonly occasions: number;
  readonly perOccasion: number;
  /** Against how many it traded. */
  readonly seeds: number;
  readonly verdict: RuleVerdict;
}

/** With fewer seeds or shorter runs nothing is said about a rule. */
export const TRIAL_SEEDS_MIN = 8;
export const TRIAL_HOURS_MIN = 2;
/** With fewer occasions a rule that acts rarely is neither cleared nor accused. */
export const OCCASIONS_MIN = 100;
/** The chance that any of the rules of a report is called an earner by luck alone. */
export const LUCK_MAX = 0.05;

/** A rule that would not have half of them in all its seeds is given up after so many seeds. */
export const HOPELESS_AFTER = 25;
const HOPELESS_TIMES = 2;

/**
 * Whether more seeds, of so many in all, would change no verdict for want of occasions: there are
 * enough, or by far too few. One that acts in storms alone may see none in the first seeds.
 */
export function isEnough(runs: readonly (readonly AdversaryResult[])[], seeds: number): boolean {
  if (runs.length < TRIAL_SEEDS_MIN) return false;
  const names = runs[0]?.map((_, at) => at) ?? [];
  const inAll = runs.length < HOPELESS_AFTER ? Number.POSITIVE_INFINITY : seeds / runs.length;
  return names.every((at) => {
    const count = runs.reduce((sum, run) => sum + (run[at]?.occasions.length ?? 0), 0);
    const isHopeless = count * inAll * HOPELESS_TIMES < OCCASIONS_MIN;
    return isHopeless || count >= OCCASIONS_MIN;
  });
}

/** Each run is of one seed and has the results of the same rules. */
export function summarise(
  runs: readonly (readonly AdversaryResult[])[],
  hours: number,
  tried: number,
): RuleSummary[] {
  const names = runs[0]?.map(({ name }) => name) ?? [];
  return names.map((name, at) => {
    const results = runs.flatMap((run) => run[at] ?? []);
    const earned = results.map((result) => result.earned);
    const occasions = results.flatMap((result) => result.occasions);
    return {
      name,
      mean: mean(earned),
      worst: Math.min(...earned),
      best: Math.max(...earned),
      beforeFees: mean(earned) + mean(results.map(({ fees }) => fees)),
      occasions: occasions.length,
      perOccasion: occasions.length === 0 ? 0 : mean(occasions),
      seeds: runs.length,
      verdict: verdictOn(earned, occasions, hours, tried),
    };
  });
}

/**
 * A rule earns if its seeds say so, or its occasions: one that acts once a day looks like luck from
 * day to day, and from occasion to occasion it does not.
 */
function verdictOn(
  earned: readonly number[],
  occasions: readonly number[],
  hours: number,
  tried: number,
): RuleVerdict {
  if (earned.length < TRIAL_SEEDS_MIN || hours < TRIAL_HOURS_MIN) return 'too few to say';
  if (occasions.length === 0 && earned.every((value) => value === 0)) return 'never acts';
  const isEnough = occasions.length >= OCCASIONS_MIN;
  if (isAboveLuck(earned, tried) || (isEnough && isAboveLuck(occasions, tried))) return 'earns';
  return isEnough ? 'does not earn' : 'undecided';
}

function isAboveLuck(values: readonly number[], tried: number): boolean {
  const count = values.length;
  const average = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  return average > studentQuantile(LUCK_MAX / Math.max(1, tried), count) * error;
}
