/** What a format of tapes is that consists of lines of text, and what such formats share. */
import type { FlatLevels, TapeCounts, TapeEvent } from './tape-event.ts';

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
  /** It is given that line, and the name of the file. */
  readonly createReader: (counts: TapeCounts, first: string, name: string) => LineReader;
}

/** The time in nanoseconds at which a recorder got a message, and a blank; then the message. */
const RECEIVED = /^(\d{16,20}) /;
const NANOS_PER_MICRO = 1_000;

/** The recorder's time in microseconds, zero where there is none, and the rest of the line. */
export function splitReceived(text: string): readonly [receivedAt: number, rest: string] {
  const [whole = '', nanos] = RECEIVED.exec(text) ?? [];
  if (nanos === undefined) return [0, text];
  return [Math.floor(Number(nanos) / NANOS_PER_MICRO), text.slice(whole.length)];
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

/** A price or a size. */
export function toAmount(text: unknown): number {
  const value = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN;
  if (!(value >= 0)) throw new Error(`${JSON.stringify(text)} is no price and no size`);
  return value;
}
