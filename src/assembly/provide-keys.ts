/**
 * Keys for the sandbox accounts, written where their owner finds them. Secrets are known only when
 * they are made, so a lost list means new keys; an existing list only gains addresses, which lists
 * of before there were any lack. A list that cannot be read is renamed and counts as lost: it is a
 * convenience, and no reason not to open.
 */
import type { AccountId } from '../domain/ids.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { RecordsError } from '../facts/records.ts';
import { type Credentials, jsonText, parseCredentials } from '../gateway/data-files.ts';
import { issueAddressKey } from '../gateway/keys/issue-address.ts';
import type { KeyStore, NewKey } from '../gateway/keys/key-store.ts';
import type { VenueNotes } from '../gateway/notes.ts';
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
  notes: VenueNotes,
  tell: (message: string) => void,
): Promise<readonly Credentials[]> {
  const hadKeys = keys
    .list()
    .some((key) => accounts.some(({ account }) => account === key.account));
  const known = await findUsable(notes, hadKeys, tell);
  if (known !== undefined) return withAddresses(keys, accounts, notes, known);
  const issued: Credentials[] = [];
  for (const account of accounts) issued.push(await issueSandboxKey(keys, account));
  if (issued.length > 0) await notes.write('credentials', jsonText(issued));
  return issued;
}

async function withAddresses(
  keys: KeyStore,
  accounts: readonly NamedAccount[],
  notes: VenueNotes,
  known: readonly Credentials[],
): Promise<readonly Credentials[]> {
  const whole: Credentials[] = [];
  for (const each of known) {
    const owner = accounts.find(({ account }) => account === each.accountId);
    const lacks = each.address === undefined && owner !== undefined;
    whole.push(lacks ? { ...each, ...(await issueAddress(keys, owner)) } : each);
  }
  const isSame = whole.every((each, at) => each === known[at]);
  if (!isSame) await notes.write('credentials', jsonText(whole));
  return isSame ? known : whole;
}

async function findUsable(
  notes: VenueNotes,
  hadKeys: boolean,
  tell: (message: string) => void,
): Promise<readonly Credentials[] | undefined> {
  const place = notes.placeOf('credentials');
  try {
    const text = await notes.find('credentials');
    if (text !== undefined) return parseCredentials(text, place);
    if (hadKeys) tell(`${place} is missing; sandbox accounts get new keys beside their old ones`);
    return undefined;
  } catch (error) {
    if (error instanceof RecordsError) throw error;
    const because = reasonOf(error);
    const aside = await notes.setAside('credentials');
    tell(
      `${place} cannot be used (${because}); it is kept as ${aside}, ` +
        'and sandbox accounts get new keys beside their old ones',
    );
    return undefined;
  }
}

const wantedFor = ({ account, name }: NamedAccount): NewKey => ({
  account,
  name,
  permissions: ['read', 'trade'],
  allowlist: null,
  passphrase: null,
  expiresAt: null,
});

export async function issueSandboxKey(keys: KeyStore, named: NamedAccount): Promise<Credentials> {
  const { account, name } = named;
  const { key, secret, passphrase } = await keys.create(wantedFor(named));
  const issued = { name, accountId: account, apiKey: key.key, secretKey: secret, passphrase };
  return { ...issued, ...(await issueAddress(keys, named)) };
}

async function issueAddress(
  keys: KeyStore,
  named: NamedAccount,
): Promise<Pick<Credentials, 'address' | 'privateKey'>> {
  const issued = await issueAddressKey(keys, wantedFor(named));
  return issued === undefined ? {} : { address: issued.key.key, privateKey: issued.secret };
}
