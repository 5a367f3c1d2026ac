/** A key as it is stored, and the file of all keys. */
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { KeyFault } from './key-fault.ts';
import { OLD_PASSPHRASE } from './old-passphrase.ts';

export const PERMISSIONS = ['read', 'trade'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const RECORD = Type.Object({
  key: Type.String(),
  account: Type.Integer(),
  /** Grows when the secret or the passphrase changes. */
  version: Type.Integer(),
  /** Its name, for people. */
  name: Type.String(),
  permissions: Type.Array(Type.Union([Type.Literal('read'), Type.Literal('trade')])),
  /** Null lets every address in, an empty list none. */
  allowlist: Type.Union([Type.Null(), Type.Array(Type.String())]),
  /** Where it may be used; every dialect if missing. */
  dialects: Type.Optional(Type.Array(Type.String())),
  status: Type.Union([Type.Literal('active'), Type.Literal('disabled')]),
  createdAt: Type.Integer(),
  expiresAt: Type.Union([Type.Null(), Type.Integer()]),
  secret: Type.Object({
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeyFault(`${path}: the file of keys is not JSON`);
  }
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
