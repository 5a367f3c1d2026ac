/**
 * Surveys a data folder before a start may use it: every segment's header, every record of the last
 * segment, and the journal that the snapshots belong to. It only reads. The start and
 * `perpetua journal verify` share this survey, so that they cannot disagree.
 */

import type { Files } from './files.ts';
import { expectBelongs } from './find-snapshot.ts';
import { JournalDamaged } from './journal-error.ts';
import { areForeign, type JournalId, NO_ID } from './journal-id.ts';
import {
  type BegunBatch,
  findBegun,
  findHalfBatch,
  judgeTail,
  type TornTail,
} from './judge-tail.ts';
import { type Chain, createChain, type ListEnd } from './record.ts';
import {
  journalFolder,
  listSegments,
  listSnapshots,
  type SegmentName,
  type SnapshotName,
} from './segment-name.ts';
import { SegmentScan } from './segment-scan.ts';
import { readSnapshotHeader } from './snapshot-file.ts';

export type Survey = Readonly<ReturnType<typeof surveyJournal>>;

export interface SegmentTail {
  readonly file: string;
  readonly path: string;
  readonly epoch: number;
  readonly version: string;
  /** Where its records end. */
  readonly offset: number;
  /** Where the last batch begins that one sync made durable. */
  readonly lastBatch: number;
  readonly torn: TornTail | undefined;
}

/**
 * Throws JournalDamaged if a venue must not go on from here. Shows each record of the last segment
 * to whoever wants to look. Without any segment the list is where it begins.
 */
export function surveyJournal(
  files: Files,
  dataFolder: string,
  look: (scan: SegmentScan) => void = () => undefined,
  begin: ListEnd = { seq: 0, at: Number.MIN_SAFE_INTEGER, chain: createChain() },
) {
  const folder = journalFolder(dataFolder);
  const segments = listSegments(files, dataFolder);
  const snapshots = listSnapshots(files, dataFolder);
  const wanted = new Set<number>(snapshots.map(({ seq }) => seq));
  const chains = new Map<number, Chain>();
  const last = segments.at(-1);
  let id = NO_ID;
  let end = begin;
  let tail: SegmentTail | undefined;
  const note = (scan: SegmentScan): void => {
    if (wanted.has(scan.seq - 1)) chains.set(scan.seq - 1, { ...scan.chain });
    if (scan.seq > scan.header.firstSeq) look(scan);
  };
  for (const name of segments) {
    const scan = new SegmentScan(files, folder, name);
    try {
      id = expectSameJournal(scan, id);
      if (name === last) ({ end, tail } = scanTail(scan, name, note));
    } finally {
      scan.close();
    }
  }
  for (const name of snapshots) {
    const header = readSnapshotHeader({ files, dataFolder }, name);
    if (typeof header === 'string') continue;
    expectBelongs({ files, dataFolder }, name, header.journal, { id, chain: chains.get(name.seq) });
  }
  expectCovered(dataFolder, snapshots[0], end.seq);
  return {
    /** Not known where there is no segment, nor where they are older than ids. */
    id,
    segments,
    /** Newest first. */
    snapshots,
    end,
    /** After the entries that snapshots are of, as far as they are in the last segment. */
    chains,
    /** Of the last segment; undefined where there is none. */
    tail,
  };
}

function expectSameJournal(scan: SegmentScan, id: JournalId): JournalId {
  const { header } = scan;
  if (header.forkedFrom !== NO_ID && header.forkedFrom === id) return header.id;
  if (!areForeign(header.id, id)) return id === NO_ID ? header.id : id;
  throw scan.damage(0, `the segment is of journal ${header.id}, those before it of ${id}`);
}

/** Shows the scan before the first entry and after each. */
function scanTail(
  scan: SegmentScan,
  { file }: SegmentName,
  show: (scan: SegmentScan) => void,
): { end: ListEnd; tail: SegmentTail } {
  let at = Number.MIN_SAFE_INTEGER;
  let lastBatch = scan.offset;
  let begun: BegunBatch | undefined;
  show(scan);
  for (let offset = scan.offset; scan.next(); offset = scan.offset) {
    begun = findBegun(scan, offset, at) ?? begun;
    at = scan.head.at;
    if (scan.head.place === 0) lastBatch = offset;
    show(scan);
  }
  const torn = judgeTail(scan);
  const { path, epoch, offset, chain } = scan;
  const { version } = scan.header;
  const whole = { seq: scan.seq - 1, at, chain };
  const half = findHalfBatch(scan, begun, torn);
  if (half !== undefined) {
    const { end } = half;
    return { end, tail: { file, path, epoch, version, lastBatch, ...half.tail } };
  }
  return { end: whole, tail: { file, path, epoch, version, offset, lastBatch, torn } };
}

/** A snapshot is taken only of what is durable, so the journal reaches at least as far. */
function expectCovered(
  dataFolder: string,
  newest: SnapshotName | undefined,
  lastSeq: number,
): void {
  if (newest === undefined || newest.seq <= lastSeq) return;
  throw new JournalDamaged({
    file: journalFolder(dataFolder),
    offset: 0,
    found: `the journal ends with entry ${lastSeq}, but there is a snapshot of ${newest.seq}`,
    advice:
      `The end of the journal is missing, entries ${lastSeq + 1} to ${newest.seq} at least, ` +
      'and they were acknowledged: put the last segments back from a copy',
  });
}
