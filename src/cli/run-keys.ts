/**
 * `perpetua keys renew`: gives a stopped venue new key files after the old ones were lost or no
 * longer match. The old files are renamed, not deleted.
 */

import { existsSync, renameSync } from 'node:fs';
import { type KeySettings, keyFileOf } from '../assembly/open-keys.ts';
import { dataFilesOf } from '../gateway/data-files.ts';
import { findKeyEncryptionKey } from '../gateway/keys/key-encryption-key.ts';
import { formatKeyFile, KeyFault } from '../gateway/keys/key-record.ts';
import { writePrivateFile } from '../gateway/keys/private-file.ts';
import { commandLine } from '../journal/command-line.ts';
import { FolderLocked } from '../journal/journal-error.ts';
import { lockFolder } from '../journal/lock-folder.ts';
import { isHelp } from '../terminal/flags.ts';
import { noSuchVerb } from '../terminal/nearest.ts';
import { complain, type Output, TERMINAL } from '../terminal/output.ts';
import { expectJournal, NoJournal } from './journal/journal-words.ts';
import { readProcessSettings } from './settings/read-settings.ts';

const HELP = `Usage: perpetua keys renew [--data DIR] [--key-file FILE] [--json]

  renew   discard every key of a stopped venue: its next start issues new keys
          to the sandbox accounts, and the others get theirs, while it runs, by
          "npx perpetua account keys --account ID --new"

To list, disable or rotate single keys while the venue runs:
npx perpetua account keys`;

export async function runKeys(args: string[], output: Output = TERMINAL): Promise<number> {
  const [verb, ...rest] = args;
  if (args.some(isHelp)) {
    output.out(HELP);
    return 0;
  }
  if (verb !== 'renew') {
    if (verb !== undefined && !verb.startsWith('-'))
      output.err(`perpetua: ${noSuchVerb('keys', verb, ['renew'])}`);
    output.err(HELP);
    return 2;
  }
  const outcome = readProcessSettings(rest.filter((word) => word !== '--json'));
  if ('faults' in outcome) {
    for (const fault of outcome.faults) output.err(`perpetua: ${fault}`);
    return 2;
  }
  try {
    const lines = await renewKeys(outcome.settings);
    if (args.includes('--json')) output.out(JSON.stringify({ done: lines }));
    else for (const line of lines) output.out(line);
    return 0;
  } catch (error) {
    if (!(error instanceof FolderLocked) && !(error instanceof NoJournal)) throw error;
    return complain(error.message, 1, output);
  }
}

/** Takes the lock of the folder: a running venue would keep using the old keys. */
async function renewKeys(settings: KeySettings): Promise<string[]> {
  const files = dataFilesOf(settings.data);
  expectJournal(files.folder);
  const lock = await lockFolder(files.folder);
  try {
    const keyFile = keyFileOf(settings, files);
    const aside = [files.keys, files.credentials, ...((await isUsable(keyFile)) ? [] : [keyFile])];
    const told = aside.flatMap(putAside);
    await writePrivateFile(files.keys, formatKeyFile([]));
    const issue = commandLine('account keys --account ID --new --save', settings.data);
    return [
      ...told,
      `${files.keys} holds no key now; start the venue for new keys of the sandbox accounts, and`,
      `give every other account its own: ${issue}`,
    ];
  } finally {
    lock.release();
  }
}

/** A missing key file is made by the next start, and a readable one can seal new keys too. */
async function isUsable(keyFile: string): Promise<boolean> {
  try {
    await findKeyEncryptionKey(keyFile);
    return true;
  } catch (error) {
    if (error instanceof KeyFault) return false;
    throw error;
  }
}

function putAside(path: string): string[] {
  if (!existsSync(path)) return [];
  let name = `${path}.old`;
  for (let more = 2; existsSync(name); more += 1) name = `${path}.old-${more}`;
  renameSync(path, name);
  return [`${path} is now ${name}`];
}
