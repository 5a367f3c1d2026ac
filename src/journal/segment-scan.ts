/**
 * Walks through one segment, record by record, and checks each against its checksum, its place
 * and the chain. It stops at the first that does not fit and says why; whether that is an ordinary
 * end, a torn tail or damage is judged in judge-tail.ts.
 */
import { dirname, join } from 'node:path';
import type { Seq } from '../domain/units.ts';
import { type ByteReader, createReader } from './bytes.ts';
import { commandLine } from './command-line.ts';
import { type FileHandle, type Files, readAll } from './files.ts';
import { JournalDamaged } from './journal-error.ts';
import {
  advanceChain,
  type Chain,
  createHead,
  isIntact,
  isSameChain,
  PAYLOAD_BYTES_MAX,
  RECORD_HEAD,
  type RecordHead,
  readHead,
  recordBytes,
} from './record.ts';
import { decodeHeader, HEADER_BYTES_MAX, type SegmentHeader } from './segment-header.ts';
import { journalFolder, type SegmentName } from './segment-name.ts';

const WINDOW_BYTES = 1024 * 1024;

const advise = (dataFolder: string): string =>
  'Nothing was changed. Put the file back from a copy; ' +
  `"${commandLine('journal verify', dataFolder)}" checks every record. Without a copy, moving ` +
  'journal, snapshots and archive away begins a new venue and loses everything in them';

/**
 * Why a scan stopped: `blank` bytes were never written, a `broken` record may be the tail of an
 * unfinished write, a `wrong` one is whole but does not belong there.
 */
interface ScanStop {
  readonly kind: 'end' | 'blank' | 'broken' | 'wrong';
  readonly found: string;
}

export class SegmentScan {
  readonly path: string;
  /** The one that the journal's folder is in. */
  readonly dataFolder: string;
  readonly size: number;
  readonly header: SegmentHeader;
  /** The record that `next` found; its payload is between `reader.at` and `reader.end`. */
  readonly head: RecordHead = createHead();
  reader: ByteReader;
  /** Where the next record begins. */
  offset: number;
  /** The values that the next record must have. */
  seq: number;
  readonly chain: Chain;
  epoch: number;
  stop: ScanStop | undefined;

  private readonly files: Files;
  private readonly file: FileHandle;
  private windowStart = 0;
  private windowEnd = 0;

  /** A file that has lost its end is refused, unless the caller inspects what is left of it. */
  constructor(files: Files, folder: string, name: SegmentName, use: 'whole' | 'rest' = 'whole') {
    this.files = files;
    this.path = join(folder, name.file);
    this.dataFolder = dirname(folder);
    this.file = files.open(this.path, 'read');
    try {
      this.size = files.size(this.file);
      this.reader = createReader(new Uint8Array(Math.min(this.size, WINDOW_BYTES)));
      this.fill(0, Math.min(this.size, HEADER_BYTES_MAX));
      const header = decodeHeader(this.reader.bytes.subarray(0, this.windowEnd));
      if (typeof header === 'string') throw this.damage(0, header);
      if (header.firstSeq !== name.firstSeq) {
        throw this.damage(0, `the header says it begins with entry ${header.firstSeq}`);
      }
      if (this.size < header.bytes && use === 'whole') {
        throw this.damage(
          this.size,
          `the file ends here, and it was made with ${header.bytes} bytes: its end is missing`,
        );
      }
      this.header = header;
      this.offset = header.size;
    } catch (error) {
      files.close(this.file);
      throw error;
    }
    this.seq = this.header.firstSeq;
    this.chain = { ...this.header.chain };
    this.epoch = this.header.epoch;
  }

  /** Moves to the next record; false when there is none, and `stop` says why. */
  next(): boolean {
    this.stop = this.check();
    if (this.stop !== undefined) return false;
    const { head, reader } = this;
    advanceChain(this.chain, head);
    this.epoch = head.epoch;
    this.seq += 1;
    reader.at = this.offset - this.windowStart + RECORD_HEAD;
    reader.end = reader.at + head.length;
    this.offset += recordBytes(head.length);
    return true;
  }

