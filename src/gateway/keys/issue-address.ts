/**
 * Addresses, for dialects whose callers sign with a private key of their own. The venue keeps the
 * address alone; the private key is shown once, and the secret of its record nobody ever sees.
 */
import { DIALECTS } from '../dialects.ts';
import type { ApiKey } from './kept-keys.ts';
import type { IssuedKey, KeyStore, NewKey } from './key-store.ts';

/** Undefined where no dialect among these knows callers by addresses. */
export async function issueAddressKey(
  keys: Pick<KeyStore, 'create'>,
  wanted: NewKey,
): Promise<IssuedKey | undefined> {
  const dialect = DIALECTS.find(
    ({ id, issueAddress: issue }) =>
      issue !== undefined && wanted.dialects?.every((each) => each === id) !== false,
  );
  if (dialect?.issueAddress === undefined) return undefined;
  const { address, privateKey } = dialect.issueAddress();
  const { key } = await keys.create({ ...wanted, key: address, dialects: [dialect.id] });
  return { key, secret: privateKey, passphrase: '' };
}

const KNOW_ADDRESSES: ReadonlySet<string> = new Set(
  DIALECTS.filter(({ issueAddress }) => issueAddress !== undefined).map(({ id }) => id),
);

/** Whether a key is an address: it has no secret here that could be another one. */
export const isAddressKey = ({ dialects }: Pick<ApiKey, 'dialects'>): boolean =>
  dialects !== null && [...dialects].every((id) => KNOW_ADDRESSES.has(id));
