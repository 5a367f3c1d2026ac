/**
 * Keys for the sandbox accounts, written where their owner finds them. Secrets are shown only when
 * they are made, so a list that was lost means new keys, and one that is there is left alone.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { KeyStore } from '../../gateway/keys/key-store.ts';
import { type Credentials, findCredentials, writeJson } from './data-files.ts';

export async function provideCredentials(
  keys: KeyStore,
  accounts: readonly AccountId[],
  path: string,
): Promise<readonly Credentials[]> {
  const known = findCredentials(path);
  if (known !== undefined) return known;
  const issued: Credentials[] = [];
  for (const account of accounts) issued.push(await issue(keys, account, issued.length + 1));
  if (issued.length > 0) await writeJson(path, issued);
  return issued;
}

async function issue(keys: KeyStore, account: AccountId, number: number): Promise<Credentials> {
  const name = `sandbox-${number}`;
  const { key, secret, passphrase } = await keys.create({
    account,
    name,
    permissions: ['read', 'trade'],
    allowlist: null,
    passphrase: null,
    expiresAt: null,
  });
  return { name, accountId: account, apiKey: key.key, secretKey: secret, passphrase };
}
