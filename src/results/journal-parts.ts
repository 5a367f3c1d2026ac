/**
 * The journal in published parts: compressed segments of the venue's own format. The header of each
 * holds the hash of the one before, so changing an entry changes every later hash.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Entry } from '../domain/command.ts';
import { seq as toSeq } from '../domain/units.ts';
import { type ByteWriter, createWriter } from '../journal/bytes.ts';
import type { Files } from '../journal/files.ts';
import { NO_ID } from '../journal/journal-id.ts';
import { entryOf } from '../journal/read-entries.ts';
import { type Chain, createChain, isSameChain, writeRecord } from '../journal/record.ts';
import { encodeHeader } from '../journal/segment-header.ts';
import { segmentFile } from '../journal/segment-name.ts';
import { SegmentScan } from '../journal/segment-scan.ts';
import { JOURNAL_FOLDER, type JournalPart, NO_HASH } from './published-folder.ts';

/** Before compression: large enough to compress well, small enough to hold in memory. */
const PART_BYTES = 16 * 1024 * 1024;
/** A part and the largest entry that may stand at its end, with room to spare. */
const CONTENT_BYTES_MAX = 4 * PART_BYTES;

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

const previousText = (previous: string): string => `published; previous ${previous}`;

export class PartWriter {
  readonly parts: JournalPart[] = [];
  readonly #folder: string;
  readonly #chain: Chain = createChain();
  #writer: ByteWriter = createWriter(64 * 1024);
  #firstSeq = 0;
  #lastSeq = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(join(folder, JOURNAL_FOLDER), { recursive: true });
  }

  add(entry: Entry): void {
    if (this.#firstSeq === 0) this.#begin(entry);
    writeRecord(this.#writer, entry, { epoch: 1, place: 0 }, this.#chain);
    this.#lastSeq = entry.seq;
    if (this.#writer.at >= PART_BYTES) this.finishPart();
  }

  #begin({ seq }: Entry): void {
    this.#firstSeq = seq;
    const previous = this.parts.at(-1)?.contentSha256 ?? NO_HASH;
    const chain = { ...this.#chain };
    const header = encodeHeader({
      firstSeq: seq,
      chain,
      epoch: 1,
      version: previousText(previous),
      id: NO_ID,
      bytes: 0,
      forkedFrom: NO_ID,
    });
    this.#writer = createWriter(PART_BYTES + 64 * 1024);
    this.#writer.bytes.set(header);
    this.#writer.at = header.length;
  }

  /** The next entry begins a new part. */
  finishPart(): void {
    if (this.#firstSeq === 0) return;
    const content = this.#writer.bytes.subarray(0, this.#writer.at);
    const file = `${JOURNAL_FOLDER}/${segmentFile(toSeq(this.#firstSeq))}.zst`;
    writeFileSync(join(this.#folder, file), zstdCompressSync(content));
    this.parts.push({
      file,
      firstSeq: this.#firstSeq,
      lastSeq: this.#lastSeq,
      contentSha256: sha256(content),
    });
    this.#firstSeq = 0;
  }

  /** Deletes what was written after this many parts. */
  keepFirst(count: number): void {
    for (const { file } of this.parts.splice(count)) rmSync(join(this.#folder, file));
  }
}

export interface PartFault {
  readonly file: string;
  readonly expected: string;
  readonly found: string;
}

/** Every entry in order, or the first thing that is wrong. */
export function* readParts(
  folder: string,
  parts: readonly JournalPart[],
): Generator<readonly Entry[], PartFault | undefined> {
  let previous = NO_HASH;
  let before: SegmentScan | undefined;
  for (const part of parts) {
    const content = decompress(readFileSync(join(folder, part.file)));
    const found = content === undefined ? 'nothing that can be unpacked' : sha256(content);
    if (content === undefined || found !== part.contentSha256)
      return { file: part.file, expected: `content ${part.contentSha256}`, found };
    const name = { file: segmentFile(toSeq(part.firstSeq)), firstSeq: toSeq(part.firstSeq) };
    const scan = new SegmentScan(filesOf(content), folder, name);
    const fault = judgeLink(part, scan, { previous, before });
    if (fault !== undefined) return fault;
    yield* handfuls(scan);
    const end = `${scan.stop?.found ?? ''} after entry ${scan.seq - 1}`;
    if (scan.stop?.kind !== 'end' || scan.seq - 1 !== part.lastSeq)
      return { file: part.file, expected: `entries up to ${part.lastSeq}`, found: end };
    previous = part.contentSha256;
    before = scan;
  }
  return undefined;
}

function judgeLink(
  { file, firstSeq }: JournalPart,
  scan: SegmentScan,
  last: { readonly previous: string; readonly before: SegmentScan | undefined },
): PartFault | undefined {
  const { previous, before } = last;
  const { version, chain } = scan.header;
  if (version !== previousText(previous))
    return { file, expected: previousText(previous), found: version };
  if (before === undefined) return undefined;
  if (before.seq !== firstSeq)
    return { file, expected: `entry ${before.seq} first`, found: `entry ${firstSeq}` };
  return isSameChain(chain, before.chain)
    ? undefined
    : { file, expected: 'the chain of the part before', found: 'another' };
}

const HANDFUL = 1_024;

function* handfuls(scan: SegmentScan): Generator<readonly Entry[], void> {
  let entries: Entry[] = [];
  while (scan.next()) {
    entries.push(entryOf(scan));
    if (entries.length < HANDFUL) continue;
    yield entries;
    entries = [];
  }
  if (entries.length > 0) yield entries;
}

function decompress(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: CONTENT_BYTES_MAX });
  } catch {
    return undefined;
  }
}

const refuse = (): never => {
  throw new Error('a published part is only read');
};

/** One file in memory, as a scan asks for it. */
const filesOf = (content: Uint8Array): Files => ({
  open: () => 0,
  close: () => undefined,
  size: () => content.length,
  read(_, into, position) {
    const part = content.subarray(position, position + into.length);
    into.set(part);
    return part.length;
  },
  makeFolder: refuse,
  list: refuse,
  write: refuse,
  syncData: refuse,
  sync: refuse,
  rename: refuse,
  remove: refuse,
  syncFolder: refuse,
});
