/** Gives a venue a recorded market: its files, its contracts, its two accounts, and its time. */
import { createHmac } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { assert } from '../domain/assert.ts';
import { type Contract, contractFaults, tickLotValueOf } from '../domain/contract.ts';
import { contractId } from '../domain/ids.ts';
import { ORDER_LOTS_MAX } from '../domain/limits.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Lots, lots, type Millis, millis } from '../domain/units.ts';
import { HOUSE_ACCOUNTS } from '../market/house-accounts.ts';
import { commitmentOf, type Seed } from '../market/seed.ts';
import {
  DISGUISED_AT,
  Disguise,
  type DisguiseTerms,
  disguiseTape,
  type TapeSteps,
} from '../tape/disguise.ts';
import { findSteps } from '../tape/inspect-tape.ts';
import { describeEffect, type EffectTerms, findEffect } from '../tape/own-effect.ts';
import { findQueueModel } from '../tape/queue-model.ts';
import { type ReadTape, readTape } from '../tape/read-tape.ts';
import { TapeDeck } from '../tape/tape-deck.ts';
import { TapeDamaged, type TapeEvent } from '../tape/tape-event.ts';
import { isRecordedAs, tapeGenesis } from '../tape/tape-house.ts';
import { lotOf, tickOf } from '../tape/tape-scale.ts';
import { type TapeAccounts, TapeTrack } from '../tape/tape-track.ts';
import type { PacedClock } from '../venue/clock.ts';
import type { Logger } from '../venue/logger.ts';
import type { TimeDriverParts } from '../venue/time-driver.ts';
import type { Venue } from '../venue/venue.ts';
import { formatMarketNote, MARKET_TOPIC, TAPE_TOPIC } from '../views/market-memory.ts';
import type { Settings } from './settings.ts';
import { failedAt, StepFailed } from './step-failed.ts';

const MICROS_PER_MILLI = 1_000;
const millisOf = (micros: number): Millis => millis(Math.floor(micros / MICROS_PER_MILLI));

/** Time goes no further than this at once where nothing was recorded. */
const STILL_MILLIS = 500;

/** A step that is smaller than another by rounding alone is the same. */
const NEARLY = 0.999;
/** Of each file: enough to tell it from every other. */
const FIXED_BYTES = 1 << 20;

/** What is known of tapes before a venue plays them. */
export interface FoundTapes {
  readonly paths: readonly string[];
  /** The time of the first event of all, and when the venue has it: a disguise moves it. */
  readonly recordedAt: Millis;
  readonly firstAt: Millis;
  readonly symbols: readonly string[];
  /** Those of the beginning, by symbol. */
  readonly steps: ReadonlyMap<string, TapeSteps>;
}

export interface OpenTape extends Pick<TimeDriverParts, 'beat' | 'nextBeat'> {
  /** Whether there is a book. */
  readonly hasBegun: () => boolean;
  /** When it is over, or this moment if it goes on beyond it. Reads it that far. */
  readonly findEnd: (until: Millis) => Promise<Millis>;
}

/** Undefined where no tape is played. Reads the beginning of each file. */
export async function findTapes({
  feed,
  tape,
  disguise,
}: Settings): Promise<FoundTapes | undefined> {
  if (feed !== 'tape') return undefined;
  const symbols = new Set<string>();
  const steps = new Map<string, TapeSteps>();
  let firstAt = Number.POSITIVE_INFINITY;
  for (const path of tape) {
    const { events } = readTape(path);
    const { value } = await events.next().catch(failedAt(path));
    await events.return(undefined);
    const piece: readonly TapeEvent[] = value ?? [];
    if (piece.length === 0) throw new StepFailed(path, new Error('there is nothing in the tape'));
    for (const [symbol, found] of findSteps(piece)) {
      const { tick, lot } = steps.get(symbol) ?? found;
      steps.set(symbol, { tick: Math.min(tick, found.tick), lot: Math.min(lot, found.lot) });
    }
    for (const { at, symbol } of piece) {
      symbols.add(symbol);
      firstAt = Math.min(firstAt, at);
    }
  }
  const recordedAt = millisOf(firstAt);
  const begunAt = disguise ? millis(DISGUISED_AT) : recordedAt;
  return { paths: tape, symbols: [...symbols], recordedAt, firstAt: begunAt, steps };
}

/** When the tapes are over, or this moment if they go on beyond it. Reads them that far. */
async function findEnd(tapes: readonly ReadTape[], until: Millis): Promise<Millis> {
  let endAt = 0;
  for (const { events } of tapes) {
    let last = 0;
    for await (const piece of events) {
      last = Math.max(last, millisOf(piece.at(-1)?.at ?? 0));
      if (last >= until) break;
    }
    endAt = Math.max(endAt, last);
  }
  return millis(Math.min(until, endAt));
}

