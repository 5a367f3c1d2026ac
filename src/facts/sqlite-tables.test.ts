import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import type { RecordValue } from './records.ts';
import { copyTables, createSqliteTables } from './sqlite-tables.ts';

test('statements wait for a transaction of others, and one that fails is undone', async () => {
  const database = new DatabaseSync(':memory:');
  const { ask, transact } = createSqliteTables(database);
  await ask('CREATE TABLE things (name TEXT, isOn INT)');
  const failing = transact(async (inside) => {
    await inside('INSERT INTO things VALUES (?, ?)', ['undone', 1]);
    throw new Error('it fails');
  });
  const after = ask('SELECT * FROM things');
  await expect(failing).rejects.toThrow('it fails');
  expect(await after).toEqual([]);
  const kept = transact(async (inside) => {
    await inside('INSERT INTO things VALUES (?, ?)', ['kept', true]);
    return 'answer';
  });
  const seen = ask('SELECT * FROM things WHERE name = ?', ['kept']);
  expect([await kept, await seen]).toEqual(['answer', [{ name: 'kept', isOn: 1 }]]);
  expect(await ask('SELECT * FROM things WHERE name = ?', ['undone'])).toEqual([]);
  database.close();
});

test('whole tables are copied, two thousand rows at a time, with their numbers', () =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, 'facts.db');
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE many (number INTEGER, name TEXT); CREATE TABLE none (name TEXT)');
    const insert = database.prepare('INSERT INTO many VALUES (?, ?)');
    database.exec('BEGIN');
    for (let number = 1; number <= 4_001; number += 1) insert.run(number, `name ${number}`);
    database.exec('COMMIT');
    database.close();
    const asked: { readonly sql: string; readonly values: readonly RecordValue[] }[] = [];
    await copyTables(path, ['many', 'none'], async (sql, values = []) => {
      asked.push({ sql, values });
      return [];
    });
    const [numbers] = asked.map(({ values }) => values[0]);
    expect(asked.map(({ values }) => Object(values[0]).length)).toEqual([2_000, 2_000, 1]);
    expect(Object(numbers)[0]).toBe(1n);
    expect(asked[2]?.values).toEqual([[4_001n], ['name 4001']]);
    expect(asked[0]?.sql.replaceAll(/\s+/g, ' ')).toBe(
      'INSERT INTO many ("number", "name") OVERRIDING SYSTEM VALUE ' +
        'SELECT * FROM unnest(?::BIGINT[], ?::TEXT[])',
    );
  }));
