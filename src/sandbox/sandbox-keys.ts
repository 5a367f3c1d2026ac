/**
 * Keys for the sandbox accounts, written where their owner finds them. Secrets are known only when
 * they are made, so a lost list means new keys; an existing list is left alone. A list that cannot
 * be read is renamed and counts as lost: it is a convenience, and no reason not to open.
 */
import type { AccountId } from '../domain/ids.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Credentials, findCredentials, writeJsonFile } from '../gateway/data-files.ts';
import type { KeyStore } from '../gateway/keys/key-store.ts';
import { setAside } from '../gateway/keys/private-file.ts';
import { type GenesisSettings, onewayIds, sandboxIds } from '../market/genesis.ts';
import type { Read } from '../venue/read.ts';

export interface NamedAccount {
  readonly account: AccountId;
  readonly name: string;
}

/** The sandbox accounts that exist; the venue may have begun with other settings. */
export function findSandbox(
  { account }: Pick<Read, 'account'>,
  settings: GenesisSettings,
): NamedAccount[] {
  const named = (ids: readonly AccountId[], word: string): NamedAccount[] =>
    ids
      .filter((id) => account.role(id) === 'trader')
      .map((id, at) => ({ account: id, name: `${word}-${at + 1}` }));
  return [...named(sandboxIds(settings), 'sandbox'), ...named(onewayIds(settings), 'oneway')];
}

export async function provideCredentials(
  keys: KeyStore,
  accounts: readonly NamedAccount[],
  path: string | null,
  tell: (message: string) => void,
): Promise<readonly Credentials[]> {
  const hadKeys = keys
    .list()
    .some((key) => accounts.some(({ account }) => account === key.account));
  const known = path === null ? undefined : await findUsable(path, hadKeys, tell);
  if (known !== undefined) return known;
  const issued: Credentials[] = [];
  for (const account of accounts) issued.push(await issueSandboxKey(keys, account));
  if (issued.length > 0) await writeJsonFile(path, issued);
  return issued;
}

async function findUsable(
  path: string,
  hadKeys: boolean,
  tell: (message: string) => void,
): Promise<readonly Credentials[] | undefined> {
  try {
    const found = findCredentials(path);
    if (found === undefined && hadKeys)
      tell(`${path} is missing; sandbox accounts get new keys beside their old ones`);
    return found;
  } catch (error) {
    const because = reasonOf(error);
    tell(
      `${path} cannot be used (${because}); it is kept as ${await setAside(path)}, ` +
        'and sandbox accounts get new keys beside their old ones',
    );
    return undefined;
  }
}

export async function issueSandboxKey(
  keys: KeyStore,
  { account, name }: NamedAccount,
): Promise<Credentials> {
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
