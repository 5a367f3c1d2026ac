/**
 * One entry in a segment file, little-endian, beginning at a multiple of eight bytes:
 *
 * | at | bytes | what |
 * |---:|------:|---|
 * |  0 |     4 | length of the payload |
 * |  4 |     4 | CRC-32C from byte 8 to the end of the payload, begun with the length |
 * |  8 |     8 | seq |
 * | 16 |     8 | time, milliseconds since 1970 |
 * | 24 |     4 | epoch: which opening of the journal wrote it |
 * | 28 |     4 | place in the batch that one sync made durable, from zero |
 * | 32 |     8 | chain: a running hash over the checksums of all records before |
 * | 40 |     2 | code of the command's kind; four high bits: see entry-codec.ts |
 * | 42 |     … | payload, then zeros up to the next multiple of eight |
 *
 * The chain sees what a checksum cannot: a record that is missing, doubled or from elsewhere. The
 * place tells a batch that was cut off by a power failure from one that was durable once: records
 * of a later batch are written only after the earlier one was synced.
 */
import { assert } from '../domain/assert.ts';
import type { Entry } from '../domain/command.ts';
import { createHasher, type Hasher, hashNumber } from '../domain/hash.ts';
import { type ByteWriter, reserve } from './bytes.ts';
import { encodeEntry } from './entry-codec.ts';
import { NotStorable } from './journal-error.ts';

export const RECORD_HEAD = 42;
const ALIGNMENT = 8;
/** A batch of five thousand orders has a quarter of a million bytes; nothing larger is an entry. */
export const PAYLOAD_BYTES_MAX = 16 * 1024 * 1024;
const TWO_POW_32 = 2 ** 32;

/** The running hash, as two words; a new journal begins with the hasher's own beginning. */
export type Chain = Hasher;
export const createChain = (): Chain => createHasher();
export const isSameChain = (one: Chain, other: Chain): boolean =>
  one.first === other.first && one.second === other.second;

/** Sixteen hex digits, as people note it. */
export const formatChain = ({ first, second }: Chain): string =>
  [first, second].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

/** The end of the list so far, which the next entry must follow. */
export interface ListEnd {
  seq: number;
  at: number;
  readonly chain: Chain;
}

export type RecordHead = ReturnType<typeof createHead>;

/** What stands in front of a payload. One is filled again and again while reading. */
export const createHead = () => ({
  length: 0,
  crc: 0,
  seq: 0,
  at: 0,
  epoch: 0,
  place: 0,
  chain: createChain(),
  code: 0,
});

const alignUp = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
export const recordBytes = (payloadLength: number): number => alignUp(RECORD_HEAD + payloadLength);

export interface Stamp {
  readonly epoch: number;
  readonly place: number;
}

export function expectFollows(end: Pick<ListEnd, 'seq' | 'at'>, entry: Entry): void {
  assert(entry.seq === end.seq + 1, 'an entry does not follow the one before', entry.seq);
  assert(Number.isSafeInteger(entry.at), 'an entry has no proper time', entry.at);
  assert(entry.at >= end.at, 'an entry goes back in time', entry.at);
}

/** Appends one record and moves the chain on. */
export function writeRecord(writer: ByteWriter, entry: Entry, stamp: Stamp, chain: Chain): void {
  const start = writer.at;
  reserve(writer, RECORD_HEAD);
  writer.at = start + RECORD_HEAD;
  const code = encodeEntry(writer, entry);
  const end = writer.at;
  const length = end - start - RECORD_HEAD;
  if (length > PAYLOAD_BYTES_MAX) {
    throw new NotStorable(`entry ${entry.seq} has ${length} bytes; at most ${PAYLOAD_BYTES_MAX}`);
  }
  reserve(writer, ALIGNMENT);
  const next = start + recordBytes(length);
  writer.bytes.fill(0, end, next);
  const { view } = writer;
  view.setUint32(start, length, true);
  setLong(view, start + 8, entry.seq);
  setLong(view, start + 16, entry.at);
  view.setUint32(start + 24, stamp.epoch, true);
  view.setUint32(start + 28, stamp.place, true);
  view.setInt32(start + 32, chain.first, true);
  view.setInt32(start + 36, chain.second, true);
  view.setUint16(start + 40, code, true);
  const crc = crc32c(writer.bytes, start + 8, end, length);
  view.setUint32(start + 4, crc, true);
  writer.at = next;
  hashNumber(chain, crc);
}

/** The caller has checked that RECORD_HEAD bytes are there. */
export function readHead(view: DataView, at: number, head: RecordHead): void {
  head.length = view.getUint32(at, true);
  head.crc = view.getUint32(at + 4, true);
  head.seq = getLong(view, at + 8);
  head.at = getLong(view, at + 16);
  head.epoch = view.getUint32(at + 24, true);
  head.place = view.getUint32(at + 28, true);
  head.chain.first = view.getInt32(at + 32, true);
  head.chain.second = view.getInt32(at + 36, true);
  head.code = view.getUint16(at + 40, true);
}

/** Whether the checksum of a record agrees; all its bytes must be there. */
export const isIntact = (bytes: Uint8Array, at: number, head: RecordHead): boolean =>
  crc32c(bytes, at + 8, at + RECORD_HEAD + head.length, head.length) === head.crc;

export const advanceChain = (chain: Chain, head: RecordHead): void => hashNumber(chain, head.crc);

/** Whole numbers of either sign up to 2^53, as 64 bits in two's complement. */
export function setLong(view: DataView, at: number, value: number): void {
  view.setUint32(at, value >>> 0, true);
  view.setInt32(at + 4, Math.floor(value / TWO_POW_32), true);
}

export const getLong = (view: DataView, at: number): number =>
  view.getInt32(at + 4, true) * TWO_POW_32 + view.getUint32(at, true);

/**
 * CRC-32C (Castagnoli), eight bytes a step. Node's own zlib.crc32 is the other polynomial, which
 * misses more of the short bursts that disks produce. This is 0x1edc6f41 with its bits reversed.
 */
const POLYNOMIAL = 0x82f63b78;
const TABLES = createTables();

/**
 * The checksum of bytes `start` to `end`. `before` is the checksum of the bytes before them, so
 * that a checksum can be computed in parts.
 */
export function crc32c(bytes: Uint8Array, start: number, end: number, before = 0): number {
  let crc = ~before;
  let at = start;
  const wholeEnd = end - ((end - start) & 7);
  while (at < wholeEnd) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      TABLES[1792 + (crc & 255)]! ^
      TABLES[1536 + ((crc >>> 8) & 255)]! ^
      TABLES[1280 + ((crc >>> 16) & 255)]! ^
      TABLES[1024 + (crc >>> 24)]! ^
      TABLES[768 + bytes[at + 4]!]! ^
      TABLES[512 + bytes[at + 5]!]! ^
      TABLES[256 + bytes[at + 6]!]! ^
      TABLES[bytes[at + 7]!]!;
    at += 8;
  }
  for (; at < end; at += 1) crc = TABLES[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Eight tables in one: table k tells what a byte does to the checksum k bytes later. */
function createTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    tables[byte] = crc;
  }
  for (let place = 256; place < tables.length; place += 1) {
    const before = tables[place - 256]!;
    tables[place] = tables[before & 255]! ^ (before >>> 8);
  }
  return tables;
}
