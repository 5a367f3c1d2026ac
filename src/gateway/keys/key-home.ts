/** Where the records of keys are kept: in a file, in memory alone, or in a database. */
import { readFile } from 'node:fs/promises';
import { formatKeyFile, type KeyRecord, parseKeyFile } from './key-record.ts';
import { isMissing, writePrivateFile } from './private-file.ts';

export interface KeyHome {
  /** For messages. */
  readonly name: string;
  /**
   * Tells every record, in the order of creation, and later those that this or another process has
   * stored.
   */
  readonly open: (put: (record: KeyRecord) => void) => Promise<OpenHome>;
}

export interface OpenHome {
  readonly store: StoreKey;
  /** Tells the record of one key, if another process has stored it and it was not heard of yet. */
  readonly look: (key: string) => Promise<void>;
}

/**
 * Resolves when the record is there for good and was told. False if another process has changed the
 * one that it was made from: that has been told by then, and the change has to be made anew.
 */
export type StoreKey = (
  record: KeyRecord,
  recordsWith: (record: KeyRecord) => readonly KeyRecord[],
) => Promise<boolean>;

/** Of a venue that keeps nothing, or of a process that is told what another one keeps. */
export const createMemoryKeys = (first: readonly KeyRecord[] = []): KeyHome => ({
  name: 'the keys in memory',
  open: async (put) => {
    first.forEach(put);
    const store: StoreKey = async (record) => {
      put(record);
      return true;
    };
    return { store, look: knowsAll };
  },
});

export const createFileKeys = (path: string): KeyHome => ({
  name: path,
  open: async (put) => {
    (await findRecords(path))?.forEach(put);
    const store: StoreKey = async (record, recordsWith) => {
      await writePrivateFile(path, formatKeyFile(recordsWith(record)));
      put(record);
      return true;
    };
    return { store, look: knowsAll };
  },
});

/** No other process stores any here. */
const knowsAll = async (): Promise<void> => undefined;

/** Undefined if there is no such file. */
export async function findRecords(path: string): Promise<readonly KeyRecord[] | undefined> {
  try {
    return parseKeyFile(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
