/** NATS servers for proofs: real processes with disks of their own, which may be killed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPorts } from './find-ports.ts';
import { HERE, type Machines } from './network.ts';

export const NATS_NEEDED =
  'nats-server 2.10 or newer is needed: install it, or name it in PERPETUA_NATS_SERVER; ' +
  'node scripts/get-nats-server.mjs unpacks that of a newer Debian and prints its path';

/** The program, if there is one that is new enough. */
export function findNatsServer(): string | undefined {
  const { PERPETUA_NATS_SERVER: program = 'nats-server' } = process.env;
  try {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
    const [, major = 0, minor = 0] = /v(\d+)\.(\d+)/.exec(version) ?? [];
    return Number(major) > 2 || Number(minor) >= 10 ? program : undefined;
  } catch {
    return undefined;
  }
}

export interface NatsServers {
  readonly urls: string;
  /** Where each tells how it is set. */
  readonly monitors: readonly string[];
  readonly names: readonly string[];
  /** The folder with what it has stored. */
  readonly storeOf: (name: string) => string;
  readonly pidOf: (name: string) => number | undefined;
  readonly start: (name: string) => void;
  /** Resolves when those that run have a leader, and it knows them all. */
  readonly settle: () => Promise<void>;
  readonly kill: (name: string) => Promise<void>;
  /** Stopped, it keeps its connections and says nothing. */
  readonly signal: (name: string, signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly close: () => Promise<void>;
}

export interface ProcessTerms {
  /** When the servers of the log write to their disks. */
  readonly sync?: string | undefined;
  /** Whether Ctrl-C in the terminal of this process does not reach them. */
  readonly isDetached?: boolean;
  /** Told of each that ended by itself, or was killed from outside. */
  readonly onEnd?: (name: string, how: string) => void;
  /** Where each of them runs. */
  readonly machines?: Machines | undefined;
  /** Whether they let in everybody. */
  readonly isOpen?: boolean;
  /** Ends the wait for those that start. */
  readonly stop?: AbortSignal;
}

/** So many servers, as one cluster if there are several: `n1`, `n2`, … */
export async function startNats(
  program: string,
  count: number,
  terms: ProcessTerms = {},
): Promise<NatsServers> {
  const { sync = 'always', isDetached = false, onEnd, machines = HERE, stop } = terms;
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-nats-'));
  const password = terms.isOpen === true ? undefined : randomBytes(16).toString('hex');
  const names = Array.from({ length: count }, (_, place) => `n${place + 1}`);
  const ports = await findPorts(count * 3);
  names.forEach((name, place) => {
    const config = configOf({ names, place, ports, folder, sync, machines, password });
    writeFileSync(join(folder, `${name}.conf`), config.join('\n'));
  });
  const running = new Map<string, ChildProcess>();
  const start = (name: string): void => {
    const words = [program, '-c', join(folder, `${name}.conf`)];
    const [first = '', ...args] = machines.commandOn(name, words);
    const how = { stdio: 'ignore', detached: isDetached } as const;
    const child = spawn(...endingWithUs('KILL', first, args), how);
    running.set(name, child);
    child.once('exit', (code, signal) => {
      if (running.get(name) === child) onEnd?.(name, String(code ?? signal));
    });
  };
  const kill = async (name: string): Promise<void> => {
    const child = running.get(name);
    running.delete(name);
    if (child !== undefined) await endProcess(child);
  };
  const monitors = names.map(
    (name, at) => `http://${machines.addressOf(name)}:${ports[2 * count + at]}`,
  );
  const settle = async (): Promise<void> => {
    if (count === 1) return;
    const again = async (name: string): Promise<void> => {
      await kill(name);
      start(name);
    };
    await settleServers({ names: [...running.keys()], monitors, again, stop });
  };
  const close = async (): Promise<void> => {
    for (const name of [...running.keys()]) await kill(name);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const name of names) start(name);
  try {
    await settle();
  } catch (error) {
    await close();
    throw error;
  }
  const user = password === undefined ? '' : `${USER}:${password}@`;
  return {
    urls: names.map((name, at) => `nats://${user}${machines.addressOf(name)}:${ports[at]}`).join(),
    monitors,
    names,
    storeOf: (name) => join(folder, name),
    pidOf: (name) => running.get(name)?.pid,
    start,
    settle,
    kill,
    signal: (name, signal) => running.get(name)?.kill(signal),
    close,
  };
}

const SET_PRIVILEGES = '/usr/bin/setpriv';

/** The words that run a program so that it gets this signal when this process ends, in any way. */
export const endingWithUs = (
  signal: string,
  program: string,
  args: readonly string[],
): [string, string[]] =>
  existsSync(SET_PRIVILEGES)
    ? [SET_PRIVILEGES, ['--pdeathsig', signal, program, ...args]]
    : [program, [...args]];

/** Also if a signal ended it. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Resolves when it is gone. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  // One that was stopped hears it when it goes on.
  child.kill('SIGCONT');
  await gone;
}

interface NatsPlace {
  readonly names: readonly string[];
  readonly place: number;
  readonly ports: readonly number[];
  readonly folder: string;
  readonly machines: Machines;
  /** When a server writes to its disk. */
  readonly sync: string;
  /** Of the one user; undefined where everybody is let in. */
  readonly password: string | undefined;
}

