/** Tapes written by the formats that others read. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { oppositeSide, type Side } from '../domain/side.ts';
import { LOBSTER_TYPES } from './lobster.ts';
import { createTapeBook, setLevels, type TapeBook } from './tape-book.ts';
import type { TapeEvent, TapeLevels, TapeOrder, TapeTrade } from './tape-event.ts';

/** Takes the events of one symbol in their order. */
export interface TapeWriter {
  readonly add: (event: TapeEvent) => void;
  /** The files are whole once it resolves. */
  readonly close: () => Promise<void>;
}

const PIECE_CHARACTERS = 1 << 20;

export interface LineFile {
  readonly add: (line: string) => void;
  readonly close: () => void;
}

/** Packed by gzip, piece by piece, if its name ends so. */
export function createLineFile(path: string): LineFile {
  const file = openSync(path, 'w');
  let lines: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    writeSync(file, path.endsWith('.gz') ? gzipSync(bytes) : bytes);
    lines = [];
    length = 0;
  };
  return {
    add: (line) => {
      lines.push(line);
      length += line.length;
      if (length > PIECE_CHARACTERS) flush();
    },
    close: () => {
      flush();
      closeSync(file);
    },
  };
}

/**
 * Turns orders into the levels that they make, for formats that know no orders. Changes of one
 * millisecond are one event; the first is a snapshot.
 */
export class LevelFolder {
  readonly #orders = new Map<number, { side: Side; price: number; size: number }>();
  readonly #sums: Readonly<Record<Side, Map<number, number>>> = { buy: new Map(), sell: new Map() };
  readonly #changed: Readonly<Record<Side, Set<number>>> = { buy: new Set(), sell: new Set() };
  #last: TapeEvent | undefined;
  #hasBegun = false;

  /** What is to be told before this event, and the event itself if it is no order. */
  take(event: TapeEvent): TapeEvent[] {
    const told =
      this.#last !== undefined && millisOf(this.#last) !== millisOf(event) ? this.flush() : [];
    if (event.kind !== 'order') {
      if (event.kind === 'trade') told.push(...this.flush());
      return [...told, event];
    }
    this.#last = event;
    const { id, side, price, size } = event;
    const known = this.#orders.get(id);
    if (known !== undefined) this.#add(known.side, known.price, -known.size);
    this.#add(side, price, size);
    if (size === 0) this.#orders.delete(id);
    else this.#orders.set(id, { side, price, size });
    return told;
  }

  flush(): TapeEvent[] {
    if (this.#last === undefined) return [];
    const { at, receivedAt, symbol } = this.#last;
    this.#last = undefined;
    const levels: TapeLevels = {
      kind: 'levels',
      at,
      receivedAt,
      symbol,
      isSnapshot: !this.#hasBegun,
      bids: this.#takeSide('buy'),
      asks: this.#takeSide('sell'),
    };
    this.#hasBegun = true;
    return [levels];
  }

  #add(side: Side, price: number, size: number): void {
    const sums = this.#sums[side];
    const sum = Number(((sums.get(price) ?? 0) + size).toFixed(12));
    if (sum > 0) sums.set(price, sum);
    else sums.delete(price);
    this.#changed[side].add(price);
  }

  #takeSide(side: Side): number[] {
    const flat = [...this.#changed[side]].flatMap((price) => [
      price,
      this.#sums[side].get(price) ?? 0,
    ]);
    this.#changed[side].clear();
    return flat;
  }
}

const millisOf = ({ at }: TapeEvent): number => Math.floor(at / 1_000);

const TARDIS_BOOK = 'exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount';
const TARDIS_TRADES = 'exchange,symbol,timestamp,local_timestamp,id,side,price,amount';
const TARDIS_TICKER =
  'exchange,symbol,timestamp,local_timestamp,funding_timestamp,funding_rate,' +
  'predicted_funding_rate,open_interest,last_price,index_price,mark_price';

/** A file for lines, the first of which names the columns; the path has no ending yet. */
export type OpenTable = (path: string, header: string) => LineFile;

const openCsv: OpenTable = (path, header) => {
  const file = createLineFile(`${path}.csv.gz`);
  file.add(header);
  return file;
};

/** Three tables: `…incremental_book_L2`, `…trades` and `…derivative_ticker`. */
export function createTardisWriter(begin: string, openTable: OpenTable = openCsv): TapeWriter {
  const files = {
    book: openTable(`${begin}_incremental_book_L2`, TARDIS_BOOK),
    trades: openTable(`${begin}_trades`, TARDIS_TRADES),
    ticker: openTable(`${begin}_derivative_ticker`, TARDIS_TICKER),
  };
  const folder = new LevelFolder();
  let [trades, messages] = [0, 0];
  const write = (event: TapeEvent): void => {
    const lead = `perpetua,${event.symbol},${event.at}`;
    const local = event.receivedAt === 0 ? event.at : event.receivedAt;
    if (event.kind === 'levels') {
      // Rows of one message share the recorder's time, which differs from the one before.
      messages = Math.max(messages + 1, local);
      for (const [side, levels] of [['bid', event.bids] as const, ['ask', event.asks] as const])
        for (let place = 0; place < levels.length; place += 2)
          files.book.add(
            `${lead},${messages},${event.isSnapshot},${side},${levels[place]},${levels[place + 1]}`,
          );
    } else if (event.kind === 'trade') {
      trades += 1;
      files.trades.add(
        `${lead},${local},${trades},${event.takerSide},${event.price},${event.size}`,
      );
    } else if (event.kind === 'index') {
      const { price = '', mark = '', fundingRate = '', fundingAt = '' } = event;
      files.ticker.add(`${lead},${local},${fundingAt},${fundingRate},,,,${price},${mark}`);
    }
  };
  return {
    add: (event) => folder.take(event).forEach(write),
    close: async () => {
      folder.flush().forEach(write);
      for (const file of Object.values(files)) file.close();
    },
  };
}

