/**
 * The keys of the venue: issued, found, checked and withdrawn. A change counts from the moment it
 * is stored. Secrets and passphrases leave it only in the answer to their creation.
 */
import { createSecretKey, type KeyObject, randomBytes, randomInt } from 'node:crypto';
import type { AccountId } from '../../domain/ids.ts';
import type { Millis, Monotonic } from '../../domain/units.ts';
import type { FactHome } from '../../facts/fact.ts';
import type { MachineClock } from '../../venue/clock.ts';
import { GUARDS, type GuardFact } from '../guards.ts';
import { formatAllowlist, parseAllowlist } from './allowlist.ts';
import {
  type CheckPassphrase,
  DEFAULT_GUESSES,
  type GuessTerms,
  macPassphrase,
  openPassphraseCheck,
} from './check-proof.ts';
import { type KeyEncryptionKey, openSecret, sealSecret } from './key-encryption-key.ts';
import { createMemoryKeys } from './key-home.ts';
import {
  type ApiKey,
  KEYS,
  type KeptKeys,
  KeyFault,
  type KeyRecord,
  KeyRefusal,
  ownerOf,
  PERMISSIONS,
  type Permission,
  viewOf,
} from './key-record.ts';
import { type ListenKeys, openListenKeys } from './listen-keys.ts';
import { checkedPublicKey } from './public-key.ts';

export interface KeyStoreSettings {
  /** Where keys, locks and listen keys are. */
  readonly home: FactHome;
  readonly kek: KeyEncryptionKey;
  readonly clock: MachineClock;
  readonly guesses?: GuessTerms;
}

export interface NewKey {
  /**
   * An address, of which somebody else has the private key; one is made up if left out. Nobody gets
   * to know the secret and the passphrase of an address.
   */
  readonly key?: string | undefined;
  /** The name under which another address approved it. */
  readonly agent?: string | undefined;
  /** In PEM; nobody gets to know the secret of such a key either. */
  readonly publicKey?: string | undefined;
  readonly account: AccountId;
  readonly name: string;
  /** All if left out. */
  readonly permissions?: readonly Permission[] | undefined;
  /** Null, or left out, for every address. */
  readonly allowlist?: readonly string[] | null | undefined;
  /** Where it may be used; every dialect if left out. */
  readonly dialects?: readonly string[] | undefined;
  /** One is issued if it is left out. */
  readonly passphrase?: string | null | undefined;
  readonly expiresAt?: Millis | null | undefined;
}

/** Shown once. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly secret: string;
  readonly passphrase: string;
}

export interface KeyStore {
  readonly find: (key: string) => ApiKey | undefined;
  /** In the order of creation. */
  readonly list: () => readonly ApiKey[];
  readonly create: (wanted: NewKey) => Promise<IssuedKey>;
  /** A new secret and passphrase for the same key; the old ones end at once. */
  readonly rotate: (key: string) => Promise<IssuedKey>;
  readonly setStatus: (key: string, status: ApiKey['status']) => Promise<ApiKey>;
  readonly setAllowlist: (key: string, texts: readonly string[] | null) => Promise<ApiKey>;
  readonly secretOf: (key: ApiKey) => KeyObject;
  /** The same keys in memory; a change of either leaves the other alone. */
  readonly copy: () => Promise<KeyStore>;
  readonly listenKeys: ListenKeys;
  readonly guards: GuardFact;
  /** Where they are, and what else is shared. */
  readonly home: FactHome;
  readonly checkPassphrase: CheckPassphrase;
}

const SECRET_IDLE_MILLIS = 300_000;

type Draft = Omit<KeyRecord, 'secret' | 'passphrase'>;

export async function openKeyStore(settings: KeyStoreSettings): Promise<KeyStore> {
  const { home, kek, clock } = settings;
  const kept = await openKeptKeys(home);
  expectToOpen(kept, settings);
  const secrets = createSecretCache(SECRET_IDLE_MILLIS);
  kept.onRenewed(secrets.forget);
  const { guesses = DEFAULT_GUESSES } = settings;
  const checkPassphrase = await openPassphraseCheck({ home, kek, kept, guesses, clock });
  return {
    find: kept.find,
    list: kept.list,
    create: async (wanted) => {
      const draft = draftOf(wanted, clock.wallNow());
      const proof = newProof(wanted.passphrase ?? newPassphrase());
      return { key: await kept.add(seal(kek, draft, proof)), ...proof };
    },
    rotate: async (name) => {
      const proof = newProof(newPassphrase());
      const key = await kept.change(name, (old) =>
        seal(kek, { ...old, version: old.version + 1 }, proof),
      );
      return { key, ...proof };
    },
    setStatus: (key, status) => kept.change(key, (record) => ({ ...record, status })),
    setAllowlist: (key, texts) =>
      kept.change(key, (record) => ({ ...record, allowlist: checkedAllowlist(texts) })),
    secretOf: (key) => {
      const open = (): Buffer => openSecret(kek, key, kept.getRecord(key.key).secret);
      return secrets.get(key.owner, clock.monotonicNow(), open);
    },
    copy: () => openKeyStore({ ...settings, home: createMemoryKeys(kept.records()) }),
    checkPassphrase,
    listenKeys: await openListenKeys(home, kept, clock.wallNow),
    guards: await home.open(GUARDS),
    home,
  };
}

