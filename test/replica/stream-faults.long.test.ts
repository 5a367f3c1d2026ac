/** What a replica does about a stream, or a disk of its own, that is not as it should be. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { millis } from '../../src/domain/units.ts';
import { SNAPSHOT_VERSION } from '../../src/engine/snapshot.ts';
import { encodeLogBatch } from '../../src/journal/log-batch.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { createPresent } from '../../src/venue/present.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import { type ClusterVenue, Replica } from '../../src/venue/replica/replica.ts';
import { StreamLog } from '../../src/venue/replica/stream-log.ts';
import { fillUp, mountSmall } from '../faults/disks.ts';
import { openSmall } from '../journal/data-folder.ts';
import { KeptArchive } from '../venue/kept-archive.ts';
import { connectTo, createFolder, macOf, openServers, openSoon } from './nats-kit.ts';

const NAME = 'demo';

interface Told {
  readonly replica: ClusterVenue;
  readonly lines: string[];
}

/** The archive that the replicas of a log share, by its servers. */
const archives = new Map<string, KeptArchive>();

async function openReplica(urls: string, venue: string, dataFolder: string): Promise<Told> {
  const archive = archives.get(urls) ?? new KeptArchive();
  archives.set(urls, archive);
  const lines: string[] = [];
  const replica = await openClusterVenue({
    ...{ name: 'a', venue, archive, dataFolder },
    log: new NatsLog(await connectTo(urls), NAME, macOf(NAME, venue)),
    logger: (_, message, facts) => lines.push(`${message} ${JSON.stringify(facts ?? {})}`),
  });
  onTestFinished(replica.close);
  return { replica, lines };
}

const note = (text: string) => ({ kind: 'record-note', actor: 'a', topic: 'b', text }) as const;

async function writeNotes({ submit }: ClusterVenue, count: number): Promise<void> {
  for (let place = 0; place < count; place += 1) await submit(note(`${place}`));
}

async function expectSame(...replicas: readonly ClusterVenue[]): Promise<void> {
  await expect
    .poll(() => {
      const seqs = replicas.map(({ describe }) => describe().seq);
      return new Set(seqs).size > 1 ? [] : new Set(replicas.map(({ read }) => read.hash()));
    })
    .toHaveProperty('size', 1);
}

test('[CLU-2] [CLU-9] what strangers write into the stream is named and does nothing', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const connection = await connectTo(urls);
  const { venue } = await openSoon(connection, NAME, 1);
  const [one, other] = await Promise.all(
    [1, 2].map(() => openReplica(urls, venue, createFolder())),
  );
  if (one === undefined || other === undefined) throw new Error('two were opened');
  await Promise.all([one.replica.caughtUp(), other.replica.caughtUp()]);
  await writeNotes(one.replica, 5);
  const identity = { session: '00000000000000aa', number: 1, sentAt: millis(Date.now()) };
  const elsewhere = { venue: 'fedcba9876543210', engine: SNAPSHOT_VERSION };
  for (const bytes of [
    ...[Buffer.from('hello'), Buffer.alloc(0), Buffer.alloc(5_000, 0x50)],
    Buffer.from(encodeLogBatch(identity, [], elsewhere)),
  ])
    await connection.request(`${NAME}.in`, bytes);
  await writeNotes(other.replica, 5);
  await expectSame(one.replica, other.replica);
  for (const { lines, replica } of [one, other]) {
    const text = lines.join('\n');
    // An empty one, and three that no replica wrote; the first of them is told.
    expect(text.match(/message \d+ of the log is passed over: malformed/g)).toHaveLength(1);
    expect(text.match(/message \d+ of the log is passed over: foreign/g)).toHaveLength(1);
    expect(replica.describe().foreign).toBe(3);
    expect(replica.isOpen()).toBe(true);
  }
});

/** The stream as it should be, but that it lets an operator remove messages. */
async function makePurgeable(connection: NatsConnection): Promise<void> {
  await openSoon(connection, 'model', 1);
  const ask = async (call: string, question: object) => {
    const reply = await connection.request(`$JS.API.STREAM.${call}`, JSON.stringify(question));
    return reply.json<{ config?: object; error?: object }>();
  };
  const { config } = await ask('INFO.PERPETUA_model', {});
  await ask('DELETE.PERPETUA_model', {});
  const made = await ask(`CREATE.PERPETUA_${NAME}`, {
    ...{ ...config, name: `PERPETUA_${NAME}`, subjects: [`${NAME}.in`], deny_purge: false },
    republish: { src: `${NAME}.in`, dest: `${NAME}.out`, headers_only: true },
  });
  expect(made.error).toBeUndefined();
}

