/**
 * Checks the passphrase that comes with every request. The slow hash is computed once per key and
 * process; after that the bytes in memory answer at once, yes or no. They are kept as opened
 * secrets are, outside of the JavaScript heap, and wiped when they are forgotten. Wrong guesses are
 * counted: those of callers who hold the secret lock the key, those of callers who do not are
 * simply no longer looked at, so that knowing a public key is not enough to lock its owner out.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Millis } from '../../domain/units.ts';
import { matchesSlowly, type SlowHash } from './slow-hash.ts';

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

/** How many slow hashes may be waiting at once: each takes memory and a thread. */
const WAITING_MAX = 64;

/** More than a passphrase may have; the rest are zeros, so that all compare alike. */
const KNOWN_BYTES = 64;

export type PassphraseVerdict =
  | 'right'
  | 'wrong'
  /** Not looked at: the signature was wrong too, and there have been many like it. */
  | 'unknown'
  | { readonly lockedMillis: number };

export interface PassphraseAttempt {
  /** Names the key and its version: a new version is checked afresh. */
  readonly owner: string;
  readonly stored: SlowHash;
  readonly passphrase: string;
  readonly isSigned: boolean;
  readonly now: Millis;
}

export interface PassphraseCheck {
  /** At once where the answer is known already. */
  readonly check: (attempt: PassphraseAttempt) => PassphraseVerdict | Promise<PassphraseVerdict>;
  /** The passphrase of this owner was just set: no need to work it out again. */
  readonly learn: (owner: string, passphrase: string) => void;
  readonly forget: (owner: string) => void;
}

interface Guesses {
  from: number;
  failures: number;
  lockedUntil: number;
}

export function createPassphraseCheck(terms: GuessTerms): PassphraseCheck {
  const processKey = randomBytes(32).toString('hex');
  const known = new Map<string, Buffer>();
  const given = Buffer.alloc(KNOWN_BYTES);
  const signed = new Map<string, Guesses>();
  const unsigned = new Map<string, Guesses>();
  const running = new Map<string, Promise<boolean>>();
  let queue: Promise<unknown> = Promise.resolve();
  const digestOf = (owner: string, text: string): string =>
    hash('sha256', `${processKey}${owner}\0${text}`);
  const learn = (owner: string, passphrase: string): void => {
    if (Buffer.byteLength(passphrase) > KNOWN_BYTES) return;
    const bytes = Buffer.allocUnsafeSlow(KNOWN_BYTES).fill(0);
    bytes.write(passphrase);
    known.set(owner, bytes);
  };

  /** One at a time, and the same question only once. */
  const compute = (digest: string, { passphrase, stored }: PassphraseAttempt): Promise<boolean> => {
    const found = running.get(digest);
    if (found !== undefined) return found;
    const result = queue.then(() => matchesSlowly(passphrase, stored));
    queue = result.catch(() => undefined);
    running.set(digest, result);
    return result.finally(() => running.delete(digest));
  };

  const decide = (attempt: PassphraseAttempt): boolean | 'busy' | Promise<boolean> => {
    const { owner, passphrase } = attempt;
    const right = known.get(owner);
    if (right !== undefined) {
      given.fill(0).write(passphrase);
      return timingSafeEqual(given, right) && passphrase.length <= KNOWN_BYTES;
    }
    if (running.size >= WAITING_MAX) return 'busy';
    return compute(digestOf(owner, passphrase), attempt).then((isRight) => {
      if (isRight) learn(owner, passphrase);
      return isRight;
    });
  };

  return {
    check: (attempt) => {
      const { owner, isSigned, now } = attempt;
      const kept = isSigned ? signed : unsigned;
      const refused = (lockedMillis: number): PassphraseVerdict =>
        isSigned ? { lockedMillis } : 'unknown';
      const lockedMillis = (kept.get(owner)?.lockedUntil ?? now) - now;
      if (lockedMillis > 0) return refused(lockedMillis);
      const judge = (isRight: boolean): PassphraseVerdict => {
        if (!isRight) noteFailure(kept, terms, owner, now);
        return isRight ? 'right' : 'wrong';
      };
      const decision = decide(attempt);
      if (decision === 'busy') return refused(1_000);
      return typeof decision === 'boolean' ? judge(decision) : decision.then(judge);
    },
    learn,
    forget: (owner) => {
      known.get(owner)?.fill(0);
      for (const kept of [known, signed, unsigned]) kept.delete(owner);
    },
  };
}

/** There are never more of them than keys. */
function noteFailure(
  kept: Map<string, Guesses>,
  terms: GuessTerms,
  owner: string,
  now: Millis,
): void {
  const guesses = kept.get(owner) ?? { from: now, failures: 0, lockedUntil: 0 };
  kept.set(owner, guesses);
  if (now - guesses.from >= terms.windowMillis) {
    guesses.from = now;
    guesses.failures = 0;
  }
  guesses.failures += 1;
  if (guesses.failures < terms.failuresMax) return;
  guesses.failures = 0;
  guesses.lockedUntil = now + terms.lockMillis;
}
