/** The two servers of the measurement, each in a process of its own on the same machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFilesOf, findAdminAddress, findCredentials } from '../../gateway/data-files.ts';
import { type Signer, signerOf } from './http-orders.ts';

export interface Program {
  readonly port: number;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export interface VenueProgram extends Program {
  readonly baseUrl: string;
  readonly adminPort: number;
  readonly signers: readonly Signer[];
}

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const PLENTY = '1000000000';
/** As the launcher starts a venue. */
const YOUNG_OBJECTS = '--max-semi-space-size=16';

const LIMITS = ['address-weight', 'account-weight', 'orders-per-second', 'cancels-per-second'];
const NO_LIMITS = LIMITS.flatMap((name) => [`--${name}`, PLENTY]);

/** The whole venue with its markets, and with limits that nobody reaches unless told otherwise. */
export async function startVenue(
  folder: string,
  accounts: number,
  limits: readonly string[] = NO_LIMITS,
): Promise<VenueProgram> {
  const child = run(folder, [
    'start',
    ...['--port', '0', '--admin-port', '0', '--host', '127.0.0.1'],
    ...['--sandbox-accounts', String(accounts), '--sandbox-wallet', '10000000'],
    ...limits,
    ...['--public-metrics', 'on'],
  ]);
  await waitFor(child, (said) => said.includes('Ctrl-C'));
  const files = dataFilesOf(join(folder, 'data'));
  const { baseUrl = '', address = '' } = findAdminAddress(files.admin) ?? {};
  const signers = (findCredentials(files.credentials) ?? []).map(signerOf);
  const { pid = 0 } = child;
  const [port, adminPort] = [baseUrl, address].map((url) => Number(new URL(url).port));
  return { port: port!, adminPort: adminPort!, pid, baseUrl, signers, stop: stopping(child) };
}

/** Its signer shares the one secret that it knows. */
export async function startPeer(folder: string, secretKey: string): Promise<Program> {
  return startSaying(folder, ['bench', 'http', '--peer', secretKey]);
}

/** A program of ours whose first line is the port it listens at, or zero. */
export async function startSaying(folder: string, args: readonly string[]): Promise<Program> {
  const child = run(folder, args);
  const said = await waitFor(child, (text) => text.includes('\n'));
  const { pid = 0 } = child;
  return { port: Number(said.trim()), pid, stop: stopping(child) };
}

/** Settings of whoever measures do not reach it. */
function run(cwd: string, args: readonly string[]): ChildProcess {
  const entries = Object.entries(process.env).filter(
    ([name]) => name !== 'PORT' && !name.startsWith('PERPETUA_'),
  );
  return spawn(process.execPath, [YOUNG_OBJECTS, MAIN, ...args], {
    cwd,
    env: Object.fromEntries(entries),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Long enough to build the page and to make the keys of many accounts. */
const PATIENCE_MILLIS = 180_000;

function waitFor(child: ChildProcess, isThere: (said: string) => boolean): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (isThere(said)) resolve(said);
  });
  const giveUp = (because: string): void => {
    child.kill('SIGKILL');
    reject(new Error(`${because}: ${said}`));
  };
  child.once('error', reject);
  // A process that a signal ends has no exit code.
  child.once('exit', (code, signal) => giveUp(`a server ended with ${code ?? signal}`));
  const timer = setTimeout(giveUp, PATIENCE_MILLIS, 'a server did not open in three minutes');
  return promise.finally(() => clearTimeout(timer));
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

const STOPPING_MILLIS = 15_000;

const stopping = (child: ChildProcess) => async (): Promise<void> => {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPPING_MILLIS);
  await once(child, 'exit');
  clearTimeout(timer);
};
