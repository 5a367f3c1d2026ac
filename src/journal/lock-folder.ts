/**
 * One process per data folder. The lock is the operating system's own, taken through SQLite, which
 * Node has built in and which works alike everywhere: it ends with the process, however that ends,
 * so there is no stale lock to guess about. The file beside it only says who holds it, for people.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FolderLocked } from './journal-error.ts';

export interface FolderLock {
  /** Who had the folder before and did not let go of it: killed, or the machine went down. */
  readonly crashedHolder: string | undefined;
  release(): void;
}

export function lockFolder(dataFolder: string): FolderLock {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataFolder, 'venue.lock'));
  const holderPath = join(dataFolder, 'venue.holder');
  const lastHolder = readHolder(holderPath);
  if (!mayTake(database)) {
    database.close();
    throw new FolderLocked(
      `${dataFolder} is in use by ${lastHolder ?? 'another process'}; stop it first, ` +
        'or give this one a folder of its own (PERPETUA_DATA or --data)',
    );
  }
  const started = new Date(Date.now() - process.uptime() * 1_000).toISOString();
  const holder = `process ${process.pid} on ${hostname()}, started ${started}`;
  writeFileSync(holderPath, `${holder}\n`, { mode: 0o600 });
  return {
    crashedHolder: lastHolder,
    release: () => {
      rmSync(holderPath, { force: true });
      database.close();
    },
  };
}

function mayTake(database: DatabaseSync): boolean {
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    if (isBusy) return false;
    throw error;
  }
}

const SQLITE_BUSY = 5;

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
