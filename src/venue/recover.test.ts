/** Stops and starts of one venue on the same journal and archive, in memory. */
import { describe, expect, test } from 'vitest';
import { replay } from '../../proof/replay.ts';
import { START } from '../../test/kit/driver.ts';
import { createGatedJournal } from '../../test/venue/gated-journal.ts';
import { KeptArchive } from '../../test/venue/kept-archive.ts';
import { MIDDLE, orderOf, restingBid, traderAt } from '../../test/venue/market.ts';
import { openGated, until } from '../../test/venue/open-gated.ts';
import type { Entry } from '../domain/command.ts';
import { millis, seq } from '../domain/units.ts';
import { stateHash } from '../engine/snapshot.ts';
import type { Journal } from '../journal/journal.ts';
import { snapshotViews } from '../views/snapshot-views.ts';
import type { Venue } from './venue.ts';

const OFTEN = { snapshotEveryEntries: 5, entriesKept: 0 };

const createHome = () => ({ journal: createGatedJournal(), archive: new KeptArchive() });

/** Crossing and resting orders, cancels and passing seconds. */
async function trade(venue: Venue, count: number, name: string): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    const side = place % 2 === 0 ? 'long' : 'short';
    const price = MIDDLE + ((place * 7) % 11) - 5;
    await venue.submit(orderOf(traderAt(place % 4), side, price, `${name}-${place}`));
  }
}

async function entriesOf(journal: Journal): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const handful of journal.read(journal.firstSeq)) entries.push(...handful);
  return entries;
}

describe('start', () => {
  test('[VEN-11] a new venue begins with its genesis, once', async () => {
    const home = createHome();
    const first = await openGated(home);
    expect(first.venue.present.state.seq).toBe(1);
    expect(first.venue.present.state.listings).toHaveLength(1);
    await first.venue.close();
    const second = await openGated(home);
    expect(second.venue.present.state.seq).toBe(1);
  });

  test('[VEN-12] snapshot and tail give what a full replay gives, and what was there', async () => {
    const home = createHome();
    const { venue } = await openGated({ ...home, settings: { snapshotEveryEntries: 30 } });
    await trade(venue, 40, 'first');
    await until(() => venue.health().snapshotSeq > 0);
    await trade(venue, 20, 'second');
    const before = { hash: venue.read.hash(), views: snapshotViews(venue.present.views) };
    const again = await openGated(home);
    expect(again.venue.recovery).toMatchObject({ historyLost: null });
    expect(again.venue.recovery.snapshotSeq).toBeGreaterThan(0);
    expect(again.venue.recovery.replayed).toBeGreaterThan(0);
    expect(again.venue.read.hash()).toBe(before.hash);
    expect(snapshotViews(again.venue.present.views)).toEqual(before.views);
  });

  test('[VEN-12] a full replay of the journal gives the state of the venue', async () => {
    const home = createHome();
    const { venue } = await openGated(home);
    await trade(venue, 60, 'only');
    expect(stateHash(replay(await entriesOf(home.journal)))).toBe(venue.read.hash());
  });

  test('[VEN-12] [VEN-19] a venue goes on where it was closed: ids, repeats and time', async () => {
    const home = createHome();
    const { venue, clock } = await openGated(home);
    clock.advance(5_000);
    await trade(venue, 20, 'old');
    const bid = await venue.submit(restingBid('mine'));
    await venue.close();
    const again = await openGated(home);
    expect(again.venue.recovery).toMatchObject({ snapshotSeq: bid.seq, replayed: 0 });
    const repeat = await again.venue.submit(restingBid('mine'));
    expect(repeat.seq).toBe(bid.seq + 1);
    expect(repeat.at).toBe(START + 5_000);
    expect(repeat.events.map(({ kind }) => kind)).toEqual(['order-repeated']);
    const fresh = await again.venue.submit(restingBid('other'));
    const ids = [bid, fresh].map(({ orders }) => orders[0]?.order.id ?? 0);
    expect(ids[1]).toBe((ids[0] ?? 0) + 1);
  });

  test('[VEN-13] an entry that cannot be applied stops the start and is named', async () => {
    const home = createHome();
    await (await openGated(home)).venue.close();
    const { journal } = home;
    await journal.append([{ seq: seq(2), at: millis(START), command: { kind: 'advance-clock' } }]);
    const read = journal.read;
    journal.read = async function* (from, to) {
      for await (const entries of read(from, to)) {
        yield entries.map((entry) => ({ ...entry, at: millis(entry.seq === 2 ? 0 : entry.at) }));
      }
    };
    await expect(openGated(home)).rejects.toThrow(/^entry 2, advance-clock, cannot be applied/);
  });
});

