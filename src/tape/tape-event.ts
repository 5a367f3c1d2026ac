/**
 * What a tape tells, whatever its format: changes of levels and trades, each at the time of the
 * recorded engine. Prices and sizes are decimals here, as they were recorded; a tape knows no
 * contract of this venue.
 */
import type { Side } from '../domain/side.ts';
import { type Millis, millis } from '../domain/units.ts';

export const MICROS_PER_MILLI = 1_000;

/**
 * Times are microseconds since 1970, which stay exact as numbers: events of one millisecond keep
 * their order.
 */
interface Recorded {
  readonly at: number;
  /** When the recorder got it, by the recorder's clock; zero where nobody wrote that down. */
  readonly receivedAt: number;
  readonly symbol: string;
}

/** Levels as price, size, price, size: sizes are absolute, and zero removes a level. */
export type FlatLevels = readonly number[];

export interface TapeLevels extends Recorded {
  readonly kind: 'levels';
  /** It replaces the whole book. */
  readonly isSnapshot: boolean;
  readonly bids: FlatLevels;
  readonly asks: FlatLevels;
}

export interface TapeTrade extends Recorded {
  readonly kind: 'trade';
  readonly price: number;
  readonly size: number;
  readonly takerSide: Side;
}

/** Of a tape that knows every order: what is left of one from now on, zero if it is gone. */
export interface TapeOrder extends Recorded {
  readonly kind: 'order';
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  readonly size: number;
}

/** The best quotes between two changes of levels. They are looked at and not played. */
export interface TapeQuote extends Recorded {
  readonly kind: 'quote';
  readonly bid: number;
  readonly ask: number;
}

/** The index of the recorded market, and what its exchange made of it; each where it is told. */
export interface TapeIndex extends Recorded, ToldValues {
  readonly kind: 'index';
}

export interface ToldValues {
  readonly price?: number;
  readonly mark?: number;
  readonly fundingRate?: number;
  /** When that rate is settled, in microseconds. */
  readonly fundingAt?: number;
}

export type TapeEvent = TapeLevels | TapeOrder | TapeTrade | TapeQuote | TapeIndex;

/** The millisecond that it falls into, as time is at the venue. */
export const millisAt = ({ at }: Pick<TapeEvent, 'at'>): Millis =>
  millis(Math.floor(at / MICROS_PER_MILLI));

/**
 * Whether an event is of the same moment as those before it: a millisecond, which levels end,
 * because what comes after them is decided on the book that they leave.
 */
export function isOfMoment(event: TapeEvent, before: readonly TapeEvent[]): boolean {
  const [first] = before;
  if (first === undefined) return true;
  const isOver = before.at(-1)?.kind === 'levels' && event.kind !== 'levels';
  return millisAt(first) === millisAt(event) && !isOver;
}

/** By time; at one moment trades come before the levels that they left. */
export const compareEvents = (one: TapeEvent, other: TapeEvent): number =>
  one.at - other.at || rankOf(one) - rankOf(other);

const rankOf = ({ kind }: TapeEvent): number => (kind === 'levels' ? 1 : 0);

/** What was found on the way and survived. */
export interface TapeCounts {
  lines: number;
  /** Changes that the book has already, and snapshots older than it: they change nothing. */
  early: number;
  /** Changes that do not follow the one before: something is missing between them. */
  gaps: number;
  /** Lines that tell nothing that can be played, such as a trade of which nobody knows who took. */
  unread: number;
  /** Events that came after later ones had been told; they are told at once. */
  late: number;
}

/** A file that cannot be read on: nothing of the line takes effect. */
export class TapeDamaged extends Error {
  override readonly name = 'TapeDamaged';

  constructor(file: string, line: number, reason: string) {
    super(`${file}, line ${line}: ${reason}`);
  }
}
