/**
 * The events of a recording in the order of the recorded engine. Streams of one recording do not
 * arrive in order with one another, so events wait until everything earlier has surely come. Where
 * its lines come from is the caller's affair: a file, or what a browser was given.
 */
import { reasonOf } from '../domain/reason-of.ts';
import { BYBIT_CAPTURE } from './bybit-capture.ts';
import { createCheck } from './check-event.ts';
import { CSV_TABLES } from './csv-tables.ts';
import { LOBSTER } from './lobster.ts';
import { compareEvents, type TapeCounts, TapeDamaged, type TapeEvent } from './tape-event.ts';
import type { LineReader, TapeFormat } from './tape-format.ts';
import { USDM_CAPTURE } from './usdm-capture.ts';

const FORMATS: readonly TapeFormat[] = [BYBIT_CAPTURE, USDM_CAPTURE, LOBSTER, ...CSV_TABLES];

/** How much later than another stream one may be. Recordings are a tenth of that apart. */
const APART_MICROS_MAX = 1_000_000;

export interface ReadTape {
  readonly path: string;
  readonly counts: TapeCounts;
  /** Undefined until the first line is read. */
  readonly format: () => Pick<TapeFormat, 'name'> | undefined;
  /** Pieces of the tape, in order. */
  readonly events: AsyncGenerator<readonly TapeEvent[]>;
}

export type FormatFound = (format: Pick<TapeFormat, 'name'>) => void;

/** Pieces as they are read, in any order within a second. */
export function assembleTape(
  path: string,
  read: (counts: TapeCounts, began: FormatFound) => AsyncIterable<TapeEvent[]>,
): ReadTape {
  const counts: TapeCounts = { lines: 0, early: 0, gaps: 0, unread: 0, late: 0 };
  let format: Pick<TapeFormat, 'name'> | undefined;
  const began: FormatFound = (found) => {
    format = found;
  };
  const soundly = async function* (): AsyncGenerator<TapeEvent[]> {
    try {
      yield* read(counts, began);
    } catch (error) {
      throw new TapeDamaged(path, counts.lines, reasonOf(error));
    }
  };
  return { path, counts, format: () => format, events: inOrder(soundly(), counts) };
}

/** A recorder may write first what it was answered when it subscribed. */
const ANSWER = /^(?:\d{16,20} )?\{"(?:result|success|op|id)":/;

/** Of a recording in text, by the format that its first line has. */
export async function* readTapeLines(
  path: string,
  pieces: AsyncIterable<readonly string[]>,
  counts: TapeCounts,
  began: FormatFound,
  hasQuotes = false,
): AsyncGenerator<TapeEvent[]> {
  let reader: LineReader | undefined;
  const name = path.replace(/^.*[\\/]/, '');
  const check = createCheck();
  for await (const texts of pieces) {
    const events: TapeEvent[] = [];
    for (const text of texts) {
      counts.lines += 1;
      if (text === '') continue;
      if (reader === undefined && ANSWER.test(text)) {
        counts.unread += 1;
        continue;
      }
      if (reader === undefined) {
        const format = findFormat(text);
        began(format);
        reader = format.createReader(counts, text, { name, hasQuotes });
      }
      for (const event of reader.read(text)) {
        check(event);
        events.push(event);
      }
    }
    yield events;
  }
  if (reader === undefined) return;
  const last = [...reader.end()];
  last.forEach(check);
  yield last;
}

/** Of a file that is not text, and is known by its first bytes. */
export const NPZ_NAME = 'hftbacktest, npz';

function findFormat(text: string): TapeFormat {
  const found = FORMATS.find(({ isBegunBy }) => isBegunBy(text));
  if (found !== undefined) return found;
  const known = [...FORMATS.map(({ name }) => name), NPZ_NAME].join(', ');
  throw new Error(`no tape of a known format begins like this; there is: ${known}`);
}

/** The same events however the file is cut into pieces: a browser has it whole. */
async function* inOrder(
  pieces: AsyncIterable<TapeEvent[]>,
  counts: TapeCounts,
): AsyncGenerator<readonly TapeEvent[]> {
  let held: TapeEvent[] = [];
  let newest = 0;
  for await (const piece of pieces) {
    for (const event of piece) {
      const told = newest - APART_MICROS_MAX;
      const isLate = event.at < told;
      if (isLate) counts.late += 1;
      held.push(isLate ? { ...event, at: told } : event);
      newest = Math.max(newest, event.at);
    }
    held.sort(compareEvents);
    const until = newest - APART_MICROS_MAX;
    // Another of that very moment may still come, and stand before those of it that are held.
    const waiting = held.findIndex(({ at }) => at >= until);
    const due = waiting < 0 ? held.length : waiting;
    if (due === 0) continue;
    yield held.slice(0, due);
    held = held.slice(due);
  }
  if (held.length > 0) yield held;
}