export async function openKeptKeys(home: FactHome): Promise<KeptKeys> {
  const { find, all, ask, follow } = await home.open(KEYS);
  const views = new Map<string, ApiKey>();
  const listeners: ((owner: string) => void)[] = [];
  follow((key, record, before) => {
    if (record !== undefined) views.set(key, viewOf(record));
    if (before !== undefined && before.version !== record?.version)
      for (const listener of listeners) listener(ownerOf(before));
  });
  const replace = async (
    key: string,
    make: (was: KeyRecord | undefined) => KeyRecord,
  ): Promise<ApiKey> => {
    for (;;) {
      const was = find(key);
      const record = make(was);
      const view = viewOf(record);
      if (await ask(key, { was, record })) return view;
    }
  };
  const getRecord: KeptKeys['getRecord'] = (key) => {
    const record = find(key);
    if (record === undefined) throw new KeyRefusal(`no such key: ${key.slice(0, 64)}`);
    return record;
  };
  return {
    find: (key) => views.get(key),
    getRecord,
    list: () => [...views.values()],
    records: () => [...all().values()],
    add: (record) =>
      replace(record.key, (was) => {
        if (was !== undefined) throw new KeyRefusal('there is such a key already');
        return record;
      }),
    change: async (key, edit) => {
      // Another process may have made it a moment ago.
      if (find(key) === undefined) await ask(key, {});
      return replace(key, () => edit(getRecord(key)));
    },
    onRenewed: (listener) => void listeners.push(listener),
  };
}

/** Records that do not fit are reported at the start, not to a caller. */
function expectToOpen({ list, getRecord }: KeptKeys, { kek, home }: KeyStoreSettings): void {
  for (const key of list()) {
    try {
      openSecret(kek, key, getRecord(key.key).secret).fill(0);
    } catch (error) {
      throw error instanceof KeyFault ? new KeyFault(`${home.name}: ${error.message}`) : error;
    }
  }
}

/** What a caller shows that a key is its own. */
type Proof = Omit<IssuedKey, 'key'>;

const newProof = (passphrase: string): Proof => ({ secret: newSecret(), passphrase });

const seal = (kek: KeyEncryptionKey, draft: Draft, { secret, passphrase }: Proof): KeyRecord => ({
  ...draft,
  secret: sealSecret(kek, draft, secret),
  passphrase: macPassphrase(kek, draft, passphrase),
});

function draftOf(wanted: NewKey, now: Millis): Draft {
  const {
    passphrase = null,
    permissions = PERMISSIONS,
    allowlist = null,
    expiresAt = null,
  } = wanted;
  if (passphrase !== null && !isPassphrase(passphrase))
    throw new KeyRefusal('a passphrase is 8 to 32 letters and digits');
  if (permissions.length === 0) throw new KeyRefusal('a key needs at least one permission');
  return {
    key: wanted.key ?? newApiKey(),
    account: wanted.account,
    version: 1,
    name: wanted.name,
    ...(wanted.agent === undefined ? {} : { agent: wanted.agent }),
    ...(wanted.publicKey === undefined ? {} : { publicKey: checkedPublicKey(wanted.publicKey) }),
    permissions: [...new Set(permissions)],
    allowlist: checkedAllowlist(allowlist),
    ...(wanted.dialects === undefined ? {} : { dialects: [...new Set(wanted.dialects)] }),
    status: 'active',
    createdAt: now,
    expiresAt,
  };
}

function checkedAllowlist(texts: readonly string[] | null): string[] | null {
  if (texts === null) return null;
  const parsed = parseAllowlist(texts);
  if ('problem' in parsed) throw new KeyRefusal(`allowlist: ${parsed.problem}`);
  return formatAllowlist(parsed.ranges);
}

/**
 * Opened secrets, only while their keys are in use and outside of the JavaScript heap: a key object
 * is wiped when it is dropped, and with it a signature costs a sixth of what it does with bytes.
 */
export function createSecretCache(idleMillis: number) {
  const opened = new Map<string, { readonly key: KeyObject; usedAt: number }>();
  let sweptAt = 0;
  const sweep = (now: Monotonic): void => {
    sweptAt = now;
    for (const [name, { usedAt }] of opened) if (now - usedAt >= idleMillis) opened.delete(name);
  };
  return {
    /** Opens it where it is not open yet. */
    get: (name: string, now: Monotonic, open: () => Buffer): KeyObject => {
      if (now - sweptAt >= idleMillis) sweep(now);
      const found = opened.get(name);
      if (found !== undefined) {
        found.usedAt = now;
        return found.key;
      }
      const bytes = open();
      const key = createSecretKey(bytes);
      bytes.fill(0);
      opened.set(name, { key, usedAt: now });
      return key;
    },
    forget: (name: string): void => void opened.delete(name),
    size: () => opened.size,
  };
}

/** The three parts of a credential, and where their randomness comes from. */

/** Lets scanners recognise a key that was published by mistake. */
const PREFIX = 'perp_';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ISSUED_PASSPHRASE_LENGTH = 20;

/** Public, and not to be guessed: 128 random bits. */
export const newApiKey = (): string => PREFIX + randomBytes(16).toString('hex');

/** The key of the signature: 256 random bits, as text that clients use as it is. */
export const newSecret = (): string => randomBytes(32).toString('hex');

export const newPassphrase = (): string =>
  Array.from({ length: ISSUED_PASSPHRASE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(
    '',
  );

/** What a person may choose. */
export const isPassphrase = (text: string): boolean => /^[A-Za-z0-9]{8,32}$/.test(text);
