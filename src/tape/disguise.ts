/**
 * A recorded market that nobody recognises, drawn from a seed. Prices are moved by a distance, and
 * for some spans the market is seen in a mirror: what rose falls, and who bought sells. Sizes have
 * another factor in each span, and time another pace. So neither returns nor volumes are those of
 * the day, minute by minute, while ticks, spreads and queues stay those of a real book. Whoever has
 * the seed and the recording draws the same again.
 */
import { createHmac } from 'node:crypto';
import type { Contract } from '../domain/contract.ts';
import { oppositeSide } from '../domain/side.ts';
import type { Millis } from '../domain/units.ts';
import { type BookOrder, createTapeBook, setLevels, setOrder, type TapeBook } from './tape-book.ts';
import {
  type FlatLevels,
  MICROS_PER_MILLI,
  TapeDamaged,
  type TapeEvent,
  type TapeIndex,
  type TapeLevels,
  type TapeOrder,
} from './tape-event.ts';
import { isRecordedAs } from './tape-house.ts';
import type { ReadTape } from './tape-lines.ts';
import { lotOf, tickOf } from './tape-scale.ts';

/** The smallest steps of prices and sizes of a symbol, in decimals. */
export interface TapeSteps {
  readonly tick: number;
  readonly lot: number;
}

export interface DisguiseTerms {
  readonly key: Uint8Array;
  /** When the first of all tapes begins, in microseconds. */
  readonly firstAt: number;
  /** Undefined for a symbol that is not played. */
  readonly stepsOf: (symbol: string) => TapeSteps | undefined;
}

/** All disguised tapes begin here, in milliseconds: their date tells nothing. */
export const DISGUISED_AT = 946_684_800_000;

/** Of recorded time. */
const SPAN_MICROS = 30_000_000;
/** From the least to the most that is drawn. */
const SLOW: Range = [0.6, 0.85];
const FAST: Range = [1.2, 1.6];
const PACES: Range = [0.6, 1.4];
/** Disguised time passes at least so fast: an hour of it needs at most the rest of this. */
export const PACE_LEAST = SLOW[0] * PACES[0];
const SIZES: Range = [0.2, 2.2];
/** Of the first price. */
const DISTANCES: Range = [-0.4, 1.2];
/** Prices this near, from one span to the next, would tell that nothing was moved. */
const DISTANCE_MIN = 0.1;

type Range = readonly [least: number, most: number];

/** What is recorded of a symbol, and how it is told now. */
interface Mask extends TapeSteps {
  readonly symbol: string;
  readonly book: TapeBook;
  /** As recorded, in ticks and lots, the oldest of a queue first; none where levels alone are. */
  readonly orders: Map<number, BookOrder>;
  span: number;
  sign: 1 | -1;
  /** In ticks: a price becomes `shift + sign * price`. */
  shift: number;
  factor: number;
  /** Until both sides are known nothing is told: nobody knows yet how far to move it. */
  hasBook: boolean;
}

/** How a span of a recording is told, from its first moment on; times in microseconds. */
export interface DisguisedSpan {
  readonly symbol: string;
  readonly recordedAt: number;
  readonly toldAt: number;
  /** What a recorded second takes. */
  readonly pace: number;
  /** A price is told as `shift + sign * price`, a size times the factor. */
  readonly sign: 1 | -1;
  readonly shift: number;
  readonly factor: number;
}

/** The recorded moment of one that was told. */
export const recordedTime = (span: DisguisedSpan, at: number): number =>
  span.recordedAt + (at - span.toldAt) / span.pace;

/** The recorded price of one that was told. */
export const recordedPrice = ({ sign, shift }: DisguisedSpan, price: number): number =>
  sign * (price - shift);

export class Disguise {
  /** Of all symbols, as far as the recording was taken. */
  readonly spans: DisguisedSpan[] = [];
  readonly #terms: DisguiseTerms;
  readonly #masks = new Map<string, Mask | undefined>();
  /** When each span begins, in microseconds of disguised time. */
  readonly #begins: number[] = [DISGUISED_AT * MICROS_PER_MILLI];
  readonly #paces: number[] = [];
  readonly #pace: number;

  constructor(terms: DisguiseTerms) {
    this.#terms = terms;
    this.#pace = this.#within(this.#draw('haste') < 0.5 ? SLOW : FAST, 'pace');
  }

