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
): FactHome => createLocalFacts(keepKeys(name, async () => first));

export const createFileKeys = (path: string): FactHome =>
  createLocalFacts(
    {
      ...keepKeys(path, async () => (await findRecords(path)) ?? []),
      store: (records) => writePrivateFile(path, formatKeyFile(records)),
    },
    keepGuards(join(dirname(path), 'guards.json')),
  );

const keepKeys = (name: string, find: () => Promise<readonly KeyRecord[]>): Keep => ({
  name,
  fact: KEYS.name,
  load: async () => (await find()).map((record) => [record.key, JSON.stringify(record)]),
  store: async () => undefined,
});

const keepGuards = (path: string): Keep => ({
  name: path,
  fact: GUARDS.name,
  load: async () => {
    const guards = parseGuards(findText(path) ?? '[]', path);
    return guards.map((guard) => [String(guard.account), JSON.stringify(guard)]);
  },
  store: (guards) => writePrivateFile(path, `${JSON.stringify(guards)}\n`),
});

/** Undefined if there is no such file. */
export async function findRecords(path: string): Promise<readonly KeyRecord[] | undefined> {
  const text = findText(path);
  return text === undefined ? undefined : parseKeyFile(text, path);
}
