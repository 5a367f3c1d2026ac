/** A second venue that goes on from an entry of the first, on real files. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forkFolder } from '../../src/cli/fork/fork-folder.ts';
import { millis, seq } from '../../src/domain/units.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { viewJournal } from '../../src/journal/find-journal.ts';
import type { WantedPoint } from '../../src/journal/find-point.ts';
import { type FileVenue, openFileVenue } from '../../src/venue/open-venue.ts';
import { rehearseStart } from '../../src/venue/rehearse-start.ts';
import type { VenueSettings } from '../../src/venue/settings.ts';
import { createFolder, flip, recordsOf, segmentPaths } from '../journal/data-folder.ts';
import { createManualClock, type ManualClock } from '../kit/manual-clock.ts';
import { rulesAt } from '../kit/season.ts';
import { genesisOf, traderAt } from './market.ts';
import { numberedOrder, TRADERS } from './numbered-order.ts';

const BEGIN = 1_767_571_200_000;
const NOW: WantedPoint = { kind: 'now' };
const entry = (at: number): WantedPoint => ({ kind: 'entry', seq: seq(at) });

interface Opened extends FileVenue {
  readonly clock: ManualClock;
}

/** Small segments; time moves when the test says so. */
async function open(dataFolder: string, settings: Partial<VenueSettings> = {}): Promise<Opened> {
  const clock = createManualClock(BEGIN);
  const venue = await openFileVenue({
    dataFolder,
    clock,
    genesis: genesisOf(TRADERS),
    settings: { tickEveryMillis: 0, ...settings },
    journal: { segmentBytes: 8 * 1024 },
  });
  onTestFinished(() => venue.close());
  return { ...venue, clock };
}

/** One order a millisecond, each an entry. */
async function trade({ submit, clock }: Opened, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) {
    clock.advance(1);
    await submit(numberedOrder(number));
  }
}

async function fork(from: string, wanted: WantedPoint = NOW) {
  const to = join(createFolder(), 'fork');
  return { to, ...(await forkFolder({ from, to, wanted, seed: { kind: 'same' } })) };
}

const refusal = (from: string, to: string, wanted: WantedPoint = NOW): Promise<string> =>
  forkFolder({ from, to, wanted, seed: { kind: 'same' } }).then(
    () => 'forked',
    (error: Error) => error.message,
  );

/** Every file with what is in it, but for those of the lock. */
const contentsOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/-shm$|^venue\./.test(file.name))
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );

async function historyOf({ archive, archived }: FileVenue) {
  await archived();
  const accounts = Array.from({ length: TRADERS }, (_, place) => traderAt(place));
  return Promise.all(
    accounts.map(async (account) => [
      await archive.orders({ account, limit: 1_000 }),
      await archive.fills({ account, limit: 1_000 }),
      await archive.bills({ account, limit: 1_000 }),
    ]),
  );
}

async function entriesOf(folder: string): Promise<unknown[]> {
  const view = viewJournal(nodeFiles, folder, () => undefined);
  const entries: unknown[] = [];
  for await (const some of view.read(view.firstSeq)) entries.push(...some);
  return entries;
}

test('[FORK-1] [FORK-2] a fork of a running venue is that venue, and goes on alone', async () => {
  const folder = createFolder();
  const venue = await open(folder);
  await trade(venue, 0, 300);
  const [hash, history] = [venue.read.hash(), await historyOf(venue)];
  const { to, point } = await fork(folder);
  expect(point).toMatchObject({ seq: 301, at: BEGIN + 300 });
  await trade(venue, 300, 350);

  expect(await rehearseStart(to)).toMatchObject({ refusal: null });
  const second = await open(to);
  expect(second.read.hash()).toBe(hash);
  expect(second.health().seq).toBe(301);
  expect(await historyOf(second)).toEqual(history);
  expect(second.recovery).toMatchObject({ historyLost: null, warnings: [] });
  second.clock.advance(300);
  await trade(second, 300, 350);
  expect(second.read.hash()).toBe(venue.read.hash());
  expect(await historyOf(second)).toEqual(await historyOf(venue));
  await trade(second, 350, 360);
  expect(await entriesOf(folder)).toEqual((await entriesOf(to)).slice(0, 351));

  const untouched = await open(createFolder());
  await trade(untouched, 0, 350);
  expect(venue.read.hash()).toBe(untouched.read.hash());
});

