/**
 * The verdict: what the lives allow to say, in words. It is about the mean of the result, and the
 * more tries a folder has seen, the more it asks for.
 */
import { intervalOf, type MeanInterval } from './bootstrap.ts';

export interface Judgement {
  readonly kind: 'earns' | 'loses' | 'unclear';
  /** In one line. */
  readonly headline: string;
  readonly interval: MeanInterval | undefined;
  /** The chance of a wrong word that was allowed for. */
  readonly level: number;
}

const LEVEL = 0.05;
/** Fewer say nothing about a spread. */
export const LIVES_MIN = 5;

export function judgeReturns(returns: readonly number[], tries: number): Judgement {
  const level = LEVEL / Math.max(1, tries);
  const interval = intervalOf(returns, 1 - level);
  const unclear = (headline: string): Judgement => ({
    kind: 'unclear',
    headline,
    interval,
    level,
  });
  if (returns.length === 0) return unclear('No life came to its end.');
  if (returns.every((value) => value === 0)) return unclear('It never traded: nothing to judge.');
  if (interval === undefined || returns.length < LIVES_MIN)
    return unclear(`Too few lives for a verdict: at least ${LIVES_MIN} are needed.`);
  if (interval.low > 0)
    return { kind: 'earns', headline: 'It earns in this market.', interval, level };
  if (interval.high < 0)
    return { kind: 'loses', headline: 'It loses in this market.', interval, level };
  return unclear('No edge: its result cannot be told from luck.');
}
