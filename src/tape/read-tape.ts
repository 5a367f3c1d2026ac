/**
 * The events of a file in the order of the recorded engine. Streams of one recording do not arrive
 * in order with one another, so events wait until everything earlier has surely come.
 */
import { reasonOf } from '../domain/reason-of.ts';
import { readLines, readStart } from '../machine/read-lines.ts';
import { BYBIT_CAPTURE } from './bybit-capture.ts';
import { CSV_TABLES } from './csv-tables.ts';
import { LOBSTER } from './lobster.ts';
import { isNpz, NPZ_NAME, readNpz } from './npz.ts';
import { isParquet, readParquetLines } from './parquet.ts';
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

export function readTape(path: string): ReadTape {
  const counts: TapeCounts = { lines: 0, early: 0, gaps: 0, unread: 0, late: 0 };
  let format: Pick<TapeFormat, 'name'> | undefined;
  const began = (found: Pick<TapeFormat, 'name'>): void => {
    format = found;
  };
  const events = inOrder(readEvents(path, counts, began), counts);
  return { path, counts, format: () => format, events };
}

function findFormat(text: string): TapeFormat {
  const found = FORMATS.find(({ isBegunBy }) => isBegunBy(text));
  if (found !== undefined) return found;
  const known = [...FORMATS.map(({ name }) => name), NPZ_NAME].join(', ');
  throw new Error(`no tape of a known format begins like this; there is: ${known}`);
}

async function* readEvents(
  path: string,
  counts: TapeCounts,
  began: (format: Pick<TapeFormat, 'name'>) => void,
): AsyncGenerator<TapeEvent[]> {
  let reader: LineReader | undefined;
  const damaged = (error: unknown): TapeDamaged =>
    new TapeDamaged(path, counts.lines, reasonOf(error));
  try {
    const start = await readStart(path);
    if (isNpz(start)) {
      began({ name: NPZ_NAME });
      yield* readNpz(path, counts);
      return;
    }
    const name = path.replace(/^.*[\\/]/, '');
    for await (const texts of isParquet(start) ? readParquetLines(path) : readLines(path)) {
      const events: TapeEvent[] = [];
      for (const text of texts) {
        counts.lines += 1;
        if (text === '') continue;
        if (reader === undefined) {
          const format = findFormat(text);
          began(format);
          reader = format.createReader(counts, text, name);
        }
        for (const event of reader.read(text)) events.push(event);
      }
      yield events;
    }
    if (reader !== undefined) yield [...reader.end()];
  } catch (error) {
    throw damaged(error);
  }
}

async function* inOrder(
  pieces: AsyncIterable<TapeEvent[]>,
  counts: TapeCounts,
): AsyncGenerator<readonly TapeEvent[]> {
  let held: TapeEvent[] = [];
  let newest = 0;
  let told = 0;
  for await (const piece of pieces) {
    for (const event of piece) {
      const isLate = event.at < told;
      if (isLate) counts.late += 1;
      held.push(isLate ? { ...event, at: told } : event);
      newest = Math.max(newest, event.at);
    }
    held.sort(compareEvents);
    const until = newest - APART_MICROS_MAX;
    const waiting = held.findIndex(({ at }) => at > until);
    const due = waiting < 0 ? held.length : waiting;
    if (due === 0) continue;
    yield held.slice(0, due);
    held = held.slice(due);
    told = until;
  }
  if (held.length > 0) yield held;
}
