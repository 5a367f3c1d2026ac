/**
 * Opens the file of an archive: creates a missing one, brings one of an earlier form to the present
 * one, and refuses a foreign one.
 */
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { assert } from '../domain/assert.ts';
import { type Seq, seq } from '../domain/units.ts';
import { ArchiveError, type ArchiveSource, adviseRebuilding } from './archive-error.ts';
import { FILL_TABLE, INDEXES, TABLES } from './history-tables.ts';
import { addColumns, createTable, decodeInteger, type Stored, type TableShape } from './table.ts';

/** Only the system account that the venue runs under may read everyone's orders. */
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

export interface FileUse {
  readonly source: ArchiveSource;
  /** Whether missing rows are a reason not to open it. */
  readonly missingRows: 'refuse' | 'accept';
  /** Whether another process writes it, and this one only reads. */
  readonly isReadOnly?: boolean;
}

export function openFile(path: string, use: FileUse): DatabaseSync {
  const { source, isReadOnly: readOnly = false } = use;
  if (!readOnly) {
    closeSync(openSync(path, 'a', FILE_MODE));
    chmodSync(path, FILE_MODE);
  }
  const database = new DatabaseSync(path, { ...OPTIONS, readOnly });
  const look = readOnly ? checkForm : prepareFile;
  try {
    explainFaults(path, source, () => look(database, path, use));
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

const OPTIONS = { timeout: BUSY_TIMEOUT_MILLIS, readBigInts: true, returnArrays: true };

/** How far an archive goes, found out without changing it; zero where there is no file. */
export function peekArchivedUpTo(path: string, use: FileUse): Seq {
  if (!existsSync(path) || statSync(path).size === 0) return seq(0);
  const database = new DatabaseSync(path, { ...OPTIONS, readOnly: true });
  try {
    return explainFaults(path, use.source, () => {
      if (isEmpty(database)) return seq(0);
      checkForm(database, path, use);
      return readArchivedUpTo(database);
    });
  } finally {
    database.close();
  }
}

function prepareFile(database: DatabaseSync, path: string, use: FileUse): void {
  const isNew = isEmpty(database);
  const form = isNew ? SCHEMA_VERSION : checkForm(database, path, use);
  for (const setting of SETTINGS) database.exec(setting);
  if (isNew || form !== SCHEMA_VERSION) {
    database.exec('BEGIN');
    for (const statement of isNew ? SCHEMA : upgradeSchema(form)) database.exec(statement);
    database.exec('COMMIT');
  }
  const { id } = use.source;
  if (isKnown(id)) database.prepare('UPDATE archive SET journal = ?').run(id);
}

const isEmpty = (database: DatabaseSync): boolean =>
  readInteger(database, 'SELECT COUNT(*) FROM sqlite_schema') === 0;

/** The version of the file's form, after checking that the file is ours and whole. */
function checkForm(database: DatabaseSync, path: string, use: FileUse): number {
  const form = checkIsOurs(database, path, use.source);
  if (form !== SCHEMA_VERSION) return form;
  checkSource(database, path, use.source);
  if (use.missingRows === 'refuse') checkRows(database, path, use.source);
  return form;
}

const isKnown = (id: unknown): boolean => typeof id === 'string' && /[^0]/.test(id);

function checkSource(database: DatabaseSync, path: string, source: ArchiveSource): void {
  const [journal] = cellsOf(database.prepare('SELECT journal FROM archive').get());
  if (!isKnown(journal) || !isKnown(source.id) || journal === source.id) return;
  throw new ArchiveError(
    'mixed',
    `the archive ${path} is of journal ${journal}, the segments beside it are of journal ` +
      `${source.id}: two venues are mixed up. Put its own archive back, or ` +
      adviseRebuilding(path, source),
  );
}

/** Counting walks the smallest index of each table: about a second for ten million rows. */
function checkRows(database: DatabaseSync, path: string, source: ArchiveSource): void {
  const missing = TABLES.flatMap((table) => {
    const stored = readInteger(database, `SELECT ${countColumn(table)} FROM archive`);
    const found = readInteger(database, `SELECT COUNT(*) FROM ${table.name}`);
    return stored === found ? [] : [`${table.name} has ${found} rows of ${stored}`];
  });
  if (missing.length === 0) return;
  throw new ArchiveError(
    'incomplete',
    `the archive ${path} was changed by hand: ${missing.join(', ')}; ` +
      adviseRebuilding(path, source),
  );
}

function checkIsOurs(database: DatabaseSync, path: string, source: ArchiveSource): number {
  if (readInteger(database, 'PRAGMA application_id') !== APPLICATION_ID) {
    const message = `${path} is a database of something else: name another file for the archive`;
    throw new ArchiveError('foreign', message);
  }
  const version = readForm(database);
  if (version >= 1 && version <= SCHEMA_VERSION) return version;
  const age = version > SCHEMA_VERSION ? 'a newer' : 'an older';
  const message =
    `the archive ${path} was written by ${age} version of the venue (form ${version}, ` +
    `this one reads ${SCHEMA_VERSION}): run that version, or ${adviseRebuilding(path, source)}`;
  throw new ArchiveError('version', message);
}

/** The first form recorded it in its table only. A file that says two things is neither. */
function readForm(database: DatabaseSync): number {
  const told = readInteger(database, 'PRAGMA user_version');
  const written = readInteger(database, 'SELECT version FROM archive');
  if (told === written || (told === 0 && written === 1)) return written;
  const other = told === SCHEMA_VERSION ? written : told;
  return other < SCHEMA_VERSION ? 0 : other;
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
/** Results about the disk and not about what was asked: READONLY, IOERR, FULL, CANTOPEN. */
const DISK_CODES: ReadonlySet<number> = new Set([8, 10, 13, 14]);

/** Names the file, and says of a damaged one what to do about it. */
export function explainFaults<Result>(
  path: string,
  source: ArchiveSource,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !('errcode' in error)) throw error;
    const code = Number(error.errcode) & 0xff;
    const { message: reason } = error;
    if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) {
      const advice = adviseRebuilding(path, source);
      const message = `the archive ${path} is damaged (${reason}): ${advice}`;
      throw new ArchiveError('damaged', message, { cause: error });
    }
    if (!DISK_CODES.has(code)) throw error;
    throw new ArchiveError('failed', `the archive ${path}: ${reason}`, { cause: error });
  }
}

