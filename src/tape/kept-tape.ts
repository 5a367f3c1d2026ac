/**
 * A recording in memory, played into a venue in lockstep with whoever trades there: for lives of
 * the lab and heats of a contest. It is read once and kept as moments; each market plays them from
 * the beginning or from a moment on, as they are or in a disguise.
 */
import type { Contract } from '../domain/contract.ts';
import type { Event } from '../domain/event.ts';
import { accountId } from '../domain/ids.ts';
import { type Millis, millis } from '../domain/units.ts';
import type { BareVenue } from '../venue/bare-venue.ts';
import { openDisguise } from './disguise.ts';
import { EFFECT_USUAL, findEffect } from './own-effect.ts';
import { findQueueModel, QUEUE_USUAL } from './queue-model.ts';
import { createTapeBook, setLevels, setOrder, type TapeBook } from './tape-book.ts';
import { mergeTapes } from './tape-deck.ts';
import {
  isOfMoment,
  MICROS_PER_MILLI,
  millisAt,
  type TapeEvent,
  type TapeIndex,
  type TapeOrder,
} from './tape-event.ts';
import { isRecordedAs, tapeGenesis } from './tape-house.ts';
import type { ReadTape } from './tape-lines.ts';
import { TapeTrack } from './tape-track.ts';

/** What happened within a millisecond, up to the end of a change of levels. */
export interface TapeMoment {
  readonly at: Millis;
  readonly events: readonly TapeEvent[];
}

interface OpenMoment extends TapeMoment {
  readonly events: TapeEvent[];
}

/** As a simulated market is driven. */
export interface TapeDrive {
  readonly at: number;
  readonly submit: (command: Parameters<BareVenue['submitAt']>[1]) => readonly Event[];
  readonly step: () => readonly Event[];
  readonly reach: (end: number, see?: (events: readonly Event[]) => void) => void;
  readonly nextBeat: () => number;
  readonly isOver: () => boolean;
}

/** They are kept in memory. */
const EVENTS_MAX = 5_000_000;

/** Rejects where they cannot be read, or are too long to be kept. */
export async function readMoments(tapes: readonly ReadTape[]): Promise<TapeMoment[]> {
  const moments: OpenMoment[] = [];
  let count = 0;
  for await (const event of mergeTapes(tapes)) {
    const last = moments.at(-1);
    if (last !== undefined && isOfMoment(event, last.events)) last.events.push(event);
    else moments.push({ at: millisAt(event), events: [event] });
    count += 1;
    if (count > EVENTS_MAX) throw new Error(`it has more than ${EVENTS_MAX} events`);
  }
  if (moments.length === 0) throw new Error('there is nothing in it');
  return moments;
}

export function symbolsOf(moments: readonly TapeMoment[]): ReadonlySet<string> {
  const symbols = new Set<string>();
  for (const { events } of moments) for (const { symbol } of events) symbols.add(symbol);
  return symbols;
}

/** What stands in the recorded market. */
interface Standing {
  readonly book: TapeBook;
  /** By id, the oldest of a queue first; none where levels alone are recorded. */
  readonly orders: Map<number, TapeOrder>;
  index: TapeIndex | undefined;
}

/** The recorded market at a moment, and which moment comes next. */
interface Cut {
  readonly startAt: Millis;
  readonly place: number;
  readonly bySymbol: ReadonlyMap<string, Standing>;
}

export class KeptTape {
  /** From here on all contracts have both sides of their books; undefined where they never do. */
  readonly bookAt: Millis | undefined;
  readonly endAt: Millis;
  readonly #moments: readonly TapeMoment[];
  /** Programs that meet the same market one after the other begin at the same moment. */
  #cut: Cut | undefined;

  constructor(moments: readonly TapeMoment[], contracts: readonly Contract[]) {
    this.#moments = moments;
    this.endAt = moments.at(-1)?.at ?? millis(0);
    const bySymbol = new Map<string, Standing>();
    const hasBook = (contract: Contract): boolean =>
      [...bySymbol].some(([symbol, { book }]) => isRecordedAs(symbol)(contract) && isWhole(book));
    this.bookAt = moments.find(({ events }) => {
      for (const event of events) fold(bySymbol, event);
      return contracts.every(hasBook);
    })?.at;
  }

