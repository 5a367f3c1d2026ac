import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { snapshotContest } from '../../src/competition/season-snapshot.ts';
import type { Entry } from '../../src/domain/command.ts';
import { type Millis, millis, seq } from '../../src/domain/units.ts';
import { sha256 } from '../../src/results/journal-parts.ts';
import { takePublicationKey } from '../../src/results/publication-key.ts';
import { NotPublishable, publishSeason } from '../../src/results/publish-season.ts';
import { verifySeason } from '../../src/results/verify-season.ts';
import { openFileVenue } from '../../src/venue/open-venue.ts';
import { createManualClock } from '../kit/manual-clock.ts';
import { playClosed } from './published-season.ts';

const root = mkdtempSync(join(tmpdir(), 'perpetua-restart-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const script = { seed: 8, hours: 1, stepMillis: 60_000, tempers: ['reckless', 'careful'] } as const;

/** A venue whose clock is told each entry's time before it is submitted. */
async function openAt(dataFolder: string, entriesKept: number) {
  let now: Millis = millis(0);
  const clock = { ...createManualClock(Date.UTC(2026, 0, 1)), venueNow: () => now };
  const venue = await openFileVenue({
    dataFolder,
    clock,
    settings: { tickEveryMillis: 0, entriesKept },
    journal: { segmentBytes: 16 * 1024 },
  });
  const play = async (entries: readonly Entry[]): Promise<void> => {
    for (const { at, command } of entries) {
      now = at;
      await venue.submit(command);
    }
  };
  return { venue, play };
}

test('[SCO-11] standings survive a restart without a replay', async () => {
  const dataFolder = join(root, 'restart');
  const entries = playClosed(script);
  const half = Math.floor(entries.length / 2);
  const first = await openAt(dataFolder, Number.MAX_SAFE_INTEGER);
  await first.play(entries.slice(0, half));
  const before = snapshotContest(first.venue.contest);
  expect(before.seasons[0]).toMatchObject({ phase: 'active', isScored: false });
  await first.venue.close();
  const second = await openAt(dataFolder, Number.MAX_SAFE_INTEGER);
  expect(second.venue.recovery.replayed).toBe(0);
  expect(snapshotContest(second.venue.contest)).toEqual(before);
  await second.play(entries.slice(half));
  expect(second.venue.contest.seasons[0]).toMatchObject({ phase: 'closed', isScored: true });
  await second.venue.close();
  const outFolder = join(root, 'restarted');
  const manifest = await publishSeason({ dataFolder, outFolder, season: 1, out: () => {} });
  expect(manifest).toMatchObject({ startSeq: 0, final: true });
  expect(verifySeason({ folder: outFolder, publicKey: null, out: () => {} }).isGood).toBe(true);
});

test('[PUB-4] without the first entries a result begins with a snapshot before it', async () => {
  const dataFolder = join(root, 'trimmed');
  const entries = playClosed(script);
  const opening = entries.findIndex(({ command }) => command.kind === 'open-season');
  const idle = Array.from({ length: 400 }, (_, place): Entry => {
    const at = millis(entries[opening - 1]!.at + place);
    return { seq: seq(0), at, command: { kind: 'advance-clock' } };
  });
  // Long enough for a segment to be let go, with a snapshot before the season opens.
  for (const part of [entries.slice(0, opening), idle, idle.slice(0, 1), idle.slice(0, 1)]) {
    const { venue, play } = await openAt(dataFolder, 0);
    await play(part);
    await venue.close();
  }
  expect(readdirSync(join(dataFolder, 'journal'))).not.toContain('0000000000000001.segment');
  const { venue, play } = await openAt(dataFolder, Number.MAX_SAFE_INTEGER);
  await play(entries.slice(opening));
  await venue.close();
  const outFolder = join(root, 'trimmed-result');
  const manifest = await publishSeason({ dataFolder, outFolder, season: 1, out: () => {} });
  expect(manifest.startSeq).toBeGreaterThan(400);
  expect(verifySeason({ folder: outFolder, publicKey: null, out: () => {} })).toMatchObject({
    isGood: true,
  });
  expectOtherScores(dataFolder, outFolder);
  for (let times = 0; times < 3; times += 1) {
    const again = await openAt(dataFolder, 0);
    await again.play([{ ...entries.at(-1)!, command: { kind: 'advance-clock' } }]);
    await again.venue.close();
  }
  const words = { dataFolder, outFolder: join(root, 'late'), season: 1, out: () => {} };
  await expect(publishSeason(words)).rejects.toThrow(NotPublishable);
  await expect(publishSeason(words)).rejects.toThrow('--journal-keep all');
});

/** Lots that count double in the scores and not in the venue: the hash of the state is the same. */
function expectOtherScores(dataFolder: string, folder: string): void {
  const path = join(folder, 'start.json.zst');
  const start = zstdDecompressSync(readFileSync(path)).toString();
  const at = start.lastIndexOf('"tickLotValue":{"$n":"');
  expect(at).toBeGreaterThan(start.indexOf('"contest":'));
  const forged = start.slice(0, at) + start.slice(at).replace('{"$n":"', '{"$n":"2');
  writeFileSync(path, zstdCompressSync(Buffer.from(forged)));
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  for (const file of manifest.files)
    if (file.file === 'start.json.zst') file.sha256 = sha256(readFileSync(path));
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, 'manifest.json'), text);
  const signature = takePublicationKey(dataFolder).sign(Buffer.from(text));
  writeFileSync(join(folder, 'manifest.sig'), signature);
  expect(verifySeason({ folder, publicKey: null, out: () => {} })).toMatchObject({
    isGood: false,
    difference: { file: 'start.json.zst', found: 'something else' },
  });
}
