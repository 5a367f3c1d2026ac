/**
 * Counts wrong passphrases. Only callers who hold the secret get as far as that, so knowing a
 * public key is not enough to lock its owner out.
 */
import type { Monotonic } from '../../domain/units.ts';

export interface GuessTerms {
  readonly failuresMax: number;
  readonly windowMillis: number;
  readonly lockMillis: number;
}

export const DEFAULT_GUESSES: GuessTerms = {
  failuresMax: 10,
  windowMillis: 60_000,
  lockMillis: 300_000,
};

export interface Guesses {
  /** Zero where the owner's key is not locked. */
  readonly lockedMillis: (owner: string, now: Monotonic) => number;
  readonly noteFailure: (owner: string, now: Monotonic) => void;
  readonly forget: (owner: string) => void;
}

interface Count {
  from: number;
  failures: number;
  lockedUntil: number;
}

/** There are never more counts than keys. */
export function createGuesses(terms: GuessTerms): Guesses {
  const counts = new Map<string, Count>();
  return {
    lockedMillis: (owner, now) => Math.max(0, (counts.get(owner)?.lockedUntil ?? now) - now),
    noteFailure: (owner, now) => {
      const count = counts.get(owner) ?? { from: now, failures: 0, lockedUntil: now };
      counts.set(owner, count);
      if (now - count.from >= terms.windowMillis) {
        count.from = now;
        count.failures = 0;
      }
      count.failures += 1;
      if (count.failures < terms.failuresMax) return;
      count.failures = 0;
      count.lockedUntil = now + terms.lockMillis;
    },
    forget: (owner) => counts.delete(owner),
  };
}
