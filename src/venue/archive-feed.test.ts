import { describe, expect, test, vi } from 'vitest';
import { KeptArchive } from '../../test/venue/kept-archive.ts';
import { MIDDLE, orderOf, restingBid, traderAt } from '../../test/venue/market.ts';
import { openGated } from '../../test/venue/open-gated.ts';
import { DEFAULT_TERMS } from '../domain/account.ts';
import type { HistoryRows } from '../domain/history.ts';
import { type AccountId, accountId, contractId } from '../domain/ids.ts';
import { money, seq } from '../domain/units.ts';
import { newestTrades } from '../views/trades.ts';
import { ArchiveFeed } from './archive-feed.ts';
import { logNothing } from './logger.ts';

const nothingAt = (place: number): HistoryRows => ({
  seq: seq(place),
  orders: [],
  fills: [],
  bills: [],
  funding: [],
  liquidations: [],
});

const createFeed = (archive: KeptArchive) =>
  new ArchiveFeed({
    ...{ archive, archivedUpTo: seq(2), rowsMax: 10, logger: logNothing },
    isKept: () => true,
  });

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
    await venue.archived();
    const account = traderAt(0);
    await venue.submit(orderOf(account, 'short', MIDDLE));
    await venue.submit(orderOf(traderAt(1), 'long', MIDDLE));
    expect((await archive.fills({ account, limit: 10 })).rows).toHaveLength(0);
    expect(venue.health().archiveLag).toBeGreaterThan(0);
    expect((await venue.archive.fills({ account, limit: 10 })).rows).toHaveLength(1);
    await venue.archived();
    expect(venue.health().archiveLag).toBe(0);
  });

  test('[VEN-14] rows that gather are stored without being asked for', async () => {
    const archive = new KeptArchive();
    const { venue } = await openGated({ archive });
    await venue.archived();
    await venue.submit(orderOf(traderAt(0), 'short', MIDDLE));
    await venue.submit(orderOf(traderAt(1), 'long', MIDDLE));
    await vi.waitUntil(() => archive.writes.length > 1, { timeout: 60_000 });
    expect(venue.health().archiveLag).toBe(0);
  });

  test('[VEN-23] history of the house is not archived, that of who trades with it is', async () => {
    const { venue } = await openGated();
    await venue.submit({ kind: 'open-account', role: 'house', terms: DEFAULT_TERMS });
    const house = accountId(venue.present.state.nextAccount - 1);
    await venue.submit({ kind: 'deposit', account: house, amount: money(10n ** 14n) });
    const { events } = await venue.submit(orderOf(house, 'short', MIDDLE));
    expect(events.some(({ kind }) => kind === 'order-accepted')).toBe(true);
    const account = traderAt(0);
    await venue.submit(orderOf(account, 'long', MIDDLE));
    const sizes = async (asked: AccountId) => [
      (await venue.archive.orders({ account: asked, limit: 9 })).rows.length,
      (await venue.archive.fills({ account: asked, limit: 9 })).rows.length,
      (await venue.archive.bills({ account: asked, limit: 9 })).rows.length,
    ];
    expect(await sizes(account)).toEqual([1, 1, 2]);
    expect(await sizes(house)).toEqual([0, 0, 0]);
    expect(newestTrades(venue.present.views.trades, contractId(0), 5)).toHaveLength(1);
  });

  test('[VEN-14] nothing is written for entries without history until one has some', async () => {
    const archive = new KeptArchive();
    const { venue } = await openGated({ archive });
    await venue.archived();
    const writes = archive.writes.length;
    for (let place = 0; place < 5; place += 1) await venue.submit(restingBid());
    await venue.archived();
    expect(archive.writes).toHaveLength(writes);
    expect(venue.health().archiveLag).toBe(0);
    await venue.close();
    expect(await archive.archivedUpTo()).toBe(venue.present.state.seq);
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
    await venue.submit({ kind: 'deposit', account: traderAt(0), amount: money(1n) });
    await venue.archived();
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
