/** Files of strangers: what they say of themselves may be wrong, and is not believed. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runTape } from '../../src/cli/tape/run-tape.ts';
import { readParquetLines } from '../../src/tape/parquet.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import { structOf, type ThriftField } from '../../src/verdict/thrift.ts';
import { makeRecording } from './make-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'damage-'));
const MESSAGES = 'BTCUSDT_2024-01-01_0_86400000_message_10.csv';

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(path: string): Promise<number> {
  let events = 0;
  for await (const piece of readTape(path).events) events += piece.length;
  return events;
}

const say = async (...args: string[]) => {
  const told: string[] = [];
  const output = { out: (line: string) => told.push(line), err: (line: string) => told.push(line) };
  return { code: await runTape(args, output), told: told.join('\n') };
};

const BOOK = 'exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount';
const rowOf = (given: Readonly<Record<string, string>>): string => {
  const row = {
    at: '1000000',
    local: '1000500',
    symbol: 'BTCUSDT',
    price: '9.5',
    size: '1',
    ...given,
  };
  return `x,${row.symbol},${row.at},${row.local},true,bid,${row.price},${row.size}\n`;
};

test.each([
  ['a size without end', { size: 'Infinity' }],
  ['a price that no number holds', { price: '1e300' }],
  ['a time after all calendars', { at: '9000000000000000', local: '1500000' }],
  ['a time that is none', { local: 'soon' }],
  ['a symbol that is a folder', { symbol: '../../../tmp/../etc x' }],
  ['no symbol', { symbol: '' }],
])('[TAPE-4] %s is damage', async (_, given) => {
  const path = write(
    'row.csv',
    `${BOOK}\n${rowOf({})}${rowOf(given)}${rowOf({ local: '2000000' })}`,
  );
  await expect(read(path)).rejects.toThrow(/row\.csv, line [34]: .* is no /);
});

test('[TAPE-4] every line of LOBSTER and of Bybit is held to what a market can have', async () => {
  const good = '34200.1,1,16,18,600000000,1\n';
  for (const line of [
    '34200.2,1,17,18,price,1',
    '34200.2,1,17,18,-5,1',
    '1e300,1,17,18,5,1',
    '1,2,3',
  ])
    await expect(read(write(MESSAGES, `${good}${line}\n`))).rejects.toThrow(/line 2: /);
  const trade = (T: string): string =>
    `{"topic":"publicTrade.BTCUSDT","data":[{"T":${T},"s":"BTCUSDT","S":"Buy","v":"1","p":"9"}]}`;
  expect(await read(write('bybit', `${trade('1120')}\n`))).toBe(1);
  await expect(read(write('bybit', `${trade('1e999')}\n`))).rejects.toThrow(/line 1: /);
});

test('[TAPE-4] a line without end stops before it fills memory', async () => {
  const blanks = gzipSync(Buffer.alloc(1 << 26, 'x'));
  expect(blanks.length).toBeLessThan(100_000);
  await expect(read(write('endless.gz', blanks))).rejects.toThrow(/more than \d+ characters/);
});

const NPY =
  "{'descr': [('ev', '<u8'), ('exch_ts', '<i8'), ('local_ts', '<i8'), ('px', '<f8'), " +
  "('qty', '<f8'), ('order_id', '<u8'), ('ival', '<i8'), ('fval', '<f8')], " +
  "'fortran_order': False, 'shape': (1,), }";

function npy(header: string, row: readonly number[], length = header.length): Buffer {
  const lead = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 0, 0, 0, 0]);
  lead.writeUInt32LE(length, 8);
  const bytes = Buffer.alloc(64);
  const [flags = 0, at = 0, price = 0, size = 0] = row;
  bytes.writeUInt32LE(flags, 0);
  bytes.writeBigInt64LE(BigInt(at) * 1_000n, 8);
  bytes.writeBigInt64LE(BigInt(at) * 1_000n, 16);
  bytes.writeDoubleLE(price, 24);
  bytes.writeDoubleLE(size, 32);
  return Buffer.concat([lead, Buffer.from(header), bytes]);
}

test('[TAPE-4] an array that is not what it says stops with its reason', async () => {
  const row = [2 ** 31 + 2 ** 29 + 2, 1_000_000, 9.5, 1] as const;
  expect(await read(write('BTCUSDT.npy', npy(NPY, row)))).toBe(1);
  // What follows the rows that it names is none.
  const followed = Buffer.concat([npy(NPY, row), Buffer.alloc(64)]);
  expect(await read(write('BTCUSDT.npy', followed))).toBe(1);
  const cases: readonly (readonly [Buffer, RegExp])[] = [
    [npy(NPY.replace('(1,)', '(1000000000000000,)'), row), /rows are missing/],
    [npy(NPY, row, 0xffff_ffff), /no header/],
    [npy(NPY.replace("'px', '<f8'", "'px', '<f4'"), row), /has not the columns/],
    [npy(NPY.replace("'ev'", "'id'"), row), /has not the columns/],
    [npy(NPY, [row[0], row[1], Number.NaN, 1]), /no price/],
    [npy(NPY, [row[0], row[1], 9.5, Number.POSITIVE_INFINITY]), /no price/],
    [npy(NPY, [row[0], -5, 9.5, 1]), /no time/],
  ];
  for (const [bytes, reason] of cases)
    await expect(read(write('BTCUSDT.npy', bytes))).rejects.toThrow(reason);
});

test('[TAPE-19] orders of an array come, change and go, whatever size a cancel names', async () => {
  const [first, ...others] = [10, 12, 11].map((kind, at) =>
    npy(NPY.replace('(1,)', '(3,)'), [2 ** 31 + 2 ** 29 + kind, 1_000_000 + at, 9.5, 3 - at]),
  );
  const rows = others.map((each) => each.subarray(-64));
  const path = write('BTCUSDT.npy', Buffer.concat([first!, ...rows]));
  const sizes: unknown[] = [];
  for await (const piece of readTape(path).events)
    sizes.push(...piece.map((event) => event.kind === 'order' && event.size));
  expect(sizes).toEqual([3, 2, 0]);
});

interface Lies {
  readonly rows?: number;
  readonly values?: number;
  readonly packedSize?: number;
  readonly plainSize?: number;
  readonly codec?: number;
  readonly page?: Buffer;
  readonly chunkSize?: number;
}

/** The texts `a` and `b`, each after its length. */
const TEXTS = Buffer.from([1, 0, 0, 0, 97, 1, 0, 0, 0, 98]);