const LOBSTER_LEVELS = 10;
const PRICE_TIMES = 10_000;
/** As LOBSTER fills levels that are not there. */
const NO_LEVEL = { buy: ['-9999999999', '0'], sell: ['9999999999', '0'] } as const;

export interface LobsterTerms {
  readonly symbol: string;
  /** The first event, in microseconds: its day is in the name, and times are counted from it. */
  readonly firstAt: number;
  /** The size that is counted as one. */
  readonly lot: number;
}

type Given = Pick<TapeOrder, 'price' | 'side'>;

const DAY_MICROS = 86_400_000_000;

/** Messages and the ten best levels after each. Only for tapes that know every order. */
export function createLobsterWriter(folder: string, terms: LobsterTerms): TapeWriter {
  const { symbol, firstAt, lot } = terms;
  const midnight = Math.floor(firstAt / DAY_MICROS) * DAY_MICROS;
  const day = new Date(midnight / 1_000).toISOString().slice(0, 10);
  const name = (kind: string): string =>
    `${folder}/${symbol}_${day}_0_86400000_${kind}_${LOBSTER_LEVELS}_lot-${lot}.csv.gz`;
  const messages = createLineFile(name('message'));
  const books = createLineFile(name('orderbook'));
  const levels = new LevelFolder();
  const book = createTapeBook();
  /** What is left of each order, and its price and side. */
  const standing = new Map<number, { left: number; price: number; side: Side }>();
  /** The trade whose order comes next; none comes where it was hidden. */
  let pending: TapeTrade | undefined;
  const count = (size: number): number => Math.round(size / lot);
  const tell = (at: number, type: number, id: number, size: number, given: Given): void => {
    const seconds = ((at - midnight) / 1e6).toFixed(9);
    const price = Number((given.price * PRICE_TIMES).toFixed(6));
    messages.add(`${seconds},${type},${id},${size},${price},${given.side === 'buy' ? 1 : -1}`);
    books.add(topOf(book, count));
  };
  const tellHidden = (): void => {
    if (pending === undefined) return;
    const { at, price, size, takerSide } = pending;
    pending = undefined;
    tell(at, LOBSTER_TYPES.hidden, 0, count(size), { price, side: oppositeSide(takerSide) });
  };
  const change = (event: TapeOrder): void => {
    const { at, id, side, price, size } = event;
    const before = standing.get(id)?.left ?? 0;
    const after = count(size);
    if (after === before) return;
    const isFill = after < before && pending?.price === price && pending.takerSide !== side;
    if (isFill) pending = undefined;
    else tellHidden();
    if (after === 0) standing.delete(id);
    else standing.set(id, { left: after, price, side });
    for (const each of [...levels.take(event), ...levels.flush()])
      if (each.kind === 'levels') setLevels(book, { ...each, isSnapshot: false });
    const { add: grown, fill, remove, reduce } = LOBSTER_TYPES;
    const type = after > before ? grown : isFill ? fill : after === 0 ? remove : reduce;
    tell(at, type, id, Math.abs(after - before), { price, side });
  };
  const add = (event: TapeEvent): void => {
    if (event.kind === 'levels')
      throw new Error('LOBSTER is for tapes with every order; this one has levels alone');
    if (event.kind === 'trade') {
      tellHidden();
      pending = event;
    }
    if (event.kind !== 'order') return;
    const known = standing.get(event.id);
    // One that moves leaves its queue and joins another.
    if (known !== undefined && (known.price !== event.price || known.side !== event.side))
      change({ ...event, price: known.price, side: known.side, size: 0 });
    change(event);
  };
  return {
    add,
    close: async () => {
      tellHidden();
      messages.close();
      books.close();
    },
  };
}

function topOf({ bids, asks }: TapeBook, count: (size: number) => number): string {
  const best = (levels: TapeBook['bids'], sign: number) =>
    [...levels].sort(([one], [other]) => sign * (one - other)).slice(0, LOBSTER_LEVELS);
  const [buys, sells] = [best(bids, -1), best(asks, 1)];
  const cells = (side: Side, level: readonly [number, number] | undefined): readonly unknown[] =>
    level === undefined
      ? NO_LEVEL[side]
      : [Number((level[0] * PRICE_TIMES).toFixed(6)), count(level[1])];
  return Array.from({ length: LOBSTER_LEVELS }, (_, place) => [
    ...cells('sell', sells[place]),
    ...cells('buy', buys[place]),
  ])
    .flat()
    .join(',');
}
