/** Tables in SQLite, for one process that keeps its own. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { assert } from '../domain/assert.ts';
import type { Ask, RecordCell, RecordRow, RecordValue, Tables } from './records.ts';

/** One connection has one transaction, so statements of others wait until it is over. */
export function createSqliteTables(database: DatabaseSync): Tables {
  const statements = new Map<string, StatementSync>();
  const ask: Ask = async (sql, values = []) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement.all(...values.map(toInput)).map(toRow);
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    ask: (sql, values) => inTurn(() => ask(sql, values)),
    transact: (run) =>
      inTurn(async () => {
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