  /** Makes bytes of the file available; returns where they begin in `reader.bytes`. */
  fill(position: number, count: number): number {
    if (position >= this.windowStart && position + count <= this.windowEnd) {
      return position - this.windowStart;
    }
    if (count > this.reader.bytes.length) this.reader = createReader(new Uint8Array(count));
    this.windowStart = position;
    this.windowEnd = position + readAll(this.files, this.file, this.reader.bytes, position);
    if (this.windowEnd < position + count) {
      throw this.damage(this.windowEnd, 'the file became shorter while it was read');
    }
    return 0;
  }

  damage(offset: number, found: string, advice = advise(this.dataFolder)): JournalDamaged {
    return new JournalDamaged({ file: this.path, offset, found, advice });
  }

  close(): void {
    this.files.close(this.file);
  }

  private check(): ScanStop | undefined {
    const { head, offset, size } = this;
    if (offset >= size) return { kind: 'end', found: 'the end of the file' };
    if (offset + RECORD_HEAD > size) {
      return { kind: 'blank', found: `${size - offset} bytes, less than a record` };
    }
    readHead(this.reader.view, this.fill(offset, RECORD_HEAD), head);
    if (head.length === 0 && head.crc === 0) return { kind: 'blank', found: 'unwritten space' };
    if (head.length > PAYLOAD_BYTES_MAX || offset + recordBytes(head.length) > size) {
      return { kind: 'broken', found: `a record of impossible length ${head.length}` };
    }
    const start = this.fill(offset, recordBytes(head.length));
    if (!isIntact(this.reader.bytes, start, head)) {
      return { kind: 'broken', found: `a record whose checksum is wrong, entry ${this.seq}` };
    }
    return this.checkPlace();
  }

  private checkPlace(): ScanStop | undefined {
    const { head, seq, epoch } = this;
    if (head.seq !== seq) {
      return { kind: 'wrong', found: `entry ${head.seq} where ${seq} should be` };
    }
    if (!isSameChain(head.chain, this.chain)) {
      return { kind: 'wrong', found: `entry ${seq} does not continue the one before it` };
    }
    if (head.epoch < epoch) {
      return { kind: 'wrong', found: `entry ${seq} is of epoch ${head.epoch}, after ${epoch}` };
    }
    return undefined;
  }
}

/** Works on a segment while it is open. */
export function withScan<Result>(scan: SegmentScan, work: (scan: SegmentScan) => Result): Result {
  try {
    return work(scan);
  } finally {
    scan.close();
  }
}

/**
 * Scans from the segment that holds `from` on. The caller walks each scan to its end before asking
 * for the next one, or stops.
 */
export function* scanSegments(
  files: Files,
  dataFolder: string,
  segments: readonly SegmentName[],
  from: Seq,
): Generator<SegmentScan, void> {
  const folder = journalFolder(dataFolder);
  const first = segments[0];
  if (first !== undefined && first.firstSeq > from) {
    throw new JournalDamaged({
      file: folder,
      offset: 0,
      found: `the journal begins with entry ${first.firstSeq}; entry ${from} is asked for`,
      advice: 'Put the missing segments back, or start from a snapshot that is newer',
    });
  }
  let before: SegmentScan | undefined;
  for (const [place, name] of segments.entries()) {
    const after = segments[place + 1];
    if (after !== undefined && after.firstSeq <= from) continue;
    const scan = new SegmentScan(files, folder, name);
    try {
      if (before !== undefined) expectLink(before, scan);
      yield scan;
    } finally {
      scan.close();
    }
    before = scan;
  }
}

/** Of a segment with another after it. */
export function expectEnded(scan: SegmentScan): void {
  const { stop } = scan;
  if (stop?.kind === 'broken' || stop?.kind === 'wrong')
    throw scan.damage(scan.offset, `found ${stop.found}, and a segment after it`);
}

function expectLink(before: SegmentScan, scan: SegmentScan): void {
  expectEnded(before);
  if (scan.header.firstSeq !== before.seq) {
    throw before.damage(
      before.offset,
      `records end with entry ${before.seq - 1}, the next segment begins with ` +
        `${scan.header.firstSeq}: a segment or records are missing`,
    );
  }
  if (!isSameChain(scan.header.chain, before.chain)) {
    throw scan.damage(0, `the segment does not continue ${before.path}: it is of another journal`);
  }
}
