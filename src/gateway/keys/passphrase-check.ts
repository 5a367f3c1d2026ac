/**
 * Checks the passphrase of a caller whose signature was right. The answer comes at once, except for
 * a record of the old form: that is worked out slowly and, where the passphrase is right, replaced.
 */
import type { Monotonic } from '../../domain/units.ts';
import { createGuesses, type GuessTerms } from './guesses.ts';
import type { ApiKey, KeptKeys } from './kept-keys.ts';
import type { KeyEncryptionKey } from './key-encryption-key.ts';
import type { KeyRecord } from './key-record.ts';
import { isOldPassphraseRight, type OldPassphrase } from './old-passphrase.ts';
import { isPassphraseRight, macPassphrase } from './passphrase-mac.ts';

export type PassphraseVerdict = 'right' | 'wrong' | { readonly lockedMillis: number };

export interface PassphraseCheckParts {
  readonly kek: KeyEncryptionKey;
  readonly kept: KeptKeys;
  readonly guesses: GuessTerms;
  readonly now: () => Monotonic;
}

export interface PassphraseCheck {
  readonly check: (
    key: ApiKey,
    passphrase: string,
  ) => PassphraseVerdict | Promise<PassphraseVerdict>;
  /** The key has a new version: what was guessed of the old one no longer matters. */
  readonly forget: (owner: string) => void;
}

export function createPassphraseCheck(parts: PassphraseCheckParts): PassphraseCheck {
  const { kek, kept, now } = parts;
  const guesses = createGuesses(parts.guesses);
  const isOldRight = createOldCheck(parts);
  const judge = ({ owner }: ApiKey, isRight: boolean): PassphraseVerdict => {
    if (!isRight) guesses.noteFailure(owner, now());
    return isRight ? 'right' : 'wrong';
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
  return { check, forget: guesses.forget };
}

type OldCheck = (
  key: ApiKey,
  stored: OldPassphrase,
  passphrase: string,
) => Promise<boolean | undefined>;

/**
 * One at a time, since each takes much memory and a thread. Of one key only one is under way: who
 * comes meanwhile waits for it, gets undefined and asks again, when the answer may be known at once
 * or the key be locked. So there are never more of them waiting than keys.
 */
function createOldCheck({ kek, kept }: PassphraseCheckParts): OldCheck {
  const underWay = new Map<string, Promise<boolean>>();
  let queue: Promise<unknown> = Promise.resolve();
  const work = async (key: ApiKey, stored: OldPassphrase, passphrase: string): Promise<boolean> => {
    const isRight = await isOldPassphraseRight(passphrase, stored);
    const replace = (): KeyRecord => {
      const record = kept.getRecord(key.key);
      const isSame = record.passphrase === stored;
      return isSame ? { ...record, passphrase: macPassphrase(kek, key, passphrase) } : record;
    };
    // What cannot be written now is tried again with the next use.
    if (isRight) await kept.change(replace).catch(() => undefined);
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
