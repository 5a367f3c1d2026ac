/**
 * Arrays of hftbacktest: rows of 64 bytes in a `.npy`, alone or in a `.npz`. A row has flags, the
 * exchange's time and the recorder's in nanoseconds, price, size, and the id of an order. Rows of
 * the exchange count; those for the recorder alone tell nothing new. The symbol is the first word
 * of the file's name.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { createCheck } from './check-event.ts';
import type { TapeCounts, TapeEvent } from './tape-event.ts';

export const ROW_BYTES = 64;
export const ROW_FIELDS = [
  ['ev', '<u8'],
  ['exch_ts', '<i8'],
  ['local_ts', '<i8'],
  ['px', '<f8'],
  ['qty', '<f8'],
  ['order_id', '<u8'],
  ['ival', '<i8'],
  ['fval', '<f8'],
] as const;

/** The kinds of rows, and the flags beside them. */
export const ROW_KINDS = {
  depth: 1,
  trade: 2,
  clear: 3,
  snapshot: 4,
  add: 10,
  cancel: 11,
  modify: 12,
  fill: 13,
} as const;
const KIND_MASK = 0xff;
export const ROW_FLAGS = {
  exchange: 2 ** 31,
  local: 2 ** 30,
  buy: 2 ** 29,
  sell: 2 ** 28,
} as const;
const NANOS_PER_MICRO = 1_000n;

const ZIP_START = '504b0304';
const NPY_START = '934e554d';
export const isNpz = (magic: string): boolean => magic === ZIP_START || magic === NPY_START;

const PIECE_BYTES = 1 << 18;
const ZIP_HEADER_BYTES = 30;
const DEFLATED = 8;
/** It names eight columns. */
const HEADER_BYTES_MAX = 1 << 16;

/** The first array of a zip, or the file itself. */
async function openArray(path: string): Promise<Readable> {
  const handle = await open(path);
  try {
    const { buffer: head } = await handle.read(
      Buffer.alloc(ZIP_HEADER_BYTES),
      0,
      ZIP_HEADER_BYTES,
      0,
    );
    if (head.toString('hex', 0, 4) === NPY_START)
      return createReadStream(path, { highWaterMark: PIECE_BYTES });
    const start = ZIP_HEADER_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
    const file = createReadStream(path, { start, highWaterMark: PIECE_BYTES });
    if (head.readUInt16LE(8) !== DEFLATED) return file;
    const inflated = file.pipe(createInflateRaw());
    file.on('error', (error) => inflated.destroy(error));
    return inflated;
  } finally {
    await handle.close();
  }
}

/** Where the rows begin, and how many there are. */
function parseHeader(bytes: Buffer): { readonly from: number; readonly count: number } | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.toString('hex', 0, 4) !== NPY_START) throw new Error('it does not begin with an array');
  const [lengthBytes, from] =
    bytes[6] === 1 ? [bytes.readUInt16LE(8), 10] : [bytes.readUInt32LE(8), 12];
  if (lengthBytes > HEADER_BYTES_MAX) throw new Error('the array has no header');
  if (bytes.length < from + lengthBytes) return undefined;
  const text = bytes.toString('latin1', from, from + lengthBytes);
  const found = [...text.matchAll(/\('(\w+)', '(\S+)'\)/g)].map(([, ...field]) => field.join(' '));
  const expected = ROW_FIELDS.map((field) => field.join(' '));
  if (found.join() !== expected.join())
    throw new Error(`the array has not the columns ${expected.join(', ')}`);
  return { from: from + lengthBytes, count: Number(/'shape': \((\d+)/.exec(text)?.[1] ?? 0) };
}

const symbolOf = (name: string): string => /^[A-Za-z0-9]+/.exec(name)?.[0]?.toUpperCase() ?? name;

export async function* readNpz(path: string, counts: TapeCounts): AsyncGenerator<TapeEvent[]> {
  const symbol = symbolOf(path.replace(/^.*[\\/]/, ''));
  const rows = createRows(symbol, counts);
  const check = createCheck();
  let rest: Buffer = Buffer.alloc(0);
  let left: number | undefined;
  for await (const piece of await openArray(path)) {
    let bytes: Buffer = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    if (left === undefined) {
      const header = parseHeader(bytes);
      if (header === undefined) {
        rest = bytes;
        continue;
      }
      left = header.count;
      bytes = bytes.subarray(header.from);
    }
    const events: TapeEvent[] = [];
    let at = 0;
    let checked = 0;
    for (; left > 0 && at + ROW_BYTES <= bytes.length; at += ROW_BYTES, left -= 1) {
      counts.lines += 1;
      rows.take(bytes, at, events);
      for (; checked < events.length; checked += 1) check(events[checked]!);
    }
    rest = Buffer.from(bytes.subarray(at));
    yield events;
    if (left === 0) break;
  }
  if (left !== 0) throw new Error(`${left ?? 'all'} rows are missing at its end`);
  const last = rows.end();
  last.forEach(check);
  yield last;
}

function createRows(symbol: string, counts: TapeCounts) {
  let gathered:
    | { at: number; receivedAt: number; isSnapshot: boolean; bids: number[]; asks: number[] }
    | undefined;
  let isCleared = true;
  const flush = (events: TapeEvent[]): void => {
    if (gathered !== undefined) events.push({ kind: 'levels', symbol, ...gathered });
    gathered = undefined;
  };
  const take = (bytes: Buffer, from: number, events: TapeEvent[]): void => {
    const flags = bytes.readUInt32LE(from);
    if ((flags & ROW_FLAGS.exchange) === 0) return;
    const kind = flags & KIND_MASK;
    const at = Number(bytes.readBigInt64LE(from + 8) / NANOS_PER_MICRO);
    const receivedAt = Number(bytes.readBigInt64LE(from + 16) / NANOS_PER_MICRO);
    const price = bytes.readDoubleLE(from + 24);
    const size = bytes.readDoubleLE(from + 32);
    const isBuy = (flags & ROW_FLAGS.buy) !== 0;
    if (!(price >= 0 && size >= 0)) throw new Error(`${price} and ${size} are no price and size`);
    const moment = { at, receivedAt, symbol };
    if (kind === ROW_KINDS.depth || kind === ROW_KINDS.snapshot) {
      if (gathered?.at !== at || isCleared) flush(events);
      gathered ??= { at, receivedAt, isSnapshot: isCleared, bids: [], asks: [] };
      isCleared = false;
      (isBuy ? gathered.bids : gathered.asks).push(price, size);
      return;
    }
    // Sides are cleared one after the other, each before its rows.
    if (kind === ROW_KINDS.clear && gathered?.isSnapshot === true && gathered.at === at) return;
    flush(events);
    if (kind === ROW_KINDS.clear) isCleared = true;
    else if (kind === ROW_KINDS.trade)
      events.push({ kind: 'trade', ...moment, price, size, takerSide: isBuy ? 'buy' : 'sell' });
    else if (kind === ROW_KINDS.add || kind === ROW_KINDS.modify || kind === ROW_KINDS.cancel) {
      const id = Number(bytes.readBigUInt64LE(from + 40));
      const left = kind === ROW_KINDS.cancel ? 0 : size;
      events.push({
        kind: 'order',
        ...moment,
        id,
        side: isBuy ? 'buy' : 'sell',
        price,
        size: left,
      });
    } else counts.unread += 1;
  };
  const end = (): TapeEvent[] => {
    const events: TapeEvent[] = [];
    flush(events);
    return events;
  };
  return { take, end };
}
