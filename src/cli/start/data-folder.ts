/** Which folder a command works on, and how a start makes it ready. */
import { accessSync, chmodSync, constants } from 'node:fs';
import { type DataFiles, dataFilesOf } from '../../gateway/data-files.ts';
import { makeFolder } from '../../journal/make-folder.ts';
import { ALL_SETTINGS } from '../settings/settings.ts';

/** The files of the folder named by a flag or by the environment. */
export function filesOf(named: string | undefined): DataFiles {
  const { PERPETUA_DATA: inherited } = process.env;
  return dataFilesOf(named ?? inherited ?? ALL_SETTINGS.data.fallback);
}

/** Only its owner may read it: it holds keys. */
export function prepareFolder(folder: string): void {
  makeFolder(folder);
  chmodSync(folder, 0o700);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}
