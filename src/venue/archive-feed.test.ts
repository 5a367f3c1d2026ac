import { describe, expect, test } from 'vitest';
import { KeptArchive } from '../../test/venue/kept-archive.ts';
import { MIDDLE, orderOf, restingBid, traderAt } from '../../test/venue/market.ts';
import { openGated, turns } from '../../test/venue/open-gated.ts';
import type { HistoryRows } from '../domain/history.ts';
import { seq } from '../domain/units.ts';
import { ArchiveFeed } from './archive-feed.ts';
import { logNothing } from './log.ts';

const nothingAt = (place: number): HistoryRows => ({
  seq: seq(place),
  orders: [],
  fills: [],
  bills: [],
  funding: [],
  liquidations: [],
});

const createFeed = (archive: KeptArchive) =>
  new ArchiveFeed({ archive, archivedUpTo: seq(2), rowsMax: 10, log: logNothing });

describe('feed', () => {
  test('[VEN-14] entries without history only say how far it goes', async () => {
    const archive = new KeptArchive();
    const feed = createFeed(archive);
    for (const place of [1, 2, 3, 4, 5]) feed.offer(nothingAt(place));
    await feed.settle();
    expect(archive.writes.map((entries) => entries.map((rows) => rows.seq))).toEqual([[5]]);
    expect([feed.archivedUpTo, await archive.archivedUpTo()]).toEqual([5, 5]);
    await feed.settle();
  });

  test('settling does not wait for what is offered later', async () => {
    const archive = new KeptArchive();
    const feed = createFeed(archive);
    feed.offer(nothingAt(3));
    const settled = feed.settle();
    const gate = Promise.withResolvers<void>();
    archive.gate = gate.promise;
    feed.offer(nothingAt(4));
    feed.flush();
    await settled;
    expect(feed.archivedUpTo).toBe(3);
    gate.resolve();
    await feed.settle();
    expect(feed.archivedUpTo).toBe(4);
  });
});

describe('archive', () => {
  test('[VEN-14] a query sees what was acknowledged before it', async () => {
    const { venue, archive } = await openGated();
    const account = traderAt(0);
    await venue.submit(orderOf(account, 'short', MIDDLE));
    await venue.submit(orderOf(traderAt(1), 'long', MIDDLE));
    expect((await archive.fills({ account, limit: 10 })).rows).toHaveLength(1);
  });

  test('[VEN-5] while the archive is too far behind, commands are refused', async () => {
    const archive = new KeptArchive();
    const { venue } = await openGated({ archive, settings: { archiveRowsMax: 20 } });
    await venue.archived();
    const gate = Promise.withResolvers<void>();
    archive.gate = gate.promise;
    let refused = 0;
    for (let place = 0; place < 60 && refused === 0; place += 1) {
      const account = traderAt(place % 4);
      await venue.submit(restingBid(null, place % 4)).catch((error: unknown) => {
        refused += 1;
        expect(error).toMatchObject({ reason: 'overloaded', fate: 'not-applied' });
      });
      const cancelAll = { kind: 'cancel-all-orders', account, contract: null } as const;
      await venue.submit({ ...cancelAll, scope: 'working' }).catch(() => {
        refused += 1;
      });
    }
    expect(refused).toBeGreaterThan(0);
    expect(venue.health().archiveLag).toBeGreaterThan(20);
    gate.resolve();
    await venue.archived();
    await venue.submit(restingBid());
    await venue.archived();
    expect(venue.health().archiveLag).toBe(0);
  });

  test('[VEN-16] an archive that fails does not stop trading, but snapshots', async () => {
    const archive = new KeptArchive();
    const { venue, journal, told } = await openGated({ archive });
    await venue.archived();
    archive.failure = new Error('disk is gone');
    await venue.submit(restingBid());
    await turns();
    await venue.submit(restingBid());
    expect(venue.health()).toMatchObject({
      status: 'trading',
      archiveFailedBecause: 'disk is gone',
      archiveLag: 2,
    });
    await venue.archived();
    await venue.close();
    expect(await journal.loadSnapshot()).toBeUndefined();
    expect(told.filter(({ level }) => level === 'error')).toHaveLength(1);
  });
});
