/** A log that is lost, and made again out of the segments of a replica. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { NatsServers } from '../../proof/cluster/nats-servers.ts';
import { runCluster } from '../../src/cli/cluster/run-cluster.ts';
import { millis, seq as toSeq } from '../../src/domain/units.ts';
import { SNAPSHOT_VERSION, stateHash } from '../../src/engine/snapshot.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { viewJournal } from '../../src/journal/find-journal.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { createSystemClock } from '../../src/venue/clock.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { applyEntry, createPresent } from '../../src/venue/present.ts';
import { BatchReader } from '../../src/venue/replica/batch-reader.ts';
import { connectNats, NatsLog } from '../../src/venue/replica/nats-log.ts';
import { NatsSnapshots } from '../../src/venue/replica/nats-snapshots.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../src/venue/replica/replica.ts';
import { restoreStream } from '../../src/venue/replica/restore-stream.ts';
import type { CommandTerms } from '../../src/venue/venue.ts';
import { KEK, macOf, openSoon, soon, startServers } from '../replica/nats-kit.ts';
import { KeptArchive } from '../venue/kept-archive.ts';

let servers: NatsServers | undefined;
let connection: NatsConnection;
let folder: string;
/** The folder of a replica whose log is `lost`, and what it knew. */
let kept: Awaited<ReturnType<typeof live>>;

beforeAll(async () => {
  servers = await startServers(1);
  if (servers === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'perpetua-restore-'));
  connection = await soon(() => connectNats(servers!.urls));
  kept = await live('lost');
});

