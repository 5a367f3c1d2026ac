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
import { clusterRows } from './cluster-rows.ts';
import {
  BILL_TABLE,
  FILL_TABLE,
  FUNDING_TABLE,
  LIQUIDATION_TABLE,
  ORDER_TABLE,
} from './history-tables.ts';
import { cellsOf, explainFaults, type FileUse, openFile, readArchivedUpTo } from './sqlite-file.ts';
import { countColumn } from './sqlite-schema.ts';
import { insertInto, type StoredTable, type TableShape } from './table.ts';

/** In the order in which `store` counts them. */
const COUNTED = [ORDER_TABLE, FILL_TABLE, BILL_TABLE, FUNDING_TABLE, LIQUIDATION_TABLE];
const NOTE_STORED = `UPDATE archive SET archived_up_to = ?, ${COUNTED.map(
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
  const insert = <Row>(table: StoredTable<Row>, rows: readonly Row[]): void => {
    if (rows.length === 0) return;
    const statement = prepare(insertOf(table));
    for (const row of rows) statement.run(...table.encode(row));
  };
  database.exec('BEGIN IMMEDIATE');
  const { orders, fills, bills, funding, liquidations } = clusterRows(entries);
  insert(ORDER_TABLE, orders);
  insert(FILL_TABLE, fills);
  insert(BILL_TABLE, bills);
  insert(FUNDING_TABLE, funding);
  insert(LIQUIDATION_TABLE, liquidations);
  const counts = [orders, fills, bills, funding, liquidations].map(({ length }) => length);
  prepare(NOTE_STORED).run(upTo, ...counts);
  database.exec('COMMIT');
}

/** The text is long, and the same for every write. */
const insertOf = (table: TableShape): string => INSERTS.get(table) ?? insertInto(table);
const INSERTS = new Map(COUNTED.map((table): [TableShape, string] => [table, insertInto(table)]));

const failedError = (cause: unknown): ArchiveError =>
  new ArchiveError('failed', 'the archive stores nothing more: a write failed', { cause });

/** The first error is the one to tell; a transaction that stays open dies with its connection. */
function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {}
}
