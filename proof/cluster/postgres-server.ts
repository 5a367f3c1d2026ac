/** A PostgreSQL server for proofs: a real process with a folder of its own, which may be killed. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findPorts } from './find-ports.ts';
import { endingWithUs, endProcess, hasEnded, type ProcessTerms } from './nats-servers.ts';

export const POSTGRES_NEEDED =
  'PostgreSQL 13 or newer is needed: install it (Debian: apt-get install postgresql), or name ' +
  'the folder of initdb and postgres in PERPETUA_POSTGRES_BIN';

/** The folder of its programs, if there is one. */
export function findPostgres(): string | undefined {
  const { PERPETUA_POSTGRES_BIN: own, PATH = '' } = process.env;
  const installed = globSync('/usr/lib/postgresql/*/bin').sort(byVersion);
  const folders = own === undefined ? [...installed, ...PATH.split(':')] : [own];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

const versionOf = (path: string): number => Number(/(\d+)\/bin$/.exec(path)?.[1] ?? 0);
const byVersion = (first: string, second: string): number => versionOf(second) - versionOf(first);

export interface RunningPostgres {
  readonly pid: () => number | undefined;
  /** The address of a database, which is made where it is missing. */
  readonly provide: (database: string) => Promise<string>;
  /** Again, after `stop`. */
  readonly start: () => Promise<void>;
  /** Whoever is connected is cut off. Killed, it ends without a word to anybody. */
  readonly stop: (signal?: 'SIGINT' | 'SIGKILL') => Promise<void>;
  /** Stopped, it and those it serves by keep their connections and say nothing. */
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly close: () => Promise<void>;
}

const run = promisify(execFile);
const USER = 'perpetua';
const STARTS = 10;

interface PostgresPlace {
  readonly folder: string;
  readonly data: string;
  readonly password: string;
  /** The server refuses to run as root: it runs as somebody else where this process is root. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

async function makePlace(bin: string, hba: string): Promise<PostgresPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-postgres-'));
  const owner = process.getuid?.() === 0 ? findOwner() : undefined;
  const password = randomBytes(16).toString('hex');
  const secret = join(folder, 'password');
  const data = join(folder, 'data');
  writeFileSync(secret, password, { mode: 0o600 });
  if (owner !== undefined)
    for (const path of [folder, secret]) chownSync(path, owner.uid, owner.gid);
  const words = ['-D', data, '-U', USER, '-E', 'UTF8', '--locale=C', '--no-sync'];
  const login = ['--auth=scram-sha-256', `--pwfile=${secret}`];
  await run(join(bin, 'initdb'), [...words, ...login], { ...owner, cwd: folder });
  writeFileSync(join(data, 'pg_hba.conf'), `host all ${USER} samenet scram-sha-256\n${hba}`);
  return { folder, data, password, owner };
}

export interface PostgresTerms extends Pick<ProcessTerms, 'isDetached' | 'onEnd'> {
  /** An address of this machine. Whoever is in the same network may come. */
  readonly host?: string | undefined;
  /** Further settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Who may come, besides its superuser. */
  readonly hba?: string;
}

export async function startPostgres(
  bin: string,
  terms: PostgresTerms = {},
): Promise<RunningPostgres> {
  const { isDetached = false, onEnd, host = '127.0.0.1', settings = [], hba = '' } = terms;
  const { folder, data, password, owner } = await makePlace(bin, hba);
  const [port = 0] = await findPorts(1);
  const env = { ...process.env, PGPASSWORD: password };
  const reach = ['-h', host, '-p', String(port), '-U', USER];
  let child: ChildProcess | undefined;
  const startOnce = async (): Promise<boolean> => {
    const place = [`listen_addresses=${host}`, `port=${port}`, 'unix_socket_directories='];
    const args = [...place, ...settings].flatMap((setting) => ['-c', setting]);
    const program = join(bin, 'postgres');
    const how = { ...owner, cwd: folder, stdio: 'ignore', detached: isDetached } as const;
    const started = spawn(...endingWithUs('QUIT', program, ['-D', data, ...args]), how);
    child = started;
    const isReady = (): Promise<boolean> =>
      run(join(bin, 'pg_isready'), reach).then(
        () => true,
        () => false,
      );
    while (!(await isReady())) {
      if (hasEnded(started)) return false;
      await wait(50);
    }
    started.once('exit', (code, signal) => {
      if (child === started) onEnd?.('postgres', String(code ?? signal));
    });
    return true;
  };
  /** After a kill, connections of the old server may live for a moment: it waits for their end. */
  const start = async (): Promise<void> => {
    for (let attempt = 1; !(await startOnce()); attempt += 1) {
      if (attempt === STARTS) throw new Error(`postgres ended with ${child?.exitCode}`);
      await wait(500);
    }
  };
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<void> => {
    const ending = child;
    child = undefined;
    if (ending !== undefined) await endProcess(ending, signal);
  };
  await start();
  return {
    pid: () => child?.pid,
    provide: async (database) => {
      await run(join(bin, 'createdb'), [...reach, database], { env }).catch((error: unknown) => {
        if (!String(error).includes('already exists')) throw error;
      });
      return `postgres://${USER}:${password}@${host}:${port}/${database}`;
    },
    start,
    stop,
    signal: (signal) => {
      for (const pid of child?.pid === undefined ? [] : [child.pid, ...childrenOf(child.pid)])
        process.kill(pid, signal);
    },
    close: async () => {
      // Nothing has to be saved.
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Each connection has a process of its own. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
}

/** Debian's package brings a user of this name; `nobody` is there otherwise. */
function findOwner(): { readonly uid: number; readonly gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {}
  }
  throw new Error('PostgreSQL does not run as root, and there is no user nobody');
}
