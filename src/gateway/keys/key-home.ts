/** Facts whose keys are in a file of this process, or in its memory alone. */
import { dirname, join } from 'node:path';
import type { FactHome } from '../../facts/fact.ts';
import { createLocalFacts, type Keep } from '../../facts/local-facts.ts';
import { GUARDS, parseGuards } from '../guards.ts';
import { formatKeyFile, KEYS, type KeyRecord, parseKeyFile } from './key-record.ts';
import { findText, writePrivateFile } from './private-file.ts';

/** Of a venue that keeps nothing. */
export const createMemoryKeys = (
  first: readonly KeyRecord[] = [],
  name = 'the keys in memory',
): FactHome =>
  createKept(
    name,
    async () => first,
    async () => undefined,
  );

export const createFileKeys = (path: string): FactHome =>
  createKept(
    path,
    async () => (await findRecords(path)) ?? [],
    (records) => writePrivateFile(path, formatKeyFile(records)),
    keepGuards(join(dirname(path), 'guards.json')),
  );

const createKept = (
  name: string,
  find: () => Promise<readonly KeyRecord[]>,
  store: (records: readonly unknown[]) => Promise<void>,
  ...others: readonly Keep[]
): FactHome =>
  createLocalFacts(
    {
      name,
      fact: KEYS.name,
      load: async () => (await find()).map((record) => [record.key, JSON.stringify(record)]),
      store,
    },
    ...others,
  );

const keepGuards = (path: string): Keep => ({
  name: path,
  fact: GUARDS.name,
  load: async () =>
    parseGuards(findText(path) ?? '[]', path).map((guard) => [
      String(guard.account),
      JSON.stringify(guard),
    ]),
  store: (guards) => writePrivateFile(path, `${JSON.stringify(guards)}\n`),
});

/** Undefined if there is no such file. */
export async function findRecords(path: string): Promise<readonly KeyRecord[] | undefined> {
  const text = findText(path);
  return text === undefined ? undefined : parseKeyFile(text, path);
}
