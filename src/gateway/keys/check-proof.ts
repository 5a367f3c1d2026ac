/**
 * What a caller proves itself by: the HMAC of a signed text, and a passphrase, which is checked
 * where the signature is right. The answer is immediate, except for a record of the old form: that
 * is computed slowly and, if the passphrase is right, replaced.
 */
import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FactHome, FactKind } from '../../facts/fact.ts';
import type { MachineClock } from '../../venue/clock.ts';
import type { KeyEncryptionKey, SecretOwner } from './key-encryption-key.ts';
import type { ApiKey, KeptKeys, KeyRecord } from './key-record.ts';
import { isOldPassphraseRight, type OldPassphrase } from './old-passphrase.ts';

/** The bytes that were signed. */
export interface SignedText {
  /** Characters stand for bytes, as they came from the socket. */
  readonly head: string;
  readonly body: Buffer | undefined;
}

/**
 * Two plain hashes, as RFC 2104 has it: the objects that Node makes for an HMAC and takes down
 * again cost a request more than the hashing. Whoever reads the pads reads the secrets there, too.
 */
export function hmacOf(
  secret: KeyObject,
  { head, body }: SignedText,
  encoding: 'base64' | 'hex',
): string {
  const [inner, outer] = pads.get(secret) ?? padsOf(secret);
  const end = BLOCK + head.length + (body?.length ?? 0);
  const text = end > scratch.length ? Buffer.alloc(end) : scratch.subarray(0, end);
  text.set(inner);
  text.write(head, BLOCK, 'latin1');
  if (body !== undefined) text.set(body, BLOCK + head.length);
  outer.write(hash('sha256', text, 'binary'), BLOCK, 'latin1');
  return hash('sha256', outer, encoding);
}

const BLOCK = 64;
const DIGEST = 32;
const scratch = Buffer.alloc(4_096);
/** What the two hashes of a secret begin with; the second has room for the first. */
const pads = new WeakMap<KeyObject, readonly [inner: Buffer, outer: Buffer]>();

function padsOf(secret: KeyObject): readonly [inner: Buffer, outer: Buffer] {
  const bytes = secret.export();
  const key = bytes.length > BLOCK ? hash('sha256', bytes, 'buffer') : bytes;
  const pad = (mark: number, length: number): Buffer =>
    Buffer.from(Uint8Array.from({ length }, (_, at) => mark ^ (key[at] ?? 0)).buffer);
  // Of memory of their own: a piece of the pool would keep kilobytes of it for every key.
  const made = [pad(0x36, BLOCK), pad(0x5c, BLOCK + DIGEST)] as const;
  bytes.fill(0);
  pads.set(secret, made);
  return made;
}

/** 32 bytes have 44 characters in Base64 and 64 in hexadecimal. */
const DIGEST_LENGTH_MAX = 64;
const givenDigest = Buffer.alloc(DIGEST_LENGTH_MAX);
const wantedDigest = Buffer.alloc(DIGEST_LENGTH_MAX);

/** Compares two texts of SHA-256 digests in constant time, also if the lengths differ. */
export function isSameDigest(text: string, computed: string): boolean {
  givenDigest.write(text, 'latin1');
  wantedDigest.write(computed, 'latin1');
  const { length } = computed;
  const isSame = timingSafeEqual(givenDigest.subarray(0, length), wantedDigest.subarray(0, length));
  return isSame && text.length === length;
}

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
  readonly home: FactHome;
  readonly kek: KeyEncryptionKey;
  readonly kept: KeptKeys;
  readonly guesses: GuessTerms;
  readonly clock: MachineClock;
}

/** Of a caller who holds the secret. At once, unless the record is of the old form. */
export type CheckPassphrase = (
  key: ApiKey,
  passphrase: string,
) => PassphraseVerdict | Promise<PassphraseVerdict>;

export async function openPassphraseCheck(parts: PassphraseCheckParts): Promise<CheckPassphrase> {
  const { home, kek, kept, guesses, clock } = parts;
  // A lock is a time to wait: nobody ends it by setting a clock, where all have the same one.
  const now = home.isOneMachine ? clock.monotonicNow : clock.wallNow;
  const wrong = await home.open(countWrong(guesses, now));
  const isOldRight = createOldCheck(parts);
  const isRight = createMemory(kek);
  // There are never more counts than keys.
  kept.onRenewed((owner) => {
    if (wrong.find(owner) !== undefined)
      Promise.resolve(wrong.ask(owner, 'forget')).catch(() => undefined);
  });
  const judge = (
    { owner }: ApiKey,
    isRight: boolean,
  ): PassphraseVerdict | Promise<PassphraseVerdict> => {
    if (isRight) return 'right';
    const counted = wrong.ask(owner, 'count');
    return counted instanceof Promise ? counted.then(() => 'wrong') : 'wrong';
  };
  const check: CheckPassphrase = (key, passphrase) => {
    const lockedMillis = (wrong.find(key.owner)?.lockedUntil ?? 0) - now();
    if (lockedMillis > 0) return { lockedMillis };
    const { passphrase: stored } = kept.getRecord(key.key);
    if ('mac' in stored) return judge(key, isRight(key, stored, passphrase));
    return isOldRight(key, stored, passphrase).then((found) =>
      found === undefined ? check(key, passphrase) : judge(key, found),
    );
  };
  return check;
}

/**
 * Remembers the passphrase that was right: most callers send the same with every request, and
 * comparing it costs a fraction of the HMAC. It holds for this key and this record of it, so a
 * change of either is found at once. Whoever reads this memory reads the secrets there as well.
 */
function createMemory(kek: KeyEncryptionKey) {
  const known = new WeakMap<ApiKey, { readonly stored: PassphraseMac; readonly text: Buffer }>();
  return (key: ApiKey, stored: PassphraseMac, passphrase: string): boolean => {
    const given = Buffer.from(passphrase);
    const before = known.get(key);
    if (before?.stored === stored && isSame(before.text, given)) return true;
    const isRight = isPassphraseRight(kek, key, stored, passphrase);
    // A copy: a slice would keep the kilobytes that it was cut from.
    if (isRight) known.set(key, { stored, text: Buffer.from(Uint8Array.from(given).buffer) });
    return isRight;
  };
}

const isSame = (known: Buffer, given: Buffer): boolean =>
  known.length === given.length && timingSafeEqual(known, given);

/** Wrong passphrases of one version of a key, and until when it is locked. */
interface WrongGuesses {
  readonly from: number;
  readonly failures: number;
  readonly lockedUntil: number;
}

/**
 * Only callers who hold the secret get as far as that, so knowing a public key is not enough to
 * lock its owner out.
 */
const countWrong = (
  { failuresMax, windowMillis, lockMillis }: GuessTerms,
  now: () => number,
): FactKind<WrongGuesses, 'count' | 'forget', null> => ({
  name: 'locks',
  apply: (state, request) => {
    if (request === 'forget') return [undefined, null];
    const at = now();
    const { from, failures, lockedUntil } =
      state === undefined || at - state.from >= windowMillis
        ? { from: at, failures: 0, lockedUntil: state?.lockedUntil ?? 0 }
        : state;
    if (failures + 1 < failuresMax) return [{ from, failures: failures + 1, lockedUntil }, null];
    return [{ from, failures: 0, lockedUntil: at + lockMillis }, null];
  },
});

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
