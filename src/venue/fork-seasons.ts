/**
 * Finds a season that stands in the way of a fork: one that runs now, or that ran at the entry of
 * the fork. Whoever could try out the rest of a running season would know what others cannot.
 */
import type { SeasonRecord } from '../competition/season-record.ts';
import { seq } from '../domain/units.ts';
import { nodeFiles } from '../journal/files.ts';
import type { ForkPlan } from '../journal/fork-journal.ts';
import { viewJournal } from '../journal/view-journal.ts';
import { findStart } from './find-start.ts';
import { logNothing } from './log.ts';
import { applyEntry } from './present.ts';

export interface ForkSeasons {
  readonly running: SeasonRecord | undefined;
  /** Whether the fork knows of any season. */
  readonly hasAny: boolean;
}

export async function findForkSeasons(plan: ForkPlan): Promise<ForkSeasons> {
  const { dataFolder, survey, point, quietFrom } = plan;
  const journal = viewJournal(nodeFiles, dataFolder, () => undefined, survey);
  const { durableSeq: archivedUpTo } = journal;
  const { present } = await findStart({ journal, archivedUpTo, log: logNothing });
  if (present.state.seq < quietFrom)
    for await (const entries of journal.read(seq(present.state.seq + 1)))
      for (const entry of entries) applyEntry(present, entry);
  const { seasons } = present.contest;
  const running = seasons.find(
    ({ phase, startedAt, endedAt }) =>
      phase === 'active' ||
      (startedAt !== null && startedAt <= point.at && endedAt !== null && endedAt > point.at),
  );
  return { running, hasAny: seasons.some(({ openedSeq }) => openedSeq <= point.seq) };
}