/** Only what was recorded is traded, in its steps where they are finer than those of the table. */
export function contractsOnTape(
  contracts: readonly Contract[],
  { symbols, steps }: FoundTapes,
  tell: (words: string) => void,
): readonly Contract[] {
  const missing = symbols.filter((symbol) => !contracts.some(isRecordedAs(symbol)));
  if (missing.length > 0)
    throw new Error(
      `the tape has ${missing.join(', ')}, which the table of contracts has not; ` +
        'give one that has it (--contracts)',
    );
  return contracts
    .filter((contract) => symbols.some((symbol) => isRecordedAs(symbol)(contract)))
    .map((contract, place) => {
      const symbol = symbols.find((each) => isRecordedAs(each)(contract)) ?? '';
      return { ...fitContract(contract, steps.get(symbol), tell), id: contractId(place) };
    });
}

const decimalsOf = (step: number): number => Math.max(0, Math.round(-Math.log10(step)));

/** Where the steps of the tape are finer, the contract gets them, if they fit into money. */
function fitContract(
  contract: Contract,
  found: TapeSteps | undefined,
  tell: (words: string) => void,
): Contract {
  const own = stepsOfContract(contract);
  const isFinePrice = found !== undefined && found.tick < own.tick * NEARLY;
  const isFineSize = found !== undefined && found.lot < own.lot * NEARLY;
  if (!isFinePrice && !isFineSize) return contract;
  const times = isFineSize ? Math.round(own.lot / found.lot) : 1;
  const more = (size: Lots): Lots => lots(Math.min(ORDER_LOTS_MAX, size * times));
  const prices = { priceDecimals: decimalsOf(found.tick), priceEndStep: 1 };
  const sizes = { sizeDecimals: decimalsOf(found.lot), lotStep: 1 };
  const steps = { ...contract, ...(isFinePrice && prices), ...(isFineSize && sizes) };
  const fitted: Contract = {
    ...steps,
    tickLotValue: tickLotValueOf(steps),
    orderLotsMin: more(contract.orderLotsMin),
    orderLotsMax: more(contract.orderLotsMax),
    marketOpenLotsMax: more(contract.marketOpenLotsMax),
    positionLotsMax: more(contract.positionLotsMax),
  };
  const faults = contractFaults(fitted);
  const words = `ticks of ${found.tick} and lots of ${found.lot} of the tape`;
  if (faults.length === 0) {
    tell(`${contract.symbol} is traded in the ${words}`);
    return fitted;
  }
  tell(`${contract.symbol}: the ${words} do not fit and are rounded: ${faults.join('; ')}`);
  return contract;
}

export interface OpenTapeParts {
  readonly venue: Venue;
  readonly clock: PacedClock;
  readonly settings: Settings;
  readonly tapes: FoundTapes;
  /** Undefined where the tape is played as it is. */
  readonly seed: Seed | undefined;
  readonly logger: Logger;
}

/** Goes on where the venue stopped: what it has had of the tape is passed over. */
export async function openTape(parts: OpenTapeParts): Promise<OpenTape> {
  const { venue, clock, settings, tapes, seed, logger } = parts;
  const { read } = venue;
  const accounts = await provideAccounts(venue);
  const model = findQueueModel(settings.queue);
  assert(model !== undefined, 'no such model of the queue', settings.queue);
  const effect = findEffect(settings.effect);
  assert(effect !== undefined, 'no such effect of own trades', settings.effect);
  const contracts = read.listing.contracts();
  const tracks = new Map(
    tapes.symbols.flatMap((symbol) =>
      contracts
        .filter(isRecordedAs(symbol))
        .map((contract) => [
          symbol,
          new TapeTrack({ contract, accounts, read: read.listing, model, effect }),
        ]),
    ),
  );
  followTakes(venue, accounts, [...tracks.values()]);
  const readAll = (): readonly ReadTape[] => readDisguised(tapes, seed, contracts);
  const deck = new TapeDeck({ tapes: readAll(), tracks });
  let isOver = false;
  const load = async (): Promise<void> => {
    try {
      await deck.load();
    } catch (error) {
      if (!(error instanceof TapeDamaged)) throw error;
      logger('error', 'the tape is damaged, and time stands still', { because: error.message });
      isOver = true;
      clock.pause();
    }
    if (deck.nextAt !== undefined || isOver) return;
    isOver = true;
    logger('info', 'the tape is over, and time stands still');
    clock.pause();
  };
  await load();
  const last = read.at();
  while ((deck.nextAt ?? Number.POSITIVE_INFINITY) <= last && read.seq() > 0 && hasBook(venue)) {
    deck.pass();
    await load();
  }
  await noteTape(parts, effect);
  const tellOffStep = offStepTeller([...tracks.values()], logger);
  const beat = async (at: Millis): Promise<boolean> => {
    try {
      if (deck.nextAt !== at) await venue.submitAt(at, () => ({ kind: 'advance-clock' }));
      while (deck.nextAt === at) {
        await venue.submitAt(at, () => deck.decide());
        await load();
      }
      tellOffStep();
      return true;
    } catch (error) {
      for (const track of tracks.values()) track.doubt();
      logger('warn', 'a moment of the tape was not played', { because: reasonOf(error) });
      return false;
    }
  };
  return {
    beat,
    nextBeat: (from) => Math.min(deck.nextAt ?? Number.POSITIVE_INFINITY, from + STILL_MILLIS),
    hasBegun: () => isOver || hasBook(venue),
    findEnd: (until) => findEnd(readAll(), until),
  };
}

