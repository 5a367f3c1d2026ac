/**
 * The few operations that the journal needs of a file system. A port, so that tests can make a disk
 * full, slow, forgetful or broken. Writing goes to the system's cache and is quick; only making
 * it durable takes time and is asynchronous.
 */
import {
  closeSync,
  fdatasync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

export type FileHandle = number;

export interface Files {
  /** Creates the folder and its parents; returns whether it was missing. */
  makeFolder(path: string): boolean;
  /** Names in a folder; none if the folder does not exist. */
  list(folder: string): string[];
  /** `create` empties what was there; `change` and `read` need the file to exist. */
  open(path: string, purpose: 'create' | 'change' | 'read'): FileHandle;
  close(file: FileHandle): void;
  size(file: FileHandle): number;
  /** Bytes read, fewer than asked for at the end of the file. */
  read(file: FileHandle, into: Uint8Array, position: number): number;
  /** Bytes written, possibly fewer than given. */
  write(file: FileHandle, bytes: Uint8Array, position: number): number;
  /** Contents, and the size if it changed: fdatasync. */
  syncData(file: FileHandle): Promise<void>;
  /** Contents and all that the folder knows of the file: fsync. */
  sync(file: FileHandle): Promise<void>;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Names in the folder, after a create, rename or remove. */
  syncFolder(path: string): Promise<void>;
}

export function writeAll(
  files: Files,
  file: FileHandle,
  bytes: Uint8Array,
  position: number,
): void {
  let done = 0;
  while (done < bytes.length) {
    const count = files.write(file, bytes.subarray(done), position + done);
    if (count <= 0) throw new Error('the file system writes nothing and gives no reason');
    done += count;
  }
}

/** Fills `into` as far as the file goes; returns the bytes read. */
export function readAll(
  files: Files,
  file: FileHandle,
  into: Uint8Array,
  position: number,
): number {
  let done = 0;
  while (done < into.length) {
    const count = files.read(file, into.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

const FLAGS = { create: 'w+', change: 'r+', read: 'r' } as const;
/** Only the owner may read the files: they hold everyone's orders. */
const FILE_MODE = 0o600;

const dataSync = promisify(fdatasync);
const fullSync = promisify(fsync);

/** The file system of the machine. */
export const nodeFiles: Files = {
  makeFolder,
  list: listFolder,
  open: (path, purpose) => openSync(path, FLAGS[purpose], FILE_MODE),
  close: (file) => closeSync(file),
  size: (file) => fstatSync(file).size,
  read: (file, into, position) => readSync(file, into, 0, into.length, position),
  write: (file, bytes, position) => writeSync(file, bytes, 0, bytes.length, position),
  syncData: (file) => dataSync(file),
  sync: (file) => fullSync(file),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path),
  syncFolder,
};

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Windows cannot open a folder, and keeps its names safe by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    await fullSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Only its owner may look in. */
const FOLDER_MODE = 0o700;

/**
 * Creates a folder and its missing parents, one by one. Node's recursive option loops for ever when
 * the system reports a missing parent for a folder that exists, as `/proc` and dangling links do.
 * Returns whether anything had to be created.
 */
export function makeFolder(path: string): boolean {
  const missing: string[] = [];
  let at = resolve(path);
  for (; !isThere(at); at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) makeOne(folder);
  if (missing.length === 0 && !statSync(at).isDirectory()) throw notFolder(at);
  return missing.length > 0;
}

const isThere = (path: string): boolean =>
  dirname(path) === path || statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Another process may have been quicker. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isFolder) throw error;
  }
}

const notFolder = (path: string): Error =>
  Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR', path });
