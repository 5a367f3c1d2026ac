/** The data folder and the files in it that are not the journal's. */

import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getJson } from '../domain/find-json.ts';
import { findText, setAside, writePrivateFile } from './keys/private-file.ts';

const filesAt = <Path extends string | null>(pathOf: (name: string) => Path) => ({
  folder: pathOf('.'),
  credentials: pathOf('credentials.json'),
  admin: pathOf('admin.json'),
  adminToken: pathOf('admin.token'),
  keys: pathOf('keys.json'),
  keyEncryptionKey: pathOf('key-encryption.key'),
  aiLogs: pathOf('ai-logs.jsonl'),
  observerToken: pathOf('observer.token'),
  competition: pathOf('competition.sqlite'),
  /** What the generated candles are made from. */
  history: pathOf('generated-history.json'),
  /** Where in its files a replay is. */
  replay: pathOf('replay.json'),
  /** What every price and every order of the house is drawn from; a secret. */
  marketSeed: pathOf('market.seed'),
});

export type DataFiles = Readonly<ReturnType<typeof filesAt<string>>>;

/** The same of any venue: null where it keeps nothing. */
export type VenueFiles = Readonly<ReturnType<typeof filesAt<string | null>>>;

/** A venue of which nothing outlives its process. */
export const NO_FILES: VenueFiles = filesAt(() => null);

export const dataFilesOf = (folder: string): DataFiles => filesAt((name) => resolve(folder, name));

/** Files with secrets that somebody copied here or edited are their owner's alone again. */
export function closeToOthers(files: DataFiles): void {
  const { credentials, admin, adminToken, observerToken, keys, keyEncryptionKey } = files;
  const { marketSeed } = files;
  const tokens = [admin, adminToken, observerToken];
  for (const path of [credentials, ...tokens, keys, keyEncryptionKey, marketSeed])
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) chmodSync(path, 0o600);
}

/** A folder that was made inside somebody's project is not committed with its keys. */
export const keepOutOfGit = (folder: string): void =>
  writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 });

/** Written anew at each start: what stands in its way is set aside. */
export async function writeAdminAddress(
  path: string | null,
  address: AdminAddress,
  tell: (message: string) => void,
): Promise<void> {
  if (path === null) return;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    tell(`${path} is a folder; it is kept as ${await setAside(path)}`);
  await writeJsonFile(path, address);
}

/** What a program needs to trade, as `credentials.json` lists it. */
export interface Credentials {
  readonly name: string;
  readonly accountId: number;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  /** For programs that sign with a private key; the venue keeps its address alone. */
  readonly address?: string;
  readonly privateKey?: string;
}

/** How to reach the operator's door, and where the interface is. */
export interface AdminAddress {
  readonly address: string;
  readonly token: string;
  readonly baseUrl: string;
}

/** A null path keeps nothing. */
export const writeJsonFile = async (path: string | null, value: object): Promise<void> =>
  path === null ? undefined : writePrivateFile(path, jsonText(value));

/** As people can read it. */
export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Undefined where there is no such file; throws where it cannot be used. */
export function findCredentials(path: string): Credentials[] | undefined {
  const text = findText(path);
  return text === undefined ? undefined : parseCredentials(text, path);
}

export function parseCredentials(text: string, place: string): Credentials[] {
  const value = getJson(text, place);
  if (!Array.isArray(value) || !value.every(isCredentials))
    throw new Error(`${place} is not a list of credentials`);
  return value;
}

export function findAdminAddress(path: string): AdminAddress | undefined {
  const text = findText(path);
  if (text === undefined) return undefined;
  const value = getJson(text, path);
  if (!hasTexts(value, ['address', 'token', 'baseUrl']))
    throw new Error(`${path} does not say where the operator's door is`);
  return value;
}

export const isCredentials = (value: unknown): value is Credentials =>
  hasTexts(value, ['name', 'apiKey', 'secretKey', 'passphrase']) &&
  hasNumbers(value, ['accountId']);

const hasFields =
  <Field>(isFit: (field: unknown) => field is Field) =>
  <Name extends string>(
    value: unknown,
    names: readonly Name[],
  ): value is Readonly<Record<Name, Field>> => {
    if (typeof value !== 'object' || value === null) return false;
    const fields = new Map<string, unknown>(Object.entries(value));
    return names.every((name) => isFit(fields.get(name)));
  };

const hasTexts = hasFields((field) => typeof field === 'string');
export const hasNumbers = hasFields((field): field is number => Number.isFinite(field));
