/** A replica does not start where it could lose something, and says what to do about it. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRecords } from '../../src/records/open-records.ts';
import { type LogParts, openLog } from '../../src/sandbox/cluster/open-log.ts';
import { untilOpen } from '../cli/venue-process.ts';
import { freshDatabase, TERMS } from '../kit/postgres.ts';
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
  const opening = openLog({ settings, wallNow, tell: () => undefined, stop: undefined });
  return opening.then(
    async ({ log }) => {
      await log.close();
      return undefined;
    },
    (error: Error) => error.message,
  );
}

test.runIf(hasCluster)('[CLU-17] a log that is not safe is refused, unless asked for', async () => {
  const cluster = await openCluster({ servers: 3, sync: '"2m"' });
  const { monitors } = cluster.servers;
  const lazy = await refusal(cluster);
  expect(lazy?.split('\n')).toHaveLength(3);
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

test.runIf(hasCluster)(
  '[CLU-17] a start without three copies, its key or its database ends with 1',
  async () => {
    const cluster = await openCluster({ servers: 1 });
    const endOf = async (name: string, ...more: string[]): Promise<string> => {
      const venue = cluster.run(name, ...more);
      expect(await venue.ended, venue.said()).toBe(1);
      return venue.complained();
    };
    expect(await endOf('a')).toMatch(
      /with 3 copies: .*three NATS servers of version 2.10 or newer/,
    );
    const replica = await cluster.start('a', '--unsafe');
    const otherKey = join(cluster.scene.folder, 'other-key');
    const [key, venue, away, asynchronous] = await Promise.all([
      endOf('b', '--unsafe', '--key-file', otherKey),
      endOf('c', '--unsafe', '--venue', 'other'),
      endOf('d', '--unsafe', '--records', 'postgres://nobody:secret@127.0.0.1:1/none'),
      endOf('e', '--unsafe', '--venue', 'third', '--records', await asynchronousDatabase()),
    ]);
    expect(key).toMatch(/sealed with key-encryption key .* Copy key-encryption.key of the first/);
    expect(venue).toMatch(/has the records of the venue .*: give each venue a database of its own/);
    expect(away).toMatch(/127.0.0.1:1\/none cannot be asked: .* Start it, or name another/);
    expect(away).not.toContain('secret');
    expect(asynchronous).toMatch(/synchronous_commit = off/);
    const silent = cluster.run('f', '--unsafe', '--no-doors');
    expect(await untilOpen(silent)).toContain('doors       none');
    expect(existsSync(join(cluster.dataOf('f'), 'admin.json'))).toBe(false);
    silent.child.kill('SIGTERM');
    expect(await silent.ended, silent.complained()).toBe(0);
    expect(await replica.stop(), replica.process.complained()).toBe(0);
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
