/**
 * Reads a Parquet table as the lines of the CSV it stands for, so that tables need one reader.
 * Columns are flat; values are plain or from a dictionary; pages are packed by nothing, snappy,
 * gzip or zstd. Times become microseconds. What others write beyond that stops with its reason.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  asList,
  asNumber,
  asStruct,
  asText,
  readStruct,
  type ThriftStruct,
} from './read-thrift.ts';
import { unpackSnappy } from './snappy.ts';

const MARK = 'PAR1';
const TAIL_BYTES = 8;
const LINES_PER_PIECE = 5_000;
/** A group of rows is read at once. What writes tables puts a million rows into one. */
const CELLS_MAX = 50_000_000;
const PAGE_BYTES_MAX = 1 << 28;

/** The first four bytes, in hexadecimal digits. */
export const isParquet = (start: string): boolean => start === Buffer.from(MARK).toString('hex');

/** Physical types by the numbers of the format. */
const TYPE = { flag: 0, int: 1, long: 2, float: 4, double: 5, bytes: 6 } as const;
const CONVERTED = { decimal: 5, millis: 9, micros: 10 } as const;
const ENCODING = { plain: 0, oldDictionary: 2, runs: 3, dictionary: 8 } as const;
const PAGE = { data: 0, dictionary: 2, data2: 3 } as const;

interface Column {
  readonly name: string;
  readonly type: number;
  readonly isOptional: boolean;
  /** What a number is multiplied by to be told. */
  readonly times: number;
}

type Value = string | number | null;

/** Pieces of lines; the first line names the columns. */
export async function* readParquetLines(path: string): AsyncGenerator<string[]> {
  const file = await open(path);
  try {
    const footer = await readFooter(file);
    const columns = columnsOf(footer);
    yield [columns.map(({ name }) => name).join(',')];
    for (const group of asList(footer.get(4))) {
      const chunks = asList(asStruct(group).get(1));
      const rows = asNumber(asStruct(group).get(3));
      if (!(rows * columns.length <= CELLS_MAX))
        throw new Error(`a group of its rows has more than ${CELLS_MAX} cells`);
      const values: Value[][] = [];
      for (const [place, column] of columns.entries()) {
        const read = await readChunk(file, asStruct(chunks[place]), column, rows);
        if (read.length !== rows) throw new Error(`column ${column.name} has not ${rows} values`);
        values.push(read);
      }
      for (let from = 0; from < rows; from += LINES_PER_PIECE) {
        const lines: string[] = [];
        for (let row = from; row < Math.min(rows, from + LINES_PER_PIECE); row += 1)
          lines.push(values.map((column) => column[row] ?? '').join(','));
        yield lines;
      }
    }
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (!(from >= 0 && length >= 0 && from + length <= size))
    throw new Error('the file ends in the middle of a table');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  if (bytesRead < length) throw new Error('the file ends in the middle of a table');
  return buffer;
}

async function readFooter(file: FileHandle): Promise<ThriftStruct> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
  const length = tail.readUInt32LE(0);
  if (tail.toString('latin1', 4) !== MARK || length > size - TAIL_BYTES)
    throw new Error('the end of a Parquet file is missing');
  return readStruct(await readAt(file, size - TAIL_BYTES - length, length)).value;
}

function columnsOf(footer: ThriftStruct): Column[] {
  const [, ...fields] = asList(footer.get(2)).map(asStruct);
  return fields.map((field) => {
    const name = asText(field.get(4));
    if (field.get(5) !== undefined || asNumber(field.get(3) ?? 0) === 2)
      throw new Error(`column ${name} has columns or lists in it`);
    return {
      name,
      type: asNumber(field.get(1)),
      isOptional: asNumber(field.get(3) ?? 0) === 1,
      times: timesOf(field),
    };
  });
}

