/**
 * One line of a replay file: CSV or JSON, a candle or a trade. A header names the columns, in
 * plain words or in those of the files that exchanges publish; without one, their number decides.
 * An unusable line is returned as a message for the author of the file.
 */
import { findJson } from '../../../domain/find-json.ts';

/** In a trade all four prices are the same. */
export interface ReplayRow {
  readonly kind: 'candle' | 'trade';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** What was traded, in coins; null if the file does not say. */
  readonly size: number | null;
  /** The price of the contract over its index, less one; null if the file has no index. */
  readonly basis: number | null;
}

/** The column or the name of each part. */
export interface RowForm {
  readonly kind: ReplayRow['kind'];
  readonly places: Readonly<Partial<Record<Part, number | string>>>;
}

type Part = 'time' | 'open' | 'high' | 'low' | 'close' | 'price' | 'size' | 'index';

const NAMES: Readonly<Record<Part, readonly string[]>> = {
  time: [
    ...['time', 'timestamp', 'open_time', 'opentime', 'date', 'datetime', 'ts', 't'],
    ...['transact_time', 'created_time', 'start_at', 'start_time'],
  ],
  open: ['open', 'o'],
  high: ['high', 'h'],
  low: ['low', 'l'],
  close: ['close', 'c'],
  price: ['price', 'p'],
  index: ['index', 'index_price', 'indexprice'],
  size: ['size', 'qty', 'quantity', 'amount', 'volume', 'vol', 'v', 'q'],
};

const CANDLE_PARTS: readonly Part[] = ['time', 'open', 'high', 'low', 'close', 'size'];
const TRADE_PARTS: readonly Part[] = ['time', 'price', 'size'];

/** What the first line tells about the others: the form, and whether it is a header. */
export function formOf(line: string): { form: RowForm; isHeader: boolean } | string {
  const cells = cellsOf(line);
  if (cells === undefined) return 'is neither CSV nor JSON';
  if (!Array.isArray(cells)) return named(Object.keys(cells), (_, name) => name, false);
  const texts = cells.map((cell) => String(cell).trim());
  if (texts.some((text) => /[a-z]/i.test(text) && findTime(text) === undefined))
    return named(texts, (place) => place, true);
  return counted(texts.length);
}

function named(
  names: readonly string[],
  placeOf: (place: number, name: string) => number | string,
  isHeader: boolean,
): { form: RowForm; isHeader: boolean } | string {
  const places: Partial<Record<Part, number | string>> = {};
  names.forEach((name, place) => {
    const part = findPart(name);
    if (part !== undefined) places[part] ??= placeOf(place, name);
  });
  const kind = places.price === undefined ? 'candle' : 'trade';
  const needed = (kind === 'candle' ? CANDLE_PARTS : TRADE_PARTS).filter((part) => part !== 'size');
  const missing = needed.filter((part) => places[part] === undefined);
  if (missing.length > 0) return `has no column for ${missing.join(', ')}`;
  return { form: { kind, places }, isHeader };
}

/** OKX names a column in two languages, with a slash between them. */
function findPart(name: string): Part | undefined {
  const [plain = ''] = name.replaceAll('"', '').split('/');
  const wanted = plain.trim().toLowerCase().replace(/[ -]/g, '_');
  const parts = [...CANDLE_PARTS, 'price' as const, 'index' as const];
  return parts.find((part) => NAMES[part].includes(wanted));
}

/** Without names: two or three columns are a trade, six or more a candle. */
function counted(count: number): { form: RowForm; isHeader: boolean } | string {
  if (count === 4) return 'has four columns: name them in a header';
  const kind = count <= 3 ? 'trade' : 'candle';
  const parts = kind === 'candle' ? CANDLE_PARTS : TRADE_PARTS;
  if (count < 2) return 'has one column: a trade has time and price, a candle time and four prices';
  const places = Object.fromEntries(parts.slice(0, count).map((part, place) => [part, place]));
  return { form: { kind, places }, isHeader: false };
}

export function parseRow(line: string, { kind, places }: RowForm): ReplayRow | string {
  const cells = cellsOf(line);
  if (cells === undefined) return 'is neither CSV nor JSON';
  const cellOf = (part: Part): unknown => {
    const place = places[part];
    if (place === undefined) return undefined;
    return Reflect.get(cells, place);
  };
  const at = findTime(cellOf('time'));
  if (at === undefined) return `its time cannot be read: ${wordsOf(cellOf('time'))}`;
  const prices: number[] = [];
  for (const part of kind === 'candle' ? CANDLE_PRICES : TRADE_PRICES) {
    const price = numberOf(cellOf(part));
    if (!(price > 0)) return `its ${part} is not a price: ${wordsOf(cellOf(part))}`;
    prices.push(price);
  }
  const [open = 0, high = open, low = open, close = open] = prices;
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'has a high below or a low above its other prices';
  const size = places.size === undefined ? null : Math.max(0, numberOf(cellOf('size')) || 0);
  const index = places.index === undefined ? null : numberOf(cellOf('index'));
  if (index !== null && !(index > 0))
    return `its index is not a price: ${wordsOf(cellOf('index'))}`;
  const basis = index === null ? null : close / index - 1;
  return { kind, at, open, high, low, close, size, basis };
}

const CANDLE_PRICES = ['open', 'high', 'low', 'close'] as const;
const TRADE_PRICES = ['price'] as const;

function cellsOf(line: string): readonly unknown[] | object | undefined {
  const first = line[0];
  if (first !== '{' && first !== '[') return line.split(/[,;\t]/);
  const value = findJson(line);
  return typeof value === 'object' && value !== null ? value : undefined;
}

const numberOf = (cell: unknown): number => {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string' || cell.trim() === '') return Number.NaN;
  return Number(cell.replaceAll('"', ''));
};

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, by magnitude; or ISO 8601. */
export function findTime(cell: unknown): number | undefined {
  const value = numberOf(cell);
  if (Number.isFinite(value)) return value > 0 ? inMillis(value) : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.replaceAll('"', '').trim();
  if (!ISO_TIME.test(text)) return undefined;
  // A time without a zone is UTC.
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  return Number.isFinite(at) && at > 0 ? at : undefined;
}

const ISO_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/;

function inMillis(value: number): number {
  if (value < 1e11) return value * 1_000;
  if (value < 1e14) return value;
  return value < 1e17 ? value / 1_000 : value / 1_000_000;
}

const wordsOf = (cell: unknown): string =>
  cell === undefined ? 'nothing there' : `"${String(cell)}"`;
