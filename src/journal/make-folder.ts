/**
 * Creates a folder and its missing parents, one by one. Node's recursive option loops for ever when
 * the system reports a missing parent for a folder that exists, as `/proc` and dangling links do.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Only its owner may look in. */
const FOLDER_MODE = 0o700;

/** Returns whether anything had to be created. */
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