  /** What an event becomes; the events of a symbol come in their order. */
  take(event: TapeEvent): readonly TapeEvent[] {
    const mask = this.#maskOf(event.symbol);
    if (mask === undefined || event.kind === 'quote') return [];
    const told = { at: this.#timeOf(event.at), receivedAt: 0, symbol: event.symbol };
    if (event.kind === 'levels') return this.#levels(mask, event, told);
    if (event.kind === 'order') return this.#order(mask, event, told);
    if (!mask.hasBook) return [];
    const turned = this.#turn(mask, event.at, told);
    const move = (price: number): number =>
      (mask.shift + (mask.sign * price) / mask.tick) * mask.tick;
    if (event.kind === 'index') return [...turned, ...moveIndex(event, told, move)];
    const price = move(event.price);
    const takerSide = mask.sign === 1 ? event.takerSide : oppositeSide(event.takerSide);
    const size = sizeOf(mask, Math.round(event.size / mask.lot)) * mask.lot;
    return [...turned, { kind: 'trade', ...told, takerSide, price, size }];
  }

  #levels(mask: Mask, event: TapeLevels, told: Told): readonly TapeEvent[] {
    const turned = mask.hasBook && !event.isSnapshot ? this.#turn(mask, event.at, told) : [];
    const [bids, asks] = [inSteps(mask, event.bids), inSteps(mask, event.asks)];
    setLevels(mask.book, { isSnapshot: event.isSnapshot, bids, asks });
    if (!mask.hasBook) return this.#begin(mask, event.at, told);
    return [...turned, levelsOf(mask, told, event.isSnapshot, bids, asks)];
  }

