/**
 * Writes an array of hftbacktest as a `.npz`. How many rows there are stands at the beginning, so
 * they gather in a file beside it first.
 */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { ROW_BYTES, ROW_FIELDS, ROW_FLAGS, ROW_KINDS } from './npz.ts';
import type { TapeEvent } from './tape-event.ts';
import { LevelFolder, type TapeWriter } from './tape-writer.ts';

const PIECE_ROWS = 4_096;
const BOTH = ROW_FLAGS.exchange + ROW_FLAGS.local;
const NANOS_PER_MICRO = 1_000n;
const NPY_ALIGNED = 64;

export function createNpzWriter(path: string): TapeWriter {
  const rowsPath = `${path}.rows`;
  const rows = openSync(rowsPath, 'w');
  const piece = Buffer.alloc(PIECE_ROWS * ROW_BYTES);
  const folder = new LevelFolder();
  let [inPiece, count] = [0, 0];
  const flush = (): void => {
    writeSync(rows, piece, 0, inPiece * ROW_BYTES);
    inPiece = 0;
  };
  const put = (
    event: TapeEvent,
    kind: number,
    isBuy: boolean,
    price: number,
    size: number,
  ): void => {
    const from = inPiece * ROW_BYTES;
    const local = event.receivedAt === 0 ? event.at : event.receivedAt;
    piece.fill(0, from, from + ROW_BYTES);
    piece.writeUInt32LE(kind + BOTH + (isBuy ? ROW_FLAGS.buy : ROW_FLAGS.sell), from);
    piece.writeBigInt64LE(BigInt(event.at) * NANOS_PER_MICRO, from + 8);
    piece.writeBigInt64LE(BigInt(local) * NANOS_PER_MICRO, from + 16);
    piece.writeDoubleLE(price, from + 24);
    piece.writeDoubleLE(size, from + 32);
    inPiece += 1;
    count += 1;
    if (inPiece === PIECE_ROWS) flush();
  };
  const write = (event: TapeEvent): void => {
    if (event.kind === 'trade')
      put(event, ROW_KINDS.trade, event.takerSide === 'buy', event.price, event.size);
    if (event.kind !== 'levels') return;
    const kind = event.isSnapshot ? ROW_KINDS.snapshot : ROW_KINDS.depth;
    for (const [isBuy, levels] of [[true, event.bids] as const, [false, event.asks] as const]) {
      if (event.isSnapshot && levels.length > 0)
        put(event, ROW_KINDS.clear, isBuy, levels.at(-2) ?? 0, 0);
      for (let place = 0; place < levels.length; place += 2)
        put(event, kind, isBuy, levels[place]!, levels[place + 1]!);
    }
  };
  return {
    add: (event) => folder.take(event).forEach(write),
    close: async () => {
      folder.flush().forEach(write);
      flush();
      closeSync(rows);
      await zip(path, rowsPath, headerOf(count));
      rmSync(rowsPath);
    },
  };
}

function headerOf(count: number): Buffer {
  const fields = ROW_FIELDS.map(([name, type]) => `('${name}', '${type}')`).join(', ');
  const text = `{'descr': [${fields}], 'fortran_order': False, 'shape': (${count},), }`;
  const length = Math.ceil((10 + text.length + 1) / NPY_ALIGNED) * NPY_ALIGNED - 10;
  const lead = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 0xff, length >> 8]);
  return Buffer.concat([lead, Buffer.from(`${text.padEnd(length - 1)}\n`)]);
}

const NAME = Buffer.from('data.npy');
/** Sizes and checksum follow the data; the numbers are those of the format. */
const FLAGS_AFTERWARDS = 8;
const DEFLATE = 8;
const VERSION = 20;

async function zip(path: string, rowsPath: string, header: Buffer): Promise<void> {
  let [checksum, plainLength, packedLength] = [0, 0, 0];
  const common = Buffer.alloc(22);
  const lead = (): Buffer => {
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(FLAGS_AFTERWARDS, 2);
    common.writeUInt16LE(DEFLATE, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(packedLength, 14);
    common.writeUInt32LE(plainLength, 18);
    return common;
  };
  const nameLengths = Buffer.from([NAME.length, 0, 0, 0]);
  const localHeader = Buffer.concat([Buffer.from('PK\x03\x04'), lead(), nameLengths, NAME]);
  const out = createWriteStream(path);
  out.write(localHeader);
  const rows = async function* (): AsyncGenerator<Buffer> {
    yield header;
    yield* createReadStream(rowsPath, { highWaterMark: PIECE_ROWS * ROW_BYTES });
  };
  const counted = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      checksum = crc32(bytes, checksum);
      plainLength += bytes.length;
      done(null, bytes);
    },
  });
  const packed = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      packedLength += bytes.length;
      done(null, bytes);
    },
  });
  await pipeline(rows, counted, createDeflateRaw(), packed, out, { end: false });
  const descriptor = Buffer.concat([Buffer.from('PK\x07\x08'), Buffer.from(lead().subarray(10))]);
  const directory = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([VERSION, 0]),
    lead(),
    nameLengths,
    Buffer.alloc(14),
    NAME,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(localHeader.length + packedLength + descriptor.length, 16);
  await new Promise<void>((resolve, reject) => {
    out.on('error', reject);
    out.end(Buffer.concat([descriptor, directory, end]), resolve);
  });
}
