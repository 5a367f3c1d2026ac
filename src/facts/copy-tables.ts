/** Rows of tables in SQLite go into tables of the same names and columns in PostgreSQL. */
import { DatabaseSync } from 'node:sqlite';
import type { Ask, RecordCell } from './records.ts';

const ROWS_AT_ONCE = 2_000;

/** In one transaction with whatever else the caller asks. */
export async function copyTables(path: string, tables: readonly string[], ask: Ask): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, readBigInts: true });
  try {
    for (const table of tables) await copyTable(database, table, ask);
  } finally {
    database.close();
  }
}

async function copyTable(database: DatabaseSync, table: string, ask: Ask): Promise<void> {
  const columns = database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const places = columns.map(({ type }) => (type === 'TEXT' ? '?::TEXT[]' : '?::BIGINT[]'));
  // Numbers that PostgreSQL would give itself stay as they are: other rows name them.
  const insert = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT * FROM unnest(${places.join(', ')})`;
  let cells: RecordCell[][] = columns.map(() => []);
  const store = async (): Promise<void> => {
    if (cells[0]?.length !== 0) await ask(insert, cells);
    cells = columns.map(() => []);
  };
  for (const row of database.prepare(`SELECT ${names} FROM ${table}`).iterate()) {
    for (const [place, cell] of Object.values(row).entries())
      cells[place]?.push(cell instanceof Uint8Array ? null : cell);
    if (cells[0]?.length === ROWS_AT_ONCE) await store();
  }
  await store();
}
