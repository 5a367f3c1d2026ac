/** Where things are in a data folder, and how files are named after their first or only entry. */
import { join } from 'node:path';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import type { Files } from './files.ts';

export const journalFolder = (dataFolder: string): string => join(dataFolder, 'journal');
export const snapshotFolder = (dataFolder: string): string => join(dataFolder, 'snapshots');

/** A segment being prepared; it becomes one by being renamed. */
export const SPARE_NAME = 'spare.tmp';
const DIGITS = 16;
const SEGMENT = /^(\d{16})\.segment$/;
const SNAPSHOT = /^(\d{16})\.snapshot$/;

export interface SegmentName {
  readonly file: string;
  readonly firstSeq: Seq;
}

export interface SnapshotName {
  readonly file: string;
  readonly seq: Seq;
}

export const segmentFile = (firstSeq: Seq): string =>
  `${String(firstSeq).padStart(DIGITS, '0')}.segment`;
export const snapshotFile = (seq: Seq): string => `${String(seq).padStart(DIGITS, '0')}.snapshot`;

/** Oldest first. */
export const listSegments = (files: Files, dataFolder: string): SegmentName[] =>
  matching(files.list(journalFolder(dataFolder)), SEGMENT).map(([file, firstSeq]) => ({
    file,
    firstSeq,
  }));

/** Newest first: the order in which they are tried. */
export const listSnapshots = (files: Files, dataFolder: string): SnapshotName[] =>
  matching(files.list(snapshotFolder(dataFolder)), SNAPSHOT)
    .map(([file, seq]) => ({ file, seq }))
    .reverse();

function matching(names: readonly string[], pattern: RegExp): [string, Seq][] {
  return names.flatMap((name): [string, Seq][] => {
    const digits = pattern.exec(name)?.[1];
    return digits === undefined ? [] : [[name, toSeq(Number(digits))]];
  });
}
