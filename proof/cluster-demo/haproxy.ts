/**
 * The balancer of the demo: HAProxy with the configuration of deploy/, on this machine. All
 * requests with one API key go to the same replica while that answers; the rest is said there.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPorts } from '../cluster/find-ports.ts';
import { endingWithUs, endProcess } from '../cluster/nats-servers.ts';

export const HAPROXY_NEEDED = 'haproxy 2.6 or newer is needed: apt-get install haproxy';

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

export interface BalancerParts {
  readonly folder: string;
  readonly port: number;
  readonly replicas: readonly { readonly name: string; readonly port: number }[];
  /** Called when a replica begins or ceases to answer. */
  readonly onChange: (name: string, isUp: boolean) => void;
  readonly onEnd: (name: string, how: string) => void;
}

export interface Balancer {
  readonly pid: number;
  readonly close: () => Promise<void>;
}

const CONFIG = new URL('../../deploy/haproxy.cfg', import.meta.url);
const CHANGE = /Server replicas\/(\S+) is (UP|DOWN)/;

/** The port itself, or any free one for zero. Rejects with the system's error if it is taken. */
export async function claimPort(port: number): Promise<number> {
  if (port === 0) return (await findPorts(1))[0] ?? 0;
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function openBalancer(parts: BalancerParts): Promise<Balancer> {
  const path = join(parts.folder, 'haproxy.cfg');
  writeFileSync(path, configOf(parts));
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(...endingWithUs('KILL', 'haproxy', ['-f', path]), { stdio: [...stdio] });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      const [, name, change] = CHANGE.exec(line) ?? [];
      if (name !== undefined) parts.onChange(name, change === 'UP');
    });
  child.once('exit', (code, signal) => parts.onEnd('balancer', String(code ?? signal)));
  await once(child, 'spawn');
  return {
    pid: child.pid ?? 0,
    close: () => endProcess(child, 'SIGTERM'),
  };
}

/** With the addresses of this machine in the place of names. */
const configOf = ({ port, replicas }: BalancerParts): string =>
  replicas.reduce(
    (text, { port: own }, place) =>
      text.replace(`"\${REPLICA_${place + 1}}:8700"`, `127.0.0.1:${own}`),
    readFileSync(CONFIG, 'utf8').replace('bind :8700', `bind 127.0.0.1:${port}`),
  );
