/**
 * The moods of the market: how wild prices are, which way they lean, how long it lasts and what
 * comes after. Each follows by chance from the one before.
 */
import { nextUnit, type Random } from '../random.ts';

export const REGIMES = ['calm', 'up', 'down', 'stress'] as const;

export type Regime = (typeof REGIMES)[number];

interface RegimeTerms {
  readonly meanStaySeconds: number;
  /** Deviations of prices, times. */
  readonly wildness: number;
  /** What the logarithm of a price gains in a year. */
  readonly drift: number;
  /** How likely a jump goes down. */
  readonly downward: number;
  /** What follows, with its chance; they sum to one. */
  readonly after: readonly (readonly [Regime, number])[];
}

const HOUR_SECONDS = 3_600;

export const REGIME_TERMS: Readonly<Record<Regime, RegimeTerms>> = {
  calm: {
    meanStaySeconds: 8 * HOUR_SECONDS,
    wildness: 0.8,
    drift: 0,
    downward: 0.5,
    after: [
      ['up', 0.4],
      ['down', 0.4],
      ['stress', 0.2],
    ],
  },
  up: {
    meanStaySeconds: 3 * HOUR_SECONDS,
    wildness: 1,
    drift: 3,
    downward: 0.5,
    after: [
      ['calm', 0.7],
      ['down', 0.2],
      ['stress', 0.1],
    ],
  },
  down: {
    meanStaySeconds: 3 * HOUR_SECONDS,
    wildness: 1.1,
    drift: -3,
    downward: 0.5,
    after: [
      ['calm', 0.6],
      ['up', 0.2],
      ['stress', 0.2],
    ],
  },
  stress: {
    meanStaySeconds: 0.75 * HOUR_SECONDS,
    wildness: 2.5,
    drift: -2,
    downward: 0.6,
    after: [
      ['calm', 0.4],
      ['up', 0.25],
      ['down', 0.35],
    ],
  },
};

/** The mood so many seconds later. */
export function nextRegime(random: Random, regime: Regime, seconds: number): Regime {
  const { meanStaySeconds, after } = REGIME_TERMS[regime];
  if (nextUnit(random) >= seconds / meanStaySeconds) return regime;
  let left = nextUnit(random);
  for (const [next, chance] of after) {
    left -= chance;
    if (left < 0) return next;
  }
  return 'calm';
}
