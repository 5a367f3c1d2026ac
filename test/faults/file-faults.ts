/** What can happen to the files of a venue that is not running, and what it promises then. */
import { copyFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { alter, flip, recordsOf, segmentPaths } from '../journal/data-folder.ts';
import { filesIn } from './traded-folder.ts';

export interface FileFault {
  readonly fault: string;
  /** What the folder was before: of a venue that was stopped, or that was killed. */
  readonly of?: 'killed';
  readonly spoil: (folder: string, other: string) => void;
  readonly starts: boolean;
  /** Which line is about it, where there are others. */
  readonly line?: RegExp;
  readonly kept: string;
}

const UNCHANGED = 'everything; nothing is changed';
const LEFT = 'what is left; nothing is changed';
const ALL = 'everything';
const REPLAYED = 'everything; the start replays more';

const lastSegment = (folder: string): string => segmentPaths(folder).at(-1) ?? '';
const olderSegment = (folder: string): string => segmentPaths(folder)[0] ?? '';
const snapshots = (folder: string): string[] =>
  filesIn(join(folder, 'snapshots')).map((name) => join(folder, 'snapshots', name));
const newestSnapshot = (folder: string): string => snapshots(folder).at(-1) ?? '';
const archive = (folder: string): string => join(folder, 'archive.sqlite');

const recordFromEnd = (path: string, back: number): number => recordsOf(path).at(-back) ?? 0;

function sql(path: string, ...statements: string[]): void {
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

export const SEGMENT_FAULTS: readonly FileFault[] = [
  {
    fault: 'a bit flips in the middle of the last segment',
    spoil: (folder) => flip(lastSegment(folder), recordFromEnd(lastSegment(folder), 5) + 50, 1),
    starts: false,
    kept: UNCHANGED,
  },
  {
    fault: 'a bit flips in the last record',
    spoil: (folder) => flip(lastSegment(folder), recordFromEnd(lastSegment(folder), 1) + 50, 1),
    starts: false,
    kept: `${UNCHANGED}; \`journal cut\` gives up that entry`,
  },
  {
    fault: 'a bit flips in an older segment, before the newest snapshot',
    spoil: (folder) => flip(olderSegment(folder), recordFromEnd(olderSegment(folder), 9) + 50, 1),
    starts: true,
    kept: 'the state; `journal verify` names the record, a full replay stops there',
  },
  {
    fault: 'a bit flips in an older segment, and no snapshot is left',
    spoil: (folder) => {
      flip(olderSegment(folder), recordFromEnd(olderSegment(folder), 9) + 50, 1);
      for (const path of snapshots(folder)) rmSync(path);
    },
    starts: false,
    kept: UNCHANGED,
  },
  {
    fault: 'power is lost in the middle of a write: sectors are missing at the end',
    of: 'killed',
    spoil: (folder) => {
      const begin = recordFromEnd(lastSegment(folder), 20);
      alter(lastSegment(folder), (bytes) => bytes.fill(0, begin, Math.ceil(begin / 512) * 512));
    },
    starts: true,
    line: /cut off/,
    kept: 'everything that was acknowledged',
  },
  {
    fault: 'the last segment is cut short',
    spoil: (folder) => truncateSync(lastSegment(folder), recordFromEnd(lastSegment(folder), 3)),
    starts: false,
    kept: LEFT,
  },
  {
    fault: 'the last segment is empty',
    spoil: (folder) => truncateSync(lastSegment(folder), 0),
    starts: false,
    kept: LEFT,
  },
  {
    fault: 'the last segment is missing',
    spoil: (folder) => rmSync(lastSegment(folder)),
    starts: false,
    kept: LEFT,
  },
  {
    fault: 'an older segment is missing, before the newest snapshot',
    spoil: (folder) => rmSync(segmentPaths(folder)[1] ?? ''),
    starts: true,
    kept: 'the state; `journal verify` names the gap, a full replay stops there',
  },
  {
    fault: 'the whole journal is missing',
    spoil: (folder) => rmSync(join(folder, 'journal'), { recursive: true }),
    starts: false,
    kept: LEFT,
  },
  {
    fault: 'a segment of another venue in the place of an older one',
    spoil: (folder, other) => copyFileSync(olderSegment(other), olderSegment(folder)),
    starts: false,
    kept: UNCHANGED,
  },
];

export const SNAPSHOT_FAULTS: readonly FileFault[] = [
  {
    fault: 'the newest snapshot is cut short',
    spoil: (folder) => truncateSync(newestSnapshot(folder), 900),
    starts: true,
    kept: REPLAYED,
  },
  {
    fault: 'the newest snapshot is empty',
    spoil: (folder) => truncateSync(newestSnapshot(folder), 0),
    starts: true,
    kept: REPLAYED,
  },
  {
    fault: 'a bit flips in the newest snapshot',
    spoil: (folder) => flip(newestSnapshot(folder), -50, 1),
    starts: true,
    kept: REPLAYED,
  },
  {
    fault: 'every snapshot is missing',
    spoil: (folder) => {
      for (const path of snapshots(folder)) rmSync(path);
    },
    starts: true,
    kept: REPLAYED,
  },
  {
    fault: 'a snapshot of another venue beside the segments',
    spoil: (folder, other) => copyFileSync(newestSnapshot(other), newestSnapshot(folder)),
    starts: false,
    kept: UNCHANGED,
  },
];

export const ARCHIVE_FAULTS: readonly FileFault[] = [
  {
    fault: 'the archive is missing',
    spoil: (folder) => rmSync(archive(folder)),
    starts: true,
    kept: 'everything; history is written again from the journal',
  },
  {
    fault: 'the archive is empty',
    spoil: (folder) => truncateSync(archive(folder), 0),
    starts: true,
    kept: 'everything; history is written again from the journal',
  },
  {
    fault: 'the archive is no database',
    spoil: (folder) => writeFileSync(archive(folder), 'this is something else'.repeat(500)),
    starts: false,
    kept: UNCHANGED,
  },
  {
    fault: 'the archive is damaged inside',
    spoil: (folder) => alter(archive(folder), (bytes) => bytes.fill(0xa5, 4_096)),
    starts: false,
    kept: UNCHANGED,
  },
  {
    fault: 'the archive is of a newer version',
    spoil: (folder) => sql(archive(folder), 'PRAGMA user_version = 99'),
    starts: false,
    kept: UNCHANGED,
  },
  {
    fault: 'the archive is of another venue',
    spoil: (folder, other) => copyFileSync(archive(other), archive(folder)),
    starts: false,
    kept: UNCHANGED,
  },
  {
    fault: 'rows are missing from the archive',
    spoil: (folder) => sql(archive(folder), 'DELETE FROM fills WHERE rowid % 7 = 0'),
    starts: true,
    line: /changed by hand/,
    kept: 'everything; history is written again from the journal',
  },
  {
    fault: 'the archive knows of entries that the journal has lost',
    spoil: (folder) => {
      for (const path of snapshots(folder)) rmSync(path);
      rmSync(lastSegment(folder));
    },
    starts: false,
    kept: LEFT,
  },
];

export const NO_FAULTS: readonly FileFault[] = [
  { fault: 'nothing', spoil: () => undefined, starts: true, kept: ALL },
  {
    fault: 'the venue is killed (`SIGKILL`, power)',
    of: 'killed',
    spoil: () => undefined,
    starts: true,
    kept: 'everything that was acknowledged',
  },
];
