/**
 * Looks into a venue that is to be forked. A season stands in the way if it runs now or ran at the
 * entry of the fork: whoever could try out the rest of it would know what others cannot.
 */
import { seq } from '../domain/units.ts';
import { nodeFiles } from '../journal/files.ts';
import { viewJournal } from '../journal/find-journal.ts';
import type { ForkPlan } from '../journal/fork-journal.ts';
import { logNothing } from './logger.ts';
import { applyEntry } from './present.ts';
import { findStart } from './recover.ts';

export async function judgeFork(plan: ForkPlan) {
  const { dataFolder, survey, point, quietFrom } = plan;
  const journal = viewJournal(nodeFiles, dataFolder, () => undefined, survey);
  const { durableSeq: archivedUpTo } = journal;
  const { present } = await findStart({ journal, archivedUpTo, logger: logNothing });
  // Seasons are all that could have changed since that matters here.
  if (present.state.seq < quietFrom)
    for await (const entries of journal.read(seq(present.state.seq + 1)))
      for (const entry of entries) applyEntry(present, entry);
  const { seasons } = present.contest;
  const running = seasons.find(
    ({ phase, startedAt, endedAt }) =>
      phase === 'active' ||
      (startedAt !== null && startedAt <= point.at && endedAt !== null && endedAt > point.at),
  );
  return {
    running,
    /** Whether the fork knows of any season. */
    hasSeason: seasons.some(({ openedSeq }) => openedSeq <= point.seq),
    /** Whether the venue has a market that is drawn from a seed. */
    hasMarket: present.views.market.beat > 0,
  };
}
