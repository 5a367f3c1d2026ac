import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { seedOfWord } from '../market/seed.ts';
import { SEED_FILE } from './published-folder.ts';
import {
  commitmentOfSeed,
  type RevealedSeed,
  readSeeds,
  seedOf,
  selectSeeds,
} from './revealed-seeds.ts';

const drawn = (byte: string, fromBeat: number): RevealedSeed => ({
  fromBeat,
  key: byte.repeat(32),
  word: null,
});
const [FIRST, SECOND, THIRD] = [drawn('aa', 0), drawn('bb', 100), drawn('cc', 200)];

const select = (seeds: readonly RevealedSeed[], { key }: RevealedSeed) => {
  const commitment = commitmentOfSeed(drawn(key.slice(0, 2), 0));
  return selectSeeds(seeds, {
    season: 3,
    market: { commitment, seed: 'drawn', feed: 'synthetic' },
  });
};

test('[FAIR-3] a season tells its seed and those before, and none that is in use', () => {
  expect(select([FIRST, SECOND, THIRD], SECOND)).toEqual([FIRST, SECOND]);
  expect(select([FIRST, SECOND, THIRD], FIRST)).toEqual([FIRST]);
  expect(select([FIRST, SECOND], SECOND)).toMatch(/^the market still runs on the seed of season 3/);
  expect(select([FIRST], THIRD)).toEqual([]);
});

test('[FAIR-2] a chosen word is public anyway', () => {
  const word = {
    fromBeat: 0,
    key: Buffer.from(seedOfWord('fox').key).toString('hex'),
    word: 'fox',
  };
  const market = { commitment: commitmentOfSeed(word), seed: 'chosen', feed: 'synthetic' } as const;
  expect(selectSeeds([word], { season: 1, market })).toEqual([word]);
});

test('[FAIR-4] seeds that are none, or not those of their word, are told', () =>
  inTemporaryFolder(async (folder) => {
    const read = (value: unknown) => {
      writeFileSync(join(folder, SEED_FILE), JSON.stringify(value));
      return readSeeds(folder);
    };
    expect(readSeeds(folder)).toEqual([]);
    expect(read([FIRST, SECOND])).toEqual([FIRST, SECOND]);
    for (const wrong of [{ key: 'ab' }, { fromBeat: -1 }, { word: 7 }, { more: 1 }])
      expect(read([{ ...FIRST, ...wrong }])).toMatchObject({ expected: 'a list of seeds' });
    expect(read([{ ...FIRST, word: 'fox' }])).toMatchObject({
      expected: 'the key of the word fox',
      found: FIRST.key,
    });
  }));

test('[FAIR-4] the last seed goes on after those before it', () => {
  const { key, earlier, word } = seedOf([FIRST, SECOND, THIRD]);
  expect([Buffer.from(key).toString('hex'), word]).toEqual([THIRD.key, null]);
  expect(earlier?.map((each) => [Buffer.from(each.key).toString('hex'), each.until])).toEqual([
    [FIRST.key, 100],
    [SECOND.key, 200],
  ]);
});
