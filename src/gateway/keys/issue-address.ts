/**
 * Addresses, for dialects whose callers sign with a private key of their own. The venue keeps the
 * address alone; the private key is shown once, and the secret of its record nobody ever sees.
 */
import { DIALECTS } from '../dialects.ts';
import { formatAllowlist } from './allowlist.ts';
import type { ApiKey } from './key-record.ts';
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

/**
 * Another address beside a key, with the same rights. Nobody can be shown a private key twice, so
 * the ones before it end, with the agents that they approved.
 */
export async function renewAddress(
  keys: Pick<KeyStore, 'create' | 'list' | 'setStatus'>,
  { account, name, permissions, allowlist, expiresAt }: ApiKey,
): Promise<OwnAddress> {
  for (const known of keys.list())
    if (known.account === account && isAddressKey(known))
      await keys.setStatus(known.key, 'disabled');
  const issued = await issueAddressKey(keys, {
    account,
    name,
    permissions: [...permissions],
    allowlist: allowlist === null ? null : formatAllowlist(allowlist),
    expiresAt,
  });
  return { address: issued?.key.key ?? null, privateKey: issued?.secret ?? null };
}

/** Null where no dialect knows callers so. */
export interface OwnAddress {
  readonly address: string | null;
  readonly privateKey: string | null;
}

const KNOW_ADDRESSES: ReadonlySet<string> = new Set(
  DIALECTS.filter(({ issueAddress }) => issueAddress !== undefined).map(({ id }) => id),
);

/** Whether a key is an address: it has no secret here that could be another one. */
export const isAddressKey = ({ dialects }: Pick<ApiKey, 'dialects'>): boolean =>
  dialects !== null && [...dialects].every((id) => KNOW_ADDRESSES.has(id));
