/**
 * The regimes of the market: how volatile prices are, which way they drift, how long a regime lasts
 * and which one follows. The next one is drawn at random.
 */
import { nextUnit, type Random } from '../random.ts';

export const REGIMES = ['calm', 'up', 'down', 'stress'] as const;

export type Regime = (typeof REGIMES)[number];

interface RegimeTerms {
  readonly meanStaySeconds: number;
  /** Multiplies the deviations of prices. */
  readonly wildness: number;
  /** The yearly drift of the logarithm of a price. */
  readonly drift: number;
  /** The probability that a jump goes down. */
  readonly downward: number;
  /** The next regimes with their probabilities; they sum to one. */
  readonly after: Readonly<Partial<Record<Regime, number>>>;
}

const HOUR_SECONDS = 3_600;

export const REGIME_TERMS: Readonly<Record<Regime, RegimeTerms>> = {
  calm: {
    meanStaySeconds: 8 * HOUR_SECONDS,
    wildness: 0.8,
    drift: 0,
    downward: 0.5,
    after: { up: 0.4, down: 0.4, stress: 0.2 },
  },
  up: {
    meanStaySeconds: 3 * HOUR_SECONDS,
    wildness: 1,
    drift: 3,
    downward: 0.5,
    after: { calm: 0.7, down: 0.2, stress: 0.1 },
  },
  down: {
    meanStaySeconds: 3 * HOUR_SECONDS,
    wildness: 1.1,
    drift: -3,
    downward: 0.5,
    after: { calm: 0.6, up: 0.2, stress: 0.2 },
  },
  stress: {
    meanStaySeconds: 0.75 * HOUR_SECONDS,
    wildness: 2.5,
    drift: -2,
    downward: 0.6,
    after: { calm: 0.4, up: 0.25, down: 0.35 },
  },
};

/** The regime after this many seconds. It draws two numbers, whatever the regime is. */
export function nextRegime(random: Random, regime: Regime, seconds: number): Regime {
  const { meanStaySeconds, after } = REGIME_TERMS[regime];
  const stays = nextUnit(random) >= seconds / meanStaySeconds;
  let left = nextUnit(random);
  if (stays) return regime;
  for (const next of REGIMES) {
    left -= after[next] ?? 0;
    if (left < 0) return next;
  }
  return 'calm';
}
