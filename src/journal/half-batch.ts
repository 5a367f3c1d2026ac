/**
 * A batch of a replica takes effect as a whole or not at all: its number counts from its first
 * entry on, so a sender that sends it again is told that it is a repeat. If a process dies while it
 * writes a batch, the journal may end in the middle of it. Nobody was told of it, so the whole of
 * it is cut off, and the batch counts when it is sent again.
 */

import { createReader } from './byte-reader.ts';
import { decodeEntry } from './entry-codec.ts';
import { NO_ID } from './journal-id.ts';
import type { TornTail } from './judge-tail.ts';
import { entryOf } from './read-entries.ts';
import { type ListEnd, RECORD_HEAD, recordBytes } from './record.ts';
import type { SegmentScan } from './segment-scan.ts';
import { STORED_KINDS } from './stored-kinds.ts';

const BEGIN = STORED_KINDS['begin-batch'].code;

/** Where a batch begins, and how many commands it has. */
export interface BegunBatch {
  readonly offset: number;
  readonly seq: number;
  readonly count: number;
  /** The list before it. */
  readonly end: ListEnd;
}

/** If the scan stands at the beginning of a batch. The time is that of the entry before. */
export function findBegun(scan: SegmentScan, offset: number, at: number): BegunBatch | undefined {
  const { head, reader } = scan;
  if (head.code !== BEGIN) return undefined;
  const { at: start } = reader;
  const { command } = entryOf(scan);
  reader.at = start;
  if (command.kind !== 'begin-batch') return undefined;
  const { count } = command;
  const end = { seq: head.seq - 1, at, chain: { ...head.chain } };
  return { offset, seq: head.seq, count, end };
}

/** The end of the list without the last batch, if that is not whole. */
export function findHalfBatch(
  scan: SegmentScan,
  begun: BegunBatch | undefined,
  torn: TornTail | undefined,
): { end: ListEnd; tail: { offset: number; torn: TornTail } } | undefined {
  // A fork may end at any entry, and that is where it goes on.
  if (begun === undefined || scan.header.forkedFrom !== NO_ID) return undefined;
  const written = scan.seq - 1 - begun.seq;
  if (written >= begun.count) return undefined;
  const { offset, end } = begun;
  const usedEnd = torn === undefined ? scan.offset : torn.offset + torn.bytes;
  const found = `${written} of the ${begun.count} commands of a batch`;
  return {
    end,
    tail: { offset, torn: { file: scan.path, offset, bytes: usedEnd - offset, found } },
  };
}

/** The bytes of the record that begins here, and of the commands that belong to it. */
export function groupBytes(view: DataView, at: number): number {
  const first = recordBytes(view.getUint32(at, true));
  if (view.getUint16(at + 40, true) !== BEGIN) return first;
  let end = at + first;
  for (let left = countAt(view, at); left > 0 && end < view.byteLength; left -= 1)
    end += recordBytes(view.getUint32(end, true));
  return end - at;
}

function countAt(view: DataView, at: number): number {
  const length = view.getUint32(at, true);
  const payload = new Uint8Array(view.buffer, view.byteOffset + at + RECORD_HEAD, length);
  const { command } = decodeEntry(createReader(payload), BEGIN);
  return command.kind === 'begin-batch' ? command.count : 0;
}