  /** What was recorded from a moment on, which begins with the whole book. */
  *from(startAt: Millis): Generator<TapeMoment, undefined> {
    const { place, bySymbol } = this.#cutAt(startAt);
    yield { at: startAt, events: tellStanding(bySymbol, startAt) };
    for (let next = place; next < this.#moments.length; next += 1) yield this.#moments[next]!;
    return undefined;
  }

  #cutAt(startAt: Millis): Cut {
    if (this.#cut?.startAt === startAt) return this.#cut;
    const bySymbol = new Map<string, Standing>();
    let place = 0;
    for (const { at, events } of this.#moments) {
      if (at > startAt) break;
      for (const event of events) fold(bySymbol, event);
      place += 1;
    }
    this.#cut = { startAt, place, bySymbol };
    return this.#cut;
  }
}

const isWhole = ({ bestBid, bestAsk }: TapeBook): boolean => Number.isFinite(bestBid + bestAsk);

function fold(bySymbol: Map<string, Standing>, event: TapeEvent): void {
  let own = bySymbol.get(event.symbol);
  if (own === undefined) {
    own = { book: createTapeBook(), orders: new Map(), index: undefined };
    bySymbol.set(event.symbol, own);
  }
  if (event.kind === 'levels') setLevels(own.book, event);
  if (event.kind === 'index') own.index = { ...own.index, ...event };
  if (event.kind === 'order') setOrder(own.book, own.orders, event.id, event);
}

function tellStanding(bySymbol: ReadonlyMap<string, Standing>, startAt: Millis): TapeEvent[] {
  return [...bySymbol].flatMap(([symbol, { book, orders, index }]): TapeEvent[] => {
    const told = { at: startAt * MICROS_PER_MILLI, receivedAt: 0, symbol };
    const [bids, asks] = [[...book.bids].flat(), [...book.asks].flat()];
    const standing: TapeEvent[] =
      orders.size > 0
        ? Array.from(orders.values(), (order) => ({ ...order, ...told }))
        : [{ kind: 'levels', ...told, isSnapshot: true, bids, asks }];
    return index === undefined ? standing : [...standing, { ...index, ...told }];
  });
}

export interface PlayedTape {
  readonly contracts: readonly Contract[];
  readonly moments: Iterable<TapeMoment>;
  /** What the disguise is drawn from; undefined for the recording as it is. */
  readonly key: Uint8Array | undefined;
}

/** The market of a venue that has nothing but its contracts and traders yet. */
export function playKept(tape: PlayedTape) {
  const { contracts, key } = tape;
  const played = key === undefined ? tape.moments : disguise({ ...tape, key });
  const deck = played[Symbol.iterator]();
  const first: TapeMoment | undefined = deck.next().value;
  const startAt = first?.at ?? millis(0);
  return {
    startAt,
    drive: (venue: BareVenue): TapeDrive => {
      const maker = venue.read.account.nextId();
      venue.submitAt(startAt, { kind: 'batch', commands: tapeGenesis(maker) });
      const accounts = { maker, taker: accountId(maker + 1) };
      return driveTape(venue, { contracts, accounts, deck, first });
    },
  };
}

/** As they are played: one after the other, so a life that ends early draws no more of them. */
function* disguise({
  contracts,
  moments,
  key,
}: PlayedTape & { readonly key: Uint8Array }): Generator<TapeMoment, undefined> {
  let mask: ReturnType<typeof openDisguise> | undefined;
  let open: OpenMoment | undefined;
  for (const { at, events } of moments) {
    mask ??= openDisguise(key, { recordedAt: at, contracts });
    for (const recorded of events)
      for (const event of mask.take(recorded)) {
        if (open !== undefined && isOfMoment(event, open.events)) {
          open.events.push(event);
          continue;
        }
        if (open !== undefined) yield open;
        open = { at: millisAt(event), events: [event] };
      }
  }
  if (open !== undefined) yield open;
  return undefined;
}

interface DriveTerms extends Pick<PlayedTape, 'contracts'> {
  readonly accounts: ConstructorParameters<typeof TapeTrack>[0]['accounts'];
  readonly first: TapeMoment | undefined;
  /** What comes after it. */
  readonly deck: Iterator<TapeMoment>;
}

function driveTape(venue: BareVenue, { contracts, accounts, deck, first }: DriveTerms): TapeDrive {
  const { read } = venue;
  const model = findQueueModel(QUEUE_USUAL);
  const effect = findEffect(EFFECT_USUAL);
  if (model === undefined || effect === undefined)
    throw new Error('a tape needs a model of the queue');
  const parts = { read: read.listing, model, effect };
  const tracks = contracts.map((contract) => new TapeTrack({ ...parts, contract, accounts }));
  const trackOf = (symbol: string): TapeTrack | undefined =>
    tracks[contracts.findIndex(isRecordedAs(symbol))];
  let at = first?.at ?? millis(0);
  let coming = first;
  const play = ({ at: playedAt, events }: TapeMoment): readonly Event[] => {
    const shares = Map.groupBy(events, ({ symbol }) => trackOf(symbol));
    const commands = [...shares].flatMap(([track, own]) => [...(track?.decide(own) ?? [])]);
    return commands.length === 0 ? [] : venue.submitAt(playedAt, { kind: 'batch', commands });
  };
  const nextBeat = (): number => coming?.at ?? Number.POSITIVE_INFINITY;
  const step = (): readonly Event[] => {
    const next = coming;
    if (next === undefined) return [];
    const { value, done } = deck.next();
    coming = done === true ? undefined : value;
    at = next.at;
    return play(next);
  };
  return {
    get at() {
      return at;
    },
    nextBeat,
    step,
    reach: (end, see) => {
      while (nextBeat() <= end) {
        // Played whether anybody looks or not.
        const events = step();
        see?.(events);
      }
      at = millis(end);
      const events = at > read.at() ? venue.submitAt(at, { kind: 'advance-clock' }) : [];
      see?.(events);
    },
    submit: (command) => venue.submitAt(at, command),
    isOver: () => coming === undefined,
  };
}
