import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteRegistry } from './registry.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpetua-'));
  path = join(folder, 'competition.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('[REG-8] only its owner may read the file', () => {
  openSqliteRegistry(path).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('[REG-8] a file of something else, or of another form, stops the start and is named', () => {
  writeFileSync(path, 'no database at all, but long enough to look at it twice');
  expect(() => openSqliteRegistry(path)).toThrow(`${path} cannot be used: file is not a database`);
  expect(() => openSqliteRegistry(path)).toThrow('Without a copy move it away');
  rmSync(path);
  const foreign = new DatabaseSync(path);
  foreign.exec('CREATE TABLE other (x)');
  foreign.close();
  expect(() => openSqliteRegistry(path)).toThrow('a database of something else');
  rmSync(path, { force: true });
  openSqliteRegistry(path).close();
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 9');
  newer.close();
  expect(() => openSqliteRegistry(path)).toThrow('has form 9');
});
