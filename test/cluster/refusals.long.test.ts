/** A replica does not start where it could lose something, and says what to do about it. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judgeLogAccess, judgeRecordsAccess } from '../../src/assembly/cluster/judge-access.ts';
import { type LogParts, openLog } from '../../src/assembly/cluster/open-log.ts';
import { openShared, type SharedParts } from '../../src/assembly/cluster/open-shared.ts';
import { openRecords } from '../../src/facts/open-records.ts';
import { createPatience } from '../../src/facts/patience.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { hasStream } from '../../src/venue/replica/nats-stream.ts';
import { untilOpen } from '../cli/venue-process.ts';
import { freshDatabase, freshRecords, hasPostgres, TERMS } from '../kit/postgres.ts';
import { connectTo } from '../replica/nats-kit.ts';
import { type Cluster, hasCluster, openCluster } from './cluster-kit.ts';

/** Why the log will not do, or undefined. */
async function refusal(
  { servers }: { readonly servers: Pick<Cluster['servers'], 'urls' | 'monitors'> },
  changes: Partial<LogParts['settings']> = {},
  off = 0,
): Promise<string | undefined> {
  const settings = {
    ...{ log: servers.urls, logMonitor: servers.monitors, venue: 'test', unsafe: false },
    ...changes,
  };
  const wallNow = (): number => Date.now() + off;
  const opening = openLog({ settings, wallNow, logger: () => undefined, stop: undefined });
  return opening.then(
    async ({ connection }) => {
      await connection.close();
      return undefined;
    },
    (error: Error) => error.message,
  );
}

test.runIf(hasCluster)('[CLU-17] [CLU-22] a log that is not safe needs --unsafe', async () => {
  const cluster = await openCluster({ servers: 3, sync: '"2m"', isOpen: true });
  const { monitors } = cluster.servers;
  const lazy = await refusal(cluster);
  expect(lazy?.split('\n')).toHaveLength(4);
  expect(lazy).toMatch(
    /^the NATS servers let in whoever reaches them: give them users .* --unsafe for a trial$/m,
  );
  expect(lazy).toMatch(
    /NATS server n2 confirms commands before they are on its disk: set sync_int/,
  );
  expect(await refusal(cluster, { unsafe: true })).toBeUndefined();
  expect(await refusal(cluster, { logMonitor: [] })).toMatch(/cannot be asked: give their monitor/);
  const some = await refusal(cluster, { logMonitor: monitors.slice(0, 1) });
  expect(some).toMatch(/is also on n\d, n\d, whose monitoring address is not among those/);
  const wrong = await refusal(cluster, { logMonitor: ['http://127.0.0.1:1'] });
  expect(wrong).toMatch(
    /no NATS server tells of itself at http:\/\/127.0.0.1:1 .*correct --log-mon/,
  );
  for (const off of [-6_000, 6_000])
    expect(await refusal(cluster, { unsafe: true }, off)).toMatch(
      off > 0
        ? /6\.\d s ahead of the log's; at most 5 s .* set it by NTP/
        : /6\.\d s behind the log/,
    );
  expect(await refusal(cluster, { log: 'nats://127.0.0.1:1', unsafe: true })).toMatch(
    /no NATS server answers at nats:\/\/127.0.0.1:1 .*start them, or name others with --log/,
  );
});

test('[CLU-22] other machines are spoken to through TLS only', () => {
  const users = { auth_required: true };
  const sealed = { ...users, tls_required: true };
  for (const near of ['nats://127.0.0.1:4222', 'nats://a:b@localhost:1,nats://[::1]:2'])
    expect(judgeLogAccess(near, users)).toEqual([]);
  const far = 'tls://a:b@127.0.0.1:4222,n2:4222';
  expect(judgeLogAccess(far, sealed)).toEqual([]);
  expect(judgeLogAccess(far, users)).toMatchObject([
    expect.stringMatching(/NATS servers at n2 is not encrypted: .*say tls:\/\/ in --log/),
  ]);
  expect(judgeLogAccess(far, undefined)).toHaveLength(2);
  // The next time somebody else may answer, and say that there is no TLS.
  expect(judgeLogAccess('nats://a:b@n1:4222', sealed)).toMatchObject([
    expect.stringMatching(/at n1 need not be encrypted: .*say tls:\/\/ in --log/),
  ]);
});

test.runIf(hasPostgres)('[CLU-22] so is a database on another machine', async () => {
  const records = await freshRecords();
  const judge = (url: string): Promise<string[]> => judgeRecordsAccess(url, records);
  expect(await judge('postgres://a:b@127.0.0.1/c')).toEqual([]);
  expect(await judge('postgres://a@db.example/c')).toMatchObject([
    expect.stringMatching(/^postgres:\/\/127.* is opened without a password/),
    expect.stringMatching(/is not encrypted: .*add \?sslmode=verify-full to --records/),
  ]);
  expect(await judge('postgres://a:b@db.example/c')).toHaveLength(1);
});

