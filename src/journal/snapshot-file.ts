/**
 * Snapshots as files. One appears under its name only when it is whole and durable: written under
 * another name, synced, renamed, the folder synced. Measured on a venue of a thousand accounts
 * (6.3 MB of JSON): gzip at its fastest makes it a tenth in about 40 ms of a worker thread, less
 * than writing the other nine tenths takes, and leaves the disk to the journal.
 *
 * It begins with this; the payload follows, compressed with gzip.
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
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { gunzip, gunzipSync, gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { reasonOf } from '../domain/reason-of.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { nextTurn } from '../machine/timers.ts';
import { type FileHandle, type Files, readAll, writeAll } from './files.ts';
import { SNAPSHOT_SPAN, SNAPSHOTS_KEPT, type Snapshots, type StoredSnapshot } from './journal.ts';
import { type JournalId, NO_ID, readId, writeId } from './journal-id.ts';
import { type Chain, crc32c, getLong, setLong } from './record.ts';
import { listSnapshots, type SnapshotName, snapshotFile, snapshotFolder } from './segment-name.ts';

/**
 * A follower thread does this itself at its own low priority. Node's own threads have normal
 * priority, and the journal's syncs would wait for them.
 */
const compress = isMainThread
  ? promisify(gzip)
  : async (bytes: Uint8Array, options: ZlibOptions) => gzipSync(bytes, options);
const decompress = isMainThread
  ? promisify(gunzip)
  : async (bytes: Uint8Array, options: ZlibOptions) => gunzipSync(bytes, options);
const FASTEST = { level: 1 };
/** Others get their turn between pieces of this size. */
const PIECE_BYTES = 1024 * 1024;
const TEMPORARY = '.tmp';

export interface SnapshotPlace {
  readonly files: Files;
  readonly dataFolder: string;
}

/** The fields of a snapshot's header that the snapshot itself does not have. */
export type SnapshotOrigin = Pick<SnapshotHeader, 'version' | 'journal'>;

export async function writeSnapshot(
  place: SnapshotPlace,
  snapshot: StoredSnapshot,
  origin: SnapshotOrigin,
): Promise<void> {
  const stored = await compress(snapshot.payload, FASTEST);
  const header = encodeSnapshotHeader({
    seq: snapshot.seq,
    payloadBytes: snapshot.payload.length,
    storedBytes: stored.length,
    sha256: await digestOf(snapshot.payload),
    hash: snapshot.hash,
    ...origin,
  });
  await putFile(place, snapshot.seq, [header, stored]);
}

async function putFile(
  { files, dataFolder }: SnapshotPlace,
  seq: Seq,
  parts: readonly Uint8Array[],
): Promise<void> {
  const folder = snapshotFolder(dataFolder);
  const path = join(folder, snapshotFile(seq));
  const temporary = `${path}${TEMPORARY}`;
  const file = files.open(temporary, 'create');
  try {
    let position = 0;
    for (const part of parts) {
      await writePieces(files, file, part, position);
      position += part.length;
    }
    await files.sync(file);
  } catch (error) {
    // On a full disk the room goes back to the journal at once.
    files.remove(temporary);
    throw error;
  } finally {
    files.close(file);
  }
  files.rename(temporary, path);
  await files.syncFolder(folder);
}

/** Those of a data folder. */
export const createFolderSnapshots = (place: SnapshotPlace): Snapshots => ({
  list: async () => listSnapshots(place.files, place.dataFolder).map(({ seq }) => seq),
  read: async (seq) => {
    const name = listSnapshots(place.files, place.dataFolder).find((other) => other.seq === seq);
    if (name === undefined) return undefined;
    const file = openSnapshot(place, name);
    try {
      const bytes = new Uint8Array(place.files.size(file));
      return bytes.subarray(0, readAll(place.files, file, bytes, 0));
    } finally {
      place.files.close(file);
    }
  },
  save: (seq, bytes) => putFile(place, seq, [bytes]),
  remove: (seq) => removeSnapshots(place, [{ seq, file: snapshotFile(seq) }]),
});

/** Writes it, reads it back, and only then removes older ones. */
export async function storeSnapshot(
  place: SnapshotPlace,
  snapshot: StoredSnapshot,
  origin: SnapshotOrigin,
): Promise<void> {
  await writeSnapshot(place, snapshot, origin);
  const { seq } = snapshot;
  const stored = await readSnapshotOf(place, seq);
  if (typeof stored === 'string') throw new Error(`snapshot ${seq} does not read back: ${stored}`);
  await removeOldSnapshots(place);
}

