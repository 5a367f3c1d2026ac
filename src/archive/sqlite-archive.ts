/**
 * The archive in one SQLite file, through the SQLite that is built into Node. It is written ahead
 * and synced only at checkpoints: after a power cut the file is sound but may lack its last
 * entries, which the venue writes again from the journal. Every call works synchronously, so it
 * belongs on a thread of its own; see threaded-archive.ts.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { HistoryRows } from '../domain/history.ts';
import type { Seq } from '../domain/units.ts';
import { type Archive, assertRising } from './archive.ts';
import { ArchiveError, closedError, UNKNOWN_SOURCE } from './archive-error.ts';
import { createArchiveReading } from './archive-reading.ts';
import { TABLES } from './history-tables.ts';
import {
  cellsOf,
  countColumn,
  explainFaults,
  type FileUse,
  openFile,
  readArchivedUpTo,
} from './sqlite-file.ts';

const NOTE_STORED = `UPDATE archive SET archived_up_to = ?, ${TABLES.map(
  (table) => `${countColumn(table)} = ${countColumn(table)} + ?`,
).join(', ')}`;

/** Throws an ArchiveError where the file is damaged, foreign or of another version. */
export function openSqliteArchive(path: string, use: Partial<FileUse> = {}): Archive {
  const { source = UNKNOWN_SOURCE } = use;
  const opened = openFile(path, { missingRows: 'refuse', ...use, source });
  let database: DatabaseSync | null = opened;
  let archivedUpTo = readArchivedUpTo(opened);
  let failure: unknown = null;
  const getOpen = (): DatabaseSync => {
    if (database === null) throw closedError();
    return database;
  };
  const prepare = keepStatements(getOpen);
  return {
    ...createArchiveReading(({ sql, values }) => {
      const find = () => prepare(sql).all(...values);
      return explainFaults(path, source, find).map(cellsOf);
    }),
    write: async (entries) => {
      const to = getOpen();
      if (failure !== null) throw failedError(failure);
      assertRising(entries);
      const fresh = entries.filter((entry) => entry.seq > archivedUpTo);
      const last = fresh.at(-1);
      if (last === undefined) return;
      try {
        explainFaults(path, source, () => store(to, prepare, fresh, last.seq));
      } catch (error) {
        failure = error;
        rollBack(to);
        throw error;
      }
      archivedUpTo = last.seq;
    },
    archivedUpTo: async () => {
      getOpen();
      return archivedUpTo;
    },
    close: async () => {
      prepare.forget();
      database?.close();
      database = null;
    },
  };
}

interface Prepare {
  (sql: string): StatementSync;
  forget(): void;
}

/** There are few statements, one for each set of filters; preparing one costs more than a run. */
function keepStatements(getOpen: () => DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = getOpen().prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return Object.assign(prepare, { forget: () => statements.clear() });
}

function store(
  database: DatabaseSync,
  prepare: Prepare,
  entries: readonly HistoryRows[],
  upTo: Seq,
): void {
  database.exec('BEGIN IMMEDIATE');
  const counts = TABLES.map(({ insert, encodeAll }) => {
    let count = 0;
    for (const row of encodeAll(entries)) {
      prepare(insert).run(...row);
      count += 1;
    }
    return count;
  });
  prepare(NOTE_STORED).run(upTo, ...counts);
  database.exec('COMMIT');
}

const failedError = (cause: unknown): ArchiveError =>
  new ArchiveError('failed', 'the archive stores nothing more: a write failed', { cause });

/** The first error is the one to tell; a transaction that stays open dies with its connection. */
function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {}
}
