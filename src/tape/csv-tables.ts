/**
 * Tables whose first line names their columns: those of Tardis (`incremental_book_L2`,
 * `book_snapshot_25`, `trades`, `derivative_ticker`, times in microseconds) and the trades that
 * Bybit publishes (in seconds). Rows of one message share the time at which the recorder got it. A
 * book begins again where rows of a snapshot follow others.
 */
import type { TapeCounts, TapeEvent, TapeLevels } from './tape-event.ts';
import { indexEvents, type LineReader, type TapeFormat, toAmount } from './tape-format.ts';

/** The fields of a row by the names of their columns. */
type Row = (name: string) => string;
/** What a row tells; a row that belongs to the one before tells nothing yet. */
type ReadRow = (row: Row) => readonly TapeEvent[];

const tableOf = (
  name: string,
  columns: readonly string[],
  createRows: (counts: TapeCounts) => { read: ReadRow; end?: LineReader['end'] },
): TapeFormat => ({
  name,
  isBegunBy: (text) => {
    const named = text.trim().split(',');
    return columns.every((column) => named.includes(column));
  },
  createReader: (counts, first) => {
    const places = new Map(
      first
        .trim()
        .split(',')
        .map((column, place) => [column, place]),
    );
    const { read, end = () => [] } = createRows(counts);
    let isHeader = true;
    return {
      end,
      read: (text) => {
        if (isHeader) {
          isHeader = false;
          return [];
        }
        const fields = text.trim().split(',');
        if (fields.length < places.size)
          throw new Error(`${fields.length} columns; the first line names ${places.size}`);
        return read((column) => fields[places.get(column) ?? -1] ?? '');
      },
    };
  },
});

const COMMON = ['exchange', 'symbol', 'timestamp', 'local_timestamp'];

export const CSV_TABLES: readonly TapeFormat[] = [
  tableOf('Tardis CSV, incremental_book_L2', [...COMMON, 'is_snapshot', 'amount'], readBooks),
  tableOf('Tardis CSV, book_snapshot', [...COMMON, 'asks[0].price', 'bids[0].price'], () => ({
    read: (row) => {
      const [bids, asks] = [sideOf(row, 'bids'), sideOf(row, 'asks')];
      return [{ kind: 'levels', ...momentOf(row), isSnapshot: true, bids, asks }];
    },
  })),
  tableOf('Tardis CSV, derivative_ticker', [...COMMON, 'index_price'], (counts) => ({
    read: (row) => {
      const told = indexEvents(momentOf(row), {
        price: row('index_price'),
        mark: row('mark_price'),
        fundingRate: row('funding_rate'),
        fundingAt: row('funding_timestamp'),
      });
      if (told.length === 0) counts.unread += 1;
      return told;
    },
  })),
  tableOf('Tardis CSV, trades', [...COMMON, 'id', 'side', 'price', 'amount'], (counts) => ({
    read: (row) => tradesOf(row, momentOf(row), row('amount'), counts),
  })),
  tableOf('Bybit CSV, trades', ['timestamp', 'symbol', 'side', 'size', 'price'], (counts) => ({
    read: (row) => {
      const at = Math.round(toAmount(row('timestamp')) * 1_000_000);
      const moment = { at, receivedAt: 0, symbol: row('symbol') };
      return tradesOf(row, moment, row('size'), counts);
    },
  })),
];

type Moment = Pick<TapeEvent, 'at' | 'receivedAt' | 'symbol'>;

function momentOf(row: Row): Moment {
  const [at, receivedAt] = [Number(row('timestamp')), Number(row('local_timestamp'))];
  if (!Number.isSafeInteger(at) || at <= 0) throw new Error('a row has no time in microseconds');
  return { at, receivedAt, symbol: row('symbol').toUpperCase() };
}

/** Of a row that has all levels, the best first; those that are not there are empty. */
function sideOf(row: Row, side: string): number[] {
  const flat: number[] = [];
  for (let place = 0; row(`${side}[${place}].price`) !== ''; place += 1)
    flat.push(toAmount(row(`${side}[${place}].price`)), toAmount(row(`${side}[${place}].amount`)));
  return flat;
}

function tradesOf(
  row: Row,
  moment: Moment,
  amount: string,
  counts: TapeCounts,
): readonly TapeEvent[] {
  const side = row('side').toLowerCase();
  if (side !== 'buy' && side !== 'sell') {
    counts.unread += 1;
    return [];
  }
  const [price, size] = [toAmount(row('price')), toAmount(amount)];
  return [{ kind: 'trade', ...moment, price, size, takerSide: side }];
}

interface Gathered extends TapeLevels {
  readonly bids: number[];
  readonly asks: number[];
}

/** Gathers the rows of a message. */
function readBooks(counts: TapeCounts): { read: ReadRow; end: LineReader['end'] } {
  /** Whether the last row of a book was of a snapshot; those without one have no book yet. */
  const snapshots = new Map<string, boolean>();
  let gathered: Gathered | undefined;
  const take = (): readonly TapeEvent[] => {
    const events = gathered === undefined ? [] : [gathered];
    gathered = undefined;
    return events;
  };
  const read: ReadRow = (row) => {
    const moment = momentOf(row);
    const { symbol, receivedAt } = moment;
    const isPart = row('is_snapshot') === 'true';
    const before = snapshots.get(symbol);
    if (before === undefined && !isPart) {
      counts.early += 1;
      return [];
    }
    snapshots.set(symbol, isPart);
    const isNew = isPart && before !== true;
    const isSame = gathered?.symbol === symbol && gathered.receivedAt === receivedAt;
    const told = isSame && !isNew ? [] : take();
    gathered ??= { kind: 'levels', ...moment, isSnapshot: isNew, bids: [], asks: [] };
    const side = row('side') === 'bid' ? gathered.bids : gathered.asks;
    side.push(toAmount(row('price')), toAmount(row('amount')));
    return told;
  };
  return { read, end: take };
}