describe('snapshots that cannot be taken up', () => {
  /** Those of this entry and later no longer agree with their hash. */
  const spoil = (home: ReturnType<typeof createHome>, from = 0): void => {
    const { loadSnapshot } = home.journal;
    home.journal.loadSnapshot = async (before) => {
      const saved = await loadSnapshot(before);
      return saved && saved.seq >= from ? { ...saved, hash: 'of something else' } : saved;
    };
  };

  test('[VEN-13] are passed over where all entries are there', async () => {
    const home = createHome();
    const { venue } = await openGated(home);
    await trade(venue, 20, 'first');
    await venue.close();
    spoil(home);
    const again = await openGated(home);
    expect(again.venue.recovery).toMatchObject({ snapshotSeq: 0, replayed: 21 });
    expect(again.venue.read.hash()).toBe(venue.read.hash());
    expect(again.told.find(({ level }) => level === 'error')?.facts.because).toMatch(/hashes to/);
  });

  test('[VEN-13] give way to the one before', async () => {
    const home = createHome();
    for (const name of ['first', 'second']) {
      const { venue } = await openGated(home);
      await trade(venue, 20, name);
      await venue.close();
    }
    spoil(home, 41);
    const again = await openGated(home);
    expect(again.venue.recovery).toMatchObject({ snapshotSeq: 21, replayed: 20 });
  });

  test('[VEN-13] stop the start where entries are gone', async () => {
    const home = createHome();
    const { venue } = await openGated({
      ...home,
      settings: OFTEN,
    });
    await trade(venue, 60, 'first');
    await venue.close();
    expect(home.journal.firstSeq).toBeGreaterThan(1);
    spoil(home);
    await expect(openGated(home)).rejects.toThrow(/can be taken up .*: its state hashes to/);
  });

  test('[VEN-13] such as those of another version', async () => {
    const home = createHome();
    await (await openGated(home)).venue.close();
    const saved = await home.journal.loadSnapshot();
    const payload = new TextEncoder().encode('{"version":0,"state":{},"views":{}}');
    home.journal.loadSnapshot = async (before) =>
      before === undefined && saved ? { ...saved, payload } : undefined;
    const { told } = await openGated(home);
    expect(told.find(({ level }) => level === 'error')?.facts.because).toMatch(/another version/);
  });
});

describe('history', () => {
  const account = traderAt(0);
  const historyOf = async (archive: KeptArchive) => ({
    upTo: await archive.archivedUpTo(),
    orders: await archive.orders({ account, limit: 1_000 }),
    fills: await archive.fills({ account, limit: 1_000 }),
    bills: await archive.bills({ account, limit: 1_000 }),
  });

  test('[VEN-14] a lost archive is written again from the first entry', async () => {
    const home = createHome();
    const { venue } = await openGated(home);
    await trade(venue, 80, 'first');
    await venue.close();
    const before = await historyOf(home.archive);
    expect(before.fills.rows.length).toBeGreaterThan(0);
    const archive = new KeptArchive();
    const again = await openGated({ ...home, archive });
    expect(await historyOf(archive)).toEqual(before);
    expect(again.venue.recovery).toMatchObject({
      snapshotSeq: 0,
      replayed: 81,
      archivedAgain: { from: 1, to: 81 },
      historyLost: null,
    });
  });

  test('[VEN-14] what the archive had not stored before a crash is written again', async () => {
    const home = createHome();
    const { venue } = await openGated(home);
    await trade(venue, 40, 'first');
    await venue.archived();
    // The last entries may have no rows, and those are not sent alone.
    const stored = await home.archive.archivedUpTo();
    expect(stored).toBeGreaterThan(1);
    home.archive.failure = new Error('power cut');
    await trade(venue, 40, 'second');
    home.archive.failure = undefined;
    const again = await openGated(home);
    expect(again.venue.recovery.archivedAgain).toEqual({ from: stored + 1, to: 81 });
    const full = new KeptArchive();
    await openGated({ ...home, archive: full });
    expect(await historyOf(home.archive)).toEqual(await historyOf(full));
  });

  test('[VEN-15] an archive that is ahead of the journal stops the start', async () => {
    const home = createHome();
    const { venue } = await openGated(home);
    await trade(venue, 10, 'first');
    await venue.close();
    const journal = createGatedJournal();
    await expect(openGated({ ...home, journal })).rejects.toThrow(
      /were acknowledged and are missing.*gives up those entries for good/,
    );
  });

  test('[VEN-14] history too old to be worked out again is named, the rest saved', async () => {
    const home = createHome();
    const { venue } = await openGated({ ...home, settings: OFTEN });
    for (const name of ['a', 'b', 'c', 'd']) {
      const { snapshotSeq } = venue.health();
      await trade(venue, 12, name);
      await until(() => venue.health().snapshotSeq > snapshotSeq);
    }
    await venue.close();
    const { firstSeq } = home.journal;
    expect(firstSeq).toBeGreaterThan(1);
    const archive = new KeptArchive();
    const again = await openGated({ ...home, archive });
    expect(again.venue.recovery.historyLost).toEqual({ from: 1, to: firstSeq - 1 });
    expect(again.venue.recovery.archivedAgain).toEqual({ from: firstSeq, to: 49 });
    expect(again.told.find(({ level }) => level === 'error')?.message).toMatch(/is lost/);
    expect(again.venue.read.hash()).toBe(venue.read.hash());
  });

  test('[VEN-13] a replay that passes a snapshot must agree with it', async () => {
    const [home, other] = [createHome(), createHome()];
    for (const [each, name] of [
      [home, 'one'],
      [other, 'two'],
    ] as const) {
      const { venue } = await openGated(each);
      await trade(venue, 10, name);
      await venue.close();
    }
    home.journal.loadSnapshot = other.journal.loadSnapshot;
    const archive = new KeptArchive();
    await expect(openGated({ ...home, archive })).rejects.toThrow(/does not do what/);
  });
});
