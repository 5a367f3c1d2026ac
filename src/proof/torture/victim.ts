/** The real program in a process of its own, made to be killed and started again on its folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Credentials,
  dataFilesOf,
  findAdminAddress,
  findCredentials,
} from '../../gateway/data-files.ts';

export interface Victim {
  readonly baseUrl: string;
  readonly credentials: readonly Credentials[];
  /** Resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** As an operator would; resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Undefined while it runs. */
  readonly endedWith: () => string | undefined;
}

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const OPEN_WORD = 'Ctrl-C';

export const dataFolderIn = (folder: string): string => join(folder, 'data');

const settingsFor = (folder: string, seed: number): readonly string[] => [
  ...['--data', dataFolderIn(folder), '--seed', String(seed)],
  ...['--host', '127.0.0.1', '--port', '0', '--admin-port', '0', '--log-level', 'error'],
  ...['--page', 'off'],
  // The shadow follows the journal from its first entry on. Many deaths fall into a snapshot.
  ...['--journal-keep', 'all', '--snapshot-seconds', '1'],
  ...['--sandbox-accounts', '3', '--sandbox-wallet', '1000000'],
  ...['--address-weight', '1000000000', '--account-weight', '1000000000'],
  ...['--orders-per-second', '1000000', '--cancels-per-second', '1000000'],
];

/** Settings of whoever runs this do not reach the process. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => name !== 'PORT' && !name.startsWith('PERPETUA_'),
  );
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
}

/** Started, and killed before it could open: a start must survive that too. */
export async function killWhileOpening(folder: string, seed: number, millis: number) {
  const child = spawnVenue(folder, seed);
  const gone = once(child, 'close');
  const timer = setTimeout(() => child.kill('SIGKILL'), millis);
  await gone;
  clearTimeout(timer);
}

/** Resolves when it is open; throws with what it said where it ends instead. */
export async function startVictim(folder: string, seed: number): Promise<Victim> {
  const child = spawnVenue(folder, seed);
  let said = '';
  let complained = '';
  const gone = once(child, 'close');
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes(OPEN_WORD)) resolve();
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`the venue ended (${code}): ${complained}`)));
  });
  const files = dataFilesOf(dataFolderIn(folder));
  return {
    baseUrl: (findAdminAddress(files.admin)?.baseUrl ?? '').replace('localhost', '127.0.0.1'),
    credentials: findCredentials(files.credentials) ?? [],
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      return child.exitCode;
    },
    endedWith: () =>
      child.exitCode === null && child.signalCode === null
        ? undefined
        : `exit ${child.exitCode ?? child.signalCode}: ${complained}`,
  };
}

const spawnVenue = (folder: string, seed: number): ChildProcess =>
  spawn(process.execPath, [MAIN, 'start', ...settingsFor(folder, seed)], {
    cwd: folder,
    env: environmentIn(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
