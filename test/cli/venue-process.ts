/** Starts the real program in a process of its own, and reads what it says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endingWithUs } from '../../proof/cluster/nats-servers.ts';
import { replicaWords } from '../kit/cluster-setup.ts';

/** What Node runs: built before the tests, or the sources where no test runs. */
export const PROGRAM =
  process.env['VENUE_PROGRAM'] ?? fileURLToPath(new URL('../../proof/main.ts', import.meta.url));

export interface VenueProcess {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly complained: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Settings of whoever runs the tests do not reach the process. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(([name]) => name !== 'PORT' && !name.startsWith('PERPETUA_')),
  );
}

function runProgram(
  args: readonly string[],
  cwd: string,
  nodeFlags: readonly string[] = [],
): VenueProcess {
  const words = [...args, ...replicaWords(args, cwd)];
  const line = endingWithUs('KILL', process.execPath, [...nodeFlags, PROGRAM, ...words]);
  const child = spawn(...line, {
    cwd,
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return { child, said: () => out, complained: () => err, ended };
}

/** Resolves when the last line of the announcement has been printed. */
export async function untilOpen(venue: VenueProcess): Promise<string> {
  const { child } = venue;
  while (!venue.said().includes('Ctrl-C')) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`ended early: ${venue.complained()}`);
    await Promise.race([once(child.stdout ?? child, 'data'), venue.ended]);
  }
  return venue.said();
}

/** A folder of its own for programs; none of them outlives its end. */
export interface Scene {
  readonly folder: string;
  readonly run: (...args: string[]) => VenueProcess;
  /** With flags for Node itself. */
  readonly runOn: (nodeFlags: readonly string[], ...args: string[]) => VenueProcess;
  readonly close: () => Promise<void>;
}

export function openScene(): Scene {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-cli-'));
  const started: VenueProcess[] = [];
  const runOn: Scene['runOn'] = (nodeFlags, ...args) => {
    const venue = runProgram(args, folder, nodeFlags);
    started.push(venue);
    return venue;
  };
  const close = async (): Promise<void> => {
    for (const { child, ended } of started) {
      if (child.exitCode === null) child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, run: (...args) => runOn([], ...args), runOn, close };
}

export async function withScene(use: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = openScene();
  try {
    await use(scene);
  } finally {
    await scene.close();
  }
}
