/**
 * What the rules earned over many seeds, and whether that is more than luck. A single lucky seed
 * proves nothing: positions are held, and prices move.
 */
import { mean, studentQuantile } from '../statistics.ts';
import type { AdversaryResult } from './run-adversaries.ts';

export type RuleVerdict = 'earns' | 'does not earn' | 'too few to say';

export interface RuleSummary {
  readonly name: string;
  readonly mean: number;
  readonly worst: number;
  readonly best: number;
  /** The mean without fees. */
  readonly beforeFees: number;
  readonly verdict: RuleVerdict;
}

/** With fewer seeds or shorter runs nothing is said about a rule. */
export const TRIAL_SEEDS_MIN = 8;
export const TRIAL_HOURS_MIN = 8;
/** The chance that any of the rules of a report is called an earner by luck alone. */
export const LUCK_MAX = 0.05;

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
    return {
      name,
      mean: mean(earned),
      worst: Math.min(...earned),
      best: Math.max(...earned),
      beforeFees: mean(earned) + mean(results.map(({ fees }) => fees)),
      verdict: verdictOn(earned, hours, tried),
    };
  });
}

function verdictOn(earned: readonly number[], hours: number, tried: number): RuleVerdict {
  const count = earned.length;
  if (count < TRIAL_SEEDS_MIN || hours < TRIAL_HOURS_MIN) return 'too few to say';
  const average = mean(earned);
  const squares = earned.reduce((sum, value) => sum + (value - average) ** 2, 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  const needed = studentQuantile(LUCK_MAX / Math.max(1, tried), count);
  return average > needed * error ? 'earns' : 'does not earn';
}
