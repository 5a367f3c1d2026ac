/**
 * Checks the passphrase of a caller whose signature is right. The answer is immediate, except for
 * a record of the old form: that is computed slowly and, if the passphrase is right, replaced.
 */
import { createHmac } from 'node:crypto';
import type { Monotonic } from '../../domain/units.ts';
import { isSameDigest } from '../signature.ts';
import type { ApiKey, KeptKeys } from './kept-keys.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import type { KeyRecord } from './key-record.ts';
import { isOldPassphraseRight, type OldPassphrase } from './old-passphrase.ts';
import type { SecretOwner } from './seal-secret.ts';

export type PassphraseVerdict = 'right' | 'wrong' | { readonly lockedMillis: number };

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

export interface PassphraseCheckParts {
  readonly kek: KeyEncryptionKey;
  readonly kept: KeptKeys;
  readonly guesses: GuessTerms;
  readonly now: () => Monotonic;
  /** Where another process counts wrong passphrases: resolves once it has. */
  readonly tellWrong?: ((owner: string) => Promise<unknown>) | undefined;
}

export interface PassphraseCheck {
  readonly check: (
    key: ApiKey,
    passphrase: string,
  ) => PassphraseVerdict | Promise<PassphraseVerdict>;
  /** Forgets the failures of a key that has a new version. */
  readonly forget: (owner: string) => void;
  /** Counts a wrong passphrase that another process met; how long the key is locked now. */
  readonly noteWrong: (owner: string) => number;
  /** Another process has locked the key for so long. */
  readonly lock: (owner: string, forMillis: number) => void;
  /** The keys that are locked, and for how long still. */
  readonly locks: () => readonly (readonly [owner: string, forMillis: number])[];
}

export function createPassphraseCheck(parts: PassphraseCheckParts): PassphraseCheck {
  const { kek, kept, now } = parts;
  const guesses = createGuesses(parts.guesses);
  const isOldRight = createOldCheck(parts);
  const { tellWrong } = parts;
  const judge = (
    { owner }: ApiKey,
    isRight: boolean,
  ): PassphraseVerdict | Promise<PassphraseVerdict> => {
    if (isRight) return 'right';
    if (tellWrong !== undefined) return tellWrong(owner).then(() => 'wrong');
    guesses.noteFailure(owner, now());
    return 'wrong';
  };
  const check: PassphraseCheck['check'] = (key, passphrase) => {
    const lockedMillis = guesses.lockedMillis(key.owner, now());
    if (lockedMillis > 0) return { lockedMillis };
    const { passphrase: stored } = kept.getRecord(key.key);
    if ('mac' in stored) return judge(key, isPassphraseRight(kek, key, stored, passphrase));
    return isOldRight(key, stored, passphrase).then((isRight) =>
      isRight === undefined ? check(key, passphrase) : judge(key, isRight),
    );
  };
  return {
    check,
    forget: guesses.forget,
    noteWrong: (owner) => {
      guesses.noteFailure(owner, now());
      return guesses.lockedMillis(owner, now());
    },
    lock: (owner, forMillis) => guesses.lock(owner, now(), forMillis),
    locks: () => guesses.locks(now()),
  };
}

type OldCheck = (
  key: ApiKey,
  stored: OldPassphrase,
  passphrase: string,
) => Promise<boolean | undefined>;

/**
 * One at a time, since each takes much memory and a thread. Of each key only one is running: a
 * second caller waits for it, gets undefined and checks again, when the answer may be immediate or
 * the key locked. So there are never more waiting checks than keys.
 */
function createOldCheck({ kek, kept }: PassphraseCheckParts): OldCheck {
  const underWay = new Map<string, Promise<boolean>>();
  let queue: Promise<unknown> = Promise.resolve();
  const work = async (key: ApiKey, stored: OldPassphrase, passphrase: string): Promise<boolean> => {
    const isRight = await isOldPassphraseRight(passphrase, stored);
    const replace = (record: KeyRecord): KeyRecord => {
      const isSame = record.passphrase === stored;
      return isSame ? { ...record, passphrase: macPassphrase(kek, key, passphrase) } : record;
    };
    // A record that cannot be written now is replaced at its next use.
    if (isRight) await kept.change(key.key, replace).catch(() => undefined);
    return isRight;
  };
  return async (key, stored, passphrase) => {
    const ahead = underWay.get(key.owner);
    if (ahead !== undefined) {
      await ahead.catch(() => undefined);
      return undefined;
    }
    const result = queue
      .then(() => work(key, stored, passphrase))
      .finally(() => underWay.delete(key.owner));
    queue = result.catch(() => undefined);
    underWay.set(key.owner, result);
    return result;
  };
}

interface Guesses {
  /** Zero if the key is not locked. */
  readonly lockedMillis: (owner: string, now: Monotonic) => number;
  readonly noteFailure: (owner: string, now: Monotonic) => void;
  readonly forget: (owner: string) => void;
  readonly lock: (owner: string, now: Monotonic, forMillis: number) => void;
  readonly locks: (now: Monotonic) => readonly (readonly [owner: string, forMillis: number])[];
}

interface Count {
  from: number;
  failures: number;
  lockedUntil: number;
}

/**
 * Counts wrong passphrases. Only callers who hold the secret get as far as that, so knowing a
 * public key is not enough to lock its owner out. There are never more counts than keys.
 */
function createGuesses(terms: GuessTerms): Guesses {
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
    lock: (owner, now, forMillis) => {
      counts.set(owner, { from: now, failures: 0, lockedUntil: now + forMillis });
    },
    locks: (now) =>
      [...counts]
        .map(([owner, { lockedUntil }]) => [owner, lockedUntil - now] as const)
        .filter(([, forMillis]) => forMillis > 0),
  };
}

/**
 * Passphrases at rest: an HMAC under the key-encryption key, bound to its owner as the secret
 * beside it is. Whoever holds that key can open the secret too: a slow hash would protect nothing.
 */
export interface PassphraseMac {
  readonly mac: string;
}

export const macPassphrase = (
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  passphrase: string,
): PassphraseMac => ({ mac: digest(kek, owner, passphrase) });

/** In constant time. */
export const isPassphraseRight = (
  kek: KeyEncryptionKey,
  owner: SecretOwner,
  stored: PassphraseMac,
  passphrase: string,
): boolean => isSameDigest(stored.mac, digest(kek, owner, passphrase));

/** The first word keeps it apart from whatever else may be made with the same key. */
const digest = (kek: KeyEncryptionKey, owner: SecretOwner, passphrase: string): string =>
  createHmac('sha256', kek.key)
    .update(`passphrase|${owner.key}|${owner.account}|${owner.version}|${passphrase}`)
    .digest('base64');
