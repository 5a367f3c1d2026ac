/**
 * Opens the keys of a venue. They are made with a new venue, before its first entry. A file that is
 * missing later was therefore lost, and the start stops and says so: with new keys in its place
 * nobody could trade on the existing accounts, and nobody would know why.
 */
import { dirname } from 'node:path';
import { accountId } from '../domain/ids.ts';
import type { DataFiles, VenueFiles } from '../gateway/data-files.ts';
import {
  drawKeyEncryptionKey,
  findKeyEncryptionKey,
  type KeyEncryptionKey,
  makeKeyEncryptionKey,
} from '../gateway/keys/key-encryption-key.ts';
import { createFileKeys, createMemoryKeys, findRecords } from '../gateway/keys/key-home.ts';
import { formatKeyFile, KeyFault } from '../gateway/keys/key-record.ts';
import { type KeyStore, openKeyStore } from '../gateway/keys/key-store.ts';
import { writePrivateFile } from '../gateway/keys/private-file.ts';
import { commandLine, quoted } from '../journal/command-line.ts';
import { makeFolder } from '../journal/files.ts';
import type { MachineClock } from '../venue/clock.ts';
import type { AccountRead } from '../venue/read-account.ts';
import type { Settings } from './settings.ts';
import { StepFailed } from './step-failed.ts';

export type KeySettings = Pick<Settings, 'data' | 'keyFile'>;

export const keyFileOf = (
  { keyFile }: KeySettings,
  files: Pick<DataFiles, 'keyEncryptionKey'>,
): string => (keyFile === 'data' ? files.keyEncryptionKey : keyFile);

export async function openKeys(
  settings: KeySettings,
  { keys: path, keyEncryptionKey }: Pick<VenueFiles, 'keys' | 'keyEncryptionKey'>,
  clock: MachineClock,
  accounts: AccountRead,
): Promise<KeyStore> {
  if (path === null || keyEncryptionKey === null)
    return openKeyStore({ home: createMemoryKeys(), kek: drawKeyEncryptionKey(), clock });
  try {
    const keyFile = keyFileOf(settings, { keyEncryptionKey });
    const kek = await provideKeyFiles(path, keyFile, accounts);
    return await openKeyStore({ home: createFileKeys(path), kek, clock });
  } catch (error) {
    if (!(error instanceof KeyFault)) throw error;
    throw new Error(`${error.message}; ${remedyOf(settings)}`);
  }
}

async function provideKeyFiles(
  keys: string,
  keyFile: string,
  accounts: AccountRead,
): Promise<KeyEncryptionKey> {
  const records = await findRecords(keys);
  const traders = countTraders(accounts);
  if (records === undefined && traders > 0)
    throw new KeyFault(`${keys} is missing, but ${traders} accounts in the journal had keys`);
  const kek = await findKeyEncryptionKey(keyFile).catch((error: unknown) => {
    throw error instanceof KeyFault ? error : new StepFailed(keyFile, error);
  });
  const count = records?.length ?? 0;
  if (kek === undefined && count > 0)
    throw new KeyFault(
      `${keyFile} is missing, and the ${count} keys of ${keys} are sealed with it`,
    );
  if (kek !== undefined && records?.some(({ secret }) => secret.kek !== kek.id))
    throw new KeyFault(`${keyFile} is another key than the one that ${keys} is sealed with`);
  if (kek === undefined) makeFolder(dirname(keyFile));
  const found = kek ?? (await makeKeyEncryptionKey(keyFile));
  const kept = records?.filter(({ account }) => traders === 0 || isOpened(accounts, account)) ?? [];
  if (kept.length !== records?.length) await writePrivateFile(keys, formatKeyFile(kept));
  return found;
}

/**
 * A fork, or a journal whose end was cut off, may be from before an account was opened. Its keys
 * go, because the next account to be opened gets the same number.
 */
const isOpened = (accounts: AccountRead, account: number): boolean =>
  accounts.role(accountId(account)) !== undefined;

const countTraders = (accounts: AccountRead): number =>
  accounts.list().filter(({ role }) => role === 'trader').length;

const remedyOf = ({ data, keyFile }: KeySettings): string => {
  const key = keyFile === 'data' ? '' : ` --key-file ${quoted(keyFile)}`;
  return (
    'put the right file back from your copy, or give up the old keys and begin with new ones: ' +
    commandLine('keys renew', data) +
    key
  );
};
