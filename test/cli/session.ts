/** The program as it is started in life: by another program or in a terminal, a session each. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { endingWithUs } from '../../proof/cluster/nats-servers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The last line of a terminal, by terminal.py. */
const PROMPTED = /\[ended with (\d+)\]/;
const TERMINAL = fileURLToPath(new URL('terminal.py', import.meta.url));

/** Twice what is promised: a machine that does much else is late with everything. */
const GONE_MILLIS = 10_000;
const LOOK_EVERY_MILLIS = 20;

/** The cheapest venue that is one: two doors, a journal, an archive and its thread. */
export const CHEAP = [
  ...['--port', '0', '--admin-port', '0', '--page', 'off', '--log-level', 'error'],
  ...['--market', 'off', '--sandbox-accounts', '0', '--oneway-accounts', '0'],
] as const;

export interface Session {
  readonly child: ChildProcess;
  /** All it wrote, to both of its outputs. */
  readonly said: () => string;
  /** Resolves when it has said so; rejects where it ends without. */
  readonly says: (text: string) => Promise<void>;
  /** Resolves with the exit code of the command, as a shell would tell it. */
  readonly ended: Promise<number>;
  readonly processes: () => readonly string[];
  /** Resolves when no process of the session is left, and all it wrote is here. */
  readonly gone: () => Promise<void>;
  readonly kill: () => void;
}

/** The Node of this machine, where there is one beside the one that the project brings along. */
export function findMachineNode(): string {
  const { PATH = '' } = process.env;
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => join(folder, 'node')).find(isRunnable);
  return found ?? process.execPath;
}

const isRunnable = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

function environmentWith(data: string, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:PORT|PERPETUA_|npm_|NODE_OPTIONS|VITEST)/.test(name),
  );
  return { ...Object.fromEntries(own), PERPETUA_DATA: data, ...more };
}

export interface TerminalSession extends Session {
  /** Resolves with the code of the command when the next one could be typed. */
  readonly prompted: () => Promise<number>;
}

/** What one test starts and makes; none of it outlives the test. */
export interface Stage {
  readonly makeFolder: () => string;
  readonly run: (command: readonly string[], data: string, more?: NodeJS.ProcessEnv) => Session;
  /** Typing goes to the standard input of the child; ending that closes the terminal. */
  readonly runInTerminal: (command: readonly string[], data: string) => TerminalSession;
  readonly finally: (end: () => void) => void;
}

/** With the context of the test, since several run at once. */
export function openStage({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): Stage {
  const keep = <Kept extends Session>(session: Kept): Kept => {
    onTestFinished(session.kill);
    return session;
  };
  return {
    makeFolder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'perpetua-stop-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return folder;
    },
    run: (command, data, more = {}) => keep(runInSession(command, environmentWith(data, more))),
    runInTerminal: (command, data) => keep(runInTerminal(command, environmentWith(data, {}))),
    finally: (end) => onTestFinished(end),
  };
}

function runInSession(command: readonly string[], env: NodeJS.ProcessEnv): Session {
  const [program = '', ...args] = command;
  // Detached is what gives it a session of its own.
  const line = endingWithUs('KILL', program, args);
  const child = spawn(...line, { cwd: ROOT, env, detached: true, stdio: 'pipe' });
  const watched = watch(child, () => child.pid);
  const closed = once(child, 'close');
  const gone = async (): Promise<void> => {
    await watched.gone();
    await closed;
  };
  return { ...watched, gone };
}

function runInTerminal(command: readonly string[], env: NodeJS.ProcessEnv): TerminalSession {
  const line = endingWithUs('KILL', 'python3', [TERMINAL, ...command]);
  const child = spawn(...line, { cwd: ROOT, env, stdio: 'pipe' });
  let session: number | undefined;
  child.stderr.setEncoding('utf8').once('data', (text: string) => {
    session = Number.parseInt(text, 10);
  });
  const watched = watch(child, () => session);
  const { said, says } = watched;
  const prompted = async (): Promise<number> => {
    await says('[ended with ');
    await until(() => said().endsWith(']\r\n'));
    return Number(PROMPTED.exec(said())?.[1]);
  };
  return { ...watched, prompted };
}

function watch(child: ChildProcess, findSession: () => number | undefined): Session {
  let said = '';
  let look = (): void => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      look();
    });
  child.stdin?.on('error', () => undefined);
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : -1));
  const list = (): SystemProcess[] => listSession(findSession());
  const processes = (): string[] => list().map(({ pid, words }) => `${pid} ${words}`);
  const kill = (): void => {
    for (const { pid } of list()) process.kill(pid, 'SIGKILL');
    child.kill('SIGKILL');
  };
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`ended without "${text}":\n${said}`));
      look = () => {
        if (said.includes(text)) resolve();
        else if (PROMPTED.test(said)) fail();
      };
      look();
      void ended.then(fail);
    });
  const gone = async (): Promise<void> => {
    const until = performance.now() + GONE_MILLIS;
    while (processes().length > 0) {
      if (performance.now() > until) throw new Error(`still there: ${processes().join('; ')}`);
      await pause(LOOK_EVERY_MILLIS);
    }
  };
  return { child, said: () => said, says, ended, processes, gone, kill };
}

/** Resolves when something is so; the time limit of the test is the limit. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(LOOK_EVERY_MILLIS);
}

interface SystemProcess {
  readonly pid: number;
  readonly words: string;
}

/**
 * Those that run, but for the leader of a terminal. One that has ended and waits for its parent to
 * notice is no more.
 */
function listSession(session: number | undefined): SystemProcess[] {
  if (session === undefined) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readProc(name, 'stat');
      const [state, , , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(own) !== session || state === 'Z') return [];
      const words = readProc(name, 'cmdline').replaceAll('\0', ' ');
      return words.includes(TERMINAL) ? [] : [{ pid: Number(name), words }];
    });
}

/** Empty where the process has just ended. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
