/**
 * The users, permissions and certificates of deploy/, in force: three NATS servers and PostgreSQL
 * run with the shipped files, a replica joins, and strangers stay outside.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findPorts } from '../../proof/cluster/find-ports.ts';
import { endingWithUs, findNatsServer, settleServers } from '../../proof/cluster/nats-servers.ts';
import {
  findPostgres,
  type RunningPostgres,
  startPostgres,
} from '../../proof/cluster/postgres-server.ts';
import { oneMarket } from '../../proof/program.ts';
import { openScene, type Scene, untilOpen } from '../cli/venue-process.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const textOf = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
const [nats, bin] = [findNatsServer(), findPostgres()];
const isReady = nats !== undefined && bin !== undefined;
const NAMES = ['nats-1', 'nats-2', 'nats-3'];
const PASSWORDS = { NATS_PASSWORD: 'pReplica', NATS_STATUS_PASSWORD: 'pStatus' };
const ROLE = 'venue';

const folder = mkdtempSync(join(tmpdir(), 'perpetua-access-'));
const tls = join(folder, 'tls');
let ports: readonly number[] = [];
let scene: Scene;
let postgres: RunningPostgres;
let records = '';
const running = new Map<string, ChildProcess>();

const clientPort = (place: number): number => ports[place] ?? 0;
const monitorOf = (place: number): string => `http://127.0.0.1:${ports[3 + place]}`;

/** The shipped configuration, at places of this machine. */
function configOf(place: number): string {
  const routes = NAMES.map((_, at) => `nats://localhost:${ports[6 + at]}`).join(', ');
  return textOf('nats.conf')
    .replace('port: 4222', `listen: "127.0.0.1:${clientPort(place)}"`)
    .replace('http_port: 8222', `http: "127.0.0.1:${ports[3 + place]}"`)
    .replace('port: 6222', `listen: "127.0.0.1:${ports[6 + place]}"`)
    .replace(/routes: .*/, `routes: [${routes}]`)
    .replace('store_dir: /data', `store_dir: "${join(folder, NAMES[place] ?? '')}"`)
    .replaceAll('/tls/', `${tls}/`);
}

function startServer(name: string): void {
  const env = { ...process.env, ...PASSWORDS, SERVER_NAME: name };
  const words = ['-c', join(folder, `${name}.conf`)];
  running.set(name, spawn(...endingWithUs('KILL', nats ?? '', words), { env, stdio: 'ignore' }));
}

