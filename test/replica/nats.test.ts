/** Replicas on a real JetStream log. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { millis } from '../../src/domain/units.ts';
import { SNAPSHOT_VERSION } from '../../src/engine/snapshot.ts';
import { stateHash } from '../../src/engine/state-hash.ts';
import { findNatsServer } from '../../src/proof/cluster/nats-servers.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { createPresent } from '../../src/venue/present.ts';
import type { StoredBatch } from '../../src/venue/replica/batch-reader.ts';
import { connectNats, millisOf, NatsLog } from '../../src/venue/replica/nats-log.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';
import { LogRefused } from '../../src/venue/replica/remote-log.ts';
import { RemoteReplica } from '../../src/venue/replica/remote-replica.ts';
import { connectTo, openServers, openSoon } from './nats-kit.ts';

const textOf = ({ position, logAt, bytes }: StoredBatch): string =>
  `${position} ${logAt} ${Buffer.from(bytes).toString('hex')}`;

test('[CLU-2] a JetStream log gives each message its place and time, live and when read', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const connection = await connectTo(urls);
  await openSoon(connection, 'demo', 1);
  const log = new NatsLog(connection, 'demo');
  const live: StoredBatch[] = [];
  log.listen({ hear: (message) => live.push(message), reconnect: () => undefined });
  expect(await log.read(1)).toEqual([]);
  const given = Array.from({ length: 300 }, () => randomBytes(100));
  for (const bytes of given) expect(await log.append(bytes)).toBe('stored');
  await expect.poll(() => live.length).toBe(300);
  expect(live.map(({ position }) => position)).toEqual(given.map((_, place) => place + 1));
  expect(live.map(({ bytes }) => Buffer.from(bytes))).toEqual(given);
  const stored: StoredBatch[] = [];
  while (stored.length < 300) stored.push(...(await log.read(stored.length + 1)));
  expect(stored.map(textOf)).toEqual(live.map(textOf));
  expect(textOf((await log.look(7))!)).toBe(textOf(live[6]!));
  expect(await log.look(301)).toBeUndefined();
  await expect(log.append(new Uint8Array(300_000))).rejects.toThrow(LogRefused);
});

test('[CLU-7] a stream that could lose messages is refused, with the reason', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const connection = await connectTo(urls);
  const { venue } = await openSoon(connection, 'good', 1);
  expect(await openStream(connection, 'good', { copies: 1 })).toMatchObject({ venue });
  expect(await openStream(connection, 'good', { copies: 3 })).toMatch(/has 1 copies; 3 are needed/);
  const make = (name: string, config: object) =>
    connection.request(
      `$JS.API.STREAM.CREATE.PERPETUA_${name}`,
      JSON.stringify({ name: `PERPETUA_${name}`, subjects: [`${name}.in`], ...config }),
    );
  await make('other', {});
  expect(await openStream(connection, 'other', { copies: 1 })).toMatch(/is not one of a venue/);
  await make('old', { metadata: { 'perpetua-venue': venue }, discard: 'old' });
  expect(await openStream(connection, 'old', { copies: 1 })).toMatch(/has discard "old"; "new"/);
});

test('[CLU-7] servers that want a password get it from their address', async ({ skip }) => {
  const program = findNatsServer();
  if (program === undefined) return skip();
  const port = await findPort();
  const account = ['--user', 'venue', '--pass', 'p:/@'];
  const server = spawn(program, ['-a', '127.0.0.1', '-p', `${port}`, ...account]);
  onTestFinished(() => void server.kill());
  const connection = await connectTo(`nats://venue:p%3A%2F%40@127.0.0.1:${port}`);
  expect(connection.info?.auth_required).toBe(true);
  await expect(connectNats(`nats://venue:other@127.0.0.1:${port}`)).rejects.toThrow(/uthoriz/);
});

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('[CLU-5] the time of the log is cut to milliseconds, never rounded', () => {
  expect(millisOf('2026-11-16T10:00:00.123999999Z')).toBe(millis(1_794_823_200_123));
  expect(millisOf('2026-11-16T10:00:00.1Z')).toBe(millis(1_794_823_200_100));
  expect(millisOf('2026-11-16T10:00:00Z')).toBe(millis(1_794_823_200_000));
});

test('[CLU-1] [CLU-2] [CLU-3] three replicas lose nothing when servers die', async ({ skip }) => {
  const servers = await openServers(3);
  if (servers === undefined) return skip();
  const { urls, kill, start } = servers;
  const first = await connectTo(urls);
  const { venue } = await openSoon(first, 'demo', 3);
  const replicas = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => ({ name, ...(await follow(urls, venue)) })),
  );
  const acknowledged = new Set<string>();
  let sent = 0;
  const timer = setInterval(() => {
    for (const { name, remote } of replicas) {
      sent += 1;
      const text = `${name} ${sent}`;
      const command = { kind: 'record-note', actor: 'a', topic: 'b', text } as const;
      remote.submit({ command }, () => acknowledged.add(text));
    }
  }, 10);
  for (const victim of ['n1', 'n2']) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 100);
    await kill(victim);
    const after = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(after + 100);
    start(victim);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  clearInterval(timer);
  await expect.poll(() => acknowledged.size).toBe(sent);
  await expect.poll(() => new Set(replicas.map(({ notes }) => notes.length)).size).toBe(1);
  for (const { remote, notes } of replicas) {
    expect(remote.replica.haltedBecause).toBeNull();
    expect(new Set(notes).size).toBe(notes.length);
    expect(notes.length).toBe(sent);
  }
  await expect
    .poll(() => {
      const seqs = replicas.map(({ present }) => present.state.seq);
      return new Set(seqs).size === 1 && hashesOf(replicas);
    })
    .toHaveLength(1);
});

const hashesOf = (replicas: readonly { present: ReturnType<typeof createPresent> }[]): string[] => [
  ...new Set(replicas.map(({ present }) => stateHash(present.state))),
];

/** A replica from the first message on, and the notes that it applied. */
async function follow(urls: string, venue: string) {
  const present = createPresent();
  const notes: string[] = [];
  const remote = new RemoteReplica({
    log: new NatsLog(await connectTo(urls), 'demo'),
    clock: createSystemClock(),
    present,
    maker: { venue, engine: SNAPSHOT_VERSION },
    newSession: () => randomBytes(8).toString('hex'),
    own: { duties: ['market', 'snapshots'], markEvery: 500 },
    onApplied: (_, { command }) => {
      if (command.kind === 'record-note') notes.push(command.text);
    },
  });
  onTestFinished(remote.stop);
  return { remote, present, notes };
}
