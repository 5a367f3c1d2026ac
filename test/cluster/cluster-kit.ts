/** A whole cluster on this machine: NATS servers, PostgreSQL, and replicas as real processes. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import {
  findNatsServer,
  NATS_NEEDED,
  type NatsServers,
  startNats,
} from '../../proof/cluster/nats-servers.ts';
import { oneMarket } from '../../proof/program.ts';
import { type CallVenue, createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import {
  type Credentials,
  findAdminAddress,
  findCredentials,
} from '../../src/gateway/data-files.ts';
import { openScene, type Scene, untilOpen, type VenueProcess } from '../cli/venue-process.ts';
import { freshDatabase, hasPostgres } from '../kit/postgres.ts';

const nats = findNatsServer();
if (nats === undefined) {
  if (process.env['CI'] === 'true') throw new Error(NATS_NEEDED);
  process.stderr.write(`skipped: ${NATS_NEEDED}\n`);
}

/** Tests that need it are skipped where something is missing: `test.runIf(hasCluster)`. */
export const hasCluster = nats !== undefined && hasPostgres;

export interface Replica {
  readonly name: string;
  readonly data: string;
  readonly process: VenueProcess;
  readonly baseUrl: string;
  readonly credentials: readonly Credentials[];
  /** Signed with the key of one of the sandbox accounts. */
  readonly callAs: (place: number) => CallVenue;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
  readonly askAdmin: (path: string, body?: object) => Promise<any>;
  /** Without a key; adds the status to the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came.
  readonly askPublic: (path: string, body?: object, token?: string) => Promise<any>;
  readonly kill: () => Promise<void>;
  /** As an operator stops it. Answers with its exit code. */
  readonly stop: () => Promise<number | null>;
}

export interface Cluster {
  readonly scene: Scene;
  readonly servers: NatsServers;
  readonly database: string;
  readonly dataOf: (name: string) => string;
  /** Begins to start one, with more settings. */
  readonly run: (name: string, ...more: string[]) => VenueProcess;
  /** Resolves when it is open. */
  readonly start: (name: string, ...more: string[]) => Promise<Replica>;
  /** A venue that has its folder for itself, with the same market and key-encryption key. */
  readonly startAlone: (name: string, ...more: string[]) => Promise<Replica>;
}

export interface ClusterTerms {
  readonly servers?: number;
  /** When the servers write to their disks. */
  readonly sync?: string;
  /** Whether the servers let in everybody. */
  readonly isOpen?: boolean;
}

const opened: Pick<Cluster, 'scene' | 'servers'>[] = [];

afterAll(async () => {
  for (const { scene, servers } of opened) {
    await scene.close();
    await servers.close();
  }
});

/** Everything ends with the test file. */
export async function openCluster({
  servers: count = 3,
  ...terms
}: ClusterTerms = {}): Promise<Cluster> {
  if (nats === undefined) throw new Error(NATS_NEEDED);
  const scene = openScene();
  const servers = await startNats(nats, count, terms);
  opened.push({ scene, servers });
  const database = await freshDatabase();
  const market = oneMarket(scene.folder);
  const call = createCaller();
  const dataOf = (name: string): string => join(scene.folder, name);
  const runAlone: Cluster['run'] = (name, ...more) =>
    scene.run(
      ...['start', '--data', dataOf(name), '--key-file', dataOf('kek'), ...market],
      ...['--port', '0', '--admin-port', '0', '--page', 'off', ...PLENTY, ...more],
    );
  const run: Cluster['run'] = (name, ...more) =>
    runAlone(
      ...[name, '--log', servers.urls, '--records', database, '--venue', 'test'],
      ...['--log-monitor', servers.monitors.join(), '--replica-name', name, ...more],
    );
  const untilStarted = async (name: string, process: VenueProcess): Promise<Replica> => {
    await untilOpen(process);
    return replicaOf(name, dataOf(name), process, call);
  };
  const start: Cluster['start'] = (name, ...more) => untilStarted(name, run(name, ...more));
  const startAlone: Cluster['start'] = (name, ...more) =>
    untilStarted(name, runAlone(name, ...more));
  return { scene, servers, database, dataOf, run, start, startAlone };
}

const PLENTY = [
  'address-weight',
  'account-weight',
  'orders-per-second',
  'cancels-per-second',
].flatMap((name) => [`--${name}`, '100000']);

/** Answers with the status and what came. */
type Caller = (
  address: string,
  body?: object,
  token?: string,
) => Promise<readonly [number, Readonly<Record<string, unknown>>]>;

/**
 * One caller of all replicas, as CLU-4 wants it: it tells each how far the others were, and asks
 * again where nothing was done.
 */
function createCaller(): Caller {
  const header = 'x-venue-seq';
  let seen = 0;
  return async (address, body, token = '') => {
    const authorization = `Bearer ${token}`;
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(address, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', authorization, [header]: String(seen) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      seen = Math.max(seen, Number(response.headers.get(header)));
      const told = await response.json();
      if (tries === TRIES_MAX || !/nothing was done/.test(told.msg)) return [response.status, told];
      await pause(100);
    }
  };
}

const TRIES_MAX = 50;

function replicaOf(name: string, data: string, process: VenueProcess, call: Caller): Replica {
  const admin = findAdminAddress(join(data, 'admin.json'));
  if (admin === undefined) throw new Error('the replica did not write down its addresses');
  const baseUrl = admin.baseUrl.replace('localhost', '127.0.0.1');
  const credentials = findCredentials(join(data, 'credentials.json')) ?? [];
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    process.child.kill(signal);
    return process.ended;
  };
  return {
    ...{ name, data, process, baseUrl, credentials },
    callAs: (place) => createCallVenue(baseUrl, credentials[place]!),
    askAdmin: async (path, body) => (await call(`${admin.address}${path}`, body, admin.token))[1],
    askPublic: async (path, body, token) => {
      const [status, told] = await call(`${baseUrl}${path}`, body, token);
      return { status, ...told };
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
