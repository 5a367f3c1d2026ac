/**
 * The seed of a venue's market, in a file of the data folder that only its owner may read, or among
 * the sealed notes of a cluster. It is made at the first start and never changed by a later one. It
 * can be lost like any file: then the market cannot go on as it would have, and the start says so.
 */
import { existsSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { findJson } from '../domain/find-json.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Millis } from '../domain/units.ts';
import { jsonText } from '../gateway/data-files.ts';
import { findText } from '../gateway/keys/private-file.ts';
import type { VenueNotes } from '../gateway/notes.ts';
import type { MarketTerms } from '../market/market-terms.ts';
import { commitmentOf, drawSeed, KEY_BYTES, type Seed, seedOfWord } from '../market/seed.ts';
import type { Venue } from '../venue/venue.ts';
import {
  formatMarketNote,
  MARKET_TOPIC,
  type MarketMemory,
  type MarketNote,
  parseMarketNote,
  termsTopic,
  venueNote,
} from '../views/market-memory.ts';
import { asOne } from './chaos-control.ts';
import { DRAWN } from './settings.ts';

const VERSION = 1;

const SEED = Type.Object({
  /** The first beat that is drawn from it. */
  fromBeat: Type.Integer(),
  /** In hexadecimal digits. */
  key: Type.String({ pattern: `^[0-9a-f]{${2 * KEY_BYTES}}$` }),
  word: Type.Union([Type.String(), Type.Null()]),
});
export type SeedFrom = Static<typeof SEED>;

const SEED_FILE = Type.Object({
  version: Type.Literal(VERSION),
  /** Oldest first: a fork may go on with another seed than it began with. */
  seeds: Type.Array(SEED, { minItems: 1 }),
  /** When a venue with its own time begins; null if it follows the wall clock. */
  startAt: Type.Union([Type.Integer(), Type.Null()]),
});
export type SeedFile = Static<typeof SEED_FILE>;

export const seedFileOf = (seeds: SeedFile['seeds'], startAt: SeedFile['startAt']): SeedFile => ({
  version: VERSION,
  seeds,
  startAt,
});

/** Undefined if there is none; throws if it cannot be used. */
export const findSeedFile = (path: string): SeedFile | undefined => readFile(findText(path), path);

const findSeeds = async (notes: VenueNotes): Promise<SeedFile | undefined> =>
  readFile(await notes.find('marketSeed'), placeOf(notes));

const placeOf = (notes: VenueNotes): string => notes.placeOf('marketSeed');

function readFile(text: string | undefined, place: string): SeedFile | undefined {
  if (text === undefined) return undefined;
  const file = parseFile(text);
  if (file === undefined)
    throw new Error(`${place} is not the seed of a market that this version can read; ${PUT_BACK}`);
  return file;
}

const PUT_BACK = 'put it back from a copy';

/** Whether these are the seeds that a journal names last. */
export function isNewest(text: string, commitment: string | undefined): boolean {
  const file = parseFile(text);
  return file !== undefined && commitmentOf(newestSeed(file)) === commitment;
}

/** The seed from the last change on, with those before it. */
export function newestSeed({ seeds }: SeedFile): Seed {
  const newest = seeds.at(-1);
  if (newest === undefined) throw new Error('a file of seeds has none');
  const earlier = seeds.slice(0, -1).map(({ key }, place) => ({
    key: Buffer.from(key, 'hex'),
    until: seeds[place + 1]?.fromBeat ?? 0,
  }));
  return { key: Buffer.from(newest.key, 'hex'), word: newest.word, earlier };
}

export const seedFrom = (fromBeat: number, { key, word }: Seed): SeedFrom => ({
  fromBeat,
  key: Buffer.from(key).toString('hex'),
  word,
});

/**
 * Where the venue's own time begins, as its file says, or the setting if there is no file yet;
 * undefined if it follows the wall clock.
 */
export async function findOwnStart(
  notes: VenueNotes,
  setting: number | 'now',
): Promise<number | undefined> {
  const found = await findSeeds(notes);
  if (found === undefined) return setting === 'now' ? undefined : setting;
  const { startAt } = found;
  if (setting === 'now' || setting === startAt) return startAt ?? undefined;
  const begun = startAt === null ? 'follows the wall clock' : `began at ${momentText(startAt)}`;
  throw new Error(
    `the venue of this folder ${begun} (${placeOf(notes)}): it cannot begin at ` +
      `${momentText(setting)}, as startAt or the tape asks. Start in another folder with --data, ` +
      'or leave that out to go on with this one',
  );
}

const momentText = (at: number): string => new Date(at).toISOString();

/** A journal that is there already, and where a new one would begin. */
export interface Beginning {
  readonly startAt: number | undefined;
  /** The time of the last entry; zero without one. */
  readonly lastAt: number;
}

/** The seed to go on with; made and stored if the venue has none yet. */
export async function provideSeed(
  notes: VenueNotes,
  setting: string,
  memory: MarketMemory,
  { startAt, lastAt }: Beginning = { startAt: undefined, lastAt: 0 },
): Promise<Seed> {
  const found = await findSeeds(notes);
  const place = placeOf(notes);
  const asked = setting === DRAWN ? undefined : seedOfWord(setting);
  if (found !== undefined) {
    const seed = newestSeed(found);
    expectWord(place, seed.word, asked?.word);
    expectOwn(place, found, memory);
    return seed;
  }
  const isKnown = asked !== undefined && commitmentOf(asked) === commitmentIn(memory);
  if (startAt !== undefined && lastAt > 0 && !isKnown)
    throw new Error(
      `the journal of this folder goes up to ${momentText(lastAt)}: a venue that has begun ` +
        `cannot begin at ${momentText(startAt)}. Start in another folder with --data`,
    );
  if (memory.beat > 0 && !isKnown) takeConsent(place);
  const seed = asked ?? drawSeed();
  const fromBeat = isKnown || memory.beat === 0 ? 0 : memory.beat + 1;
  const seeds = [seedFrom(fromBeat, seed)];
  await notes.write('marketSeed', jsonText(seedFileOf(seeds, startAt ?? null)));
  return seed;
}

/** Another seed for the beats from this one on, which is in the file before it is used. */
export async function addSeed(notes: VenueNotes, fromBeat: number): Promise<Seed> {
  const found = await findSeeds(notes);
  if (found === undefined) throw new Error(`${placeOf(notes)} is missing; ${PUT_BACK}`);
  const file = seedFileOf([...found.seeds, seedFrom(fromBeat, drawSeed())], found.startAt);
  await notes.write('marketSeed', jsonText(file));
  return newestSeed(file);
}

/** What was drawn before the beat stays as it is. */
export const followedBy = ({ key, earlier = [] }: Seed, next: Seed, fromBeat: number): Seed => ({
  ...next,
  earlier: [...earlier, { key, until: fromBeat }],
});

function expectWord(place: string, word: string | null, asked: string | null | undefined): void {
  if (asked === undefined || asked === word) return;
  const begun = word === null ? 'a seed that was drawn' : `the seed "${word}"`;
  throw new Error(
    `the market of this folder began with ${begun} (${place}), not with "${asked}". Leave the ` +
      'setting seed out to go on with it, or start in another folder with --data',
  );
}

/** The journal says by its commitment which seed it was drawn from. */
function expectOwn(place: string, { seeds }: SeedFile, memory: MarketMemory): void {
  const said = commitmentIn(memory);
  const isOwn = ({ key }: SeedFrom): boolean =>
    commitmentOf({ key: Buffer.from(key, 'hex') }) === said;
  if (said === undefined || seeds.some(isOwn)) return;
  throw new Error(
    `${place} is the seed of another market: the commitment in the journal is ` +
      `${said.slice(0, 12)}. ${PUT_BACK.charAt(0).toUpperCase()}${PUT_BACK.slice(1)}`,
  );
}

/** Nobody can repeat the market across the loss, so the operator must want it. */
function takeConsent(place: string): void {
  const consent = `${place}.begin-anew`;
  if (isAbsolute(place) && existsSync(consent)) {
    rmSync(consent);
    return;
  }
  const lost = `${place} is missing, but the journal has a market that was drawn from it`;
  if (!isAbsolute(place)) throw new Error(`${lost}: ${PUT_BACK}`);
  throw new Error(
    `${lost}: ${PUT_BACK}. To go ` +
      `on with a new seed make a file named ${consent} and start again: prices, orders and ` +
      'positions stay, but nobody can repeat or verify the market up to here',
  );
}

function parseFile(text: string): SeedFile | undefined {
  const value = findJson(text);
  return Check(SEED_FILE, value) ? value : undefined;
}

export interface SeedParts {
  /** Null if nothing outlives the process. */
  readonly notes: VenueNotes | null;
  readonly first: Seed;
  readonly change: (seed: Seed) => void;
  /** What the journal does not say yet of a market with this seed. */
  readonly note: (seed: Seed) => Batch['commands'];
  readonly warn: (message: string) => void;
}

/**
 * The seed of a season is told with its result. So the market goes on with a newly drawn seed from
 * the first beat after the end of a season, or nobody could publish while the venue runs. The new
 * seed is in its file before its commitment is in the journal, and there before the first draw: a
 * crash in between is completed by the next start. A seed made from a word was never secret and
 * stays.
 */
export function followSeasons(
  venue: Pick<Venue, 'read' | 'submit'>,
  { notes, first, change, note, warn }: SeedParts,
) {
  let seed = first;
  let isNoted = true;
  let isFailing = false;
  const draw = async (at: Millis): Promise<void> => {
    try {
      seed = notes === null ? followedBy(seed, drawSeed(), at) : await addSeed(notes, at);
      isNoted = false;
      isFailing = false;
    } catch (error) {
      if (!isFailing) warn(`the seed of the season is still in use: ${reasonOf(error)}`);
      isFailing = true;
    }
  };
  /** Before each beat; false if the beat must wait, because the journal did not take the note. */
  const look = async (at: Millis): Promise<boolean> => {
    if (isSpent(venue, seed)) await draw(at);
    if (isNoted) return true;
    try {
      const command = asOne(note(seed));
      if (command !== undefined) await venue.submit(command);
    } catch {
      return false;
    }
    change(seed);
    isNoted = true;
    return true;
  };
  return { newest: () => seed, look };
}

/** Whether it is the seed of a season that has ended. */
function isSpent({ read }: Pick<Venue, 'read'>, { word, earlier }: Seed): boolean {
  const endedAt = read.season.current()?.endedAt ?? null;
  if (endedAt === null || word !== null) return false;
  return (earlier?.at(-1)?.until ?? 0) <= endedAt;
}

export interface NotedMarket {
  readonly seed: Seed;
  readonly feed: string;
  readonly contracts: readonly Contract[];
  /** After the operator's settings; one for each contract. */
  readonly terms: readonly MarketTerms[];
}

/**
 * What a published journal says about its market, as notes of the venue: the commitment of its
 * seed, the kind of feed, and the terms of each market. With the seed, a verifier needs no more.
 * These differ from the newest ones in the journal.
 */
export function newNotes(
  { seed, feed, contracts, terms }: NotedMarket,
  { notes }: MarketMemory,
): Batch['commands'] {
  const said: MarketNote = {
    commitment: commitmentOf(seed),
    seed: seed.word === null ? 'drawn' : 'chosen',
    feed,
  };
  const wanted: [topic: string, text: string][] = [
    [MARKET_TOPIC, formatMarketNote(said)],
    ...contracts.map((contract, place): [string, string] => [
      termsTopic(contract.id),
      JSON.stringify({ symbol: contract.symbol, ...terms[place] }),
    ]),
  ];
  return wanted
    .filter(([topic, text]) => notes.get(topic) !== text)
    .map(([topic, text]) => venueNote(topic, text));
}

/** A venue without a market says so, if its journal had one before. */
export const offNotes = ({ notes }: MarketMemory): Batch['commands'] =>
  parseMarketNote(notes.get(MARKET_TOPIC)) === null ? [] : [venueNote(MARKET_TOPIC, 'off')];

/** The commitment that the journal says. */
export const commitmentIn = ({ notes }: MarketMemory): string | undefined =>
  parseMarketNote(notes.get(MARKET_TOPIC))?.commitment;
