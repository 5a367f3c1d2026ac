/**
 * What the place where a scan stopped means. In the last segment the end may be untidy: a process
 * died in the middle of a write. Anything that was durable once must be there, though, and a later
 * batch proves that the earlier ones were.
 */

import { createHead, isIntact, RECORD_HEAD, readHead, recordBytes } from './record.ts';
import { SECTOR } from './segment-header.ts';
import type { SegmentScan } from './segment-scan.ts';

const STEP = 8;
const LOOK_BYTES = 64 * 1024;
const BLANK = Buffer.alloc(LOOK_BYTES);

export interface TornTail {
  readonly file: string;
  /** Records end here; what follows is not used. */
  readonly offset: number;
  /** From the offset to the last byte that is not blank. */
  readonly bytes: number;
  readonly found: string;
}

/** Undefined for a tidy end. Throws JournalDamaged for anything that was durable once. */
export function judgeTail(scan: SegmentScan): TornTail | undefined {
  const { stop, offset } = scan;
  if (stop === undefined || stop.kind === 'end') return undefined;
  if (stop.kind === 'wrong') throw scan.damage(offset, `found ${stop.found}`);
  const usedEnd = findUsedEnd(scan, offset);
  if (usedEnd === offset) return undefined;
  let hasHole: boolean | undefined;
  for (const later of intactRecords(scan, offset, usedEnd)) {
    const isSameBatch = later.seq - later.place <= scan.seq;
    hasHole ??= hasBlankSector(scan, offset, later.offset);
    if (!isSameBatch || !hasHole) {
      const proof = `entry ${later.seq} at offset ${later.offset} is intact`;
      throw scan.damage(offset, `found ${stop.found}, and after it ${proof}`);
    }
  }
  return { file: scan.path, offset, bytes: usedEnd - offset, found: stop.found };
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

/**
 * Sectors of one write reach the disk in any order. One that did not is still blank, since segments
 * begin as zeros; a byte that has rotted leaves no blank sector.
 */
function hasBlankSector(scan: SegmentScan, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const end = Math.min(to, (Math.floor(at / SECTOR) + 1) * SECTOR);
    const start = scan.fill(at, end - at);
    const part = scan.reader.bytes.subarray(start, start + (end - at));
    const isWhole = end % SECTOR === 0;
    if (isWhole && part.equals(BLANK.subarray(0, end - at))) return true;
    at = end;
  }
  return false;
}
