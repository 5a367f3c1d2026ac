/**
 * Writes a table as a Parquet file: plain values, a page for each column of a group of rows, packed
 * by gzip. Amounts are decimals of 18 digits, 8 of them after the point; times are in UTC.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { columnName } from './cell-text.ts';
import type { Cell, ColumnKind } from './tables.ts';
import { structOf, type ThriftField, varint } from './thrift.ts';

export interface ParquetColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** The physical type and the converted one, by the numbers of the format. */
const TYPES = {
  text: { type: 6, converted: 0 },
  count: { type: 2, converted: undefined },
  time: { type: 2, converted: 9 },
  amount: { type: 2, converted: 5 },
  flag: { type: 0, converted: undefined },
} as const;
const PLAIN_KINDS = {
  text: 'text',
  count: 'count',
  time: 'time',
  amount: 'amount',
  flag: 'flag',
  'text?': 'text',
  'count?': 'count',
  'time?': 'time',
  'amount?': 'amount',
  'flag?': 'flag',
} as const satisfies Record<ColumnKind, keyof typeof TYPES>;
const DECIMALS = 8;
const DIGITS = 18;
const [PLAIN, RLE, GZIP] = [0, 3, 2];
const GROUP_ROWS = 50_000;
const MARK = Buffer.from('PAR1');

export function createParquet(path: string, columns: readonly ParquetColumn[]) {
  const file = openSync(path, 'w');
  const groups: ThriftField[][] = [];
  let [offset, rowCount] = [0, 0];
  let rows: (readonly Cell[])[] = [];
  const write = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    offset += bytes.length;
  };
  const flush = (): void => {
    if (rows.length === 0) return;
    let size = 0;
    const chunks = columns.map((column, place) => {
      const from = offset;
      const page = pageOf(column, rows, place);
      write(page.bytes);
      size += page.plainLength;
      return chunkOf(column, rows.length, { from, length: offset - from, ...page });
    });
    groups.push([
      [1, { list: chunks }],
      [2, { long: size }],
      [3, { long: rows.length }],
    ]);
    rowCount += rows.length;
    rows = [];
  };
  write(MARK);
  return {
    /** In the order of the columns. */
    add: (row: readonly Cell[]): void => {
      rows.push(row);
      if (rows.length === GROUP_ROWS) flush();
    },
    close: (): void => {
      flush();
      const footer = structOf([
        [1, { int: 1 }],
        [2, { list: schemaOf(columns) }],
        [3, { long: rowCount }],
        [4, { list: groups }],
        [6, { text: 'perpetua' }],
      ]);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(footer.length);
      write(Buffer.concat([footer, length, MARK]));
      closeSync(file);
    },
  };
}

const plainKind = (kind: ColumnKind): keyof typeof TYPES => PLAIN_KINDS[kind];

const isOptional = (kind: ColumnKind): boolean => kind.endsWith('?');

const schemaOf = (columns: readonly ParquetColumn[]): ThriftField[][] => [
  [
    [4, { text: 'schema' }],
    [5, { int: columns.length }],
  ],
  ...columns.map(({ name, kind }): ThriftField[] => {
    const { type, converted } = TYPES[plainKind(kind)];
    return [
      [1, { int: type }],
      [3, { int: isOptional(kind) ? 1 : 0 }],
      [4, { text: columnName(name) }],
      ...(converted === undefined ? [] : [[6, { int: converted }] satisfies ThriftField]),
      ...(plainKind(kind) === 'amount'
        ? ([
            [7, { int: DECIMALS }],
            [8, { int: DIGITS }],
          ] satisfies ThriftField[])
        : []),
    ];
  }),
];

interface Page {
  /** With its header. */
  readonly bytes: Buffer;
  /** With the header, before the values were packed. */
  readonly plainLength: number;
}

function pageOf({ kind }: ParquetColumn, rows: readonly (readonly Cell[])[], place: number): Page {
  const values = rows.map((row) => row[place] ?? null);
  const there = values.filter((value) => value !== null);
  const levels = isOptional(kind) ? levelsOf(values) : Buffer.alloc(0);
  const plain = Buffer.concat([levels, encode(there)]);
  const packed = gzipSync(plain);
  const header = structOf([
    [1, { int: 0 }],
    [2, { int: plain.length }],
    [3, { int: packed.length }],
    [
      5,
      {
        struct: [
          [1, { int: rows.length }],
          [2, { int: PLAIN }],
          [3, { int: RLE }],
          [4, { int: RLE }],
        ],
      },
    ],
  ]);
  return {
    bytes: Buffer.concat([header, packed]),
    plainLength: header.length + plain.length,
  };
}

const chunkOf = (
  { name, kind }: ParquetColumn,
  count: number,
  page: { readonly from: number; readonly length: number; readonly plainLength: number },
): ThriftField[] => [
  [2, { long: page.from }],
  [
    3,
    {
      struct: [
        [1, { int: TYPES[plainKind(kind)].type }],
        [2, { ints: [PLAIN, RLE] }],
        [3, { texts: [columnName(name)] }],
        [4, { int: GZIP }],
        [5, { long: count }],
        [6, { long: page.plainLength }],
        [7, { long: page.length }],
        [9, { long: page.from }],
      ],
    },
  ],
];

/** Which values are there: one bit each, in one run of groups of eight. */
function levelsOf(values: readonly Cell[]): Buffer {
  const bits = bitsOf(values.map((value) => value !== null));
  const header = varint(bits.length * 2 + 1);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length + bits.length);
  return Buffer.concat([length, header, bits]);
}

function bitsOf(flags: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(flags.length / 8));
  for (const [at, flag] of flags.entries())
    if (flag) bytes[at >> 3] = (bytes[at >> 3] ?? 0) + 2 ** (at % 8);
  return bytes;
}

function encode(values: readonly Cell[]): Buffer {
  if (typeof values[0] === 'boolean') return bitsOf(values.map((value) => value === true));
  if (typeof values[0] === 'string') return Buffer.concat(values.flatMap(textBytes));
  const bytes = Buffer.alloc(values.length * 8);
  for (const [at, value] of values.entries())
    if (typeof value === 'bigint' || typeof value === 'number')
      bytes.writeBigInt64LE(BigInt(value), at * 8);
  return bytes;
}

function textBytes(value: Cell): Buffer[] {
  const text = Buffer.from(String(value));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return [length, text];
}
