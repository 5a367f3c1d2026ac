/**
 * Files that only their owner may read, written whole or not at all: to a new file, synced, renamed
 * over the old one, and the folder synced so that the rename lasts too.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;
const OWNER_FOLDER = 0o700;

export async function writePrivateFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: OWNER_FOLDER });
  const fresh = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await withFile(await open(fresh, 'wx', OWNER_ONLY), async (file) => {
      await file.writeFile(text);
      await file.sync();
    });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  await withFile(await open(folder, 'r'), (file) => file.sync());
}

/**
 * Gives what stands at the path another name, so that something usable can take its place and what
 * was there can still be looked at. Answers with the new name.
 */
export async function setAside(path: string): Promise<string> {
  const aside = `${path}.${randomBytes(3).toString('hex')}.broken`;
  await rename(path, aside);
  return aside;
}

async function withFile(file: FileHandle, use: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

/** Undefined if there is no such file. */
export function findText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');
