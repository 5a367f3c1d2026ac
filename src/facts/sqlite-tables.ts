/** Tables in SQLite, for one process that keeps its own. */
import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import { assert } from '../domain/assert.ts';
import { inTurnByKey } from './fact.ts';
import type { Ask, RecordCell, RecordRow, RecordValue, Tables } from './records.ts';

const DATABASE = 'database';

/** One connection has one transaction, so statements of others wait until it is over. */
export function createSqliteTables(database: DatabaseSync): Tables {
  const statements = new Map<string, StatementSync>();
  const ask: Ask = async (sql, values = []) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...values.map(toInput)).map(toRow);
  };
  const inTurn = inTurnByKey();
  return {
    ask: (sql, values) => inTurn(DATABASE, () => ask(sql, values)),
    transact: (run) =>
      inTurn(DATABASE, async () => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const result = await run(ask);
          database.exec('COMMIT');
          return result;
        } catch (error) {
          database.exec('ROLLBACK');
          throw error;
        }
      }),
  };
}

function toInput(value: RecordValue): SQLInputValue {
  assert(typeof value !== 'object' || value === null, 'SQLite takes one value for each place');
  return typeof value === 'boolean' ? Number(value) : value;
}

/** No column holds bytes. */
function toRow(row: Readonly<Record<string, SQLOutputValue>>): RecordRow {
  const cells: Record<string, RecordCell> = {};
  for (const [name, value] of Object.entries(row)) {
    assert(!(value instanceof Uint8Array), 'a column of text or numbers', name);
    cells[name] = value;
  }
  return cells;
}

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
