/**
 * A file that one process holds. The lock is the operating system's own, taken through SQLite,
 * which Node has built in and which works alike everywhere: it ends with the process, however that
 * ends, so there is no stale lock to guess about. The file itself stays empty.
 */

import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../domain/reason-of.ts';

export interface FileLock {
  release(): void;
}

/** Undefined if another process holds it. Creates a missing file. */
export function lockFile(path: string): FileLock | undefined {
  let database: DatabaseSync | undefined;
  createPrivate(path);
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (code === SQLITE_BUSY) return undefined;
    throw new Error(`${path} cannot be locked: ${adviceFor(code, error)}`, { cause: error });
  }
  const held = database;
  return { release: () => held.close() };
}

/**
 * SQLite would create it for everyone to read. A file that is there is not opened: closing it would
 * drop a lock that this process has on it.
 */
function createPrivate(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It is there, or SQLite meets the same obstacle and says so.
    return;
  }
}

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

function adviceFor(code: number, error: unknown): string {
  const reason = reasonOf(error);
  if (code !== SQLITE_NOTADB) return reason;
  return `${reason}. It should be empty: make sure that no venue runs, then remove it`;
}
