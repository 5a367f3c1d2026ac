/** A venue on real files whose snapshots are taken by a second engine on a thread of its own. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { replay } from '../../proof/replay.ts';
import { seq } from '../../src/domain/units.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { findJournal } from '../../src/journal/find-journal.ts';
import { NO_ID } from '../../src/journal/journal-id.ts';
import { listSnapshots, snapshotFolder } from '../../src/journal/segment-name.ts';
import { readSnapshot } from '../../src/journal/snapshot-file.ts';
import { JournalFollower, stateFiguresOf } from '../../src/venue/follow-journal.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { applyEntry } from '../../src/venue/present.ts';
import { restorePresent } from '../../src/venue/snapshot-payload.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { createFolder } from '../journal/data-folder.ts';
import { genesisOf, restingBid } from './market.ts';
import { numberedOrder, TRADERS } from './numbered-order.ts';

type Told = { readonly message: string; readonly facts: { readonly heldUpMillis?: unknown } };

async function open(dataFolder: string, told: Told[] = []) {
  return openFileVenue({
    dataFolder,
    genesis: genesisOf(TRADERS),
    settings: { tickEveryMillis: 0, snapshotEveryEntries: 100, snapshotRest: 0 },
    journal: { segmentBytes: 64 * 1024 },
    logger: (_level, message, facts = {}) => told.push({ message, facts }),
  });
}

async function trade(venue: Venue, from: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, place) => from + place);
  await Promise.all(numbers.map((number) => venue.submit(numberedOrder(number))));
}

const saved = (told: readonly Told[]): Told[] =>
  told.filter(({ message }) => message === 'snapshot saved');

const newest = async (dataFolder: string) => {
  const [name] = listSnapshots(nodeFiles, dataFolder);
  const found = await readSnapshot({ files: nodeFiles, dataFolder }, name!);
  if (typeof found === 'string') throw new Error(found);
  return found;
};

/** What the journal leads to, worked out by an engine of the test's own. */
function replayAll(dataFolder: string): VenueState {
  const journal = findJournal(dataFolder);
  if (journal === undefined) throw new Error('the folder holds no journal');
  const state = createState();
  for (const entries of journal.read({ from: journal.first, to: journal.last }))
    replay(entries, state);
  return state;
}

test('[VEN-22] a follower saves what the trading engine would, and holds up nothing', async () => {
  const dataFolder = createFolder();
  const told: Told[] = [];
  const venue = await open(dataFolder, told);
  for (let round = 0; saved(told).length < 4; round += 1) {
    await trade(venue, round * 150, 150);
    await vi.waitUntil(() => saved(told).length > Math.min(round, 3), { timeout: 120_000 });
  }
  // The first is the venue's own, the others come from the thread: they hold up nothing.
  expect(
    saved(told)
      .slice(1)
      .map(({ facts }) => facts.heldUpMillis),
  ).toEqual([0, 0, 0]);
  const found = await newest(dataFolder);
  const present = restorePresent(found);
  if (typeof present === 'string') throw new Error(present);
  expect(present.state.seq).toBe(venue.health().snapshotSeq);
  const range = { from: seq(present.state.seq + 1), to: venue.health().seq };
  for (const entries of findJournal(dataFolder)?.read(range) ?? [])
    for (const entry of entries) applyEntry(present, entry);
  expect(stateHash(present.state)).toBe(venue.read.hash());
  await venue.close();
});

test('[VEN-22] a follower that arrives elsewhere saves nothing, and begins anew', async () => {
  const dataFolder = createFolder();
  const venue = await open(dataFolder);
  await trade(venue, 0, 20);
  await venue.close();
  const again = await open(dataFolder);
  await again.submit(restingBid('one more'));
  const mark = stateFiguresOf(replayAll(dataFolder));
  let rests = 0;
  const follower = new JournalFollower({
    rest: async () => {
      rests += 1;
    },
    id: NO_ID,
    files: nodeFiles,
    dataFolder,
    version: 'test',
  });
  const kept = listSnapshots(nodeFiles, dataFolder);
  const wrong = { ...mark, nextOrder: mark.nextOrder + 1 };
  await expect(follower.save(wrong)).rejects.toThrow(/leads elsewhere: nextOrder is/);
  expect(listSnapshots(nodeFiles, dataFolder)).toEqual(kept);
  expect(await follower.save(mark)).toBeGreaterThan(100);
  // Trading has the core meanwhile.
  expect(rests).toBeGreaterThan(1);
  expect((await newest(dataFolder)).seq).toBe(again.health().seq);
  await again.close();
});

test('[VEN-22] without a snapshot to begin with a follower does not begin', async () => {
  const dataFolder = createFolder();
  const venue = await open(dataFolder);
  await trade(venue, 0, 20);
  await venue.close();
  rmSync(join(snapshotFolder(dataFolder)), { recursive: true });
  nodeFiles.makeFolder(snapshotFolder(dataFolder));
  const follower = new JournalFollower({
    rest: async () => undefined,
    id: NO_ID,
    files: nodeFiles,
    dataFolder,
    version: 'test',
  });
  await expect(follower.save(stateFiguresOf(replayAll(dataFolder)))).rejects.toThrow(/no snapshot/);
});
