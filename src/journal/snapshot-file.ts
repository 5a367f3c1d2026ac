/**
 * Snapshots as files. One appears under its name only when it is whole and durable: written under
 * another name, synced, renamed, the folder synced. Measured on a venue of a thousand accounts
 * (6.3 MB of JSON): gzip at its fastest makes it a tenth in about 40 ms of a worker thread, less
 * than writing the other nine tenths takes, and leaves the disk to the journal.
 */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { gunzip, gunzipSync, gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { reasonOf } from '../domain/reason-of.ts';
import type { Seq } from '../domain/units.ts';
import { nextTurn } from '../machine/timers.ts';
import { type FileHandle, type Files, readAll, writeAll } from './files.ts';
import { SNAPSHOT_SPAN, SNAPSHOTS_KEPT, type StoredSnapshot } from './journal.ts';
import { listSnapshots, type SnapshotName, snapshotFile, snapshotFolder } from './segment-name.ts';
import {
  decodeSnapshotHeader,
  encodeSnapshotHeader,
  SNAPSHOT_HEADER_BYTES_MAX,
  type SnapshotHeader,
} from './snapshot-header.ts';
import type { Snapshots } from './snapshots.ts';

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