test.runIf(hasCluster)(
  '[CLU-17] a start without three copies ends with 1, and one without doors serves nobody',
  async () => {
    const cluster = await openCluster({ servers: 1 });
    const refused = cluster.run('a');
    expect(await refused.ended, refused.said()).toBe(1);
    expect(refused.complained()).toMatch(
      /with 3 copies: .*three NATS servers of version 2.10 or newer/,
    );
    const silent = cluster.run('a', '--unsafe', '--no-doors');
    expect(await untilOpen(silent)).toContain('doors       none');
    expect(existsSync(join(cluster.dataOf('a'), 'admin.json'))).toBe(false);
    silent.child.kill('SIGTERM');
    expect(await silent.ended, silent.complained()).toBe(0);
  },
);

test.runIf(hasCluster)(
  '[CLU-17] [CLU-7] where the log is gone no new one is made, and it can be restored',
  async () => {
    const { run, servers, dataOf, scene } = await openCluster({ servers: 1 });
    const trial = ['--unsafe', '--no-doors'];
    const first = run('a', ...trial);
    await untilOpen(first);
    first.child.kill('SIGTERM');
    expect(await first.ended, first.complained()).toBe(0);
    const connection = await connectTo(servers.urls);
    await connection.request('$JS.API.STREAM.DELETE.PERPETUA_test');
    const [own, other] = ['a', 'b'].map((name) => run(name, ...trial));
    expect(await own?.ended).toBe(1);
    expect(own?.complained()).toMatch(
      /log test is gone: .*restore --from \S+ --log … --venue test/,
    );
    expect(await other?.ended).toBe(1);
    expect(other?.complained()).toMatch(/log test is gone: .* has the records of the venue \w+\. /);
    expect(await hasStream(connection, 'test')).toBe(false);
    const place = ['--from', dataOf('a'), '--log', servers.urls, '--venue', 'test', '--unsafe'];
    const keyless = scene.run('cluster', 'restore', ...place);
    expect(await keyless.ended).toBe(1);
    expect(keyless.complained()).toMatch(/no key-encryption key at .* --key-file, or put it into/);
    const restored = scene.run('cluster', 'restore', ...place, '--key-file', dataOf('kek'));
    expect(await restored.ended, restored.complained()).toBe(0);
    const again = run('a', ...trial);
    await untilOpen(again);
    again.child.kill('SIGTERM');
    expect(await again.ended, again.complained()).toBe(0);
  },
);

test.runIf(hasPostgres)(
  '[CLU-17] another key, another venue and a database that will not do are refused',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perpetua-refused-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const clock = createSystemClock();
    const parts = {
      ...{ url: await freshDatabase(), venue: 'one', keyFile: join(folder, 'kek'), clock },
      ...{ kek: undefined, logger: () => undefined, isLoss: false, unsafe: false },
      patience: createPatience({ tell: () => undefined, millis: 0 }),
    };
    await (await openShared(parts)).records.close();
    const refused = (changes: Partial<SharedParts>): Promise<string> =>
      openShared({ ...parts, ...changes }).then(
        () => 'opened',
        (error: Error) => error.message,
      );
    expect(await refused({ keyFile: join(folder, 'other') })).toMatch(
      /sealed with key-encryption key .* Copy key-encryption.key of the first .*PERPETUA_KEK/,
    );
    expect(readdirSync(folder)).toEqual(['kek']);
    expect(await refused({ venue: 'two' })).toMatch(/has the records of the venue one/);
    const away = await refused({ url: 'postgres://nobody:secret@127.0.0.1:1/none' });
    expect(away).toMatch(/127.0.0.1:1\/none cannot be asked: /);
    expect(away).not.toContain('secret');
    expect(await refused({ url: `${parts.url}-misspelt` })).toMatch(
      /does not exist. Correct the user, password or database of --records$/,
    );
    expect(await refused({ url: await asynchronousDatabase() })).toMatch(
      /synchronous_commit = off/,
    );
  },
);

/** Says of itself that it is a NATS server of this version, and no more. */
async function startOldServer(version: string): Promise<string> {
  const about = { server_id: 'OLD', version, proto: 1, headers: true, max_payload: 1_048_576 };
  const server = createServer((socket) => {
    socket.write(`INFO ${JSON.stringify(about)}\r\n`);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      if (data.includes('PING')) socket.write('PONG\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return `nats://127.0.0.1:${address.port}`;
}

test('[CLU-17] a NATS server that is too old is refused, whatever is asked for', async () => {
  const urls = await startOldServer('2.9.25');
  const refused = await refusal({ servers: { urls, monitors: [] } }, { unsafe: true });
  expect(refused).toMatch(/the server has version 2\.9\.25; at least 2\.10 is needed/);
});

async function asynchronousDatabase(): Promise<string> {
  const url = await freshDatabase();
  const records = await openRecords(url, TERMS);
  const name = new URL(url).pathname.slice(1);
  await records.ask(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
  await records.close();
  return url;
}
