/** Opens the file of an archive: makes it where it is missing, refuses what is not ours. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { assert } from '../domain/assert.ts';
import { type Seq, seq } from '../domain/units.ts';
import { ArchiveError, adviseDeletion } from './archive-error.ts';
import { decodeInteger, type Stored } from './columns.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './sqlite-schema.ts';

/** Who may read the orders of everyone: only the account the venue runs under. */
const FILE_MODE = 0o600;
/** Someone looking into the file by hand must not fail a write. */
const BUSY_TIMEOUT_MILLIS = 5_000;

/**
 * The cache holds the ends of the busiest indexes, in KiB. Checkpoints are rare, since each is a
 * sync; the file that is written ahead stays below about 40 MiB.
 */
const SETTINGS = [
  'PRAGMA journal_mode = WAL',
  'PRAGMA synchronous = NORMAL',
  'PRAGMA cache_size = -65536',
  'PRAGMA wal_autocheckpoint = 10000',
];

export function openFile(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', FILE_MODE));
  chmodSync(path, FILE_MODE);
  const options = { timeout: BUSY_TIMEOUT_MILLIS, readBigInts: true, returnArrays: true };
  const database = new DatabaseSync(path, options);
  try {
    explainFaults(path, () => prepareFile(database, path));
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function prepareFile(database: DatabaseSync, path: string): void {
  const isNew = readInteger(database, 'SELECT COUNT(*) FROM sqlite_schema') === 0;
  if (!isNew) checkOwner(database, path);
  for (const setting of SETTINGS) database.exec(setting);
  if (!isNew) return;
  database.exec('BEGIN');
  for (const statement of SCHEMA) database.exec(statement);
  database.exec('COMMIT');
}

function checkOwner(database: DatabaseSync, path: string): void {
  if (readInteger(database, 'PRAGMA application_id') !== APPLICATION_ID) {
    const message = `${path} is a database of something else: name another file for the archive`;
    throw new ArchiveError('foreign', message);
  }
  const version = readInteger(database, 'SELECT version FROM archive');
  if (version === SCHEMA_VERSION) return;
  const age = version > SCHEMA_VERSION ? 'a newer' : 'an older';
  const message =
    `the archive ${path} was written by ${age} version of the venue (form ${version}, ` +
    `this one reads ${SCHEMA_VERSION}): run that version, or ${adviseDeletion(path)}`;
  throw new ArchiveError('version', message);
}

export const readArchivedUpTo = (database: DatabaseSync): Seq =>
  seq(readInteger(database, 'SELECT archived_up_to FROM archive'));

function readInteger(database: DatabaseSync, sql: string): number {
  return decodeInteger(cellsOf(database.prepare(sql).get())[0] ?? null);
}

/** The database returns rows as arrays, which its types do not say. */
export function cellsOf(row: unknown): readonly Stored[] {
  assert(Array.isArray(row), 'a row is an array of its columns');
  return row;
}

/** Results of SQLite that mean the file itself is unsound. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Says of a damaged file what to do about it; other errors pass. */
export function explainFaults<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isDamage(error)) throw error;
    const message = `the archive ${path} is damaged (${error.message}): ${adviseDeletion(path)}`;
    throw new ArchiveError('damaged', message, { cause: error });
  }
}

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}
