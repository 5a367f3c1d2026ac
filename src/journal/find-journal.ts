/**
 * The journal in a folder, read without the lock while somebody may be writing it: for tools that
 * look at what there is, also where a start would refuse. They read it here and nowhere else.
 */
import type { Entry } from '../domain/command.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { type Files, nodeFiles } from './files.ts';
import { chainAfter, findNewestSnapshot } from './find-snapshot.ts';
import type { Journal } from './journal.ts';
import { type EntryRange, readEntries } from './read-entries.ts';
import { journalFolder, listSegments, listSnapshots, type SegmentName } from './segment-name.ts';
import { SegmentScan, withScan } from './segment-scan.ts';
import { readSnapshot } from './snapshot-file.ts';
import { type Survey, surveyJournal } from './survey-journal.ts';

export type FoundJournal = NonNullable<ReturnType<typeof findJournal>>;

/** Undefined if the folder holds none. */
export function findJournal(dataFolder: string, files: Files = nodeFiles) {
  const segments = listSegments(files, dataFolder);
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    first: first.firstSeq,
    /** Up to here every record of the last segment is good. */
    get last() {
      return lastIn(files, dataFolder, last);
    },
    /** Entries in handfuls; returns the chain after the last of them. */
    read: (range: EntryRange) => readEntries(files, dataFolder, segments, range),
  };
}

const lastIn = (files: Files, dataFolder: string, segment: SegmentName): Seq =>
  withScan(new SegmentScan(files, journalFolder(dataFolder), segment), (scan) => {
    while (scan.next());
    return toSeq(scan.seq - 1);
  });

/** Oldest first; `read` says what is wrong with one that cannot be read. */
export const findSnapshots = (dataFolder: string) =>
  listSnapshots(nodeFiles, dataFolder)
    .reverse()
    .map((name) => ({ ...name, read: () => readSnapshot({ files: nodeFiles, dataFolder }, name) }));

export type JournalView = Pick<Journal, 'id' | 'firstSeq' | 'durableSeq' | 'loadSnapshot' | 'read'>;

/**
 * A journal seen from outside: it is read exactly as a start would read it, without the lock and
 * without changing anything. Throws JournalDamaged if a start would. Whoever has surveyed the
 * journal already may say so.
 */
export function viewJournal(
  files: Files,
  dataFolder: string,
  warn: (message: string) => void,
  survey: Survey = surveyJournal(files, dataFolder),
): JournalView {
  const { id, end, chains, segments } = survey;
  const firstSeq = segments[0]?.firstSeq ?? toSeq(end.seq + 1);
  const durableSeq = toSeq(end.seq);
  const chainOf = (seq: Seq) => chains.get(seq) ?? chainAfter(files, dataFolder, seq);
  const place = { files, dataFolder, warn, chainOf };
  return {
    id,
    firstSeq,
    durableSeq,
    loadSnapshot: (before) => findNewestSnapshot(place, firstSeq, before),
    async *read(from, to = durableSeq): AsyncGenerator<readonly Entry[], void> {
      yield* readEntries(files, dataFolder, segments, { from, to });
    },
  };
}
