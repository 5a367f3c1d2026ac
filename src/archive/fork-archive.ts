/**
 * The archive of a fork: a copy of the original's that ends with the entry of the fork. Rows know
 * their entry, so the copy is made first and what is later is taken out of it. Writing the rows
 * again from the journal would need every entry since the first. SQLite's own backup reads the
 * pages of one moment while another process writes, and holds up nobody; `VACUUM INTO` would build
 * every index anew.
 */
import { constants, copyFileSync, existsSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { ROWS_PER_ENTRY_MAX } from '../domain/history.ts';
import type { Millis, Seq } from '../domain/units.ts';
import { UNKNOWN_SOURCE } from './archive-error.ts';
import {
  BILL_TABLE,
  FILL_TABLE,
  FUNDING_TABLE,
  LIQUIDATION_TABLE,
  ORDER_TABLE,
} from './history-tables.ts';
import { cellsOf, countColumn, openFile, readArchivedUpTo } from './sqlite-file.ts';
import type { TableShape } from './table.ts';

interface ArchiveFork {
  /** The last entry that counts, and its time. */
  readonly seq: Seq;
  readonly at: Millis;
  /** Of the fork's journal. */
  readonly id: string;
  /** A venue that has the file open may write to it at any moment. */
  readonly isInUse: boolean;
}

/** In one step: a backup in several begins anew whenever something was written in between. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Taking a row out of its indexes costs more than putting one into a new index. So where many rows
 * go, the indexes are made anew from those that stay.
 */
const KEPT_SHARE_LARGE = 2 / 3;

/** Where there is no archive there is none in the fork either: a start writes it. */
export async function forkArchive(from: string, to: string, fork: ArchiveFork): Promise<void> {
  if (!existsSync(from) || statSync(from).size === 0) return;
  if (fork.isInUse) await backUp(from, to);
  else copyFiles(from, to);
  const database = openFile(to, { source: UNKNOWN_SOURCE, missingRows: 'accept' });
  try {
    database.exec('BEGIN IMMEDIATE');
    const archivedUpTo = readArchivedUpTo(database);
    if (archivedUpTo > fork.seq) {
      const indexes = fork.seq < archivedUpTo * KEPT_SHARE_LARGE ? dropIndexes(database) : [];
      removeLater(database, fork);
      for (const index of indexes) database.exec(index);
    }
    database.prepare('UPDATE archive SET journal = ?').run(fork.id);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

async function backUp(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Nobody has it open. A venue that was killed left a second file beside it. */
function copyFiles(from: string, to: string): void {
  for (const ending of ['', '-wal'])
    if (existsSync(`${from}${ending}`))
      copyFileSync(`${from}${ending}`, `${to}${ending}`, constants.COPYFILE_FICLONE);
}

/** Returns what makes them again. */
function dropIndexes(database: DatabaseSync): string[] {
  const rows = database
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
    .all()
    .map(cellsOf);
  for (const [name] of rows) database.exec(`DROP INDEX ${name}`);
  return rows.map(([, sql]) => String(sql));
}

function removeLater(database: DatabaseSync, { seq, at }: ArchiveFork): void {
  const firstId = (seq + 1) * ROWS_PER_ENTRY_MAX;
  const later: readonly (readonly [TableShape, string, number])[] = [
    [ORDER_TABLE, '"seq" >', seq],
    [FILL_TABLE, '"seq" >', seq],
    [BILL_TABLE, '"id" >=', firstId],
    [LIQUIDATION_TABLE, '"id" >=', firstId],
    // Funding is settled by the first entry whose time has reached it.
    [FUNDING_TABLE, '"settled_at" >', at],
  ];
  for (const [table, condition, value] of later) {
    const remove = database.prepare(`DELETE FROM ${table.name} WHERE ${condition} ?`);
    const { changes } = remove.run(value);
    const count = countColumn(table);
    database.prepare(`UPDATE archive SET ${count} = ${count} - ?`).run(changes);
  }
  database.prepare('UPDATE archive SET archived_up_to = ?').run(seq);
}
