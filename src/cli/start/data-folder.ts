/** Which folder a command works on. */

import { ALL_SETTINGS } from '../../assembly/settings.ts';
import { type DataFiles, dataFilesOf } from '../../gateway/data-files.ts';

/** The files of the folder named by a flag or by the environment. */
export function filesOf(named: string | undefined): DataFiles {
  const { PERPETUA_DATA: inherited } = process.env;
  return dataFilesOf(named ?? inherited ?? ALL_SETTINGS.data.fallback);
}