/** Field 10 is the newer word for the kind of a column: 8 is a time, whose unit is its second. */
function timesOf(field: ThriftStruct): number {
  const converted = asNumber(field.get(6) ?? -1);
  const time = field.get(10) === undefined ? undefined : asStruct(field.get(10)).get(8);
  const unit = time === undefined ? undefined : asStruct(asStruct(time).get(2));
  if (converted === CONVERTED.decimal) return 10 ** -asNumber(field.get(7) ?? 0);
  if (unit?.has(3) === true) return 1e-3;
  return converted === CONVERTED.millis || unit?.has(1) === true ? 1_000 : 1;
}

/** As many values as there are rows, if they are there. */
async function readChunk(
  file: FileHandle,
  chunk: ThriftStruct,
  column: Column,
  rows: number,
): Promise<Value[]> {
  const terms = asStruct(chunk.get(3));
  const codec = asNumber(terms.get(4));
  const from = Math.min(asNumber(terms.get(9)), asNumber(terms.get(11) ?? terms.get(9)));
  const bytes = await readAt(file, from, asNumber(terms.get(7)));
  const values: Value[] = [];
  let dictionary: readonly Value[] = [];
  for (let place = 0; values.length < rows; ) {
    const { value: header, end } = readStruct(bytes, place);
    place = end + asNumber(header.get(3));
    if (!(place >= end && asNumber(header.get(2)) <= PAGE_BYTES_MAX))
      throw new Error(`a page of column ${column.name} is damaged`);
    const page = { header, packed: bytes.subarray(end, place), codec, column, rows };
    const kind = asNumber(header.get(1));
    if (kind === PAGE.dictionary)
      dictionary = readPlain(
        column,
        unpack(page.packed, codec, asNumber(header.get(2))),
        countOf(asStruct(header.get(7)), rows),
      );
    else if (kind === PAGE.data || kind === PAGE.data2)
      for (const value of readPage(page, dictionary)) values.push(value);
  }
  return values;
}

/** A page, and a dictionary, has no more values than there are rows. */
function countOf(terms: ThriftStruct, rows: number): number {
  const count = asNumber(terms.get(1));
  if (!(count >= 0 && count <= rows)) throw new Error('a page has more values than there are rows');
  return count;
}

/** No longer than it says: a few packed bytes may be gigabytes. */
function unpack(packed: Buffer, codec: number, length: number): Buffer {
  switch (codec) {
    case 0:
      return packed;
    case 1:
      return unpackSnappy(packed, length);
    case 2:
      return gunzipSync(packed, { maxOutputLength: length });
    case 6:
      return zstdDecompressSync(packed, { maxOutputLength: length });
    default:
      throw new Error(`a column is packed by method ${codec}; read are none, snappy, gzip, zstd`);
  }
}

interface DataPage {
  readonly header: ThriftStruct;
  readonly packed: Buffer;
  readonly codec: number;
  readonly column: Column;
  readonly rows: number;
}

function readPage({ header, packed, codec, column, rows }: DataPage, dictionary: readonly Value[]) {
  const isSecond = asNumber(header.get(1)) === PAGE.data2;
  const terms = asStruct(header.get(isSecond ? 8 : 5));
  const count = countOf(terms, rows);
  const encoding = asNumber(terms.get(isSecond ? 4 : 2));
  const size = asNumber(header.get(2));
  let body: Buffer;
  let levels: readonly number[] | undefined;
  if (isSecond) {
    const [own, repeated] = [asNumber(terms.get(5)), asNumber(terms.get(6))];
    const values = packed.subarray(own + repeated);
    body = terms.get(7) === false ? values : unpack(values, codec, size - own - repeated);
    levels = column.isOptional
      ? readRuns(packed.subarray(repeated, repeated + own), 1, count)
      : undefined;
  } else {
    body = unpack(packed, codec, size);
    if (column.isOptional) {
      const length = body.readUInt32LE(0);
      levels = readRuns(body.subarray(4, 4 + length), 1, count);
      body = body.subarray(4 + length);
    }
  }
  const there = levels === undefined ? count : levels.reduce((sum, level) => sum + level, 0);
  const values = readValues(column, encoding, body, there, dictionary);
  if (levels === undefined) return values;
  let next = 0;
  return levels.map((level) => (level === 1 ? (values[next++] ?? null) : null));
}