test('[FORK-2] nothing is written to a folder in use, stopped or killed', async () => {
  const folder = createFolder();
  const venue = await open(folder);
  await trade(venue, 0, 200);
  await venue.archived();
  const running = contentsOf(folder);
  await fork(folder);
  expect(contentsOf(folder)).toEqual(running);
  const killed = join(createFolder(), 'killed');
  cpSync(folder, killed, { recursive: true });
  rmSync(join(killed, 'venue.holder'));
  await venue.close();
  for (const one of [folder, killed]) {
    const names = readdirSync(one);
    const before = contentsOf(one);
    const { to } = await fork(one);
    expect(contentsOf(one)).toEqual(before);
    expect(readdirSync(one)).toEqual(names);
    const again = await open(to);
    expect(again.read.hash()).toBe(venue.read.hash());
    expect(again.recovery.historyLost).toBeNull();
    await again.close();
  }
});

test('[FORK-1] [FORK-3] at an entry or a time, nothing later is in the fork', async () => {
  const folder = createFolder();
  const venue = await open(folder);
  await trade(venue, 0, 120);
  const [hash, history] = [venue.read.hash(), await historyOf(venue)];
  await trade(venue, 120, 400);
  await venue.archived();
  const wanted: WantedPoint[] = [entry(121), { kind: 'time', at: millis(BEGIN + 120) }];
  for (const one of wanted) {
    const { to } = await fork(folder, one);
    const second = await open(to);
    expect(second.health().seq).toBe(121);
    expect(second.read.hash()).toBe(hash);
    expect(await historyOf(second)).toEqual(history);
    expect(second.recovery.archivedAgain).toBeNull();
  }
  const to = join(createFolder(), 'fork');
  expect(await refusal(folder, to, entry(402))).toContain('no entry 402 yet: the last one is 401');
  const late: WantedPoint = { kind: 'time', at: millis(BEGIN + 401) };
  expect(await refusal(folder, to, late)).toMatch(/has not come yet: the last entry, 401, is of/);
  const early: WantedPoint = { kind: 'time', at: millis(BEGIN - 1) };
  expect(await refusal(folder, to, early)).toMatch(/the oldest point to fork from is entry 1, of/);
});

test('[FORK-3] where entries were deleted, the oldest possible point is named', async () => {
  const folder = createFolder();
  for (let from = 0; from < 500; from += 100) {
    const venue = await open(folder, { entriesKept: 50 });
    venue.clock.advance(from);
    await trade(venue, from, from + 100);
    await venue.close();
  }
  const to = join(createFolder(), 'fork');
  const said = await refusal(folder, to, entry(10));
  const [, oldest = '0'] =
    /does not reach back to entry 10: .* is entry (\d+), of /.exec(said) ?? [];
  expect(Number(oldest)).toBeGreaterThan(200);
  expect(await refusal(folder, to, entry(Number(oldest) - 1))).toContain(`is entry ${oldest}, of`);
  const { to: made } = await fork(folder, entry(Number(oldest)));
  const second = await open(made);
  expect(second.health().seq).toBe(Number(oldest));
  expect(second.recovery.historyLost).toBeNull();
});

test('[FORK-4] a fork is another journal, and files of the two are not mixed up', async () => {
  const folder = createFolder();
  const venue = await open(folder);
  await trade(venue, 0, 300);
  await venue.close();
  // An archive names its journal from the second start on.
  await (await open(folder)).close();
  const { to, id } = await fork(folder);
  const second = await open(to);
  second.clock.advance(1_000);
  await trade(second, 300, 500);
  await second.close();
  expect(viewJournal(nodeFiles, to, () => undefined).id).toBe(id);
  expect(viewJournal(nodeFiles, folder, () => undefined).id).not.toBe(id);

  const newest = (of: string, what: string): string =>
    readdirSync(join(of, what)).sort().at(-1) ?? '';
  const mixtures: readonly (readonly [string, (mixed: string, other: string) => string])[] = [
    ['of journal', (_, other) => join('journal', newest(other, 'journal'))],
    ['of journal', (_, other) => join('snapshots', newest(other, 'snapshots'))],
    ['of journal', () => 'archive.sqlite'],
  ];
  for (const [one, other] of [[folder, to] as const, [to, folder] as const]) {
    for (const [says, choose] of mixtures) {
      const mixed = join(createFolder(), 'mixed');
      cpSync(one, mixed, { recursive: true });
      const file = choose(mixed, other);
      copyFileSync(join(other, file), join(mixed, file));
      expect((await rehearseStart(mixed)).refusal, file).toContain(says);
    }
  }
});

