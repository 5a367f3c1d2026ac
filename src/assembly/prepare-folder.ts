/** Makes a data folder ready for a start. */
import { accessSync, chmodSync, constants } from 'node:fs';
import { closeToOthers, type DataFiles, keepOutOfGit } from '../gateway/data-files.ts';
import { makeFolder } from '../journal/make-folder.ts';

/** Only its owner may read it: it holds keys. */
export function prepareFolder(files: DataFiles): void {
  const { folder } = files;
  const isNew = makeFolder(folder);
  chmodSync(folder, 0o700);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  if (isNew) keepOutOfGit(folder);
  closeToOthers(files);
}