export const readSnapshotOf = (place: SnapshotPlace, seq: Seq) =>
  readSnapshot(place, { seq, file: snapshotFile(seq) });

/** The snapshot, read and checked in full, or a description of what is wrong with it. */
export async function readSnapshot(
  place: SnapshotPlace,
  name: SnapshotName,
): Promise<(StoredSnapshot & SnapshotOrigin) | string> {
  try {
    return await readChecked(place, name);
  } catch (error) {
    return reasonOf(error);
  }
}

/** The header, without reading the payload, or a description of what is wrong with it. */
export function readSnapshotHeader(place: SnapshotPlace, name: SnapshotName) {
  const { files } = place;
  try {
    const file = openSnapshot(place, name);
    try {
      return readHeader(files, file, name);
    } finally {
      files.close(file);
    }
  } catch (error) {
    return reasonOf(error);
  }
}

const openSnapshot = ({ files, dataFolder }: SnapshotPlace, { file }: SnapshotName): FileHandle =>
  files.open(join(snapshotFolder(dataFolder), file), 'read');

function readHeader(files: Files, file: FileHandle, name: SnapshotName) {
  const size = files.size(file);
  const start = new Uint8Array(Math.min(size, SNAPSHOT_HEADER_BYTES_MAX));
  const header = decodeSnapshotHeader(start.subarray(0, readAll(files, file, start, 0)));
  if (typeof header === 'string') return header;
  if (header.seq !== name.seq) return `the header says it is of entry ${header.seq}`;
  const expected = header.size + header.storedBytes;
  return expected === size ? header : `the file has ${size} bytes, not ${expected}`;
}

async function readChecked(place: SnapshotPlace, name: SnapshotName) {
  const { files } = place;
  const file = openSnapshot(place, name);
  try {
    const header = readHeader(files, file, name);
    if (typeof header === 'string') return header;
    const stored = new Uint8Array(header.storedBytes);
    readAll(files, file, stored, header.size);
    const payload = await decompress(stored, { maxOutputLength: header.payloadBytes || 1 });
    const digest = await digestOf(payload);
    if (payload.length !== header.payloadBytes || !Buffer.from(digest).equals(header.sha256)) {
      return 'the payload is not the one that was stored: its SHA-256 differs';
    }
    const { seq, hash, version, journal } = header;
    return { seq, hash, version, journal, payload };
  } finally {
    files.close(file);
  }
}

/**
 * Removes all but the newest ones and the first of each span of entries. Called only after the
 * newest was read back: a bad one never pushes out a good one.
 */
async function removeOldSnapshots(place: SnapshotPlace): Promise<void> {
  const older = listSnapshots(place.files, place.dataFolder).slice(SNAPSHOTS_KEPT).reverse();
  const spanOf = (name: SnapshotName | undefined): number =>
    Math.floor((name?.seq ?? 0) / SNAPSHOT_SPAN);
  const isInSpan = (name: SnapshotName, at: number) => spanOf(name) === spanOf(older[at - 1]);
  await removeSnapshots(place, older.filter(isInSpan));
}

export async function removeSnapshots(
  { files, dataFolder }: SnapshotPlace,
  names: readonly SnapshotName[],
): Promise<void> {
  const folder = snapshotFolder(dataFolder);
  for (const { file } of names) files.remove(join(folder, file));
  if (names.length > 0) await files.syncFolder(folder);
}

/** Removes what a crash left half written. */
export function removeTemporaries({ files, dataFolder }: SnapshotPlace): void {
  const folder = snapshotFolder(dataFolder);
  for (const file of files.list(folder)) {
    if (file.endsWith(TEMPORARY)) files.remove(join(folder, file));
  }
}

async function writePieces(
  files: Files,
  file: FileHandle,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    writeAll(files, file, bytes.subarray(at, at + PIECE_BYTES), position + at);
    await nextTurn();
  }
}

async function digestOf(bytes: Uint8Array): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    hash.update(bytes.subarray(at, at + PIECE_BYTES));
    await nextTurn();
  }
  return hash.digest();
}

const FORMAT_VERSION = 2;
const MAGIC = Buffer.from('PERPSNAP', 'latin1');
const FIXED = 96;
const FIXED_OF_FORMAT_1 = 80;
/** How much must be read to parse any header; its texts are short. */
const SNAPSHOT_HEADER_BYTES_MAX = 8192;

interface SnapshotHeader {
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

function encodeSnapshotHeader(header: SnapshotHeader): Uint8Array {
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
function decodeSnapshotHeader(bytes: Uint8Array): (SnapshotHeader & { size: number }) | string {
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
