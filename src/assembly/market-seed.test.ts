import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { NOTE_TEXT_LENGTH_MAX, NOTE_TOPIC_LENGTH_MAX } from '../domain/limits.ts';
import { dataFilesOf } from '../gateway/data-files.ts';
import { createFileNotes, type VenueNotes } from '../gateway/notes.ts';
import { marketTermsOf } from '../market/market-terms.ts';
import { commitmentOf, type Seed, seedOfWord } from '../market/seed.ts';
import { createMarketMemory, foldMarketMemory } from '../views/market-memory.ts';
import { findOwnStart, findSeedFile, newNotes, provideSeed } from './market-seed.ts';

const contracts = shippedContracts();
const terms = marketTermsOf(contracts);

let folder: string;
let path: string;
let notes: VenueNotes;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'seed-'));
  path = join(folder, 'market.seed');
  notes = createFileNotes(dataFilesOf(folder));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As a journal leaves it that has notes of this seed, and some beats. */
function memoryOf(seed: Seed, beat = 0) {
  const memory = createMarketMemory();
  for (const note of newNotes({ seed, feed: 'simulated', contracts, terms }, memory))
    if (note.kind === 'record-note') foldMarketMemory(memory, { ...note, kind: 'note-recorded' });
  memory.beat = beat;
  return memory;
}

test('[MKT-13] a first start draws a seed for its owner alone, later ones keep it', async () => {
  const seed = await provideSeed(notes, 'drawn', createMarketMemory());
  expect(seed.word).toBeNull();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { key } = findSeedFile(path)!.seeds[0]!;
  expect(key).toBe(Buffer.from(seed.key).toString('hex'));
  const again = await provideSeed(notes, 'drawn', memoryOf(seed, 90));
  expect(Buffer.from(again.key).toString('hex')).toBe(key);
});

test('[MKT-13] a word is kept, and another word is refused without a change', async () => {
  const seed = await provideSeed(notes, 'lions', createMarketMemory());
  expect(seed).toEqual(seedOfWord('lions'));
  const text = readFileSync(path, 'utf8');
  expect((await provideSeed(notes, 'drawn', memoryOf(seed, 5))).word).toBe('lions');
  expect((await provideSeed(notes, 'lions', memoryOf(seed, 5))).word).toBe('lions');
  await expect(provideSeed(notes, 'tigers', memoryOf(seed, 5))).rejects.toThrow(
    /began with the seed "lions" .*not with "tigers"\. Leave the setting seed out/,
  );
  expect(readFileSync(path, 'utf8')).toBe(text);
  rmSync(path);
  const drawn = await provideSeed(notes, 'drawn', createMarketMemory());
  await expect(provideSeed(notes, 'lions', memoryOf(drawn))).rejects.toThrow('that was drawn');
});

test('[TIME-11] where its own time begins is kept, and a journal begins only once', async () => {
  const startAt = Date.UTC(2026, 0, 5);
  expect(await findOwnStart(notes, 'now')).toBeUndefined();
  expect(await findOwnStart(notes, startAt)).toBe(startAt);
  const memory = createMarketMemory();
  const begun = { startAt, lastAt: startAt + 1_000 };
  await expect(provideSeed(notes, 'lions', memory, begun)).rejects.toThrow(
    /goes up to 2026-01-05T00:00:01.000Z: a venue that has begun cannot begin at 2026-01-05T00/,
  );
  expect(existsSync(path)).toBe(false);
  await provideSeed(notes, 'lions', memory, { startAt, lastAt: 0 });
  expect(await findOwnStart(notes, 'now')).toBe(startAt);
  expect(await findOwnStart(notes, startAt)).toBe(startAt);
  await expect(findOwnStart(notes, startAt + 1)).rejects.toThrow(
    'began at 2026-01-05T00:00:00.000Z',
  );
  await provideSeed(notes, 'lions', memoryOf(seedOfWord('lions'), 9), begun);
  rmSync(path);
  await provideSeed(notes, 'lions', memoryOf(seedOfWord('lions'), 9), begun);
  expect(await findOwnStart(notes, 'now')).toBe(startAt);
});

test('[MKT-13] a lost seed stops the start until somebody consents', async () => {
  const memory = memoryOf(seedOfWord('lions'), 1_000);
  const consent = `${path}.begin-anew`;
  for (const setting of ['drawn', 'tigers'])
    await expect(provideSeed(notes, setting, memory)).rejects.toThrow(
      `${path} is missing, but the journal has a market that was drawn from it: put it back`,
    );
  expect(existsSync(path)).toBe(false);
  writeFileSync(consent, '');
  const seed = await provideSeed(notes, 'drawn', memory);
  expect([seed.word, existsSync(consent)]).toEqual([null, false]);
  expect(findSeedFile(path)!.seeds[0]!.fromBeat).toBe(1_001);
});

test('[MKT-13] a lost seed of a word is made again from it', async () => {
  const memory = memoryOf(seedOfWord('lions'), 1_000);
  expect(await provideSeed(notes, 'lions', memory)).toEqual(seedOfWord('lions'));
  expect(findSeedFile(path)!.seeds[0]!.fromBeat).toBe(0);
});

test('[MKT-13] the seed of another market, and what is no seed, is refused', async () => {
  const seed = await provideSeed(notes, 'drawn', createMarketMemory());
  const other = memoryOf(seedOfWord('lions'), 7);
  const refused = await provideSeed(notes, 'drawn', other).catch((error: Error) => error.message);
  expect(refused).toContain('is the seed of another market: the commitment in the journal is');
  expect(refused).not.toContain(Buffer.from(seed.key).toString('hex'));
  const text = readFileSync(path, 'utf8');
  for (const broken of ['', '[]', '{"version":1}', text.replace(/"key": "../, '"key": "')]) {
    writeFileSync(path, broken);
    await expect(provideSeed(notes, 'drawn', other)).rejects.toThrow('put it back from a copy');
  }
});

test('[MKT-13] the journal says commitment, feed and terms, and again only what changed', () => {
  const seed = seedOfWord('lions');
  const noted = { seed, feed: 'simulated', contracts, terms };
  const first = newNotes(noted, createMarketMemory());
  expect(first).toHaveLength(1 + contracts.length);
  for (const note of first)
    if (note.kind === 'record-note') {
      expect(note.text.length).toBeLessThanOrEqual(NOTE_TEXT_LENGTH_MAX);
      expect(note.topic.length).toBeLessThanOrEqual(NOTE_TOPIC_LENGTH_MAX);
    }
  expect(first[0]).toMatchObject({ actor: 'venue', topic: 'market' });
  expect(JSON.stringify(first)).toContain(commitmentOf(seed));
  expect(JSON.stringify(first)).not.toContain('lions');
  const memory = memoryOf(seed);
  expect(newNotes(noted, memory)).toEqual([]);
  const deeper = terms.map((row, at) => (at === 3 ? { ...row, touch: 9 } : row));
  expect(newNotes({ ...noted, terms: deeper }, memory)).toMatchObject([{ topic: 'market 3' }]);
  expect(newNotes({ ...noted, feed: 'live' }, memory)).toMatchObject([{ topic: 'market' }]);
});