/** A table of one column of texts, and what it says of itself. */
function parquet({ rows = 2, values = rows, page = TEXTS, codec = 0, ...lies }: Lies): Buffer {
  const header = structOf([
    [1, { int: 0 }],
    [2, { int: lies.plainSize ?? page.length }],
    [3, { int: lies.packedSize ?? page.length }],
    [5, { struct: [1, 2, 3, 4].map((id) => [id, { int: [values, 0, 3, 3][id - 1]! }]) }],
  ]);
  const chunk: ThriftField[] = [
    [1, { int: 6 }],
    [4, { int: codec }],
    [5, { long: values }],
    [7, { long: lies.chunkSize ?? header.length + page.length }],
    [9, { long: 4 }],
  ];
  const footer = structOf([
    [1, { int: 1 }],
    [
      2,
      {
        list: [
          [
            [4, { text: 'schema' }],
            [5, { int: 1 }],
          ],
          [
            [1, { int: 6 }],
            [3, { int: 0 }],
            [4, { text: 'letters' }],
          ],
        ],
      },
    ],
    [3, { long: rows }],
    [
      4,
      {
        list: [
          [
            [1, { list: [[[3, { struct: chunk }]]] }],
            [2, { long: 1 }],
            [3, { long: rows }],
          ],
        ],
      },
    ],
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const mark = Buffer.from('PAR1');
  return Buffer.concat([mark, header, page, footer, length, mark]);
}

test('[TAPE-4] a table is not believed how large it is', async () => {
  const lines = async (lies: Lies): Promise<string[]> => {
    const found: string[] = [];
    for await (const piece of readParquetLines(write('letters.parquet', parquet(lies))))
      found.push(...piece);
    return found;
  };
  expect(await lines({})).toEqual(['letters', 'a', 'b']);
  expect(await lines({ codec: 2, page: gzipSync(TEXTS), plainSize: 10 })).toHaveLength(3);
  const bomb = gzipSync(Buffer.alloc(1 << 26));
  const cases: readonly (readonly [Lies, RegExp])[] = [
    [{ rows: 2 ** 40 }, /more than \d+ cells/],
    [{ values: 2 ** 30 }, /more values than there are rows/],
    [{ rows: 3, values: 2 }, /./],
    [{ codec: 2, page: bomb, plainSize: 10 }, /larger than 10 bytes/],
    [{ codec: 6, page: zstdCompressSync(Buffer.alloc(1 << 26)), plainSize: 10 }, /10 bytes/],
    [{ plainSize: 2 ** 31 }, /is damaged/],
    // Back to where the page began, for ever.
    [{ values: 0, packedSize: 0.5 }, /is damaged/],
    [{ chunkSize: 2 ** 40 }, /in the middle of a table/],
  ];
  for (const [lies, reason] of cases) await expect(lines(lies)).rejects.toThrow(reason);
});

test('[TAPE-28] what is converted goes where it is told to, and over nothing', async () => {
  const out = join(folder, 'out');
  const elsewhere = write('elsewhere.csv', `${BOOK}\n${rowOf({ symbol: '../BTC/USDT' })}`);
  expect(await say('convert', elsewhere, '--to', 'npz', '--out', out)).toMatchObject({ code: 0 });
  expect(readdirSync(out)).toEqual(['BTCUSDT.npz']);
  const own = join(out, 'BTCUSDT_incremental_book_L2.csv.gz');
  writeFileSync(own, gzipSync(`${BOOK}\n${rowOf({})}`));
  const before = readFileSync(own);
  expect(await say('convert', own, '--to', 'tardis', '--out', out)).toMatchObject({
    code: 2,
    told: expect.stringContaining('may be written over'),
  });
  expect(readFileSync(own)).toEqual(before);
  expect(await say('convert', own, '--to', 'constructor', '--out', out)).toMatchObject({ code: 2 });
  const { path } = makeRecording(join(folder, 'day.gz'));
  expect(await say('capture', path, '--symbols', 'btcusdt')).toMatchObject({
    code: 2,
    told: expect.stringContaining('is there already'),
  });
});
