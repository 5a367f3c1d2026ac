/** The file system of the machine. */
import {
  closeSync,
  fdatasync,
  fstatSync,
  fsync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import type { Files } from './files.ts';
import { makeFolder } from './make-folder.ts';

const FLAGS = { create: 'w+', change: 'r+', read: 'r' } as const;
/** Only the owner may read the files: they hold everyone's orders. */
const FILE_MODE = 0o600;

const dataSync = promisify(fdatasync);
const fullSync = promisify(fsync);

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