test('[FORK-4] full segments are shared, and what is done to one venue harms only it', async () => {
  const folder = createFolder();
  const venue = await open(folder);
  await trade(venue, 0, 300);
  await venue.close();
  const { to } = await fork(folder);
  const before = contentsOf(to);
  const [first = '', second = '', ...later] = segmentPaths(folder);
  expect([first, second].map((path) => statSync(path).nlink)).toEqual([2, 2]);
  expect(statSync(later.at(-1) ?? '').nlink).toBe(1);

  // The original lost its end, so that it goes on in a segment that is full in the fork.
  for (const path of [...later, join(folder, 'archive.sqlite')]) rmSync(path);
  rmSync(join(folder, 'snapshots'), { recursive: true });
  const mended = await open(folder);
  mended.clock.advance(1_000);
  await trade(mended, 1_000, 1_020);
  await mended.close();
  rmSync(first);
  expect(contentsOf(to)).toEqual(before);
  const again = await open(to);
  expect(again.read.hash()).toBe(venue.read.hash());
});

test('[FORK-5] what cannot be forked is refused, and nothing is left behind', async () => {
  const folder = createFolder();
  const venue = await open(folder);
  await trade(venue, 0, 100);
  const place = createFolder();
  const to = join(place, 'fork');
  expect(await refusal(join(place, 'none'), to)).toContain('holds no journal');
  expect(await refusal(createFolder(), to)).toContain('holds no journal');
  expect(await refusal(folder, join(place, 'a', 'b'))).toContain('is not a folder: make it first');
  expect(await refusal(folder, join(folder, 'fork'))).toContain('is inside');
  symlinkSync(folder, join(place, 'link'));
  expect(await refusal(folder, join(place, 'link', 'fork'))).toContain('is inside');
  rmSync(join(place, 'link'));
  writeFileSync(to, '');
  expect(await refusal(folder, to)).toContain('is not an empty folder');
  rmSync(to);
  mkdirSync(to);
  writeFileSync(join(to, 'mine'), '');
  expect(await refusal(folder, to)).toContain('is not an empty folder');
  rmSync(join(to, 'mine'));
  expect(await refusal(folder, to)).toBe('forked');
  rmSync(to, { recursive: true });

  await venue.close();
  const path = segmentPaths(folder).at(-1) ?? '';
  flip(path, (recordsOf(path)[1] ?? 0) + 45, 1);
  expect(await refusal(folder, to)).toMatch(/\.segment, offset \d+: found a record whose checksum/);
  flip(path, (recordsOf(path)[1] ?? 0) + 45, 1);
  writeFileSync(join(folder, 'archive.sqlite'), 'no database');
  expect(await refusal(folder, to)).toContain('archive.sqlite');
  expect(readdirSync(place)).toEqual([]);
});

test('[FORK-5] a running season is not forked, nor is the time before it', async () => {
  const folder = createFolder();
  const venue = await open(folder);
  await trade(venue, 0, 20);
  const { submit, clock } = venue;
  const rules = rulesAt(clock.venueNow());
  await submit({ kind: 'open-season', season: 1, rules });
  await submit({ kind: 'enrol-team', season: 1, team: 'Owls' });
  const opened = venue.health().seq;
  await fork(folder);
  await submit({ kind: 'reset-season', season: 1 });
  clock.advance(60_000);
  await submit({ kind: 'start-season', season: 1 });
  const to = join(createFolder(), 'fork');
  expect(await refusal(folder, to)).toMatch(/season 1, "Spring cup", runs at that point or now/);
  expect(await refusal(folder, to, entry(opened))).toContain('runs at that point or now');
  const started = venue.health().seq;
  clock.advance(3_600_000);
  await submit({ kind: 'end-season', season: 1, reason: null });
  expect(await refusal(folder, to, entry(started))).toContain('runs at that point or now');
  await fork(folder, entry(opened));
  const { to: after } = await fork(folder);
  expect(readdirSync(after)).toContain('competition.sqlite.begin-anew');
});