async function killServer(name: string): Promise<void> {
  const child = running.get(name);
  if (child === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function startServers(): Promise<void> {
  ports = await findPorts(9);
  for (const [place, name] of NAMES.entries()) {
    writeFileSync(join(folder, `${name}.conf`), configOf(place));
    startServer(name);
  }
  const monitors = NAMES.map((_, place) => monitorOf(place));
  const again = async (name: string): Promise<void> => {
    await killServer(name);
    startServer(name);
  };
  await settleServers({ names: NAMES, monitors, again, stop: undefined });
}

async function startDatabase(): Promise<void> {
  const place = join(tls, 'postgres');
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', place]);
  postgres = await startPostgres(bin ?? '', {
    settings: [
      ...['ssl=on', `ssl_cert_file=${place}/server.crt`, `ssl_key_file=${place}/server.key`],
    ],
    hba: textOf('postgres/pg_hba.conf')
      .replace(/^local.*$/m, '')
      .replaceAll('perpetua', ROLE),
  });
  const { port, username, password } = new URL(await postgres.provide('postgres'));
  const reach = { PGHOST: '127.0.0.1', PGPORT: port, PGUSER: username, PGPASSWORD: password };
  const path = `${bin}:${process.env['PATH']}`;
  const role = { ROLE_PASSWORD: 'pRole', ROLE_NAME: ROLE };
  const env = { ...process.env, ...reach, ...role, PATH: path };
  await promisify(execFile)('sh', [join(DEPLOY, 'postgres/make-role.sh')], { env });
  records = `postgres://${ROLE}:pRole@localhost:${port}/${ROLE}`;
}

beforeAll(async () => {
  if (!isReady) return;
  chmodSync(folder, 0o755);
  const names = { NATS_NAMES: 'localhost 127.0.0.1', POSTGRES_NAMES: 'localhost' };
  const script = join(DEPLOY, 'make-certificates.sh');
  execFileSync('sh', [script, tls], { env: { ...process.env, ...names } });
  await Promise.all([startServers(), startDatabase()]);
  scene = openScene();
});

afterAll(async () => {
  await scene?.close();
  for (const name of NAMES) await killServer(name);
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
});

function enter(more: ConnectionOptions): Promise<NatsConnection> {
  const ca = readFileSync(join(tls, 'ca/ca.crt'), 'utf8');
  const servers = [`localhost:${clientPort(0)}`];
  return connect({ servers, tls: { ca }, reconnect: false, ...more });
}

/** What a request comes to, in words. */
const tryTo = (connection: NatsConnection, subject: string, text = ''): Promise<string> =>
  connection.request(subject, text, { timeout: 5_000 }).then(
    (reply) => reply.string(),
    (error: unknown) => String(error),
  );

test.runIf(isReady)(
  '[CLU-18] [CLU-22] a replica joins with its user, certificates and role, and no stranger does',
  async () => {
    vi.stubEnv('NODE_EXTRA_CA_CERTS', join(tls, 'ca/ca.crt'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const far = NAMES.slice(1).map((_, at) => `tls://localhost:${clientPort(at + 1)}`);
    const logOf = (user: string): string =>
      [`tls://${user}@localhost:${clientPort(0)}`, ...far].join();
    const monitors = NAMES.map((_, place) => monitorOf(place)).join();
    const replica = scene.run(
      ...['start', '--log', logOf(`replica:${PASSWORDS.NATS_PASSWORD}`), '--venue', 'perpetua'],
      ...['--log-monitor', monitors, '--records', `${records}?sslmode=verify-full`],
      ...['--data', join(folder, 'data'), '--replica-name', 'one', ...oneMarket(scene.folder)],
      ...['--port', '0', '--admin-port', '0', '--page', 'off', '--snapshot-seconds', '1'],
    );
    expect(await untilOpen(replica)).toContain('replica one of perpetua, new here');
    // The replica takes its duties, and the log makes its copies, in the seconds after the start.
    const status = async (): Promise<string> => {
      const run = scene.run(
        ...['cluster', 'status', '--log', logOf(`status:${PASSWORDS.NATS_STATUS_PASSWORD}`)],
        ...['--venue', 'perpetua'],
      );
      return `${await run.ended}: ${run.said()}${run.complained()}`;
    };
    await expect.poll(status).toMatch(/^0: .*Nothing is wrong\./s);

    await expect(enter({})).rejects.toThrow(/authorization/i);
    await expect(enter({ user: 'replica', pass: 'guess' })).rejects.toThrow(/authorization/i);
    const { NATS_PASSWORD, NATS_STATUS_PASSWORD } = PASSWORDS;
    const looks = await enter({ user: 'status', pass: NATS_STATUS_PASSWORD });
    const trades = await enter({ user: 'replica', pass: NATS_PASSWORD });
    const stream = 'PERPETUA_perpetua';
    expect(await tryTo(trades, `$JS.API.STREAM.INFO.${stream}`)).toContain('"config"');
    for (const subject of ['perpetua.in', 'perpetua.out', `$JS.API.STREAM.DELETE.${stream}`])
      expect(await tryTo(looks, subject, '{}')).toMatch(/permissions violation/i);
    for (const verb of ['DELETE', 'PURGE', 'UPDATE'])
      expect(await tryTo(trades, `$JS.API.STREAM.${verb}.${stream}`, '{}')).toMatch(
        /permissions violation/i,
      );
    expect(await tryTo(trades, 'perpetua.out', 'forged')).toMatch(/permissions violation/i);
    const shared = (): Promise<string> => tryTo(trades, `$JS.API.STREAM.INFO.OBJ_${stream}`);
    await expect.poll(shared).toContain('"config"');
    await Promise.all([looks.close(), trades.close()]);

    const plain = new Client(records);
    await expect(plain.connect()).rejects.toThrow(/no encryption/);
    const own = new Client({ connectionString: records, ssl: { rejectUnauthorized: false } });
    await own.connect();
    await expect(own.query('CREATE ROLE another')).rejects.toThrow(/permission denied/);
    await expect(own.query('CREATE DATABASE another')).rejects.toThrow(/permission denied/);
    await own.end();

    replica.child.kill('SIGTERM');
    expect(await replica.ended, replica.complained()).toBe(0);
    // What it needs of the log it may: nothing was refused to it, snapshots included.
    expect(replica.complained()).not.toMatch(/permission|cannot be made|no snapshot was shared/i);
  },
);