const USER = 'perpetua';

/** By default a server confirms what is not on its disk yet. */
function configOf(parts: NatsPlace): string[] {
  const { names, place, ports, folder, sync, machines, password } = parts;
  const [name = '', count] = [names[place], names.length];
  const store = JSON.stringify(join(folder, name));
  const host = machines.addressOf(name);
  const routes = names.map((each, at) => `nats://${machines.addressOf(each)}:${ports[count + at]}`);
  const listen = `listen: "${host}:${ports[count + place]}"`;
  const cluster = `cluster { name: c, ${listen}, routes: [${routes.join()}] }`;
  return [
    `server_name: ${name}`,
    `listen: "${host}:${ports[place]}"`,
    `http: "${host}:${ports[2 * count + place]}"`,
    `jetstream { store_dir: ${store}, sync_interval: ${sync} }`,
    ...(count > 1 ? [cluster] : []),
    ...(password === undefined ? [] : [`authorization { user: ${USER}, password: "${password}" }`]),
  ];
}

/** Longer than elections take on a busy machine. */
const ELECTION_MILLIS = 15_000;
/** A leader that does not know a server after so long never will. */
const KNOWN_MILLIS = 2_000;
const SETTLE_MILLIS = 90_000;
const LOOK_EVERY_MILLIS = 50;
const ASK_MILLIS = 1_000;

/**
 * Waits for NATS servers that were just started. Servers that dial each other in the same moment
 * now and then never hear each other, seen with 2.10 in three starts of a hundred: they stay
 * without a leader, or the leader without one of them. One that starts again is heard. Without a
 * leader nobody knows which one that has to be, so each has its turn.
 */
export interface StartedServers {
  /** Of those that run. */
  readonly names: readonly string[];
  readonly monitors: readonly string[];
  /** Starts one of them again. */
  readonly again: (name: string) => Promise<void>;
  /** Ends the wait. */
  readonly stop: AbortSignal | undefined;
}

/** Resolves when they have a leader, and it knows them all. */
export async function settleServers(
  servers: StartedServers,
  electionMillis = ELECTION_MILLIS,
): Promise<void> {
  const { names, monitors, again, stop } = servers;
  const until = performance.now() + SETTLE_MILLIS;
  let [wasLed, since, turn] = [false, performance.now(), 0];
  for (;;) {
    stop?.throwIfAborted();
    const known = (await Promise.all(monitors.map(askKnown))).find((some) => some.length > 0);
    const unknown = names.filter((name) => known?.includes(name) !== true);
    if (unknown.length === 0) return;
    const [isLed, now] = [known !== undefined, performance.now()];
    if (now > until) throw new Error('the NATS servers did not find each other');
    if (isLed !== wasLed) [wasLed, since] = [isLed, now];
    const next = unknown[turn % unknown.length];
    if (next !== undefined && now - since > (isLed ? KNOWN_MILLIS : electionMillis)) {
      await again(next);
      turn += 1;
      since = performance.now();
    }
    await sleep(LOOK_EVERY_MILLIS);
  }
}

interface ClusterReply {
  readonly meta_cluster?: {
    readonly leader?: string;
    /** Only the leader tells of others. */
    readonly replicas?: readonly { readonly name: string }[];
  };
}

/** All that this server knows, with itself, if it leads them; none otherwise. */
async function askKnown(monitor: string): Promise<readonly string[]> {
  try {
    const reply = await fetch(`${monitor}/jsz`, { signal: AbortSignal.timeout(ASK_MILLIS) });
    const { meta_cluster: group }: ClusterReply = JSON.parse(await reply.text());
    const { leader, replicas } = group ?? {};
    if (leader === undefined || replicas === undefined) return [];
    return [leader, ...replicas.map(({ name }) => name)];
  } catch {
    return [];
  }
}
