/** A key as it is stored, as the rest of the gateway sees it, and the file of all keys. */

import { createPublicKey, type KeyObject } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { findJson } from '../../domain/find-json.ts';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { FactKind } from '../../facts/fact.ts';
import { type Allowlist, parseAllowlist } from './allowlist.ts';
import { OLD_PASSPHRASE } from './old-passphrase.ts';

/** A key as the rest of the gateway sees it. */
export interface ApiKey {
  readonly key: string;
  /** Identifies the key and its version in caches of its secret and passphrase. */
  readonly owner: string;
  readonly account: AccountId;
  readonly version: number;
  readonly name: string;
  /** The name under which the owner of an address approved this one; null for other keys. */
  readonly agent: string | null;
  /** What its signatures are checked by; null where the venue has a secret for that. */
  readonly publicKey: KeyObject | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly allowlist: Allowlist;
  /** Null for every dialect. */
  readonly dialects: ReadonlySet<string> | null;
  readonly status: 'active' | 'disabled';
  readonly createdAt: Millis;
  readonly expiresAt: Millis | null;
}

/** A change that cannot be made, with a message for the caller. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
}

/** The records of all keys, in memory and where they are kept: a change counts once it is there. */
export interface KeptKeys {
  readonly find: (key: string) => ApiKey | undefined;
  /** Throws a refusal if there is none. */
  readonly getRecord: (key: string) => KeyRecord;
  /** In the order of creation. */
  readonly list: () => readonly ApiKey[];
  readonly records: () => readonly KeyRecord[];
  readonly add: (record: KeyRecord) => Promise<ApiKey>;
  /** Each change is made on top of the one before, wherever that was made. */
  readonly change: (key: string, edit: (record: KeyRecord) => KeyRecord) => Promise<ApiKey>;
  /** Told of an owner that is none any more, since the key has another version. */
  readonly onRenewed: (listener: (owner: string) => void) => void;
}

/** A record to take the place of the one that the asker knows; without it, a mere look. */
interface KeyChange {
  readonly was?: KeyRecord | undefined;
  readonly record?: KeyRecord;
}

/** Answers whether it did. */
export const KEYS: FactKind<KeyRecord, KeyChange, boolean> = {
  name: 'keys',
  apply: (state, { was, record }) =>
    record === undefined || JSON.stringify(state) !== JSON.stringify(was)
      ? [state, false]
      : [record, true],
  parse: parseKeyRecord,
};

export const ownerOf = ({ key, version }: Pick<KeyRecord, 'key' | 'version'>): string =>
  `${key}|${version}`;

/** Throws on a record that was tampered with: an allowlist that cannot be read lets nobody in. */
export function viewOf(record: KeyRecord): ApiKey {
  const parsed = record.allowlist === null ? { ranges: null } : parseAllowlist(record.allowlist);
  if ('problem' in parsed) throw new KeyFault(`key ${record.key}: allowlist: ${parsed.problem}`);
  return {
    key: record.key,
    owner: ownerOf(record),
    account: accountId(record.account),
    version: record.version,
    name: record.name,
    agent: record.agent ?? null,
    publicKey: record.publicKey === undefined ? null : createPublicKey(record.publicKey),
    permissions: new Set(record.permissions),
    allowlist: parsed.ranges,
    dialects: record.dialects === undefined ? null : new Set(record.dialects),
    status: record.status,
    createdAt: millis(record.createdAt),
    expiresAt: record.expiresAt === null ? null : millis(record.expiresAt),
  };
}

export const PERMISSIONS = ['read', 'trade'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const RECORD = Type.Object({
  key: Type.String(),
  account: Type.Integer(),
  /** Grows when the secret or the passphrase changes. */
  version: Type.Integer(),
  /** Its name, for people. */
  name: Type.String(),
  /** Of an address that another one approved. */
  agent: Type.Optional(Type.String()),
  /** In PEM, of a caller who alone has the private half. */
  publicKey: Type.Optional(Type.String()),
  permissions: Type.Array(Type.Union([Type.Literal('read'), Type.Literal('trade')])),
  /** Null lets every address in, an empty list none. */
  allowlist: Type.Union([Type.Null(), Type.Array(Type.String())]),
  /** Where it may be used; every dialect if missing. */
  dialects: Type.Optional(Type.Array(Type.String())),
  status: Type.Union([Type.Literal('active'), Type.Literal('disabled')]),
  createdAt: Type.Integer(),
  expiresAt: Type.Union([Type.Null(), Type.Integer()]),
  secret: Type.Object({
    /** Which key-encryption key opens it. */
    kek: Type.String(),
    nonce: Type.String(),
    text: Type.String(),
    tag: Type.String(),
  }),
  passphrase: Type.Union([Type.Object({ mac: Type.String() }), OLD_PASSPHRASE]),
});

export type KeyRecord = Readonly<Static<typeof RECORD>>;

const FILE = Type.Object({ version: Type.Literal(1), keys: Type.Array(RECORD) });

/** Throws, naming the file, if it is not as it was written. */
export function parseKeyFile(text: string, path: string): readonly KeyRecord[] {
  const value = findJson(text);
  if (value === undefined) throw new KeyFault(`${path}: the file of keys is not JSON`);
  if (!Check(FILE, value))
    throw new KeyFault(`${path}: the file of keys is damaged or of another version`);
  return value.keys;
}

/** One record alone, as JSON. */
export function parseKeyRecord(text: string, whence: string): KeyRecord {
  const value: unknown = JSON.parse(text);
  if (!Check(RECORD, value))
    throw new KeyFault(`${whence}: the record of a key is damaged or of another version`);
  return value;
}

export const formatKeyFile = (keys: readonly unknown[]): string =>
  `${JSON.stringify({ version: 1, keys }, null, 1)}\n`;

/** A file of keys is missing, damaged or fits another. Names the file; what to do is said above. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
}