test('[CLU-7] a stream trimmed too far stops who needs the rest, and nobody else', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const connection = await connectTo(urls);
  await makePurgeable(connection);
  const venue = '0123456789abcdef';
  const { replica: first } = await openReplica(urls, venue, createFolder());
  await first.caughtUp();
  await writeNotes(first, 20);
  const second = createFolder();
  const { replica: sleeper } = await openReplica(urls, venue, second);
  await sleeper.caughtUp();
  await sleeper.close();
  await writeNotes(first, 20);
  const { position } = first.describe();
  const purged = await connection.request(
    `$JS.API.STREAM.PURGE.PERPETUA_${NAME}`,
    JSON.stringify({ seq: position - 3 }),
  );
  expect(purged.json<{ success?: boolean }>().success).toBe(true);
  const missing = /begins with message \d+, and this replica needs it from \d+ on/;
  for (const folder of [createFolder(), second]) {
    const { replica } = await openReplica(urls, venue, folder);
    await expect.poll(replica.findClosed).toMatch(missing);
    await expect(replica.submit(note('no'))).rejects.toThrow(missing);
  }
  await writeNotes(first, 20);
  expect(first.isOpen()).toBe(true);
});

test('[CLU-7] a stream that is gone stops the replica, which says how to restore it', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls, names, storeOf } = servers;
  const connection = await connectTo(urls);
  const { venue } = await openSoon(connection, NAME, 1);
  const { replica } = await openReplica(urls, venue, createFolder());
  await replica.caughtUp();
  await writeNotes(replica, 5);
  const gone = /no stream PERPETUA_demo\. .*perpetua cluster restore --from DATA/;
  for (const name of names) await servers.kill(name);
  for (const name of names) rmSync(storeOf(name), { recursive: true });
  for (const name of names) servers.start(name);
  await expect.poll(replica.findClosed).toMatch(gone);
  await expect(replica.submit(note('no'))).rejects.toThrow(gone);
});

test('[CLU-7] a stream that is removed under a connection stops the replica as well', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const connection = await connectTo(servers.urls);
  const { venue } = await openSoon(connection, NAME, 1);
  const { replica } = await openReplica(servers.urls, venue, createFolder());
  await replica.caughtUp();
  await writeNotes(replica, 5);
  await connection.request(`$JS.API.STREAM.DELETE.PERPETUA_${NAME}`);
  const closedBy = new Set<string | undefined>();
  await expect
    .poll(() => {
      const { haltedBecause } = replica.describe();
      if (haltedBecause === null) closedBy.add(replica.findClosed());
      return haltedBecause;
    })
    .toMatch(/restore/);
  // Closed at once, before it is known that the stream is gone for good.
  expect([...closedBy].join()).toContain('does not follow');
});

test('[CLU-7] a replica whose disk is full stops and says so; the others go on', async ({
  skip,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-small-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk = join(folder, 'disk');
  const small = mountSmall(disk, '1m');
  if (small === undefined) return skip();
  onTestFinished(small.unmount);
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const { venue } = await openSoon(await connectTo(urls), NAME, 1);
  const { replica: other } = await openReplica(urls, venue, createFolder());
  await other.caughtUp();
  const clock = createSystemClock();
  const full = new Replica({
    log: new StreamLog({
      messages: new NatsLog(await connectTo(urls), NAME, macOf(NAME, venue)),
      maker: { venue, engine: SNAPSHOT_VERSION },
      clock,
    }),
    ...{ name: 'full', present: createPresent(), clock },
    journal: await openSmall({ dataFolder: join(disk, 'data'), id: venue }),
  });
  await writeNotes(other, 10);
  fillUp(disk);
  // As many as it takes to need another segment.
  while (full.haltedBecause === null) await other.submit(note('x'.repeat(1_000)));
  expect(full.haltedBecause).toMatch(/the segments of this replica cannot be written: .*ENOSPC/);
  await writeNotes(other, 10);
  expect(other.isOpen()).toBe(true);
});
