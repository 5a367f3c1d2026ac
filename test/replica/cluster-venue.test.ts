/** Whole venues on one JetStream log, each with a data folder of its own. */
import { expect, onTestFinished, test } from 'vitest';
import type { Archive } from '../../src/archive/archive.ts';
import { DUTIES, type Duty } from '../../src/domain/replica-command.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { NatsSnapshots } from '../../src/venue/replica/nats-snapshots.ts';
import {
  type ClusterVenueOptions,
  openClusterVenue,
} from '../../src/venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../src/venue/replica/replica.ts';
import { KeptArchive } from '../venue/kept-archive.ts';
import { genesisOf, MIDDLE, orderOf, traderAt } from '../venue/market.ts';
import { connectTo, createFolder, macOf, openServers, openSoon } from './nats-kit.ts';

interface Opened extends Pick<ClusterVenueOptions, 'settings' | 'logger'> {
  readonly name: string;
  readonly urls: string;
  readonly venue: string;
  readonly archive: Archive;
  readonly dataFolder: string;
}

async function open({ urls, ...parts }: Opened): Promise<ClusterVenue> {
  const connection = await connectTo(urls);
  const mac = macOf('demo', parts.venue);
  const log = new NatsLog(connection, 'demo', mac);
  const snapshots = new NatsSnapshots(connection, 'demo', { copies: 1, mac });
  const opened = await openClusterVenue({ ...parts, log, snapshots });
  onTestFinished(opened.close);
  return opened;
}

const holderOf = (venues: readonly ClusterVenue[], duty: Duty): ClusterVenue | undefined =>
  venues.find((venue) => venue.holds(duty));

async function begin(venues: readonly ClusterVenue[]): Promise<void> {
  await Promise.all(venues.map((venue) => venue.caughtUp()));
  await expect.poll(() => DUTIES.every((duty) => holderOf(venues, duty))).toBe(true);
  const commands = genesisOf(4);
  await holderOf(venues, 'market')?.submitFor('market', { kind: 'batch', commands });
}

/** Once all have applied the same entries. */
async function expectSame(venues: readonly ClusterVenue[]): Promise<void> {
  await expect
    .poll(() => {
      const facts = venues.map(({ describe }) => describe());
      if (new Set(facts.map(({ seq }) => seq)).size > 1) return undefined;
      return new Set(venues.map(({ read }) => read.hash())).size;
    })
    .toBe(1);
}

test('[CLU-4] [CLU-6] three venues share a log, one market and one history', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const { venue } = await openSoon(await connectTo(urls), 'demo', 1);
  const archive = new KeptArchive();
  const folders = ['a', 'b', 'c'].map((name) => ({ name, dataFolder: createFolder() }));
  const places = folders.map((folder) => ({ ...folder, urls, venue, archive }));
  const venues = await Promise.all(places.map(open));
  await begin(venues);
  for (const duty of DUTIES) expect(venues.filter((each) => each.holds(duty))).toHaveLength(1);
  await expect(
    venues.find((each) => !each.holds('market'))?.submitFor('market', { kind: 'advance-clock' }),
  ).rejects.toThrow('does not have the duty market');
  await trade(venues, 30);
  await expectSame(venues);
  const [first, second, third] = venues;
  const fills = await Promise.all(
    venues.map((each) => each.archive.fills({ account: traderAt(0), limit: 100 })),
  );
  expect(fills[0]?.rows.length).toBeGreaterThan(0);
  expect(new Set(fills.map(({ rows }) => rows.length)).size).toBe(1);
  // A holder goes and passes its duties on; it comes back from its folder.
  const gone = venues.indexOf(holderOf(venues, 'archive')!);
  await venues[gone]?.close();
  const left = [first, second, third].filter((_, place) => place !== gone) as ClusterVenue[];
  await expect.poll(() => DUTIES.every((duty) => holderOf(left, duty))).toBe(true);
  await trade(left, 30);
  const back = await open(places[gone]!);
  expect(back.recovery.replayed + back.recovery.snapshotSeq).toBeGreaterThan(60);
  await back.caughtUp();
  await expectSame([...left, back]);
  const again = await back.archive.fills({ account: traderAt(0), limit: 100 });
  expect(again.rows.length).toBeGreaterThan(fills[0]?.rows.length ?? 0);
});

test('[CLU-12] a new replica begins with a snapshot of another', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const { venue } = await openSoon(await connectTo(urls), 'demo', 1);
  const place = { urls, venue, archive: new KeptArchive() };
  const lines: string[] = [];
  const first = await open({
    ...{ ...place, name: 'first', dataFolder: createFolder() },
    settings: { snapshotEveryEntries: 50 },
    logger: (_, message) => lines.push(message),
  });
  await begin([first]);
  await trade([first], 60);
  await expect.poll(() => lines).toContain('snapshot shared');
  const dataFolder = createFolder();
  const second = await open({ ...place, name: 'second', dataFolder });
  expect(second.recovery.snapshotSeq).toBeGreaterThan(0);
  await second.caughtUp();
  await trade([first, second], 20);
  await expectSame([first, second]);
  await second.close();
  // Its own segments begin behind the snapshot.
  const third = await open({ ...place, name: 'third', dataFolder });
  expect(third.recovery.snapshotSeq).toBeGreaterThan(second.recovery.snapshotSeq);
  await third.caughtUp();
  await expectSame([first, third]);
});

test('[CLU-13] history that memory could not hold is made again from the segments', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const { venue } = await openSoon(await connectTo(urls), 'demo', 1);
  const archive = new KeptArchive();
  const settings = { archiveRowsMax: 20 };
  const dataFolder = createFolder();
  const replica = await open({ name: 'a', urls, venue, archive, settings, dataFolder });
  await begin([replica]);
  await trade([replica], 10);
  await replica.archived();
  archive.failure = new Error('the database is not there');
  await trade([replica], 60);
  expect(replica.isOpen()).toBe(true);
  await expect.poll(() => replica.health().archiveFailedBecause).toMatch('is not there');
  archive.failure = undefined;
  await expect.poll(() => replica.health().archiveLag).toBe(0);
  // Each trader of the four placed its share of the seventy orders, which all were filled.
  for (const [place, count] of [18, 18, 17, 17].entries()) {
    const { rows } = await replica.archive.orders({ account: traderAt(place), limit: 100 });
    expect(rows).toHaveLength(count);
  }
});

/** At one venue after the other, orders that meet. */
async function trade(venues: readonly ClusterVenue[], count: number): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const side = place % 2 === 0 ? 'long' : 'short';
    const at = venues[place % venues.length]!;
    // On a busy machine one may be behind for a moment, and says so.
    await expect.poll(() => at.isOpen(), { interval: 5 }).toBe(true);
    const seq = await at.submit(orderOf(traderAt(place % 4), side, MIDDLE));
    expect(at.describe().seq).toBeGreaterThanOrEqual(seq.seq);
  }
}
