/** Gives a venue a recorded market: its files, its contracts, its two accounts, and its time. */
import { assert } from '../domain/assert.ts';
import { type Contract, contractFaults, tickLotValueOf } from '../domain/contract.ts';
import { contractId } from '../domain/ids.ts';
import { ORDER_LOTS_MAX } from '../domain/limits.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Lots, lots, type Millis, millis } from '../domain/units.ts';
import { HOUSE_ACCOUNTS } from '../market/house-accounts.ts';
import { commitmentOf, type Seed } from '../market/seed.ts';
import { DISGUISED_AT, stepsOfContract, type TapeSteps } from '../tape/disguise.ts';
import { findSteps } from '../tape/inspect-tape.ts';
import {
  formatTapeNote,
  NO_MODEL,
  type OpenDeck,
  openDeck,
  readBeginning,
  readTapes,
  toldOf,
} from '../tape/open-deck.ts';
import { millisAt, TapeDamaged } from '../tape/tape-event.ts';
import { isRecordedAs, tapeGenesis } from '../tape/tape-house.ts';
import type { ReadTape } from '../tape/tape-lines.ts';
import type { PacedClock } from '../venue/clock.ts';
import type { Logger } from '../venue/logger.ts';
import type { Venue } from '../venue/venue.ts';
import { formatMarketNote, MARKET_TOPIC, TAPE_TOPIC, venueNote } from '../views/market-memory.ts';
import type { Settings } from './settings.ts';
import { failedAt } from './step-failed.ts';

/** Time goes no further than this at once where nothing was recorded. */
const STILL_MILLIS = 500;

/** A step that is smaller than another by rounding alone is the same. */
const NEARLY = 0.999;

/** What is known of tapes before a venue plays them. */
export type FoundTapes = NonNullable<Awaited<ReturnType<typeof findTapes>>>;

export type OpenTape = Awaited<ReturnType<typeof openTape>>;

/** Undefined where no tape is played. Reads the beginning of each file. */
export async function findTapes({
  feed,
  tape,
  disguise,
}: Pick<Settings, 'feed' | 'tape' | 'disguise'>) {
  if (feed !== 'tape') return undefined;
  const symbols = new Set<string>();
  const steps = new Map<string, TapeSteps>();
  const kinds = new Set<string>();
  let firstAt = Number.POSITIVE_INFINITY;
  for (const path of tape) {
    const piece = await readBeginning(path).catch(failedAt(path));
    for (const [symbol, found] of findSteps(piece)) {
      const { tick, lot } = steps.get(symbol) ?? found;
      steps.set(symbol, { tick: Math.min(tick, found.tick), lot: Math.min(lot, found.lot) });
    }
    for (const { at, symbol, kind } of piece) {
      symbols.add(symbol);
      kinds.add(kind);
      firstAt = Math.min(firstAt, at);
    }
  }
  const recordedAt = millisAt({ at: firstAt });
  return {
    paths: tape,
    symbols: [...symbols],
    /** Whether every order is known, so that no queue needs a model. */
    isExact: kinds.has('order') && !kinds.has('levels'),
    /** The time of the first event of all, and when the venue has it: a disguise moves it. */
    recordedAt,
    firstAt: disguise ? millis(DISGUISED_AT) : recordedAt,
    /** Those of the beginning, by symbol. */
    steps,
  };
}

