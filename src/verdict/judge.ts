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

/**
 * What is said of a run that was ended early: whoever stops when it looks good has no verdict. It
 * has no interval either: at a moment that was chosen, it would promise too much.
 */
export const interruptedAfter = (over: number, asked: number): Judgement => ({
  kind: 'unclear',
  headline:
    `Interrupted after ${over} of ${asked} lives, too early for a verdict: ` +
    'the same command with --resume goes on.',
  interval: undefined,
  level: 0,
});

/** Of lives that failed, the verdict knows how many. */
export function judgeReturns(returns: readonly number[], tries: number, failed = 0): Judgement {
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
  if (returns.length < LIVES_MIN)
    return unclear(`Too few lives for a verdict: at least ${LIVES_MIN} are needed.`);
  if (interval === undefined)
    return unclear('Too few lives differ for a verdict: more of them have to trade.');
  if (interval.low > 0) {
    // Or a bot that dies of its losses would earn.
    if (failed > 0)
      return unclear(`No verdict: it earns only without the lives that failed, ${failed}.`);
    return { kind: 'earns', headline: 'It earns in this market.', interval, level };
  }
  if (interval.high < 0)
    return { kind: 'loses', headline: 'It loses in this market.', interval, level };
  return unclear('No edge: its result cannot be told from luck.');
}
