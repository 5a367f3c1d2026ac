/**
 * A journal seen from outside: it is read exactly as a start would read it, without the lock and
 * without changing anything.
 */
import type { Entry } from '../domain/command.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { chainAfter } from './chain-after.ts';
import type { Files } from './files.ts';
import { findNewestSnapshot } from './find-snapshot.ts';
import type { Journal } from './journal.ts';
import { readEntries } from './read-entries.ts';
import { type Survey, surveyJournal } from './survey-journal.ts';

export type JournalView = Pick<Journal, 'id' | 'firstSeq' | 'durableSeq' | 'loadSnapshot' | 'read'>;

/** Throws JournalDamaged if a start would. Whoever has surveyed the journal already may say so. */
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