/** Raise it with any change to what the file holds. */
export const SCHEMA_VERSION = 4;

/** Marks the file as ours, so that no other database is taken for an archive: "Perp". */
export const APPLICATION_ID = 0x50657270;

export const SCHEMA: readonly string[] = [
  ...TABLES.map(createTable),
  ...INDEXES,
  'CREATE TABLE archive (version INTEGER NOT NULL, archived_up_to INTEGER NOT NULL) STRICT',
  'INSERT INTO archive (version, archived_up_to) VALUES (1, 0)',
  `PRAGMA application_id = ${APPLICATION_ID}`,
  ...describeRows(),
  ...stampVersion(),
];

/** How many rows of a table were ever stored; none is ever taken out. */
export function countColumn({ name }: TableShape): string {
  return `${name}_stored`;
}

/** From an earlier form to the present one. The third did not count the fills of a contract. */
export function upgradeSchema(form: number): string[] {
  return [
    ...(form === 1 ? describeRows() : []),
    ...(form === 3 ? addColumns(FILL_TABLE, 'number') : TABLES.flatMap((each) => addColumns(each))),
    ...stampVersion(),
  ];
}

/** The first form did not say whose archive it is nor how many rows it should have. */
function describeRows(): string[] {
  return [
    `ALTER TABLE archive ADD COLUMN journal TEXT NOT NULL DEFAULT ''`,
    ...TABLES.flatMap((table) => [
      `ALTER TABLE archive ADD COLUMN ${countColumn(table)} INTEGER NOT NULL DEFAULT 0`,
      `UPDATE archive SET ${countColumn(table)} = (SELECT COUNT(*) FROM ${table.name})`,
    ]),
  ];
}

function stampVersion(): string[] {
  return [
    `UPDATE archive SET version = ${SCHEMA_VERSION}`,
    `PRAGMA user_version = ${SCHEMA_VERSION}`,
  ];
}