/** When the tapes are over, or this moment if they go on beyond it. Reads them that far. */
async function findEnd(tapes: readonly ReadTape[], until: Millis): Promise<Millis> {
  let endAt = 0;
  for (const { events } of tapes)
    for await (const piece of events) {
      const last = millisAt(piece.at(-1)!);
      endAt = Math.max(endAt, last);
      if (last >= until) break;
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
export async function openTape(parts: OpenTapeParts) {
  const { venue, clock, settings, tapes, seed, logger } = parts;
  const { read } = venue;
  const accounts = await provideAccounts(venue);
  const { queue, effect } = settings;
  const contracts = read.listing.contracts();
  const terms = { ...tapes, key: seed?.key, contracts };
  const shown = openDeck({ ...terms, read: read.listing, accounts, queue, effect });
  const { deck, hear } = shown;
  venue.listen(({ at, events, command }) => hear(at, command, events));
  let isOver = false;
  let damage: string | undefined;
  const load = async (): Promise<void> => {
    try {
      await deck.load();
    } catch (error) {
      if (!(error instanceof TapeDamaged)) throw error;
      damage = error.message;
      logger('error', 'the tape is damaged, and time stands still', { because: error.message });
      isOver = true;
      clock.pause();
    }
    if (deck.nextAt !== undefined || isOver) return;
    isOver = true;
    logger('info', 'the tape is over, and time stands still', countsOf(shown));
    clock.pause();
  };
  await load();
  const last = read.at();
  while ((deck.nextAt ?? Number.POSITIVE_INFINITY) <= last && read.seq() > 0 && hasBook(venue)) {
    deck.pass();
    await load();
  }
  await noteTape(parts);
  const tellOddities = oddityTeller(shown, logger);
  const beat = async (at: Millis): Promise<boolean> => {
    try {
      if (deck.nextAt !== at) await venue.submitAt(at, () => ({ kind: 'advance-clock' }));
      while (deck.nextAt === at) {
        await venue.submitAt(at, () => deck.decide());
        await load();
      }
      tellOddities();
      return true;
    } catch (error) {
      for (const track of shown.tracks) track.doubt();
      logger('warn', 'a moment of the tape was not played', { because: reasonOf(error) });
      return false;
    }
  };
  return {
    beat,
    nextBeat: (from: number) =>
      Math.min(deck.nextAt ?? Number.POSITIVE_INFINITY, from + STILL_MILLIS),
    /** File, line and reason, where it cannot be read on. */
    damage: () => damage,
    /** Whether there is a book. */
    hasBegun: () => isOver || hasBook(venue),
    /** When it is over, or this moment if it goes on beyond it. Reads it that far. */
    findEnd: (until: Millis) => findEnd(readTapes(terms), until),
  };
}

/** What was found on the way and survived. */
function countsOf({ tapes, tracks }: OpenDeck) {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  return {
    trades: sum(tracks.map(({ counts }) => counts.trades)),
    gaps: sum(tapes.map(({ counts }) => counts.gaps)),
    late: sum(tapes.map(({ counts }) => counts.late)),
    unread: sum(tapes.map(({ counts }) => counts.unread)),
    crossings: sum(tracks.map(({ counts }) => counts.crossings)),
  };
}

/** Tells each oddity of a tape once; the end tells how many there were. */
function oddityTeller({ tapes, tracks, deck }: OpenDeck, logger: Logger): () => void {
  const told = new Set<string>();
  const tell = (words: string, facts?: Record<string, string | number>): void => {
    if (told.has(words)) return;
    told.add(words);
    logger('warn', words, facts);
  };
  return () => {
    for (const { path, counts } of tapes) {
      if (counts.gaps > 0) tell('something is missing in the tape, and it goes on', { path });
      if (counts.late > 0) tell('the tape has events more than a second late', { path });
    }
    for (const { counts } of tracks) {
      if (counts.crossings > 0) tell('the recorded book is crossed, and the newer side stays');
      if (counts.offStep > 0)
        tell('the tape has prices or sizes that the contract cannot have: rounded, or left out');
    }
    for (const symbol of deck.unplayed)
      tell('what begins later than the tape is not played', { symbol });
  };
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

/** Whoever reads the journal learns what was played, and by which decisions. */
async function noteTape({
  venue: { read, submit },
  settings: { tape, queue: model, effect },
  tapes,
  seed,
}: OpenTapeParts): Promise<void> {
  const { notes } = read.market.memory();
  const note = async (topic: string, text: string): Promise<void> => {
    if (notes.get(topic) === text) return;
    await submit(venueNote(topic, text));
  };
  const queue = tapes.isExact ? NO_MODEL : model;
  await note(TAPE_TOPIC, formatTapeNote({ told: toldOf(tape, seed?.key), queue, effect }));
  if (seed === undefined) return;
  const drawn = seed.word === null ? 'drawn' : 'chosen';
  const market = { commitment: commitmentOf(seed), seed: drawn, feed: 'tape' } as const;
  await note(MARKET_TOPIC, formatMarketNote(market));
}
