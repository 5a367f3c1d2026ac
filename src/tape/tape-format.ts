/** What a format of tapes is that consists of lines of text, and what such formats share. */
import {
  type FlatLevels,
  MICROS_PER_MILLI,
  type TapeCounts,
  type TapeEvent,
  type ToldValues,
} from './tape-event.ts';

/** Throws the reason if a line cannot be read. */
export interface LineReader {
  /** What a line tells, with the lines before it. */
  readonly read: (text: string) => readonly TapeEvent[];
  /** What the last lines tell that waited for more. */
  readonly end: () => readonly TapeEvent[];
}

export interface TapeFormat {
  readonly name: string;
  /** Whether a file that begins with this line has the format. */
  readonly isBegunBy: (text: string) => boolean;
  /** It is given that line. */
  readonly createReader: (counts: TapeCounts, first: string, terms: LineReaderTerms) => LineReader;
}

export interface LineReaderTerms {
  /** Of the file. */
  readonly name: string;
  /** Whether the best quotes are wanted. */
  readonly hasQuotes: boolean;
}

/** How many digits the time in nanoseconds has at which a recorder got a message. */
const [DIGITS_MIN, DIGITS_MAX] = [16, 20];
const DIGITS_BELOW_MICROS = 3;
const [BLANK, ZERO, NINE] = [0x20, 0x30, 0x39];

/** The recorder's time in microseconds, zero where there is none, and the rest of the line. */
export function splitReceived(text: string): readonly [receivedAt: number, rest: string] {
  let digits = 0;
  for (let code = text.charCodeAt(0); code >= ZERO && code <= NINE; code = text.charCodeAt(digits))
    digits += 1;
  const isTime = digits >= DIGITS_MIN && digits <= DIGITS_MAX && text.charCodeAt(digits) === BLANK;
  if (!isTime) return [0, text];
  return [Number(text.slice(0, digits - DIGITS_BELOW_MICROS)), text.slice(digits + 1)];
}

export function flattenLevels(levels: unknown): FlatLevels {
  if (!Array.isArray(levels)) throw new Error('a book has no list of levels');
  const flat = new Array<number>(levels.length * 2);
  let place = 0;
  for (const [price, size] of levels) {
    flat[place] = toAmount(price);
    flat[place + 1] = toAmount(size);
    place += 2;
  }
  return flat;
}

/** As texts; those that are missing or empty are not told. */
export type PriceTexts = { readonly [Field in keyof ToldValues]?: unknown };

/** None where nothing is told. */
export function indexEvents(
  moment: Pick<TapeEvent, 'at' | 'receivedAt' | 'symbol'>,
  { price, mark, fundingRate, fundingAt }: PriceTexts,
): readonly TapeEvent[] {
  const told: ToldValues = {
    ...(isTold(price) ? { price: toAmount(price) } : {}),
    ...(isTold(mark) ? { mark: toAmount(mark) } : {}),
    ...(isTold(fundingRate) ? { fundingRate: toRate(fundingRate) } : {}),
    ...(isTold(fundingAt) && Number(fundingAt) !== 0 ? { fundingAt: Number(fundingAt) } : {}),
  };
  return Object.keys(told).length === 0 ? [] : [{ kind: 'index', ...moment, ...told }];
}

const isTold = (text: unknown): boolean => text !== undefined && text !== '';

/** Of times in milliseconds. */
export const microsOf = (millis: unknown): unknown =>
  isTold(millis) ? Number(millis) * MICROS_PER_MILLI : millis;

function toRate(text: unknown): number {
  const value = typeof text === 'string' ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= 1)) throw new Error(`${JSON.stringify(text)} is no rate`);
  return value;
}

/** A price or a size. */
export function toAmount(text: unknown): number {
  const value = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN;
  if (!(value >= 0)) throw new Error(`${JSON.stringify(text)} is no price and no size`);
  return value;
}
