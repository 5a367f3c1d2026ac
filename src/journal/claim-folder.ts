/**
 * Claims a folder by something outside it, so that nobody can remove the claim by tidying up the
 * folder. On Linux that is a socket with an abstract name: the kernel keeps the name as
 * long as the process lives, no file stands for it, and nothing removes it. The name says device
 * and inode of the folder, so every path to the same folder meets, through links and mounts alike.
 *
 * What it cannot see: a venue in another network namespace (another container) or on another
 * machine. Those meet at the lock file in the folder; see lock-folder.ts. Windows needs no claim:
 * there a file that is open cannot be removed. Elsewhere a lock file in the folder for temporary
 * files is the best there is. It can be removed, but not by tidying up the data folder.
 *
 * Anyone with an account on the machine can take the name first and so keep a venue from starting.
 * The venue then reports a folder in use, and no stored data is at risk.
 */
import { type BigIntStats, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../domain/reason-of.ts';

export interface FolderClaim {
  release(): void;
}

const NOTHING: FolderClaim = { release: () => undefined };

/** Undefined if another process has it. */
export function claimFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<FolderClaim | undefined> {
  if (platform === 'win32') return Promise.resolve(NOTHING);
  const name = `perpetua-${identityOf(statSync(folder, { bigint: true }))}`;
  if (platform === 'linux') return takeName(`\0${name}`);
  return Promise.resolve(lockFile(join(tmpdir(), `${name}.lock`)));
}

/** The same for every path that leads to the same file or folder. */
export const identityOf = ({ dev, ino }: BigIntStats): string => `${dev}-${ino}`;

function takeName(name: string): Promise<FolderClaim | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => {
      server.unref();
      resolve({ release: () => server.close() });
    });
  });
}

export interface FileLock {
  release(): void;
}

/**
 * A file that one process holds. The lock is the operating system's own, taken through SQLite,
 * which Node has built in and which works alike everywhere: it ends with the process, however that
 * ends, so there is no stale lock to guess about. The file itself stays empty. Undefined if
 * another process holds it. Creates a missing file.
 */
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
