/** Facts whose keys are in a file of this process, or in its memory alone. */
import { readFile } from 'node:fs/promises';
import type { FactHome } from '../../facts/fact.ts';
import { createLocalFacts } from '../../facts/local-facts.ts';
import { formatKeyFile, KEYS, type KeyRecord, parseKeyFile } from './kept-keys.ts';
import { isMissing, writePrivateFile } from './private-file.ts';

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
  );

const createKept = (
  name: string,
  find: () => Promise<readonly KeyRecord[]>,
  store: (records: readonly unknown[]) => Promise<void>,
): FactHome =>
  createLocalFacts({
    name,
    fact: KEYS.name,
    load: async () => (await find()).map((record) => [record.key, JSON.stringify(record)]),
    store,
  });

/** Undefined if there is no such file. */
export async function findRecords(path: string): Promise<readonly KeyRecord[] | undefined> {
  try {
    return parseKeyFile(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
