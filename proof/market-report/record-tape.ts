/**
 * What somebody who watches a market sees of it trade by trade: sides, sizes, gaps, messages and
 * seconds in which nothing happens. Only sums are kept: a month has tens of millions of trades.
 */
import { bestTicks } from '../../src/book/book.ts';
import type { Event } from '../../src/domain/event.ts';
import { NO_TICKS } from '../../src/domain/units.ts';
import type { Listing } from '../../src/engine/state.ts';
import { weekendAt } from '../../src/market/rhythm.ts';
import { excessKurtosis } from './statistics.ts';

export const SIGN_LAGS = [1, 5, 20, 100] as const;
const LAG_MAX = 100;

export class Tape {
  /** The sides of the last takers, 1 or -1, and how many there were. */
  readonly sides = new Int8Array(LAG_MAX);
  takers = 0;
  sideSum = 0;
  /** By lag: sums of sides times the one so long before. */
  readonly products = new Float64Array(SIGN_LAGS.length);
  /** How many fills, and how many orders were placed, moved or canceled. */
  fills = 0;
  messages = 0;
  /** Sums of the milliseconds between two takers, and of their squares. */
  gaps = 0;
  gapSquares = 0;
  /** How many sizes have a single digit and zeros. */
  roundSizes = 0;
  /** How many takers traded at a multiple of ten ticks, and of a hundred. */
  tens = 0;
  hundreds = 0;
  /** Seconds of weekdays between 7:00 and 21:00, and those of them without a trade. */
  seconds = 0;
  emptySeconds = 0;
  /** Moves of the spread from one second to the next, in ticks: how many, and how many of one. */
  spreadMoves = 0;
  spreadSteps = 0;
  lastAt = 0;
  lastTaker = 0;
  lastFills = 0;
  lastSpread = 0;
  /** How many seconds the middle was seen in, and in how many of them it stood still. */
  looks = 0;
  stills = 0;
  lastMid = 0;
  /** Its moves in the hour under way, and the excess kurtosis of those of each hour before. */
  readonly moves: number[] = [];
  readonly kurtoses: number[] = [];
}

/** To be called with everything that happens, and when. */
export function recordTape(tapes: readonly Tape[], at: number, events: readonly Event[]): void {
  for (const event of events) {
    switch (event.kind) {
      case 'order-accepted':
      case 'order-amended':
      case 'order-canceled': {
        const tape = tapes[event.contract];
        if (tape !== undefined) tape.messages += 1;
        break;
      }
      case 'fill-settled': {
        const tape = tapes[event.contract];
        if (tape === undefined || event.venue !== 'book') break;
        tape.fills += 1;
        // One order of a taker may meet several makers.
        if (event.taker.order === tape.lastTaker) break;
        tape.lastTaker = event.taker.order ?? 0;
        recordTaker(tape, at, event.takerSide === 'buy' ? 1 : -1, event.size);
        if (event.price % 10 === 0) tape.tens += 1;
        if (event.price % 100 === 0) tape.hundreds += 1;
        break;
      }
      default:
    }
  }
}

function recordTaker(tape: Tape, at: number, side: 1 | -1, size: number): void {
  SIGN_LAGS.forEach((lag, place) => {
    if (tape.takers < lag) return;
    const before = tape.sides[(tape.takers - lag) % LAG_MAX] ?? 0;
    tape.products[place] = (tape.products[place] ?? 0) + side * before;
  });
  const gap = tape.lastAt === 0 ? 0 : at - tape.lastAt;
  tape.gaps += gap;
  tape.gapSquares += gap * gap;
  tape.lastAt = at;
  tape.sides[tape.takers % LAG_MAX] = side;
  tape.takers += 1;
  tape.sideSum += side;
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, size)));
  if (size >= 10 && size % unit === 0) tape.roundSizes += 1;
}

const HOUR = 3_600_000;

/** To be called after every second. */
export function recordTapeSecond(tape: Tape, at: number, { book }: Listing): void {
  const hour = Math.floor(at / HOUR) % 24;
  if (hour >= 7 && hour < 21 && weekendAt(at) === 0) {
    tape.seconds += 1;
    if (tape.fills === tape.lastFills) tape.emptySeconds += 1;
  }
  tape.lastFills = tape.fills;
  const [bid, ask] = [bestTicks(book, 'buy'), bestTicks(book, 'sell')];
  if (bid === NO_TICKS || ask === NO_TICKS) return;
  const moved = Math.abs(ask - bid - tape.lastSpread);
  if (moved > 0 && tape.lastSpread > 0) tape.spreadMoves += 1;
  if (moved === 1) tape.spreadSteps += 1;
  tape.lastSpread = ask - bid;
  recordMid(tape, at, (bid + ask) / 2);
}

function recordMid(tape: Tape, at: number, mid: number): void {
  const moved = mid - tape.lastMid;
  tape.lastMid = mid;
  // The first is no move.
  if (moved === mid) return;
  tape.looks += 1;
  if (moved === 0) tape.stills += 1;
  tape.moves.push(moved);
  if (at % HOUR === 0) tape.kurtoses.push(excessKurtosis(tape.moves.splice(0)));
}

/** How much a side says about the one so many takers later. */
export function signMemory({ takers, sideSum, products }: Tape, place: number): number {
  const middle = sideSum / Math.max(1, takers);
  const lag = SIGN_LAGS[place] ?? 1;
  const product = (products[place] ?? 0) / Math.max(1, takers - lag);
  return (product - middle * middle) / (1 - middle * middle);
}

/** The deviation of gaps over their mean: 1 if takers came independently. */
export function gapSpread({ takers, gaps, gapSquares }: Tape): number {
  const middle = gaps / Math.max(1, takers - 1);
  return Math.sqrt(gapSquares / Math.max(1, takers - 1) - middle * middle) / middle;
}
