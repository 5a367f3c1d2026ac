/**
 * Saves a snapshot from time to time, so that a start has little to replay, and then drops the
 * entries that neither a kept snapshot nor the archive needs. A snapshot waits until the archive
 * holds all earlier history, and none is taken once the archive has failed. Otherwise the entries
 * from which that history must be written again could no longer be replayed.
 */
import { performance } from 'node:perf_hooks';
import type { HistoryRows } from '../domain/history.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Seq, seq } from '../domain/units.ts';
import type { Journal } from '../journal/journal.ts';
import { clearTimeout, setImmediate, setTimeout } from '../machine/timers.ts';
import type { ArchiveFeed } from './archive-feed.ts';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Present } from './present.ts';
import { SNAPSHOTS_NEVER, type VenueSettings } from './settings.ts';
import { capture, encodeCapture } from './snapshot-payload.ts';
import type { VenueHealth } from './venue.ts';

export interface SnapshotterParts {
  readonly journal: Journal;
  readonly present: Present;
  /** Takes snapshots while trading goes on. It may need an earlier one to begin with. */
  readonly taker: SnapshotTaker;
  /**
   * Takes snapshots of the trading state itself: the first, while there is little trading to hold
   * up, and the last, when trading is over.
   */
  readonly ownTaker: SnapshotTaker;
  readonly feed: Pick<ArchiveFeed, 'archivedUpTo' | 'failure' | 'settle'>;
  readonly clock: Clock;
  readonly settings: Pick<
    VenueSettings,
    'snapshotEveryMillis' | 'snapshotEveryEntries' | 'snapshotRest' | 'entriesKept'
  >;
  readonly logger: Logger;
  /** The snapshot from which the venue started, or zero. */
  readonly savedSeq: Seq;
  readonly onSaved?: ((seq: Seq) => void) | undefined;
}

/** How long closing waits for the follower's snapshot. A stop has five seconds in all. */
const PATIENCE_MILLIS = 1_000;

export class Snapshotter {
  savedSeq: Seq;
  readonly #parts: SnapshotterParts;
  #triedSeq: Seq;
  #triedAt: number;
  #heldUpMillis = 0;
  /** The views hold generated candles that no snapshot has yet, so a follower lacks them. */
  #isOwnNext = false;
  /** Whether the snapshot that a follower begins with was tried. */
  #isBegun = false;
  #saving: Promise<void> | undefined;
  /** One that hangs is given up when the venue closes: the next start needs only the last one. */
  #isGivenUp = false;

  constructor(parts: SnapshotterParts) {
    this.#parts = parts;
    this.savedSeq = parts.savedSeq;
    this.#triedSeq = parts.savedSeq;
    this.#triedAt = parts.clock.monotonicNow();
  }

  /** Takes the next snapshot of the trading state, and soon: before traders could be held up. */
  takeOwnNext(): void {
    this.#isOwnNext = true;
    this.#isBegun = false;
  }

  /** Called between entries; saves in the background when it is time. */
  look(): void {
    if (this.#saving !== undefined || !this.#isDue()) return;
    // In a later turn: the submitters of the entries just applied go first.
    this.#saving = new Promise((resolve) => {
      setImmediate(() => resolve(this.#save(this.#chooseTaker())));
    });
  }

  /** Waits a while for a snapshot that is being saved, then saves the last one. */
  async saveLast(): Promise<void> {
    const timer = setTimeout(() => {
      this.#isGivenUp = true;
      void this.#parts.taker.close();
    }, PATIENCE_MILLIS);
    await this.#saving;
    clearTimeout(timer);
    this.#isGivenUp = false;
    await this.#save(this.#parts.ownTaker);
  }

  #chooseTaker(): SnapshotTaker {
    const { ownTaker, taker } = this.#parts;
    return this.savedSeq === 0 || this.#isOwnNext ? ownTaker : taker;
  }

  #isDue(): boolean {
    const { present, clock, settings } = this.#parts;
    const entries = present.state.seq - this.#triedSeq;
    const passed = clock.monotonicNow() - this.#triedAt;
    if (entries === 0) return false;
    const taker = this.#chooseTaker();
    const holdsUp = taker === this.#parts.ownTaker;
    if (!this.#isBegun && taker !== this.#parts.taker) return true;
    if (holdsUp && passed < this.#heldUpMillis * settings.snapshotRest) return false;
    return entries >= settings.snapshotEveryEntries || passed >= settings.snapshotEveryMillis;
  }

  async #save(taker: SnapshotTaker): Promise<void> {
    const { present, clock, logger } = this.#parts;
    this.#triedSeq = present.state.seq;
    this.#triedAt = clock.monotonicNow();
    this.#isBegun = true;
    try {
      await this.#saveAndTrim(taker);
    } catch (error) {
      if (this.#isGivenUp) return;
      const facts = { seq: this.#triedSeq, because: reasonOf(error) };
      logger('error', 'no snapshot was saved; the next start replays more', facts);
    } finally {
      this.#saving = undefined;
    }
  }

  async #saveAndTrim(taker: SnapshotTaker): Promise<void> {
    const { present, feed, logger } = this.#parts;
    if (present.state.seq === this.savedSeq || feed.failure !== null) return;
    const start = performance.now();
    const begun = taker.begin();
    const { seq: begunSeq, heldUpMillis } = begun;
    this.#heldUpMillis = heldUpMillis;
    await feed.settle();
    if (feed.archivedUpTo < begunSeq) return;
    const bytes = await begun.save();
    this.savedSeq = begunSeq;
    if (taker === this.#parts.ownTaker) this.#isOwnNext = false;
    const savedMillis = Math.round(performance.now() - start);
    logger('info', 'snapshot saved', { seq: begunSeq, bytes, heldUpMillis, savedMillis });
    this.#parts.onSaved?.(begunSeq);
    await this.#trim();
  }

  /** The journal itself keeps the entries its snapshots need. */
  async #trim(): Promise<void> {
    const { journal, feed, settings } = this.#parts;
    const upTo = Math.min(this.savedSeq, feed.archivedUpTo) - settings.entriesKept;
    if (upTo >= journal.firstSeq) await journal.trim(seq(upTo));
  }
}

/**
 * What a venue keeps besides its log: history for the archive, and snapshots in its data folder,
 * from which it starts again.
 */
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

/**
 * A venue on files has a follower: a second engine on its own thread that replays the journal and
 * writes its state, so trading is not held up. A venue that closes, or has no files, takes the
 * snapshot itself.
 */
export interface SnapshotTaker {
  /** Begins a snapshot of this moment, between two entries. */
  begin(): BegunSnapshot;
  close(): Promise<void>;
}

export interface BegunSnapshot {
  readonly seq: Seq;
  /** How long beginning it held up trading. */
  readonly heldUpMillis: number;
  /** Resolves with its size in bytes once it is stored, synced and read back. */
  save(): Promise<number>;
}

export const createOwnTaker = (present: Present, journal: Journal): SnapshotTaker => ({
  begin: () => {
    const start = performance.now();
    const taken = capture(present);
    return {
      seq: taken.state.seq,
      heldUpMillis: Math.round(performance.now() - start),
      save: async () => {
        const snapshot = await encodeCapture(taken);
        await journal.saveSnapshot(snapshot);
        return snapshot.payload.length;
      },
    };
  },
  close: async () => undefined,
});
