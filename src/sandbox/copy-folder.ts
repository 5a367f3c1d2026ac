/** A copy of the data folder of a venue that is stopped. Nothing is written to the folder. */
import { chmodSync, cpSync, lstatSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJournal } from '../journal/find-journal.ts';
import { findHolder } from '../journal/lock-folder.ts';
import { SandboxError } from './sandbox-error.ts';

export function copyFolder(folder: string) {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || findJournal(folder) === undefined)
    throw new SandboxError('bad-option', `data is "${folder}"; no venue was ever started there`);
  const holder = findHolder(folder);
  if (holder !== undefined)
    throw new SandboxError('refused', `${folder} is in use by ${holder}; stop it first`);
  const path = mkdtempSync(join(tmpdir(), 'perpetua-sandbox-'));
  const remove = async (): Promise<void> => rmSync(path, { recursive: true, force: true });
  try {
    // What a link leads to is copied, too: the copy of a link would lead back to it. Without a
    // filter Node 24 follows no link inside of the folder, and with one it stumbles over sockets.
    const filter = (each: string): boolean => !lstatSync(each).isSocket();
    cpSync(folder, path, { recursive: true, dereference: true, filter });
    // A folder that may not be written is copied with its permissions.
    chmodSync(path, 0o700);
  } catch (error) {
    void remove();
    throw error;
  }
  return { path, remove };
}
