/**
 * A command line of the program for a message. It works when it is copied, from the directory where
 * the message was read and for the folder that the message is about.
 */
import { resolve } from 'node:path';

/** Where a venue keeps its data unless it is told otherwise, below the working directory. */
export const DATA_FOLDER_USUAL = 'data';

export function commandLine(words: string, dataFolder: string): string {
  const isUsual = resolve(dataFolder) === resolve(DATA_FOLDER_USUAL);
  return `npx perpetua ${words}${isUsual ? '' : ` --data ${quoted(dataFolder)}`}`;
}

/** A shell takes most paths as they are. */
export const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
