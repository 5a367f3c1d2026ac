/** Entries out of segment files, decoded, in handfuls; or their records as bytes, to be sent on. */
import type { Entry } from '../domain/command.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { millis, type Seq, seq as toSeq } from '../domain/units.ts';
import { createWriter, reserve } from './bytes.ts';
import { decodeEntry } from './entry-codec.ts';
import type { Files } from './files.ts';
import { JournalDamaged } from './journal-error.ts';
import { type Chain, RECORD_HEAD, recordBytes } from './record.ts';
import type { SegmentName } from './segment-name.ts';
import { type SegmentScan, scanSegments } from './segment-scan.ts';

/** Large enough to make handing over cheap, small enough to stay in the young generation. */
const HANDFUL = 1_024;

export interface EntryRange {
  readonly from: Seq;
  /** All up to and including this one must be there. */
  readonly to: Seq;
}

/** Returns the chain after the last of them. */
export function* readEntries(
  files: Files,
  dataFolder: string,
  segments: readonly SegmentName[],
  range: EntryRange,
): Generator<readonly Entry[], Chain | undefined> {
  if (range.from > range.to) return undefined;
  let entries: Entry[] = [];
  let last: SegmentScan | undefined;
  for (const scan of scanSegments(files, dataFolder, segments, range.from)) {
    while (scan.seq <= range.to && scan.next()) {
      if (scan.head.seq < range.from) continue;
      entries.push(entryOf(scan));
      if (entries.length < HANDFUL) continue;
      yield entries;
      entries = [];
    }
    last = scan;
    if (scan.seq > range.to) break;
  }
  if (entries.length > 0) yield entries;
  if (last !== undefined && last.seq > range.to) return last.chain;
  throw endsTooEarly(dataFolder, last, range);
}

/** The entry at which the scan stands. */
export function entryOf(scan: SegmentScan): Entry {
  const { head } = scan;
  try {
    return { seq: toSeq(head.seq), at: millis(head.at), ...decodeEntry(scan.reader, head.code) };
  } catch (error) {
    const offset = scan.offset - recordBytes(head.length);
    throw scan.damage(offset, `entry ${head.seq}: ${reasonOf(error)}`);
  }
}

function endsTooEarly(
  dataFolder: string,
  last: SegmentScan | undefined,
  range: EntryRange,
): JournalDamaged {
  if (last !== undefined) {
    const found = `found ${last.stop?.found ?? 'nothing'} where entry ${last.seq} should be`;
    return last.damage(last.offset, found);
  }
  return new JournalDamaged({
    file: dataFolder,
    offset: 0,
    found: `there are no segments, and entry ${range.from} is asked for`,
    advice: 'Put the journal folder back from a copy',
  });
}

/** Short enough not to hold up others while one is read, long enough to be worth a message. */
const PIECE_BYTES = 256 * 1_024;

export interface RecordPiece {
  readonly bytes: Uint8Array;
  /** The last entry in it. */
  readonly seq: Seq;
}

/** The bytes of records: whole ones, in pieces of a bounded length. */
export function* readRecords(
  files: Files,
  dataFolder: string,
  segments: readonly SegmentName[],
  { from, to }: EntryRange,
): Generator<RecordPiece, void> {
  if (from > to) return;
  let writer = createWriter(PIECE_BYTES);
  for (const scan of scanSegments(files, dataFolder, segments, from)) {
    while (scan.seq <= to && scan.next()) {
      const { head, reader } = scan;
      if (head.seq < from) continue;
      const start = reader.at - RECORD_HEAD;
      const length = recordBytes(head.length);
      reserve(writer, length);
      writer.bytes.set(reader.bytes.subarray(start, start + length), writer.at);
      writer.at += length;
      if (writer.at < PIECE_BYTES && head.seq < to) continue;
      yield { bytes: writer.bytes.subarray(0, writer.at), seq: toSeq(head.seq) };
      writer = createWriter(PIECE_BYTES);
    }
    if (scan.seq > to) return;
  }
}