afterAll(async () => {
  await connection?.close();
  await servers?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** All replicas share the history. */
const archive = new KeptArchive();

/** So slow that the time of its entries is not the time at which the log took them. */
const slowNow = () => millis(Date.now() - 3_000);
const SLOW = { ...createSystemClock(), wallNow: slowNow, venueNow: slowNow };

/** A replica that goes on from its own segments, or from a snapshot of another. */
async function follow(name: string, venue: string, dataFolder: string): Promise<ClusterVenue> {
  const own = await connectNats(servers!.urls);
  const mac = macOf(name, venue);
  const log = new NatsLog(own, name, mac);
  const snapshots = new NatsSnapshots(own, name, { copies: 1, mac });
  return openClusterVenue({ name, venue, log, archive, snapshots, dataFolder, clock: SLOW });
}

const note = (text: string) => ({ kind: 'record-note', actor: 'a', topic: 'b', text }) as const;

/** Some are late, some are not: their answers tell when the log took them, and are remembered. */
function termsOf(turn: number, place: number): CommandTerms {
  const receivedAt = millis(Date.now());
  const until = millis(receivedAt + (place - 2) * 60_000);
  return place === 3 ? {} : { request: { words: [turn, place, 0, 0], receivedAt }, until };
}

/** Several batches, with messages between them that do not count. */
async function live(name: string) {
  const { venue } = await openSoon(connection, name, 1);
  const data = join(folder, name);
  const replica = await follow(name, venue, data);
  await replica.caughtUp();
  for (let turn = 0; turn < 150; turn += 1) {
    await Promise.all(
      [1, 2, 3].map((place) => replica.submit(note(`${turn} ${place}`), termsOf(turn, place))),
    );
    if (turn % 10 === 5) await connection.request(`${name}.in`, 'no batch of anybody');
  }
  await replica.close();
  const { seq } = replica.describe();
  return { data, venue, seq, hash: replica.read.hash() };
}

/** The exit code, and what it said. */
async function restore(...words: string[]) {
  const said: string[] = [];
  const hear = (line: string): void => void said.push(line);
  vi.spyOn(TERMINAL, 'out').mockImplementation(hear);
  vi.spyOn(TERMINAL, 'err').mockImplementation(hear);
  vi.stubEnv('PERPETUA_KEK', KEK);
  onTestFinished(() => void vi.restoreAllMocks());
  const code = await runCluster(['restore', '--log', servers?.urls ?? 'nats://x', ...words]);
  return { code, text: said.join('\n') };
}

/** The state that the log leads to at this entry, for one who reads from its first message. */
async function readUpTo(name: string, venue: string, seq: number): Promise<string> {
  const present = createPresent();
  const reader = new BatchReader(present.state, { venue, engine: SNAPSHOT_VERSION });
  const log = new NatsLog(connection, name, macOf(name, venue));
  while (present.state.seq < seq) {
    for (const message of await log.read(reader.position + 1)) {
      const reading = reader.read(message);
      if (reading.kind !== 'entries') continue;
      for (const entry of reading.entries) if (entry.seq <= seq) applyEntry(present, entry);
    }
  }
  return stateHash(present.state);
}

test('[CLU-7] a log made from segments leads to the same state, and the replica goes on', async ({
  skip,
}) => {
  if (servers === undefined) return skip();
  const { data, venue, seq, hash } = kept;
  expect(await readUpTo('lost', venue, seq)).toBe(hash);
  const told = await restore('--from', data, '--venue', 'found', '--unsafe', '--json');
  expect(told.code, told.text).toBe(0);
  expect(JSON.parse(told.text)).toMatchObject({ first: 1, seq });
  expect(await readUpTo('found', venue, seq)).toBe(hash);
  const own = join(folder, 'goes-on');
  cpSync(data, own, { recursive: true });
  const replica = await follow('found', venue, own);
  onTestFinished(replica.close);
  const { snapshotSeq, replayed } = replica.recovery;
  expect(snapshotSeq + replayed).toBe(seq);
  await replica.caughtUp();
  await replica.submit(note('after'));
  expect(replica.describe().haltedBecause).toBeNull();
});

test('[CLU-7] a restore that was interrupted is finished, and no replica starts before', async ({
  skip,
}) => {
  if (servers === undefined) return skip();
  const { data, venue, seq, hash } = kept;
  const interrupted = restoreStream({
    connection,
    name: 'half',
    copies: 1,
    journal: viewJournal(nodeFiles, data, () => undefined),
    maker: { venue, engine: SNAPSHOT_VERSION },
    mac: macOf('half', venue),
    progress: () => {
      throw new Error('the power fails');
    },
  });
  await expect(interrupted).rejects.toThrow('the power fails');
  expect(await openStream(connection, 'half', { copies: 1 })).toMatch(
    /PERPETUA_half is restored up to message 12\d of \d+: run the same perpetua cluster restore/,
  );
  const told = await restore('--from', data, '--venue', 'half', '--unsafe');
  expect(told.code, told.text).toBe(0);
  expect(told.text).toMatch(
    /^The log of half has messages 1 to \d+, with \d+ batches, up to entry/,
  );
  expect(await readUpTo('half', venue, seq)).toBe(hash);
});

test('[CLU-7] [CLU-12] segments that begin behind a snapshot make a log that begins there', async ({
  skip,
}) => {
  if (servers === undefined) return skip();
  const { venue } = kept;
  const young = join(folder, 'young');
  const replica = await follow('lost', venue, young);
  expect(replica.recovery.snapshotSeq).toBeGreaterThan(0);
  await replica.caughtUp();
  await replica.submit(note('late'));
  await replica.close();
  const told = await restore('--from', young, '--venue', 'later', '--unsafe');
  expect(told.code, told.text).toBe(0);
  expect(told.text).toMatch(/messages (?!1 )\d+ to .*\nIt begins there because the segments do/s);
  const again = await follow('later', venue, young);
  onTestFinished(again.close);
  await again.caughtUp();
  await again.submit(note('later'));
  expect(again.describe().haltedBecause).toBeNull();
});

test('[CLU-7] nothing is overwritten, and what cannot be restored is named', async ({ skip }) => {
  if (servers === undefined) return skip();
  const { data } = kept;
  const over = await restore('--from', data, '--venue', 'lost', '--unsafe');
  expect([over.code, over.text]).toEqual([1, expect.stringContaining('it is not overwritten')]);
  const few = await restore('--from', data, '--venue', 'three');
  expect([few.code, few.text]).toEqual([1, expect.stringContaining('could not be made')]);
  const empty = await restore('--from', join(folder, 'nothing'), '--venue', 'a', '--unsafe');
  expect([empty.code, empty.text]).toEqual([1, expect.stringContaining('there is no journal')]);
  const single = join(folder, 'single');
  const venue = await openFileVenue({ dataFolder: single });
  await venue.submit(note('alone'));
  const used = await restore('--from', single, '--venue', 'a', '--unsafe');
  expect([used.code, used.text]).toEqual([1, expect.stringContaining('stop all replicas first')]);
  await venue.close();
  const alone = await restore('--from', single, '--venue', 'a', '--unsafe');
  expect([alone.code, alone.text]).toEqual([1, expect.stringMatching(/entry 1 came in no batch/)]);
});

test('[CLU-42] a replica that can only begin with an imported log is refused', async ({ skip }) => {
  if (servers === undefined) return skip();
  const { venue } = await openSoon(connection, 'bare', 1);
  for (const attempt of [1, 2]) {
    const own = await connectNats(servers.urls);
    const mac = macOf('bare', venue);
    const opening = openClusterVenue({
      ...{ name: 'bare', venue, log: new NatsLog(own, 'bare', mac), archive: new KeptArchive() },
      ...{ dataFolder: join(folder, 'bare'), importedSeq: toSeq(5) },
      snapshots: new NatsSnapshots(own, 'bare', { copies: 1, mac }),
    });
    await expect(opening, `${attempt}`).rejects.toThrow(/the log begins behind entry 5.*snapshot/);
  }
});

test('[CLI-25] words that make no sense are named before anything is done', async () => {
  const cases = [
    [[], '--from DATA is missing'],
    [['--from', 'x'], '--venue is missing'],
    [['--from', 'x', '--venue', 'two.words'], '--venue is two.words; it must be a word'],
    [
      ['--from', 'x', '--venue', 'v', '--log', 'redis://a'],
      '--log cannot be read; it must be nats',
    ],
    [['--form', 'x'], '--form is not known here; did you mean --from?'],
  ] as const;
  for (const [words, text] of cases) {
    const told = await restore(...words);
    expect([told.code, told.text]).toEqual([2, expect.stringContaining(text)]);
  }
  const help = await restore('--help');
  expect([help.code, help.text]).toEqual([0, expect.stringContaining('Usage: perpetua cluster')]);
});
