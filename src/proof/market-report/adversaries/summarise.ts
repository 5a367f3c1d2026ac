/** What the rules earned over many seeds. */

import type { Rule } from './rules.ts';
import type { AdversaryResult } from './run-adversaries.ts';

export interface RuleSummary {
  readonly rule: Rule;
  readonly mean: number;
  readonly worst: number;
  readonly best: number;
  /** The mean without fees. */
  readonly beforeFees: number;
  /** Whether the mean is further above zero than luck explains: two standard errors. */
  readonly earns: boolean;
}

export function summarise(runs: readonly (readonly AdversaryResult[])[]): RuleSummary[] {
  const rules = runs[0]?.map(({ rule }) => rule) ?? [];
  return rules.map((rule, at) => {
    const results = runs.flatMap((run) => run[at] ?? []);
    const earned = results.map((result) => result.earned);
    const mean = meanOf(earned);
    const variance = meanOf(earned.map((value) => (value - mean) ** 2));
    return {
      rule,
      mean,
      worst: Math.min(...earned),
      best: Math.max(...earned),
      beforeFees: mean + meanOf(results.map(({ fees }) => fees)),
      earns: earned.length > 1 && mean > 2 * Math.sqrt(variance / (earned.length - 1)),
    };
  });
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
