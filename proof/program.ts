/** Programs of this package in processes of their own: venues, and their peers in benchmarks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownEnvironment, YOUNG_OBJECTS } from '../src/cli/start/own-process.ts';
import {
  type Credentials,
  dataFilesOf,
  findAdminAddress,
  findCredentials,
} from '../src/gateway/data-files.ts';
import { readContractRows } from '../src/gateway/load-contracts.ts';

export interface Program {
  readonly child: ChildProcess;
  /** Resolves with what it printed, once that is enough; fails if the program ends before. */
  readonly untilPrinted: (isEnough: (text: string) => boolean) => Promise<string>;
  /** Asks it to stop, as an operator would. Resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Undefined while it runs. */
  readonly endedWith: () => string | undefined;
}

export interface ProgramTerms {
  /** The folder it runs in; a venue keeps its data in the folder `data` of it. */
  readonly folder: string;
  readonly args: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Its complaints go into the message of a failure, not to the terminal. */
  readonly isQuiet?: boolean;
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Long enough to build the page and to make the keys of many accounts. */
const PATIENCE_MILLIS = 180_000;
const STOPPING_MILLIS = 15_000;

export function runProgram(terms: ProgramTerms): Program {
  const child = spawn(
    process.execPath,
    [YOUNG_OBJECTS, ...(terms.nodeArgs ?? []), MAIN, ...terms.args],
    {
      cwd: terms.folder,
      env: { ...ownEnvironment(), ...terms.environment },
      // A venue ends when nobody holds the other end of the channel: not even a killed parent.
      stdio: ['ignore', 'pipe', terms.isQuiet ? 'pipe' : 'inherit', 'ipc'],
    },
  );
  const gone = once(child, 'close');
  let printed = '';
  let complained = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  const endedWith = (): string | undefined => {
    const end = child.exitCode ?? child.signalCode;
    return end === null ? undefined : `exit ${end}: ${complained}`;
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPPING_MILLIS);
    await gone;
    clearTimeout(timer);
    return child.exitCode;
  };
  return {
    child,
    untilPrinted: async (isEnough) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const look = (): void => {
        if (isEnough(printed)) resolve(printed);
      };
      child.stdout?.on('data', look);
      child.once('error', reject);
      child.once('close', () => reject(new Error(`the program ended (${endedWith()})${printed}`)));
      const giveUp = (): void => reject(new Error(`not ready in three minutes: ${printed}`));
      const timer = setTimeout(giveUp, PATIENCE_MILLIS);
      try {
        return await promise;
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      } finally {
        clearTimeout(timer);
        child.stdout?.off('data', look);
      }
    },
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
    endedWith,
  };
}

export interface VenueProgram extends Program {
  readonly baseUrl: string;
  readonly port: number;
  readonly adminPort: number;
  readonly admin: { readonly address: string; readonly token: string };
  readonly credentials: readonly Credentials[];
}

export const dataFolderIn = (folder: string): string => join(folder, 'data');

/** A venue on free ports of this machine. Its folder outlives it. */
export const spawnVenue = (terms: ProgramTerms): Program =>
  runProgram({
    ...terms,
    args: [
      ...['start', '--port', '0', '--admin-port', '0', '--host', '127.0.0.1'],
      ...['--data', dataFolderIn(terms.folder), ...terms.args],
    ],
  });

/** The same, once it is open. */
export async function startVenue(terms: ProgramTerms): Promise<VenueProgram> {
  const program = spawnVenue(terms);
  await program.untilPrinted((text) => text.includes('Ctrl-C'));
  const files = dataFilesOf(dataFolderIn(terms.folder));
  const admin = findAdminAddress(files.admin);
  if (admin === undefined) throw new Error('the venue did not write down its addresses');
  return {
    ...program,
    baseUrl: admin.baseUrl.replace('localhost', '127.0.0.1'),
    port: Number(new URL(admin.baseUrl).port),
    adminPort: Number(new URL(admin.address).port),
    admin,
    credentials: findCredentials(files.credentials) ?? [],
  };
}

/** Settings of a venue with BTC alone instead of eight markets: it starts and runs much faster. */
export function oneMarket(folder: string): string[] {
  const path = join(folder, 'contracts.json');
  writeFileSync(path, JSON.stringify(readContractRows().slice(0, 1)));
  return ['--contracts', path];
}

/** A server of ours that prints the port it listens on as its first line, or zero. */
export interface ListeningProgram extends Program {
  readonly port: number;
}

export async function startServer(
  folder: string,
  args: readonly string[],
): Promise<ListeningProgram> {
  const program = runProgram({ folder, args });
  const printed = await program.untilPrinted((text) => text.includes('\n'));
  return { ...program, port: Number(printed.trim()) };
}
