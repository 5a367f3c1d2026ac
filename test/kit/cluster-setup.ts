/**
 * With PERPETUA_TEST_CLUSTER=1, every program that tests start as a venue is a replica of a real
 * cluster: three NATS servers and PostgreSQL, started once for all of them. Each data folder has a
 * log and a database of its own.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { findNatsServer, NATS_NEEDED, startNats } from '../../proof/cluster/nats-servers.ts';
import {
  findPostgres,
  POSTGRES_NEEDED,
  startPostgres,
} from '../../proof/cluster/postgres-server.ts';

/** Whoever wants tests to run against a replica of a cluster says so in the environment. */
export const isReplicated = (): boolean => process.env['PERPETUA_TEST_CLUSTER'] === '1';

const PLACES = 'TEST_CLUSTER_PLACES';

interface Places {
  readonly log: string;
  readonly monitors: string;
  /** Of a database that is always there. */
  readonly records: string;
}

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Each project of the tests asks, and they share one cluster.
  if (!isReplicated() || process.env[PLACES] !== undefined) return undefined;
  const [nats, postgres] = [findNatsServer(), findPostgres()];
  if (nats === undefined) throw new Error(NATS_NEEDED);
  if (postgres === undefined) throw new Error(POSTGRES_NEEDED);
  const servers = await startNats(nats, 3);
  const database = await startPostgres(postgres);
  const places: Places = {
    log: servers.urls,
    monitors: servers.monitors.join(),
    records: await database.provide('tests'),
  };
  process.env[PLACES] = JSON.stringify(places);
  return async () => {
    await database.close();
    await servers.close();
  };
}

/** The words that make a start in this folder that of a replica; none where there is no cluster. */
export function replicaWords(words: readonly string[], cwd: string): string[] {
  const text = process.env[PLACES];
  if (text === undefined || words[0] !== 'start') return [];
  const { log, monitors, records }: Places = JSON.parse(text);
  const own = words.indexOf('--data');
  const data = resolve(cwd, own < 0 ? 'data' : (words[own + 1] ?? ''));
  const name = `t${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
  try {
    const program = join(findPostgres() ?? '', 'createdb');
    execFileSync(program, ['--maintenance-db', records, name], { stdio: 'pipe' });
  } catch (error) {
    if (!String(error).includes('already exists')) throw error;
  }
  return [
    ...['--log', log, '--log-monitor', monitors, '--venue', name, '--replica-name', 'a'],
    ...['--records', records.replace(/tests$/, name)],
  ];
}
