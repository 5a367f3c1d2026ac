import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { closeLater, temporaryPath } from '../../test/archive/homes.ts';
import { ALICE, bill, entry, fill, finished } from '../../test/archive/rows.ts';
import { type Archive, LIST_START } from './archive.ts';
import { ArchiveError } from './archive-error.ts';
import { countRows, SELECT_CLIENT_ORDER, SELECT_ORDER, selectPage } from './archive-reading.ts';
import {
  BILL_LIST,
  FILL_LIST,
  FUNDING_LIST,
  LIQUIDATION_LIST,
  type ListShape,
  ORDER_LIST,
  TABLES,
  TRIGGER_LIST,
} from './history-tables.ts';
import { openSqliteArchive } from './sqlite-archive.ts';
import { SCHEMA } from './sqlite-file.ts';

const ROWS = 300;
const entries = Array.from({ length: ROWS }, (_, place) => {
  return entry(place + 1, { bills: [bill(place + 1)], orders: [finished(place + 1)] });
});

async function billIds(archive: Archive): Promise<number[]> {
  const { rows } = await archive.bills({ account: ALICE, limit: 1_000 });
  return rows.map(({ id }) => id);
}

const EVERY_ID = entries.map((_, place) => ROWS - place);

/** What is on disk at this moment, as a killed process would leave it. */
function crash(path: string): string {
  const left = temporaryPath();
  copyFileSync(path, left);
  copyFileSync(`${path}-wal`, `${left}-wal`);
  return left;
}

/** Overwrites the first page of tables and indexes. */
function spoil(path: string, names: readonly string[]): void {
  const bytes = readFileSync(path);
  const database = new DatabaseSync(path);
  const find = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?');
  for (const name of names) {
    const { rootpage } = find.get(name)!;
    const page = Number(rootpage);
    bytes.fill(0xa5, (page - 1) * 4_096, page * 4_096);
  }
  database.close();
  writeFileSync(path, bytes);
}

function expectFault(open: () => unknown, fault: string, words: string): void {
  let thrown: unknown;
  try {
    open();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ArchiveError);
  expect(thrown).toMatchObject({ fault, message: expect.stringContaining(words) });
}

test('[ARC-14] a file that is opened again goes on where it stopped', async () => {
  const path = temporaryPath();
  const first = openSqliteArchive(path);
  await first.write(entries.slice(0, 200));
  await first.close();
  const second = closeLater(openSqliteArchive(path));
  expect(await second.archivedUpTo()).toBe(200);
  await second.write(entries);
  expect(await billIds(second)).toEqual(EVERY_ID);
});

