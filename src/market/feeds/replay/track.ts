/**
 * One replay file while it is played. It reads ahead in the background and gives the price at a
 * moment without waiting; moments never go back. Trades count as the average of their second,
 * weighted by size.
 */
import { KeyedRandom, STREAMS } from '../../random.ts';
import { type CandlePath, pathThrough, priceOn } from './candle-path.ts';
import type { ReplayFile } from './check-files.ts';
import type { ReplayRow } from './parse-row.ts';
import { isRowFault, readRows } from './read-rows.ts';

export interface Track {
  /**
   * Undefined before the first row and after the last. Repeats the last price if reading is behind.
   * A trade is as old as it is; a candle has a price for every moment.
   */
  readonly rowAt: (at: number) => TrackRow | undefined;
  /** Resolves when the rows for a moment have been read. */
  readonly reach: (at: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A price and its time; what was traded from the first row on; the basis. Null if not known. */
export interface TrackRow {
  readonly at: number;
  readonly price: number;
  readonly traded: number | null;
  readonly basis: number | null;
}

/** How many rows are read ahead. */
const AHEAD = 20_000;

export function openTrack(file: ReplayFile, key: Uint8Array): Track {
  const { length } = file;
  const source = readRows(file.path);
  let rows: ReplayRow[] = [];
  let place = 0;
  /** What was traded in the rows before. */
  let passed = 0;
  let isOver = false;
  let filling: Promise<void> | undefined;
  const pathOf = rememberPath(file, key);
  const second = createSecond();
  const whole = (row: ReplayRow): ReplayRow[] => (row.kind === 'candle' ? [row] : second.add(row));
  const fill = async (): Promise<void> => {
    while (!isOver && rows.length - place < AHEAD) {
      const piece = await source.next();
      if (piece.done === true) {
        isOver = true;
        rows.push(...second.end());
      } else for (const { row } of piece.value) if (!isRowFault(row)) rows.push(...whole(row));
    }
  };
  /** A file that can no longer be read counts as ended. */
  const refill = (): Promise<void> => {
    filling ??= fill()
      .catch(() => {
        isOver = true;
      })
      .finally(() => {
        filling = undefined;
      });
    return filling;
  };
  const seek = (at: number): void => {
    for (; place + 1 < rows.length && rows[place + 1]!.at <= at; place += 1)
      passed += rows[place]!.size ?? 0;
    if (place < AHEAD) return;
    rows = rows.slice(place);
    place = 0;
  };
  const rowAt: Track['rowAt'] = (at) => {
    seek(at);
    if (!isOver && rows.length - place < AHEAD / 2) void refill();
    const row = rows[place];
    if (row === undefined) return undefined;
    const { size, basis } = row;
    const isTrade = row.kind === 'trade';
    const part = isTrade ? 1 : Math.min(1, (at - row.at) / length);
    const price = isTrade ? row.close : priceOn(pathOf(row), part);
    const traded = size === null ? null : passed + size * part;
    return { at: isTrade ? row.at : at, price, traded, basis };
  };
  const reach = async (at: number): Promise<void> => {
    await refill();
    seek(at);
    while (!isOver && (rows.at(-1)?.at ?? 0) <= at) {
      await refill();
      seek(at);
    }
  };
  return {
    rowAt,
    reach,
    close: async () => {
      isOver = true;
      await filling;
      await source.return(undefined);
    },
  };
}

/** Collects the trades of a second; the first trade of the next second completes it. */
function createSecond() {
  let at = -1;
  let [value, size, last, given] = [0, 0, 0, 0];
  let newest: ReplayRow | undefined;
  const end = (): ReplayRow[] => {
    if (at < 0) return [];
    const price = size > 0 ? value / size : last;
    // A second is known when it is over; before the first one there is no other price.
    const known = given === 0 ? at * 1_000 : (at + 1) * 1_000;
    given += 1;
    const { size: own = null, basis = null } = newest ?? {};
    const prices = { open: price, high: price, low: price, close: price };
    return [{ kind: 'trade', at: known, ...prices, size: own === null ? null : size, basis }];
  };
  return {
    end,
    add: (row: ReplayRow): ReplayRow[] => {
      const now = Math.floor(row.at / 1_000);
      const before = now === at ? [] : end();
      if (now !== at) [at, value, size] = [now, 0, 0];
      // Without sizes each trade weighs the same.
      const weight = row.size ?? 1;
      value += row.close * weight;
      size += weight;
      last = row.close;
      newest = row;
      return before;
    },
  };
}

/** The same candle has the same path whenever it is played; the last one is kept. */
export function rememberPath({ contract, length }: ReplayFile, key: Uint8Array) {
  const random = new KeyedRandom(key);
  let path: { of: ReplayRow; through: CandlePath } | undefined;
  return (row: ReplayRow): CandlePath => {
    if (path?.of === row) return path.through;
    random.open(STREAMS.replay + contract.id, Math.floor(row.at));
    path = { of: row, through: pathThrough(row, length, random) };
    return path.through;
  };
}
