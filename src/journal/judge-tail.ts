/**
 * Judges the place where a scan stopped. The end of the last segment may be torn, because a process
 * died in the middle of a write. But everything that was once durable must be there.
 *
 * Two things decide it. A later batch proves that the earlier ones were durable: it is written only
 * after they were synced. And an unfinished write leaves a trace that damage does not: sectors
 * reach the disk whole, in any order, and one that did not is still blank, since segments begin as
 * zeros. So a record that runs into a blank sector was never synced and never confirmed to anyone;
 * it may be dropped. A bad record without a blank sector was whole once and may have been confirmed
 * to its sender, so it is dropped only when the operator asks for it.
 */
import { createReader } from './bytes.ts';
import { commandLine } from './command-line.ts';
import { decodeEntry } from './entry-codec.ts';
import { NO_ID } from './journal-id.ts';
import { entryOf } from './read-entries.ts';
import {
  createHead,
  isIntact,
  type ListEnd,
  PAYLOAD_BYTES_MAX,
  RECORD_HEAD,
  readHead,
  recordBytes,
} from './record.ts';
import { SECTOR } from './segment-header.ts';
import type { SegmentScan } from './segment-scan.ts';
import { STORED_KINDS } from './stored-kinds.ts';

const STEP = 8;
const LOOK_BYTES = 64 * 1024;
const BLANK = Buffer.alloc(LOOK_BYTES);

export type TornTail = NonNullable<ReturnType<typeof judgeTail>>;

/** Undefined for a tidy end. Throws JournalDamaged for anything that was durable once. */
export function judgeTail(scan: SegmentScan) {
  const { stop, offset } = scan;
  if (stop === undefined || stop.kind === 'end') return undefined;
  if (stop.kind === 'wrong') throw scan.damage(offset, `found ${stop.found}`);
  const usedEnd = findUsedEnd(scan, offset);
  if (usedEnd === offset) return undefined;
  const isUnfinished = hasBlankSector(scan, offset, findRecordEnd(scan));
  for (const later of intactRecords(scan, offset, usedEnd)) {
    const isSameBatch = later.seq - later.place <= scan.seq;
    if (isSameBatch && isUnfinished) continue;
    const proof = `entry ${later.seq} at offset ${later.offset} is intact`;
    throw scan.damage(offset, `found ${stop.found}, and after it ${proof}`);
  }
  if (!isUnfinished) {
    throw scan.damage(
      offset,
      `found ${stop.found}, the last of the journal, and no unfinished write leaves it so: it ` +
        `may have been acknowledged. Entries up to ${scan.seq - 1} are good`,
      adviseCut(scan),
    );
  }
  // Records end at the offset; from there to the last byte that is not blank nothing is used.
  return { file: scan.path, offset, bytes: usedEnd - offset, found: stop.found };
}

/** The warning says what will be dropped and what will stay, before it happens. */
const adviseCut = ({ path, seq, dataFolder }: SegmentScan): string =>
  `Nothing was changed. Put ${path} back from a copy, or give up entry ${seq} and what follows ` +
  `it there, for whoever sent it too: ${commandLine(`journal cut --from ${seq}`, dataFolder)}`;

/** Of the record at which the scan stopped, as far as its length can be believed. */
function findRecordEnd({ stop, head, offset, size }: SegmentScan): number {
  const isKnown = stop?.kind === 'broken' && head.length <= PAYLOAD_BYTES_MAX;
  const end = offset + (isKnown ? recordBytes(head.length) : RECORD_HEAD);
  return Math.min(end, size);
}

/** One past the last byte that is not zero, or `from`. */
function findUsedEnd(scan: SegmentScan, from: number): number {
  let usedEnd = from;
  for (let at = from; at < scan.size; at += LOOK_BYTES) {
    const count = Math.min(LOOK_BYTES, scan.size - at);
    const start = scan.fill(at, count);
    const part = scan.reader.bytes.subarray(start, start + count);
    if (part.equals(BLANK.subarray(0, count))) continue;
    let last = count - 1;
    while (part[last] === 0) last -= 1;
    usedEnd = at + last + 1;
  }
  return usedEnd;
}

interface FoundRecord {
  readonly offset: number;
  readonly seq: number;
  readonly place: number;
}

/** Whole records after `from` that could continue this segment. */
function* intactRecords(scan: SegmentScan, from: number, to: number): Generator<FoundRecord, void> {
  const head = createHead();
  const seqMax = scan.seq + scan.size / RECORD_HEAD;
  let offset = from + STEP;
  while (offset + RECORD_HEAD <= to) {
    const look = Math.min(LOOK_BYTES, scan.size - offset);
    readHead(scan.reader.view, scan.fill(offset, look), head);
    const bytes = recordBytes(head.length);
    const isPlausible = head.seq > scan.seq && head.seq <= seqMax && offset + bytes <= scan.size;
    const isFound =
      isPlausible && isIntact(scan.reader.bytes, scan.fill(offset, Math.max(look, bytes)), head);
    if (isFound) yield { offset, seq: head.seq, place: head.place };
    offset += isFound ? bytes : STEP;
  }
}

/** Whether a sector in which these bytes lie is blank, from its beginning or from `from` on. */
function hasBlankSector(scan: SegmentScan, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const end = Math.min(scan.size, (Math.floor(at / SECTOR) + 1) * SECTOR);
    const start = scan.fill(at, end - at);
    const part = scan.reader.bytes.subarray(start, start + (end - at));
    if (part.equals(BLANK.subarray(0, end - at))) return true;
    at = end;
  }
  return false;
}

const BEGIN = STORED_KINDS['begin-batch'].code;

/**
 * A batch of a replica takes effect as a whole or not at all: its number counts from its first
 * entry on, so a sender that sends it again is told that it is a repeat. If a process dies while
 * it writes a batch, the journal may end in the middle of it. Nobody was told of it, so the whole
 * of it is cut off, and the batch counts when it is sent again. Where a batch begins, and how many
 * commands it has.
 */
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