function readValues(
  column: Column,
  encoding: number,
  body: Buffer,
  count: number,
  dictionary: readonly Value[],
): readonly Value[] {
  if (encoding === ENCODING.plain) return readPlain(column, body, count);
  if (encoding === ENCODING.runs && column.type === TYPE.flag)
    return readRuns(body.subarray(4), 1, count).map((flag) => (flag === 1 ? 'true' : 'false'));
  if (encoding !== ENCODING.dictionary && encoding !== ENCODING.oldDictionary)
    throw new Error(`column ${column.name} has encoding ${encoding}; read are plain, dictionary`);
  if (count === 0) return [];
  return readRuns(body.subarray(1), body[0] ?? 0, count).map((place) => dictionary[place] ?? null);
}

const WIDTHS = { [TYPE.int]: 4, [TYPE.long]: 8, [TYPE.float]: 4, [TYPE.double]: 8 } as const;

function readPlain({ name, type, times }: Column, body: Buffer, count: number): Value[] {
  const told = (value: number): number => (times === 1 ? value : scaled(value, times));
  const of = (width: number, read: (at: number) => number): Value[] =>
    Array.from({ length: count }, (_, at) => told(read(at * width)));
  switch (type) {
    case TYPE.flag:
      return Array.from({ length: count }, (_, at) =>
        ((body[at >> 3] ?? 0) >> (at & 7)) & 1 ? 'true' : 'false',
      );
    case TYPE.int:
      return of(WIDTHS[TYPE.int], (at) => body.readInt32LE(at));
    case TYPE.long:
      return of(WIDTHS[TYPE.long], (at) => Number(body.readBigInt64LE(at)));
    case TYPE.float:
      return of(WIDTHS[TYPE.float], (at) => Number(body.readFloatLE(at).toPrecision(7)));
    case TYPE.double:
      return of(WIDTHS[TYPE.double], (at) => body.readDoubleLE(at));
    case TYPE.bytes: {
      const texts: string[] = [];
      for (let at = 0; texts.length < count; ) {
        const length = body.readUInt32LE(at);
        texts.push(body.toString('utf8', at + 4, at + 4 + length));
        at += 4 + length;
      }
      return texts;
    }
    default:
      throw new Error(`column ${name} has type ${type}, which is not read`);
  }
}

/** A decimal has at most twelve digits after the point. */
const scaled = (value: number, times: number): number =>
  times < 1 ? Number((value / Math.round(1 / times)).toFixed(12)) : value * times;

/** Runs of one number and of packed ones, as levels and places in a dictionary are written. */
function readRuns(bytes: Buffer, width: number, count: number): number[] {
  const out: number[] = [];
  let place = 0;
  while (out.length < count && place < bytes.length) {
    let [head, shift] = [0, 0];
    for (let byte = 0x80; byte >= 0x80; shift += 7) {
      byte = bytes[place] ?? 0;
      place += 1;
      head += (byte & 0x7f) * 2 ** shift;
    }
    if ((head & 1) === 1) {
      const many = (head >>> 1) * 8;
      for (let each = 0; each < many && out.length < count; each += 1) {
        let value = 0;
        for (let bit = 0; bit < width; bit += 1) {
          const at = each * width + bit;
          value += (((bytes[place + (at >> 3)] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
        }
        out.push(value);
      }
      place += (head >>> 1) * width;
    } else {
      const wide = Math.ceil(width / 8);
      const value = wide === 0 ? 0 : bytes.readUIntLE(place, wide);
      place += wide;
      for (let left = head >>> 1; left > 0 && out.length < count; left -= 1) out.push(value);
    }
  }
  if (out.length < count) throw new Error('a page has fewer values than it says');
  return out;
}
