/** NATS servers for a test: real processes with disks of their own, gone when the test is. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const HOW =
  'nats-server 2.10 or newer is needed: install it, or unpack the package of a newer Debian ' +
  '(dpkg-deb -x nats-server_….deb FOLDER) and name it in PERPETUA_NATS_SERVER';

/** The program; undefined, with a line that says how to get it, where there is none. */
export function findNatsServer(): string | undefined {
  const { PERPETUA_NATS_SERVER: program = 'nats-server', CI } = process.env;
  try {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
    const [, major = 0, minor = 0] = /v(\d+)\.(\d+)/.exec(version) ?? [];
    if (Number(major) > 2 || Number(minor) >= 10) return program;
  } catch {
    // There is none.
  }
  if (CI === 'true') throw new Error(HOW);
  process.stderr.write(`skipped: ${HOW}\n`);
  return undefined;
}

export interface NatsServers {
  readonly urls: string;
  readonly kill: (name: string) => Promise<void>;
  readonly start: (name: string) => void;
}

/** So many servers, as one cluster if there are several, each `n1`, `n2`, … */
export async function startNats(program: string, count: number): Promise<NatsServers> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-nats-'));
  const ports = await findPorts(count * 2);
  const names = Array.from({ length: count }, (_, place) => `n${place + 1}`);
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`);
  const running = new Map<string, ChildProcess>();
  names.forEach((name, place) => {
    const store = JSON.stringify(join(folder, name));
    const cluster = `cluster { name: c, port: ${ports[count + place]}, routes: [${routes.join()}] }`;
    const config = [
      `server_name: ${name}`,
      `listen: "127.0.0.1:${ports[place]}"`,
      `jetstream { store_dir: ${store}, sync_interval: always }`,
      ...(count > 1 ? [cluster] : []),
    ];
    writeFileSync(join(folder, `${name}.conf`), config.join('\n'));
  });
  const start = (name: string): void => {
    const args = ['-c', join(folder, `${name}.conf`)];
    running.set(name, spawn(program, args, { stdio: 'ignore' }));
  };
  const kill = async (name: string): Promise<void> => {
    const child = running.get(name);
    running.delete(name);
    if (child === undefined) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  for (const name of names) start(name);
  onTestFinished(async () => {
    for (const name of [...running.keys()]) await kill(name);
    rmSync(folder, { recursive: true, force: true });
  });
  const urls = ports.slice(0, count).map((port) => `nats://127.0.0.1:${port}`);
  return { urls: urls.join(), kill, start };
}

async function findPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address !== null) ports.push(address.port);
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}
