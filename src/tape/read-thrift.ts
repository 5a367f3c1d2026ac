/** Reads the compact protocol of Thrift, as far as the metadata of a Parquet file needs it. */

export type ThriftStruct = ReadonlyMap<number, ThriftRead>;
type ThriftRead = boolean | number | Buffer | readonly ThriftRead[] | ThriftStruct;

const KIND = {
  yes: 1,
  no: 2,
  byte: 3,
  double: 7,
  text: 8,
  list: 9,
  set: 10,
  struct: 12,
} as const;
const SHORT_LIST = 15;
const DEPTH_MAX = 30;

interface Cursor {
  readonly bytes: Buffer;
  place: number;
  depth: number;
}

/** A struct that begins there, and where it ends. */
export function readStruct(bytes: Buffer, from = 0): { value: ThriftStruct; end: number } {
  const cursor = { bytes, place: from, depth: 0 };
  const value = structAt(cursor);
  return { value, end: cursor.place };
}

function structAt(cursor: Cursor): ThriftStruct {
  cursor.depth += 1;
  if (cursor.depth > DEPTH_MAX) throw new Error('the metadata of the file is damaged');
  const fields = new Map<number, ThriftRead>();
  for (let [last, head] = [0, byteAt(cursor)]; head !== 0; head = byteAt(cursor)) {
    const id = head >> 4 === 0 ? signed(cursor) : last + (head >> 4);
    fields.set(id, valueAt(cursor, head & 15));
    last = id;
  }
  cursor.depth -= 1;
  return fields;
}

function valueAt(cursor: Cursor, kind: number): ThriftRead {
  switch (kind) {
    case KIND.yes:
    case KIND.no:
      return kind === KIND.yes;
    case KIND.byte:
      return byteAt(cursor);
    case KIND.double:
      cursor.place += 8;
      return cursor.bytes.readDoubleLE(cursor.place - 8);
    case KIND.text: {
      const length = varintAt(cursor);
      cursor.place += length;
      return cursor.bytes.subarray(cursor.place - length, cursor.place);
    }
    case KIND.list:
    case KIND.set:
      return listAt(cursor);
    case KIND.struct:
      return structAt(cursor);
    default:
      return signed(cursor);
  }
}

function listAt(cursor: Cursor): ThriftRead[] {
  const head = byteAt(cursor);
  const count = head >> 4 === SHORT_LIST ? varintAt(cursor) : head >> 4;
  if (count > cursor.bytes.length) throw new Error('the metadata of the file is damaged');
  const kind = head & 15;
  // A flag of a list is a byte of its own.
  return Array.from({ length: count }, () =>
    kind === KIND.yes || kind === KIND.no ? byteAt(cursor) === KIND.yes : valueAt(cursor, kind),
  );
}

function byteAt(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.place];
  if (byte === undefined) throw new Error('the metadata of the file ends early');
  cursor.place += 1;
  return byte;
}

function varintAt(cursor: Cursor): number {
  let value = 0;
  for (let times = 1; ; times *= 128) {
    const byte = byteAt(cursor);
    value += (byte & 127) * times;
    if (byte < 128) return value;
  }
}

/** The lowest bit is the sign. */
function signed(cursor: Cursor): number {
  const value = varintAt(cursor);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

const wrong = (): never => {
  throw new Error('the metadata of the file is not that of a table');
};

export const asNumber = (value: ThriftRead | undefined): number =>
  typeof value === 'number' ? value : wrong();
export const asText = (value: ThriftRead | undefined): string =>
  Buffer.isBuffer(value) ? value.toString() : wrong();
export const asList = (value: ThriftRead | undefined): readonly ThriftRead[] =>
  Array.isArray(value) ? value : wrong();
export const asStruct = (value: ThriftRead | undefined): ThriftStruct =>
  value instanceof Map ? value : wrong();
