import { expect, test, vi } from 'vitest';
import { KeptArchive } from '../../test/venue/kept-archive.ts';
import { restingBid } from '../../test/venue/market.ts';
import { openGated, turns, until } from '../../test/venue/open-gated.ts';
import { seq } from '../domain/units.ts';
import { ENTRIES_KEPT_ALL } from './settings.ts';

test('[VEN-17] a snapshot is saved after so many entries, while trading goes on', async () => {
  const { venue, journal } = await openGated({ settings: { snapshotEveryEntries: 10 } });
  for (let count = 0; count < 9; count += 1) await venue.submit(restingBid());
  await until(() => venue.health().snapshotSeq > 0);
  const saved = await journal.loadSnapshot();
  expect(saved?.seq).toBe(10);
  expect(saved?.hash).toBe(venue.read.hash());
});

test('[VEN-17] a snapshot is saved after some time if anything happened', async () => {
  const { venue, journal, clock } = await openGated({ settings: { snapshotEveryMillis: 60_000 } });
  clock.advance(59_999);
  await venue.submit(restingBid());
  await turns();
  expect(await journal.loadSnapshot()).toBeUndefined();
  clock.advance(1);
  await venue.submit(restingBid());
  await until(() => venue.health().snapshotSeq > 0);
  expect((await journal.loadSnapshot())?.seq).toBe(3);
  // The next one is as far from this one as this one from the start.
  clock.advance(59_999);
  await venue.submit(restingBid());
  await turns();
  expect(venue.health().snapshotSeq).toBe(3);
});

test('[VEN-17] a wall clock that is set neither hastens a snapshot nor delays it', async () => {
  const { venue, clock } = await openGated({ settings: { snapshotEveryMillis: 60_000 } });
  clock.setWall(3_600_000);
  await venue.submit(restingBid());
  await turns();
  expect(venue.health().snapshotSeq).toBe(0);
  clock.setWall(-7_200_000);
  clock.advance(60_000);
  await venue.submit(restingBid());
  await until(() => venue.health().snapshotSeq > 0);
});

test('[VEN-17] entries are let go of only when snapshots and archive allow', async () => {
  const archive = new KeptArchive();
  const { venue, journal } = await openGated({
    archive,
    settings: { snapshotEveryEntries: 5, entriesKept: 0 },
  });
  const gate = Promise.withResolvers<void>();
  for (let count = 0; count < 29; count += 1) {
    if (venue.present.state.seq === 20) archive.gate = gate.promise;
    const { seq } = await venue.submit(restingBid());
    await turns();
    if (seq <= 20) await until(() => venue.health().snapshotSeq > seq - 5);
  }
  expect(venue.health()).toMatchObject({ seq: 30, snapshotSeq: 20 });
  expect(journal.firstSeq).toBe(11);
  gate.resolve();
  await until(() => venue.health().snapshotSeq === 25 && journal.firstSeq === 16);
});

test('[VEN-21] a journal that is kept whole lets go of nothing', async () => {
  const settings = { snapshotEveryEntries: 5, entriesKept: ENTRIES_KEPT_ALL };
  const { venue, journal } = await openGated({ settings });
  for (let count = 0; count < 40; count += 1) {
    await venue.submit(restingBid());
    await turns();
  }
  await until(() => venue.health().snapshotSeq > 35);
  expect(journal.firstSeq).toBe(1);
});

test('[VEN-17] a snapshot that fails is reported, and tried again later', async () => {
  const { venue, journal, told } = await openGated({ settings: { snapshotEveryEntries: 5 } });
  const { saveSnapshot } = journal;
  journal.saveSnapshot = () => Promise.reject(new Error('ENOSPC'));
  for (let count = 0; count < 6; count += 1) await venue.submit(restingBid());
  await until(() => told.some(({ facts }) => facts.because === 'ENOSPC'));
  journal.saveSnapshot = saveSnapshot;
  for (let count = 0; count < 10; count += 1) await venue.submit(restingBid());
  await until(() => venue.health().snapshotSeq > 0);
});

test('[VEN-17] a snapshot that held up trading is not repeated soon', async () => {
  const settings = { snapshotEveryEntries: 5, snapshotRest: 1_000_000_000 };
  const { venue, clock } = await openGated({ settings });
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 1;
    return time;
  });
  for (let count = 0; count < 4; count += 1) await venue.submit(restingBid());
  await until(() => venue.health().snapshotSeq === 5);
  clock.advance(60_000);
  for (let count = 0; count < 20; count += 1) await venue.submit(restingBid());
  await turns(1_000);
  expect(venue.health().snapshotSeq).toBe(5);
});

test('[VEN-22] a follower that hangs is given up when the venue closes', async () => {
  const hung = Promise.withResolvers<number>();
  const begin = vi.fn(() => ({ seq: seq(0), heldUpMillis: 0, save: () => hung.promise }));
  const close = vi.fn(async () => hung.reject(new Error('closed')));
  const { venue, journal, told } = await openGated({
    settings: { snapshotEveryEntries: 2 },
    taker: { begin, close },
  });
  while (begin.mock.calls.length === 0) {
    await venue.submit(restingBid());
    await turns();
  }
  const closing = venue.close();
  await turns();
  expect(close).not.toHaveBeenCalled();
  await closing;
  expect((await journal.loadSnapshot())?.seq).toBe(venue.present.state.seq);
  expect(told.filter(({ level }) => level === 'error')).toEqual([]);
});
