/**
 * What a venue keeps besides its log: history for the archive, and snapshots in its data folder,
 * from which it starts again.
 */
import type { HistoryRows } from '../domain/history.ts';
import type { ArchiveFeed } from './archive-feed.ts';
import { SNAPSHOTS_NEVER, type VenueSettings } from './settings.ts';
import { createOwnTaker, type SnapshotTaker } from './snapshot-taker.ts';
import { Snapshotter, type SnapshotterParts } from './snapshotter.ts';
import type { VenueHealth } from './venue.ts';

export interface Keeping {
  readonly offer: (rows: HistoryRows) => void;
  /** Between two batches; without a sound state there is no snapshot. */
  readonly look: (isSound: boolean) => void;
  /** Resolves when the archive can be asked for all history acknowledged so far. */
  readonly archived: () => Promise<void>;
  readonly health: () => Pick<VenueHealth, 'archiveLag' | 'archiveFailedBecause' | 'snapshotSeq'>;
  /** The views have candles now that no entry mentions. */
  readonly putHistory: () => void;
  /** Says what it waits for. */
  readonly close: (isSound: boolean, step: (what: string) => void) => Promise<void>;
}

/** Hands history to an archive, behind the acknowledgements and in order. */
export interface HistoryFeed
  extends Pick<ArchiveFeed, 'archivedUpTo' | 'failure' | 'offer' | 'lagAt' | 'stored' | 'settle'> {
  /** Between two batches. */
  readonly gather: () => void;
  /** The venue closes: nobody waits long any more. */
  readonly hurry: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface KeepParts extends Omit<SnapshotterParts, 'taker' | 'ownTaker' | 'feed'> {
  readonly feed: HistoryFeed;
  readonly settings: VenueSettings;
  /** Takes the snapshots while trading goes on. Without a taker the venue does it itself. */
  readonly taker?: SnapshotTaker | undefined;
  /** Whether the views hold more than any stored snapshot. */
  readonly isRecalled: boolean;
  /** Resolves when everything applied so far is in the journal, if that is later. */
  readonly flush?: () => Promise<void>;
}

export function keepFolder(parts: KeepParts): Keeping {
  const { journal, present, feed, settings, flush } = parts;
  const ownTaker = behindJournal(createOwnTaker(present, journal), flush);
  const taker = parts.taker === undefined ? ownTaker : behindJournal(parts.taker, flush);
  const snapshotter = new Snapshotter({ ...parts, taker, ownTaker });
  if (parts.isRecalled) snapshotter.takeOwnNext();
  return {
    offer: (rows) => feed.offer(rows),
    look: (isSound) => {
      feed.gather();
      if (isSound) snapshotter.look();
    },
    archived: () => feed.stored(),
    health: () => ({
      archiveLag: feed.lagAt(present.state.seq),
      archiveFailedBecause: feed.failure,
      snapshotSeq: snapshotter.savedSeq,
    }),
    putHistory: () => snapshotter.takeOwnNext(),
    close: async (isSound, step) => {
      step('the archive');
      await feed.hurry();
      step('the last snapshot');
      const isSaved = settings.snapshotEveryEntries < SNAPSHOTS_NEVER;
      if (isSound && isSaved) await snapshotter.saveLast();
      await taker.close();
      step('the archive');
      await feed.close();
    },
  };
}

/** A snapshot is saved once the journal has its entry. */
function behindJournal(taker: SnapshotTaker, flush: KeepParts['flush']): SnapshotTaker {
  if (flush === undefined) return taker;
  return {
    begin: () => {
      const begun = taker.begin();
      const save = async (): Promise<number> => {
        await flush();
        return begun.save();
      };
      return { ...begun, save };
    },
    close: () => taker.close(),
  };
}
