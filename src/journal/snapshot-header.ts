/**
 * The beginning of a snapshot file; the payload follows, compressed with gzip.
 *
 * | at | bytes | what |
 * |---:|------:|---|
 * |  0 |     8 | the letters PERPSNAP |
 * |  8 |     4 | version of this format |
 * | 12 |     4 | CRC-32C of everything from byte 16 to the end of the texts |
 * | 16 |     8 | seq |
 * | 24 |     8 | bytes of the payload as given |
 * | 32 |     8 | bytes of the payload as stored |
 * | 40 |    32 | SHA-256 of the payload as given |
 * | 72 |     4 | length of the state hash |
 * | 76 |     4 | length of the version text |
 * | 80 |     8 | id of the journal |
 * | 88 |     8 | chain of the journal after the entry |
 * | 96 |     … | state hash and version text, UTF-8 |
 *
 * Format 1 had neither id nor chain; its texts begin at 80. It is read, but no longer written.
 */
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { crc32c } from './crc32c.ts';
import { type JournalId, NO_ID, readId, writeId } from './journal-id.ts';
import { type Chain, getLong, setLong } from './record.ts';

const FORMAT_VERSION = 2;
const MAGIC = Buffer.from('PERPSNAP', 'latin1');
const FIXED = 96;
const FIXED_OF_FORMAT_1 = 80;
/** How much must be read to parse any header; its texts are short. */
export const SNAPSHOT_HEADER_BYTES_MAX = 8192;

export interface SnapshotHeader {
  readonly seq: Seq;
  readonly payloadBytes: number;
  readonly storedBytes: number;
  readonly sha256: Uint8Array;
  readonly hash: string;
  /** Version and settings of the engine that wrote it. */
  readonly version: string;
  readonly journal: JournalPlace;
}

/** The journal of a snapshot, and its place in it. */
export interface JournalPlace {
  readonly id: JournalId;
  /** After its entry; null where it was written before snapshots said so. */
  readonly chain: Chain | null;
}

export function encodeSnapshotHeader(header: SnapshotHeader): Uint8Array {
  const hash = Buffer.from(header.hash, 'utf8');
  const version = Buffer.from(header.version, 'utf8');
  const bytes = new Uint8Array(FIXED + hash.length + version.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, FORMAT_VERSION, true);
  setLong(view, 16, header.seq);
  setLong(view, 24, header.payloadBytes);
  setLong(view, 32, header.storedBytes);
  bytes.set(header.sha256, 40);
  view.setUint32(72, hash.length, true);
  view.setUint32(76, version.length, true);
  const { id, chain } = header.journal;
  writeId(bytes, 80, id);
  view.setInt32(88, chain?.first ?? 0, true);
  view.setInt32(92, chain?.second ?? 0, true);
  bytes.set(hash, FIXED);
  bytes.set(version, FIXED + hash.length);
  view.setUint32(12, crc32c(bytes, 16, bytes.length), true);
  return bytes;
}

/** The header and where the payload begins, or a description of what is wrong with it. */
export function decodeSnapshotHeader(
  bytes: Uint8Array,
): (SnapshotHeader & { size: number }) | string {
  if (bytes.length < FIXED_OF_FORMAT_1)
    return `the file has only ${bytes.length} bytes, no whole header`;
  if (!MAGIC.equals(bytes.subarray(0, MAGIC.length))) return 'this is no snapshot';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const format = view.getUint32(8, true);
  const isFirstFormat = format === 1;
  const fixed = isFirstFormat ? FIXED_OF_FORMAT_1 : FIXED;
  const hashEnd = fixed + view.getUint32(72, true);
  const size = hashEnd + view.getUint32(76, true);
  if (size > bytes.length || crc32c(bytes, 16, size) !== view.getUint32(12, true)) {
    return 'the checksum of the header is wrong';
  }
  if (format !== FORMAT_VERSION && !isFirstFormat) {
    return `the file has format ${format}, this version reads ${FORMAT_VERSION}`;
  }
  return {
    seq: toSeq(getLong(view, 16)),
    payloadBytes: getLong(view, 24),
    storedBytes: getLong(view, 32),
    sha256: bytes.slice(40, 72),
    hash: Buffer.from(bytes.subarray(fixed, hashEnd)).toString('utf8'),
    version: Buffer.from(bytes.subarray(hashEnd, size)).toString('utf8'),
    journal: isFirstFormat ? { id: NO_ID, chain: null } : readPlace(view, bytes),
    size,
  };
}

const readPlace = (view: DataView, bytes: Uint8Array): JournalPlace => ({
  id: readId(bytes, 80),
  chain: { first: view.getInt32(88, true), second: view.getInt32(92, true) },
});