test('[ARC-14] only the owner may read the file and what is written ahead of it', async () => {
  const path = temporaryPath();
  writeFileSync(path, '', { mode: 0o644 });
  const archive = closeLater(openSqliteArchive(path));
  await archive.write(entries);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

test('[ARC-3] a write stores all or nothing, and after a failure nothing is stored', async () => {
  const path = temporaryPath();
  const archive = openSqliteArchive(path);
  await archive.write(entries.slice(0, 10));
  const sameOrder = [entry(11, { bills: [bill(11)] }), entry(12, { orders: [finished(3)] })];
  await expect(archive.write(sameOrder)).rejects.toThrow('UNIQUE');
  await expect(archive.write([entry(13)])).rejects.toMatchObject({ fault: 'failed' });
  expect(await archive.archivedUpTo()).toBe(10);
  expect(await billIds(archive)).toEqual(EVERY_ID.slice(-10));
  await archive.close();
  const again = closeLater(openSqliteArchive(path));
  await again.write(entries);
  expect(await billIds(again)).toEqual(EVERY_ID);
});

test('[ARC-19] what a crash leaves is sound, and a replay completes it', async () => {
  const path = temporaryPath();
  const archive = closeLater(openSqliteArchive(path));
  for (let place = 0; place < 200; place += 10)
    await archive.write(entries.slice(place, place + 10));
  const length = statSync(`${path}-wal`).size;
  for (const kept of [1, 0.7, 0.31, 0]) {
    const left = crash(path);
    truncateSync(`${left}-wal`, Math.floor(length * kept));
    const found = closeLater(openSqliteArchive(left));
    const upTo = await found.archivedUpTo();
    expect(upTo % 10).toBe(0);
    if (kept === 1) expect(upTo).toBe(200);
    expect(await billIds(found)).toEqual(EVERY_ID.slice(ROWS - upTo));
    await found.write(entries);
    expect(await billIds(found)).toEqual(EVERY_ID);
  }
});

test('[ARC-15] a lost file is an empty archive, also where its tail was left behind', async () => {
  const path = temporaryPath();
  const archive = closeLater(openSqliteArchive(path));
  await archive.write(entries.slice(0, 50));
  const left = crash(path);
  rmSync(left);
  const rebuilt = closeLater(openSqliteArchive(left));
  expect(await rebuilt.archivedUpTo()).toBe(0);
  await rebuilt.write(entries);
  expect(await billIds(rebuilt)).toEqual(EVERY_ID);
});

test('[ARC-15] a damaged file is refused, with what to do', async () => {
  const path = temporaryPath();
  writeFileSync(path, 'this is not a database, but long enough to be taken for one'.repeat(99));
  expectFault(() => openSqliteArchive(path), 'damaged', `move ${path} away`);
});

test('[ARC-15] damage inside the file shows when it is met, with what to do', async () => {
  const path = temporaryPath();
  const archive = openSqliteArchive(path);
  await archive.write(entries);
  await archive.close();
  spoil(path, ['orders_by_id', 'bills']);
  const damaged = closeLater(openSqliteArchive(path, { missingRows: 'accept' }));
  const advice = {
    fault: 'damaged',
    message: expect.stringContaining('written again from the journal'),
  };
  await expect(damaged.findOrder(finished(1).order.id)).rejects.toMatchObject(advice);
  await expect(damaged.write([entry(999, { bills: [bill(999)] })])).rejects.toMatchObject(advice);
});

test('[ARC-15] a file of a newer version is refused, and so is another database', async () => {
  const newer = temporaryPath();
  await openSqliteArchive(newer).close();
  const database = new DatabaseSync(newer);
  database.exec('UPDATE archive SET version = 99');
  database.close();
  expectFault(() => openSqliteArchive(newer), 'version', 'newer version of the venue (form 99');
  for (const [told, words] of [
    [77, 'newer version of the venue (form 77'],
    [1, 'older version of the venue (form 0'],
  ] as const) {
    const path = temporaryPath();
    await openSqliteArchive(path).close();
    change(path, `PRAGMA user_version = ${told}`);
    expectFault(() => openSqliteArchive(path), 'version', words);
  }
  const other = temporaryPath();
  const foreign = new DatabaseSync(other);
  foreign.exec('CREATE TABLE recipes (name TEXT)');
  foreign.close();
  expectFault(() => openSqliteArchive(other), 'foreign', 'something else');
});

function change(path: string, ...statements: string[]): void {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

test('[ARC-20] rows that are missing are noticed when the file is opened', async () => {
  const path = temporaryPath();
  const archive = openSqliteArchive(path);
  await archive.write(entries);
  await archive.close();
  await openSqliteArchive(path).close();
  change(path, 'DELETE FROM bills WHERE id IN (7, 9)');
  const words = `${path} was changed by hand: bills has 298 rows of 300; to have it written again`;
  expectFault(() => openSqliteArchive(path), 'incomplete', words);
  await openSqliteArchive(path, { missingRows: 'accept' }).close();
});

test('[ARC-20] advice tells what a journal that was cut short cannot bring back', async () => {
  const path = temporaryPath();
  writeFileSync(path, 'no database'.repeat(999));
  const source = { id: 'a'.repeat(16), firstSeq: 501 };
  const words = 'history before entry 501 is then lost, since the journal begins there';
  expectFault(() => openSqliteArchive(path, { source }), 'damaged', words);
});

test('[ARC-21] an archive of another journal is refused', async () => {
  const path = temporaryPath();
  const mine = { id: 'a'.repeat(16), firstSeq: 1 };
  await openSqliteArchive(path, { source: mine }).close();
  await openSqliteArchive(path, { source: mine }).close();
  const source = { id: 'b'.repeat(16), firstSeq: 1 };
  const words = `is of journal ${mine.id}, the segments beside it are of journal ${source.id}`;
  expectFault(() => openSqliteArchive(path, { source }), 'mixed', words);
});

test.each([1, 2, 3])('[ARC-14] a file of form %i is brought to the present one', async (form) => {
  const path = temporaryPath();
  const archive = openSqliteArchive(path);
  const [first, ...later] = entries.slice(0, 200);
  await archive.write([{ ...first!, fills: [fill(3), fill(5), fill(9)] }, ...later]);
  await archive.close();
  const columns = ['journal', 'orders', 'fills', 'bills', 'funding', 'liquidations'].map((name) =>
    name === 'journal' ? name : `${name}_stored`,
  );
  change(
    path,
    ...(form === 1 ? columns.map((column) => `ALTER TABLE archive DROP COLUMN ${column}`) : []),
    ...TABLES.flatMap(({ name, names, declarations }) =>
      names
        .filter((_, place) => declarations[place]?.includes('DEFAULT'))
        .filter((column) => form < 3 || column === 'number')
        .map((column) => `ALTER TABLE ${name} DROP COLUMN ${column}`),
    ),
    `UPDATE archive SET version = ${form}`,
    `PRAGMA user_version = ${form === 1 ? 0 : form}`,
  );
  const again = closeLater(openSqliteArchive(path));
  expect(await again.archivedUpTo()).toBe(200);
  await again.write(entries);
  expect(await billIds(again)).toEqual(EVERY_ID);
  expect(await again.findOrder(finished(1).order.id)).toEqual(finished(1));
  // Fills of before they were counted go by the id of their trade.
  const forwards = { account: ALICE, after: LIST_START, idFrom: 4, limit: 10 };
  expect((await again.fills(forwards)).rows.map(({ number }) => number)).toEqual([5, 9]);
  await again.close();
  await openSqliteArchive(path).close();
});

const FILTERS: readonly (readonly [ListShape, string, readonly string[]])[] = [
  [ORDER_LIST, 'account', ['contract']],
  [TRIGGER_LIST, 'account', ['contract', 'effect', 'position_side', 'trigger_purpose']],
  [FILL_LIST, 'account', ['contract', 'order']],
  [BILL_LIST, 'account', ['contract', 'kind']],
  [FUNDING_LIST, 'contract', []],
  [LIQUIDATION_LIST, 'account', []],
];

function subsets(names: readonly string[]): string[][] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

test('[ARC-13] every query walks an index in the order of its list: no scan, no sorting', () => {
  const database = new DatabaseSync(':memory:');
  for (const statement of SCHEMA) database.exec(statement);
  const statements = FILTERS.flatMap(([list, owner, optional]) => {
    return subsets(optional).flatMap((names) => {
      const filters = Object.fromEntries([owner, ...names].map((name) => [name, 1]));
      const page = selectPage(list, filters, { limit: 100 });
      const rising = selectPage(list, filters, { limit: 100, after: LIST_START, idFrom: 7 });
      return [page.sql, rising.sql, countRows(list, filters, {}, 100).sql];
    });
  });
  for (const sql of [...statements, SELECT_ORDER, SELECT_CLIENT_ORDER]) {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    const plan = steps.map(({ detail }) => String(detail)).join('; ');
    expect(plan).toContain('SEARCH');
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN (?!found)/);
    if (sql.includes('< (?, ?)')) expect(plan).toMatch(/,id\)<\(\?,\?\)/);
    if (sql.includes('> (?, ?)')) expect(plan).toMatch(/,id\)>\(\?,\?\)/);
  }
});