/** Tells once that something is rounded. */
function offStepTeller(tracks: readonly TapeTrack[], logger: Logger): () => void {
  let isTold = false;
  return () => {
    if (isTold || tracks.every(({ counts }) => counts.offStep === 0)) return;
    isTold = true;
    logger('warn', 'the tape has prices or sizes between the steps of the contract: rounded');
  };
}

/** Tells the tracks what traders take from them. */
function followTakes(
  { listen }: Pick<Venue, 'listen'>,
  { maker: own }: TapeAccounts,
  all: readonly TapeTrack[],
): void {
  const tracks = new Map(all.map((track) => [track.contract, track]));
  listen(({ at, events, command }) => {
    // What the tape's own taker does is no trader's.
    if (command.kind === 'batch' && command.commands.some(({ kind }) => kind === 'play-tape'))
      return;
    for (const event of events) {
      if (event.kind !== 'fill-settled' || event.maker.account !== own) continue;
      const { contract, takerSide, price, size, taker } = event;
      tracks.get(contract)?.taken({ order: taker.order, takerSide, price, size, at });
    }
  });
}

const hasBook = ({ read }: Venue): boolean => read.listing.list().some(({ index }) => index > 0);

/** They come after the accounts of the simulated house. */
async function provideAccounts(venue: Venue) {
  const { read } = venue;
  const find = () => read.account.house().slice(HOUSE_ACCOUNTS);
  if (find().length === 0)
    await venue.submit({ kind: 'batch', commands: tapeGenesis(read.account.nextId()) });
  const [maker, taker] = find();
  assert(maker !== undefined && taker !== undefined, 'a tape needs two accounts of the house');
  return { maker: maker.account, taker: taker.account };
}

/** As they are, or as a seed makes them. */
function readDisguised(
  { paths, recordedAt }: FoundTapes,
  seed: Seed | undefined,
  contracts: readonly Contract[],
): readonly ReadTape[] {
  const tapes = paths.map(readTape);
  if (seed === undefined) return tapes;
  const stepsOf: DisguiseTerms['stepsOf'] = (symbol) => {
    const contract = contracts.find(isRecordedAs(symbol));
    return contract && stepsOfContract(contract);
  };
  const firstAt = recordedAt * MICROS_PER_MILLI;
  const disguise = new Disguise({ key: seed.key, firstAt, stepsOf });
  return tapes.map((tape) => disguiseTape(tape, disguise));
}

const stepsOfContract = (contract: Contract): TapeSteps => ({
  tick: tickOf(contract),
  lot: lotOf(contract),
});

/**
 * Whoever reads the journal learns what was played, and by which decisions. In disguise the files
 * are not named: their beginnings are fixed together with the seed, whose commitment is said.
 */
async function noteTape(
  { venue: { read, submit }, settings, seed }: OpenTapeParts,
  effect: EffectTerms,
): Promise<void> {
  const { tape, queue } = settings;
  const names = tape.map((path) => path.replace(/^.*[\\/]/, '')).join(', ');
  const told = seed === undefined ? names : `a recording in disguise, ${fixFiles(tape, seed)}`;
  const { notes } = read.market.memory();
  const note = async (topic: string, text: string): Promise<void> => {
    if (notes.get(topic) === text) return;
    await submit({ kind: 'record-note', actor: 'venue', topic, text });
  };
  await note(TAPE_TOPIC, `${told}; queue ${queue}; ${describeEffect(effect)}`.slice(0, 500));
  if (seed === undefined) return;
  const drawn = seed.word === null ? 'drawn' : 'chosen';
  const market = { commitment: commitmentOf(seed), seed: drawn, feed: 'tape' } as const;
  await note(MARKET_TOPIC, formatMarketNote(market));
}

/** A hash that tells nothing of the files to those who do not know the seed. */
function fixFiles(paths: readonly string[], { key }: Seed): string {
  const hash = createHmac('sha256', key);
  for (const path of paths) {
    const file = openSync(path, 'r');
    const start = Buffer.alloc(FIXED_BYTES);
    try {
      const length = readSync(file, start, 0, FIXED_BYTES, 0);
      hash.update(`${fstatSync(file).size} bytes `).update(start.subarray(0, length));
    } finally {
      closeSync(file);
    }
  }
  return hash.digest('hex');
}
