/**
 * The beginning of a segment file: what it is, which code wrote it, and how it continues the one
 * before. Padded with zeros to whole sectors, so that records never share one with it.
 *
 * | at | bytes | what |
 * |---:|------:|---|
 * |  0 |     8 | the letters PERPJRNL |
 * |  8 |     4 | version of this format |
 * | 12 |     4 | CRC-32C of everything from byte 16 to the end of the text |
 * | 16 |     8 | seq of its first entry |
 * | 24 |     8 | chain before that entry |
 * | 32 |     4 | epoch that created it |
 * | 36 |     4 | length of the text |
 * | 40 |     8 | id of the journal |
 * | 48 |     8 | bytes that the file has at least: it was filled with zeros before it was used |
 * | 56 |     8 | id of the journal before it, where this segment begins a fork; otherwise zeros |
 * | 64 |     … | text, UTF-8: version and settings of the engine that wrote it |
 *
 * Format 2 had no id of a journal before; its text begins at 56. Format 1 had no id and no bytes
 * either; its text begins at 40. Both are read, but no longer written.
 */
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { NotStorable } from './journal-error.ts';
import { type JournalId, NO_ID, readId, writeId } from './journal-id.ts';
import { type Chain, crc32c, getLong, setLong } from './record.ts';

export const FORMAT_VERSION = 3;
export const SECTOR = 512;
const VERSION_TEXT_BYTES_MAX = 4096;
const MAGIC = Buffer.from('PERPJRNL', 'latin1');
const FIXED = 64;
const FIXED_OF_FORMAT_1 = 40;
/** Where the text begins in each format that is read. */
const FIXED_OF: ReadonlyMap<number, number> = new Map([
  [1, FIXED_OF_FORMAT_1],
  [2, 56],
  [FORMAT_VERSION, FIXED],
]);

export interface SegmentHeader {
  readonly firstSeq: Seq;
  readonly chain: Chain;
  readonly epoch: number;
  readonly version: string;
  readonly id: JournalId;
  /** A file that is shorter has lost its end; zero where it is not known. */
  readonly bytes: number;
  /** Whose segments come before this one, where a fork begins with it; otherwise no id. */
  readonly forkedFrom: JournalId;
}

/** How much must be read to parse any header. */
export const HEADER_BYTES_MAX = headerBytes(VERSION_TEXT_BYTES_MAX);

function headerBytes(textLength: number, fixed = FIXED): number {
  return Math.ceil((fixed + textLength) / SECTOR) * SECTOR;
}

export function encodeHeader(header: SegmentHeader): Uint8Array {
  const text = Buffer.from(header.version, 'utf8');
  if (text.length > VERSION_TEXT_BYTES_MAX) {
    throw new NotStorable(`the version text has more than ${VERSION_TEXT_BYTES_MAX} bytes`);
  }
  const bytes = new Uint8Array(headerBytes(text.length));
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, FORMAT_VERSION, true);
  setLong(view, 16, header.firstSeq);
  view.setInt32(24, header.chain.first, true);
  view.setInt32(28, header.chain.second, true);
  view.setUint32(32, header.epoch, true);
  view.setUint32(36, text.length, true);
  writeId(bytes, 40, header.id);
  setLong(view, 48, header.bytes);
  writeId(bytes, 56, header.forkedFrom);
  bytes.set(text, FIXED);
  view.setUint32(12, crc32c(bytes, 16, FIXED + text.length), true);
  return bytes;
}

/** The header and where records begin, or a description of what is wrong with it. */
export function decodeHeader(bytes: Uint8Array): (SegmentHeader & { size: number }) | string {
  if (bytes.length < FIXED_OF_FORMAT_1)
    return `the file has only ${bytes.length} bytes, no whole header`;
  if (!MAGIC.equals(bytes.subarray(0, MAGIC.length))) return 'this is no journal segment';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const format = view.getUint32(8, true);
  const length = view.getUint32(36, true);
  const fixed = FIXED_OF.get(format) ?? FIXED;
  const end = fixed + length;
  const isWhole = length <= VERSION_TEXT_BYTES_MAX && headerBytes(length, fixed) <= bytes.length;
  if (!isWhole || crc32c(bytes, 16, end) !== view.getUint32(12, true)) {
    return 'the checksum of the header is wrong';
  }
  if (!FIXED_OF.has(format)) {
    return `the file has format ${format}, this version reads ${FORMAT_VERSION}`;
  }
  return {
    firstSeq: toSeq(getLong(view, 16)),
    chain: { first: view.getInt32(24, true), second: view.getInt32(28, true) },
    epoch: view.getUint32(32, true),
    version: Buffer.from(bytes.subarray(fixed, end)).toString('utf8'),
    id: format === 1 ? NO_ID : readId(bytes, 40),
    bytes: format === 1 ? 0 : getLong(view, 48),
    forkedFrom: format < FORMAT_VERSION ? NO_ID : readId(bytes, 56),
    size: headerBytes(length, fixed),
  };
}