  #order(mask: Mask, event: TapeOrder, told: Told): readonly TapeEvent[] {
    const turned = mask.hasBook ? this.#turn(mask, event.at, told) : [];
    const { id, side } = event;
    const [price, size] = inSteps(mask, [event.price, event.size]);
    const order = { side, price: price!, size: size! };
    setOrder(mask.book, mask.orders, id, order);
    if (!mask.hasBook) return this.#begin(mask, event.at, told);
    return [...turned, ...orderOf(mask, told, id, order)];
  }

  /** The whole book, as soon as there is one. */
  #begin(mask: Mask, at: number, told: Told): readonly TapeEvent[] {
    const { bestBid, bestAsk } = mask.book;
    if (!Number.isFinite(bestBid + bestAsk)) return [];
    mask.hasBook = true;
    const drawn = this.#within(DISTANCES, `distance ${mask.symbol}`);
    const far = Math.abs(drawn) < DISTANCE_MIN ? DISTANCE_MIN + Math.abs(drawn) : drawn;
    mask.shift = Math.round(bestBid * far);
    this.#turn(mask, at, told);
    return wholeBook(mask, told);
  }

  /** With a new span the whole book is told again, around the middle that it has. */
  #turn(mask: Mask, at: number, told: Told): readonly TapeEvent[] {
    const span = this.#spanOf(at);
    const sum = mask.book.bestBid + mask.book.bestAsk;
    if (span === mask.span || !Number.isFinite(sum)) return [];
    const gone = [...mask.orders].flatMap(([id, order]) =>
      orderOf(mask, told, id, { ...order, size: 0 }),
    );
    const before = 2 * mask.shift + mask.sign * sum;
    mask.span = span;
    mask.sign = this.#draw(`mirror ${mask.symbol} ${span}`) < 0.5 ? 1 : -1;
    mask.shift = (before - mask.sign * sum) / 2;
    mask.factor = this.#within(SIZES, `size ${mask.symbol} ${span}`);
    this.#noteSpan(mask);
    return [...gone, ...wholeBook(mask, told)];
  }

  #noteSpan({ symbol, span, sign, shift, factor, tick }: Mask): void {
    const recordedAt = this.#terms.firstAt + span * SPAN_MICROS;
    const times = { recordedAt, toldAt: this.#timeOf(recordedAt), pace: this.#paceOf(span) };
    this.spans.push({ symbol, ...times, sign, shift: shift * tick, factor });
  }

  #maskOf(symbol: string): Mask | undefined {
    if (this.#masks.has(symbol)) return this.#masks.get(symbol);
    const steps = this.#terms.stepsOf(symbol);
    const mask: Mask | undefined = steps && {
      ...steps,
      symbol,
      book: createTapeBook(),
      orders: new Map(),
      span: -1,
      sign: 1,
      shift: 0,
      factor: 1,
      hasBook: false,
    };
    this.#masks.set(symbol, mask);
    return mask;
  }

  #spanOf(at: number): number {
    return Math.max(0, Math.floor((at - this.#terms.firstAt) / SPAN_MICROS));
  }

  #timeOf(at: number): number {
    const span = this.#spanOf(at);
    for (let next = this.#begins.length; next <= span; next += 1)
      this.#begins.push(this.#begins[next - 1]! + SPAN_MICROS * this.#paceOf(next - 1));
    const within = Math.max(0, at - this.#terms.firstAt - span * SPAN_MICROS);
    return Math.floor(this.#begins[span]! + within * this.#paceOf(span));
  }

  #paceOf(span: number): number {
    this.#paces[span] ??= this.#pace * this.#within(PACES, `pace ${span}`);
    return this.#paces[span];
  }

  #within([least, most]: Range, what: string): number {
    return least + (most - least) * this.#draw(what);
  }

  /** From zero to one. */
  #draw(what: string): number {
    return drawShare(this.#terms.key, `perpetua disguise ${what}`);
  }
}

/** From zero to one, by what it is drawn for. */
export function drawShare(key: Uint8Array, what: string): number {
  const [one = 0, two = 0, three = 0, four = 0] = createHmac('sha256', key).update(what).digest();
  return (((one * 256 + two) * 256 + three) * 256 + four) / 2 ** 32;
}

/** In the ticks and lots of the contracts. */
export function openDisguise(
  key: Uint8Array,
  {
    recordedAt,
    contracts,
  }: { readonly recordedAt: Millis; readonly contracts: readonly Contract[] },
): Disguise {
  const stepsOf = (symbol: string): TapeSteps | undefined =>
    contracts.filter(isRecordedAs(symbol)).map(stepsOfContract)[0];
  return new Disguise({ key, firstAt: recordedAt * MICROS_PER_MILLI, stepsOf });
}

export const stepsOfContract = (contract: Contract): TapeSteps => ({
  tick: tickOf(contract),
  lot: lotOf(contract),
});

type Told = Pick<TapeEvent, 'at' | 'receivedAt' | 'symbol'>;

const inSteps = ({ tick, lot }: TapeSteps, levels: FlatLevels): number[] =>
  levels.map((value, place) => Math.round(value / (place % 2 === 0 ? tick : lot)));

/** The funding rates of a day are as good as its date: they stay untold. */
function moveIndex(
  { price, mark }: TapeIndex,
  told: Told,
  move: (price: number) => number,
): readonly TapeEvent[] {
  if (price === undefined && mark === undefined) return [];
  const prices = {
    ...(price === undefined ? {} : { price: move(price) }),
    ...(mark === undefined ? {} : { mark: move(mark) }),
  };
  return [{ kind: 'index', ...told, ...prices }];
}

const flat = (levels: TapeBook['bids']): number[] => [...levels].flat();

const sizeOf = ({ factor }: Mask, lots: number): number =>
  lots === 0 ? 0 : Math.max(1, Math.round(lots * factor));

function levelsOf(
  mask: Mask,
  told: Told,
  isSnapshot: boolean,
  bids: FlatLevels,
  asks: FlatLevels,
): TapeLevels {
  const { sign, shift, tick, lot } = mask;
  const mapped = (levels: FlatLevels): number[] => {
    const out: number[] = [];
    for (let place = 0; place < levels.length; place += 2) {
      const price = shift + sign * levels[place]!;
      if (price > 0) out.push(price * tick, sizeOf(mask, levels[place + 1]!) * lot);
    }
    return out;
  };
  const [own, other] = sign === 1 ? [bids, asks] : [asks, bids];
  return { kind: 'levels', ...told, isSnapshot, bids: mapped(own), asks: mapped(other) };
}

/** Queue by queue where every order is known. */
function wholeBook(mask: Mask, told: Told): readonly TapeEvent[] {
  const { book, orders } = mask;
  if (orders.size > 0) return [...orders].flatMap(([id, each]) => orderOf(mask, told, id, each));
  return [levelsOf(mask, told, true, flat(book.bids), flat(book.asks))];
}

/** None where the mirror would show it below zero. */
function orderOf(mask: Mask, told: Told, id: number, order: BookOrder): readonly TapeOrder[] {
  const { sign, shift, tick, lot } = mask;
  const price = shift + sign * order.price;
  if (price <= 0) return [];
  const side = sign === 1 ? order.side : oppositeSide(order.side);
  const size = sizeOf(mask, order.size) * lot;
  return [{ kind: 'order', ...told, id, side, price: price * tick, size }];
}

/** The same tape in disguise. Several tapes that are played together share one. */
export function disguiseTape(tape: ReadTape, disguise: Disguise): ReadTape {
  async function* pieces(): AsyncGenerator<readonly TapeEvent[]> {
    for await (const piece of tape.events) {
      const told: TapeEvent[] = [];
      try {
        for (const event of piece) told.push(...disguise.take(event));
      } catch (error) {
        throw new TapeDamaged(tape.path, tape.counts.lines, String(error));
      }
      yield told;
    }
  }
  return { ...tape, events: pieces() };
}
