/** The bytes of records out of segment files: whole records, in pieces of a bounded length. */
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { createWriter, reserve } from './byte-writer.ts';
import type { Files } from './files.ts';
import type { EntryRange } from './read-entries.ts';
import { RECORD_HEAD, recordBytes } from './record.ts';
import { scanSegments } from './scan-segments.ts';
import type { SegmentName } from './segment-name.ts';

/** Short enough not to hold up others while one is read, long enough to be worth a message. */
const PIECE_BYTES = 256 * 1_024;

export interface RecordPiece {
  readonly bytes: Uint8Array;
  /** The last entry in it. */
  readonly seq: Seq;
}

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
