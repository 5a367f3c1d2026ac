/**
 * One process per data folder. Two things hold it, because neither is enough alone:
 *
 * - a claim outside the folder, which nobody can remove from under a running venue, but which a
 *   venue in another container or on another machine does not see (claim-folder.ts);
 * - a lock on `venue.lock`, which those see as far as the file system has locks, but which anyone
 *   can remove: the lock stays with the removed file, and a new file is free.
 *
 * So the holder checks its lock file regularly and before each write. It puts back a missing file;
 * if another process holds the file, or the folder was moved away, it writes nothing more. A start
 * that finds a journal without a lock file first gives a possible holder time to put it back.
 *
 * Other ways were weighed. Node has no flock, and native code is a dependency. A lock on the
 * segments themselves cannot be taken through SQLite, which wants a database, and closing any
 * handle of a file drops the locks of the whole process on it. Scanning `/proc` sees only one's own
 * processes. A port of the machine may belong to someone else.
 *
 * `venue.holder` beside the lock only says who holds it, for people.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { clearInterval, setInterval, sleep, wallNow } from '../machine/timers.ts';
import {
  claimFolder,
  type FileLock,
  type FolderClaim,
  identityOf,
  lockFile,
} from './claim-folder.ts';
import { commandLine } from './command-line.ts';
import { makeFolder, nodeFiles } from './files.ts';
import { FolderLocked, FolderLost } from './journal-error.ts';
import { listSegments } from './segment-name.ts';

export const LOCK_FILE = 'venue.lock';
const HOLDER_FILE = 'venue.holder';
const LOOK_MILLIS = 500;
/** Long enough for a holder to check its lock, unless its process is suspended. */
const PUT_BACK_MILLIS = 3 * LOOK_MILLIS;
const INHERITED_MILLIS = 3_000;
const AGAIN_MILLIS = 50;

export interface FolderLock {
  /** The previous holder that did not release the folder: it was killed, or the machine stopped. */
  readonly crashedHolder: string | undefined;
  /** Puts back a lock file that was removed. Throws FolderLost if the folder is no longer ours. */
  confirm(): void;
  release(): void;
}

export async function lockFolder(dataFolder: string): Promise<FolderLock> {
  makeFolder(dataFolder);
  const claim = await claimPatiently(dataFolder);
  try {
    return await lockClaimed(dataFolder, claim);
  } catch (error) {
    claim.release();
    throw error;
  }
}

/**
 * A process that is being started inherits the name of its parent for a moment, so a name may
 * outlive the claim by that moment. Where the lock file is held too there is nothing to wait for.
 */
async function claimPatiently(dataFolder: string): Promise<FolderClaim> {
  const path = join(dataFolder, LOCK_FILE);
  for (let waited = 0; ; waited += AGAIN_MILLIS) {
    const claim = await claimFolder(dataFolder);
    if (claim !== undefined) return claim;
    const isHeld = findIdentity(path) !== undefined && isLocked(path);
    if (isHeld || waited >= INHERITED_MILLIS) throw lockedError(dataFolder);
    await sleep(AGAIN_MILLIS);
  }
}

function isLocked(path: string): boolean {
  const lock = lockFile(path);
  lock?.release();
  return lock === undefined;
}

async function lockClaimed(dataFolder: string, claim: FolderClaim): Promise<FolderLock> {
  const path = join(dataFolder, LOCK_FILE);
  const isRemoved = findIdentity(path) === undefined;
  if (isRemoved && listSegments(nodeFiles, dataFolder).length > 0) await sleep(PUT_BACK_MILLIS);
  const lock = lockFile(path);
  if (lock === undefined) throw lockedError(dataFolder);
  return new HeldFolder(dataFolder, claim, lock);
}

class HeldFolder implements FolderLock {
  readonly crashedHolder: string | undefined;
  readonly #dataFolder: string;
  readonly #lockPath: string;
  readonly #holderPath: string;
  readonly #folder: string | undefined;
  readonly #claim: FolderClaim;
  readonly #holder: string;
  readonly #looking: NodeJS.Timeout;
  #lock: FileLock;
  #file: string | undefined;

  constructor(dataFolder: string, claim: FolderClaim, lock: FileLock) {
    this.#dataFolder = dataFolder;
    this.#lockPath = join(dataFolder, LOCK_FILE);
    this.#holderPath = join(dataFolder, HOLDER_FILE);
    this.#claim = claim;
    this.#lock = lock;
    this.#folder = findIdentity(dataFolder);
    this.#file = findIdentity(this.#lockPath);
    this.crashedHolder = readHolder(dataFolder);
    const started = new Date(wallNow() - process.uptime() * 1_000).toISOString();
    this.#holder = `process ${process.pid} on ${hostname()}, started ${started}`;
    this.#signHolder();
    this.#looking = setInterval(() => this.#look(), LOOK_MILLIS);
    this.#looking.unref();
  }

  confirm(): void {
    if (findIdentity(this.#lockPath) === this.#file) return;
    const folder = findIdentity(this.#dataFolder);
    if (folder !== this.#folder) {
      const what = folder === undefined ? 'is gone' : 'is another folder now';
      throw new FolderLost(
        `${this.#dataFolder} ${what}: it was moved or replaced while the venue ran. ` +
          'What was acknowledged is in the folder that was moved: put it back, then start again',
      );
    }
    this.#putBack();
  }

  release(): void {
    clearInterval(this.#looking);
    if (findIdentity(this.#lockPath) === this.#file) {
      rmSync(this.#holderPath, { force: true });
    }
    this.#lock.release();
    this.#claim.release();
  }

  #putBack(): void {
    const path = this.#lockPath;
    const lock = lockFile(path);
    if (lock === undefined) {
      const other = readHolder(this.#dataFolder) ?? 'another process';
      throw new FolderLost(
        `${path} was removed while the venue ran, and ${other} ` +
          'holds a new one. Stop both, then start one after this found nothing wrong: ' +
          commandLine('journal verify', this.#dataFolder),
      );
    }
    this.#lock.release();
    this.#lock = lock;
    this.#file = findIdentity(path);
    this.#signHolder();
  }

  /** Between writes nobody is there to hear of it; the next write meets the same and fails. */
  #look(): void {
    try {
      this.confirm();
      if (findIdentity(this.#holderPath) === undefined) this.#signHolder();
    } catch {
      return;
    }
  }

  /** For people only: a disk without room for it is no reason to stop. */
  #signHolder(): void {
    try {
      writeFileSync(this.#holderPath, `${this.#holder}\n`, { mode: 0o600 });
    } catch {
      return;
    }
  }
}

const lockedError = (dataFolder: string): FolderLocked =>
  new FolderLocked(
    `${dataFolder} is in use by ${readHolder(dataFolder) ?? 'another process'}; stop it first, ` +
      'or give this one a folder of its own (PERPETUA_DATA or --data)',
  );

/** Who uses the folder, as far as can be told without the lock: a killed holder left its name. */
export function findHolder(dataFolder: string): string | undefined {
  const holder = readHolder(dataFolder);
  const [, pid, host] = /^process (\d+) on (.+), started /.exec(holder ?? '') ?? [];
  return host === hostname() && !isAlive(Number(pid)) ? undefined : holder;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function findIdentity(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : identityOf(stats);
}

function readHolder(dataFolder: string): string | undefined {
  try {
    return readFileSync(join(dataFolder, HOLDER_FILE), 'utf8').trim();
  } catch {
    return undefined;
  }
}
