/**
 * The seeds of the market up to the end of a season, as its result tells them. Each belongs to a
 * commitment that everyone could note before.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { SeasonRecord } from '../competition/season-record.ts';
import { commitmentOf, type Seed, seedOfWord } from '../market/seed.ts';
import { type Difference, wholeFile } from './difference.ts';
import { SEED_FILE } from './published-folder.ts';

const SEED = Type.Object(
  {
    fromBeat: Type.Integer({ minimum: 0 }),
    key: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    word: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type RevealedSeed = Static<typeof SEED>;

const SEEDS = Type.Array(SEED);

/** Those that may be told with the result of a season; in words what stands in the way. */
export function selectSeeds(
  seeds: readonly RevealedSeed[],
  { season, market }: Pick<SeasonRecord, 'season' | 'market'>,
): readonly RevealedSeed[] | string {
  const last = seeds.findIndex((seed) => commitmentOfSeed(seed) === market?.commitment);
  // A tape goes on with its seed, which tells nothing to those who do not have the recording.
  if (last === seeds.length - 1 && seeds[last]?.word === null && market?.feed !== 'tape')
    return (
      `the market still runs on the seed of season ${season}, and with the seed anyone could ` +
      'foresee its prices. The venue draws another by itself at the first beat after the end of ' +
      'the season: let it run with its market for a moment, then publish again'
    );
  return seeds.slice(0, last + 1).map(({ fromBeat, key, word }) => ({ fromBeat, key, word }));
}

/** None if the result has no file of seeds. */
export function readSeeds(folder: string): readonly RevealedSeed[] | Difference {
  const path = join(folder, SEED_FILE);
  if (!existsSync(path)) return [];
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Check(SEEDS, value)) return wholeFile(SEED_FILE, 'a list of seeds', 'something else');
  const other = value.find(({ word, key }) => word !== null && hexOf(seedOfWord(word)) !== key);
  if (other === undefined) return value;
  return wholeFile(SEED_FILE, `the key of the word ${other.word}`, other.key);
}

const hexOf = ({ key }: Pick<Seed, 'key'>): string => Buffer.from(key).toString('hex');

export const commitmentOfSeed = ({ key }: RevealedSeed): string =>
  commitmentOf({ key: Buffer.from(key, 'hex') });

/** The last of them, with those before it; there is at least one. */
export function seedOf(seeds: readonly RevealedSeed[]): Seed {
  const keys = seeds.map(({ key }) => Buffer.from(key, 'hex'));
  const earlier = keys
    .slice(0, -1)
    .map((key, at) => ({ key, until: seeds[at + 1]?.fromBeat ?? 0 }));
  return { key: keys.at(-1) ?? new Uint8Array(), word: seeds.at(-1)?.word ?? null, earlier };
}
