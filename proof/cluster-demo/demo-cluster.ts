/**
 * A whole cluster as processes of this machine: three servers of the log, a database, three
 * replicas, and a balancer. Nothing is started again when it ends, so that a person
 * can kill what they like and watch the rest trade on.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Closings, createClosings } from '../../src/assembly/closings.ts';
import { COMPILED, ownEnvironment, YOUNG_OBJECTS } from '../../src/cli/start/own-process.ts';
import { findPorts } from '../cluster/find-ports.ts';
import { endProcess, startNats } from '../cluster/nats-servers.ts';
import { startPostgres } from '../cluster/postgres-server.ts';
import { claimPort, openBalancer } from './haproxy.ts';

export interface DemoTerms {
  /** The programs of the log and the database. */
  readonly nats: string;
  readonly postgres: string;
  /** The script that the command line names. */
  readonly script: string;
  /** Of the balancer. */
  readonly port: number;
  /** Further settings of each replica. */
  readonly more: readonly string[];
  readonly progress: (words: string) => void;
  readonly stop: AbortSignal;
  /** Told when a process ends, or a replica ceases or begins again to answer. */
  readonly tell: (line: string) => void;
}

export interface DemoCluster {
  readonly folder: string;
  readonly port: number;
  readonly log: string;
  readonly processes: readonly DemoProcess[];
  readonly credentials: string;
  readonly close: () => Promise<void>;
}

export interface DemoProcess {
  readonly name: string;
  readonly pid: number;
  readonly address: string;
}

export const DEMO_VENUE = 'demo';
const REPLICAS = 3;
const HOST = '127.0.0.1';
/** A replica that is told to stop ends sooner by itself. */
const STOP_MILLIS = 5_000;

/** Rejects if a part cannot be started, or when it is told to stop; then no process stays. */
export async function openDemo(terms: DemoTerms): Promise<DemoCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-demo-'));
  const closings = createClosings();
  closings.add('its files', async () => rmSync(folder, { recursive: true, force: true }));
  try {
    return { ...(await openParts(terms, folder, closings)), close: closings.closeAll };
  } catch (error) {
    await closings.closeAll();
    throw error;
  }
}

async function openParts(
  terms: DemoTerms,
  folder: string,
  closings: Closings,
): Promise<Omit<DemoCluster, 'close'>> {
  const { progress, stop, tell } = terms;
  let isClosing = false;
  const onEnd = (name: string, how: string): void => {
    if (!isClosing) tell(`${name} ended (${how})`);
  };
  const replicas = await findPlaces();
  const onChange = (name: string, isUp: boolean): void => {
    if (!isClosing) tell(`${name} ${isUp ? 'answers again' : 'is silent'}`);
  };
  // First, because it may be taken.
  const port = await claimPort(terms.port);
  progress('starting the servers of the log, and PostgreSQL');
  const servers = await startNats(terms.nats, REPLICAS, { isDetached: true, onEnd, stop });
  closings.add('the servers of the log', servers.close);
  const postgres = await startPostgres(terms.postgres, { isDetached: true, onEnd });
  closings.add('PostgreSQL', postgres.close);
  stop.throwIfAborted();
  const records = await postgres.provide('perpetua');
  const shared = [
    ...['--log', servers.urls, '--log-monitor', servers.monitors.join(), '--records', records],
    ...['--venue', DEMO_VENUE, '--key-file', join(folder, 'key-encryption.key')],
    ...['--host', HOST, ...terms.more],
  ];
  progress('starting three replicas');
  const children = replicas.map((place) => runReplica(terms, folder, place, shared));
  closings.add('the replicas', () => {
    isClosing = true;
    return endAll(children);
  });
  await Promise.all(children.map((child, at) => untilOpen(child, replicas[at]?.name ?? '', terms)));
  // When all of them answer: so the first change that it notices is one.
  const balancer = await openBalancer({ folder, port, replicas, onChange, onEnd });
  closings.add('the balancer', () => {
    isClosing = true;
    return balancer.close();
  });
  for (const [at, child] of children.entries())
    child.once('exit', (code, signal) => onEnd(replicas[at]?.name ?? '', String(code ?? signal)));
  const pidOf = ({ pid = 0 }: ChildProcess): number => pid;
  const plain = (address: string): string => address.replace(/\/\/.*@/, '//');
  const urls = servers.urls.split(',').map(plain);
  return {
    folder,
    port,
    log: servers.urls,
    credentials: join(folder, replicas[0]?.name ?? '', 'credentials.json'),
    processes: [
      ...replicas.map(({ name, port }, at) => ({
        name,
        pid: children.map(pidOf)[at] ?? 0,
        address: `http://${HOST}:${port}`,
      })),
      ...servers.names.map((name, at) => ({
        name: `nats ${name}`,
        pid: servers.pidOf(name) ?? 0,
        address: urls[at] ?? '',
      })),
      { name: 'postgres', pid: postgres.pid() ?? 0, address: plain(records) },
      { name: 'haproxy', pid: balancer.pid, address: `http://${HOST}:${port}` },
    ],
  };
}

interface ReplicaPlace {
  readonly name: string;
  readonly port: number;
  readonly adminPort: number;
}

async function findPlaces(): Promise<readonly ReplicaPlace[]> {
  const ports = await findPorts(2 * REPLICAS);
  return Array.from({ length: REPLICAS }, (_, place) => ({
    name: `replica-${place + 1}`,
    port: ports[place] ?? 0,
    adminPort: ports[REPLICAS + place] ?? 0,
  }));
}

/** Its lines go into a file beside its data. It notices when this process is gone. */
function runReplica(
  { script }: DemoTerms,
  folder: string,
  place: ReplicaPlace,
  shared: readonly string[],
): ChildProcess {
  const { name, port, adminPort } = place;
  const data = join(folder, name);
  const ports = ['--port', String(port), '--admin-port', String(adminPort)];
  mkdirSync(data, { mode: 0o700 });
  const child = fork(
    script,
    ['start', ...shared, '--replica-name', name, '--data', data, ...ports],
    {
      detached: true,
      execArgv: [YOUNG_OBJECTS],
      env: { ...ownEnvironment(), NODE_COMPILE_CACHE: COMPILED },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const lines = createWriteStream(join(folder, `${name}.log`));
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(lines, { end: false });
  child.once('close', () => lines.end());
  return child;
}

async function untilOpen(
  child: ChildProcess,
  name: string,
  { stop }: Pick<DemoTerms, 'stop'>,
): Promise<void> {
  let said = '';
  const opened = new Promise<void>((resolve) => {
    const hear = (text: Buffer): void => {
      said += text;
      if (said.includes('Ctrl-C')) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
  });
  const ended = once(child, 'close').then(() => {
    throw new Error(`${name} did not start:\n${said.trim()}`);
  });
  ended.catch(() => undefined);
  const stopped = once(stop, 'abort').then(() => stop.throwIfAborted());
  await Promise.race([opened, ended, stopped]);
}

async function endAll(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLIS);
      await endProcess(child, 'SIGTERM');
      clearTimeout(timer);
    }),
  );
}
