/**
 * Notes: small documents that a venue keeps beside its journal and that may be secrets, such as the
 * seed of its market. Each has a file of its own in the data folder. The replicas of a cluster
 * share theirs in PostgreSQL, sealed: whoever reads the database alone learns nothing.
 */

import type { Records } from '../facts/records.ts';
import { wallNow } from '../machine/timers.ts';
import type { DataFiles, VenueFiles } from './data-files.ts';
import { type KeyEncryptionKey, openText, sealText } from './keys/key-encryption-key.ts';
import { findText, setAside, writePrivateFile } from './keys/private-file.ts';

export const NOTE_NAMES = [
  ...(['adminToken', 'credentials', 'history', 'marketSeed', 'observerToken', 'replay'] as const),
] satisfies readonly (keyof DataFiles)[];

export type NoteName = (typeof NOTE_NAMES)[number];

export interface VenueNotes {
  /** Where a note is, for messages. */
  readonly placeOf: (name: NoteName) => string;
  /** Its text; undefined if there is none. Throws if it cannot be opened. */
  readonly find: (name: NoteName) => Promise<string | undefined>;
  /** Resolves when it is there for good, in place of an earlier one. */
  readonly write: (name: NoteName, text: string) => Promise<void>;
  /** Writes it unless there is one, and answers with the one that is there afterwards. */
  readonly provide: (name: NoteName, text: string) => Promise<string>;
  /** Gives one that cannot be used another name, and answers with it. */
  readonly setAside: (name: NoteName) => Promise<string>;
}

/** A venue without files keeps no notes. */
export function createFileNotes(files: Pick<VenueFiles, NoteName>): VenueNotes {
  const find: VenueNotes['find'] = async (name) => {
    const path = files[name];
    return path === null ? undefined : findText(path);
  };
  const write: VenueNotes['write'] = async (name, text) => {
    const path = files[name];
    if (path !== null) await writePrivateFile(path, text);
  };
  return {
    placeOf: (name) => files[name] ?? `the note ${name}`,
    find,
    write,
    provide: async (name, text) => {
      const found = await find(name);
      if (found === undefined) await write(name, text);
      return found ?? text;
    },
    setAside: async (name) => {
      const path = files[name];
      return path === null ? name : setAside(path);
    },
  };
}

const FORM = 1;
const SCHEMA = ['CREATE TABLE notes (name TEXT PRIMARY KEY, sealed TEXT NOT NULL)'];

export async function openPostgresNotes(
  records: Records,
  kek: KeyEncryptionKey,
): Promise<VenueNotes> {
  await records.prepare('notes', FORM, SCHEMA);
  const placeOf = (name: string): string => `the note ${name} in ${records.name}`;
  const find: VenueNotes['find'] = async (name) => {
    const [row] = await records.ask('SELECT sealed FROM notes WHERE name = ?', [name]);
    if (row === undefined) return undefined;
    return openText(kek, bindingOf(name), placeOf(name), JSON.parse(String(row['sealed'])));
  };
  const write = async (name: NoteName, text: string, conflict: string): Promise<void> => {
    const sealed = JSON.stringify(sealText(kek, bindingOf(name), text));
    const sql = `INSERT INTO notes VALUES (?, ?) ON CONFLICT (name) DO ${conflict}`;
    await records.ask(sql, [name, sealed]);
  };
  return {
    placeOf,
    find,
    write: (name, text) => write(name, text, 'UPDATE SET sealed = EXCLUDED.sealed'),
    provide: async (name, text) => {
      await write(name, text, 'NOTHING');
      return (await find(name)) ?? text;
    },
    setAside: async (name) => {
      const aside = `${name}.${wallNow()}.broken`;
      await records.ask('UPDATE notes SET name = ? WHERE name = ?', [aside, name]);
      return placeOf(aside);
    },
  };
}

/** A sealed note does not open under another name. */
const bindingOf = (name: NoteName): string => `note|${name}`;
