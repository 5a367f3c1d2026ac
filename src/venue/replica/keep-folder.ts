/**
 * What a replica keeps besides: history for the archive that all share, and snapshots in its own
 * data folder, from which it starts again.
 */
import type { HistoryRows } from '../../domain/history.ts';
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../clock.ts';
import { findStart } from '../find-start.ts';
import type { Log } from '../log.ts';
import { logNothing } from '../log.ts';
import { applyEntry, type Present } from '../present.ts';
import type { VenueSettings } from '../settings.ts';
import { createOwnTaker, type SnapshotTaker } from '../snapshot-taker.ts';
import { Snapshotter } from '../snapshotter.ts';
import type { Keeping } from './replica-venue.ts';
import type { SharedFeed } from './shared-feed.ts';

export interface KeepParts {
  readonly journal: Journal;
  readonly present: Present;
  readonly feed: SharedFeed;
  readonly taker: SnapshotTaker;
  readonly clock: Clock;
  readonly settings: VenueSettings;
  readonly log: Log;
  readonly savedSeq: Seq;
  readonly isRecalled: boolean;
  /** Resolves when everything applied so far is in the journal. */
  readonly flush: () => Promise<void>;
  readonly onSaved: (seq: Seq) => void;
  readonly isHalted: () => boolean;
}

export function keepFolder(parts: KeepParts): Keeping {
  const { journal, present, feed, clock, settings, log, savedSeq, flush, onSaved } = parts;
  const taker = behindJournal(parts.taker, flush);
  const ownTaker = behindJournal(createOwnTaker(present, journal), flush);
  const snapshotter = new Snapshotter({
    ...{ journal, present, taker, ownTaker, feed, clock, settings, log, savedSeq, onSaved },
  });
  if (parts.isRecalled) snapshotter.takeOwnNext();
  return {
    offer: (rows) => feed.offer(rows),
    look: () => snapshotter.look(),
    archivedUpTo: () => feed.archivedUpTo,
    health: () => ({
      archiveLag: feed.lagAt(present.state.seq),
      archiveFailedBecause: feed.failure,
      snapshotSeq: snapshotter.savedSeq,
    }),
    putHistory: () => snapshotter.takeOwnNext(),
    close: async () => {
      feed.hurry();
      await flush();
      // A state after a fault may be half applied.
      if (!parts.isHalted() && feed.failure === null) await snapshotter.saveLast();
      await feed.close();
      await taker.close();
      await journal.close();
    },
  };
}

/** A snapshot is saved once the journal has its entry. */
const behindJournal = (taker: SnapshotTaker, flush: () => Promise<void>): SnapshotTaker => ({
  begin: () => {
    const begun = taker.begin();
    const save = async (): Promise<number> => {
      await flush();
      return begun.save();
    };
    return { ...begun, save };
  },
  close: () => taker.close(),
});

/** The rows after one entry up to another, from a snapshot and the entries since. */
export async function* remakeRows(
  journal: Pick<Journal, 'firstSeq' | 'loadSnapshot' | 'read'>,
  after: Seq,
  upTo: Seq,
): AsyncGenerator<readonly HistoryRows[], void> {
  const { present } = await findStart({ journal, archivedUpTo: after, log: logNothing });
  for await (const entries of journal.read(toSeq(present.state.seq + 1), upTo)) {
    const rows = entries.map((entry) => applyEntry(present, entry).rows);
    const missing = rows.filter(({ seq }) => seq > after);
    if (missing.length > 0) yield missing;
  }
}
