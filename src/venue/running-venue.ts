/** A venue at work: its parts put together, from the start until it is closed. */
import type { Archive } from '../archive/archive.ts';
import type { Contest } from '../competition/contest.ts';
import type { Command } from '../domain/command.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Journal } from '../journal/journal.ts';
import { type ContractHistory, seedHistory } from '../views/seed-history.ts';
import type { ArchiveFeed } from './archive-feed.ts';
import { type Clock, createStamper, type Stamper } from './clock.ts';
import { ClockAdvancer } from './clock-advancer.ts';
import { createFlushedArchive } from './flushed-archive.ts';
import { Listeners } from './listeners.ts';
import type { Log } from './log.ts';
import { createMeter, type Meter } from './meter.ts';
import type { Present } from './present.ts';
import type { Read } from './read.ts';
import type { Recovered } from './recover.ts';
import { Sequencer } from './sequencer.ts';
import { SNAPSHOTS_NEVER, type VenueSettings } from './settings.ts';
import { createOwnTaker, type SnapshotTaker } from './snapshot-taker.ts';
import { Snapshotter } from './snapshotter.ts';
import type {
  Applied,
  CommandTerms,
  Listener,
  RecoveryReport,
  Venue,
  VenueHealth,
  VenueStatus,
} from './venue.ts';

export interface RunningParts {
  readonly journal: Journal;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: VenueSettings;
  readonly recovered: Recovered;
  /** Reads the recovered state, and what becomes of it. */
  readonly read: Read;
  /** Takes the snapshots while trading goes on. Without a taker the venue does it itself. */
  readonly taker?: SnapshotTaker | undefined;
}

export class RunningVenue implements Venue {
  /** Only for this folder. Other code uses `read`. */
  readonly present: Present;
  readonly read: Read;
  readonly contest: Contest;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly recovery: RecoveryReport;
  readonly advancer: ClockAdvancer;
  readonly #parts: RunningParts;
  readonly #feed: ArchiveFeed;
  readonly #meter: Meter = createMeter();
  readonly #stamp: Stamper;
  readonly #snapshotter: Snapshotter;
  readonly #sequencer: Sequencer;
  readonly #listeners: Listeners;
  #closing: Promise<void> | undefined;
  /** What closing currently waits for, in words for the operator. */
  closingStep: string | undefined;

  constructor(parts: RunningParts) {
    const { journal, archive, clock, log, settings, recovered } = parts;
    const { present, feed, report } = recovered;
    this.#parts = parts;
    this.present = present;
    this.read = parts.read;
    this.contest = present.contest;
    this.archive = createFlushedArchive(archive, () => feed.flush());
    this.clock = clock;
    this.recovery = report;
    this.#feed = feed;
    this.#listeners = new Listeners(log);
    this.#stamp = createStamper(clock, present.state.now, log);
    const { snapshotSeq: savedSeq } = report;
    const ownTaker = createOwnTaker(present, journal);
    const { taker = ownTaker } = parts;
    this.#snapshotter = new Snapshotter({
      journal,
      present,
      taker,
      ownTaker,
      feed,
      clock,
      settings,
      log,
      savedSeq,
    });
    if (recovered.isRecalled) this.#snapshotter.takeOwnNext();
    this.#sequencer = this.#createSequencer();
    const { submit } = this;
    const { state } = present;
    this.advancer = new ClockAdvancer({
      clock,
      state,
      submit,
      everyMillis: settings.tickEveryMillis,
    });
  }

  // Arrow functions, so that callers may pass them on without the venue.
  readonly submit = (command: Command, terms?: CommandTerms): Promise<Applied> =>
    this.#sequencer.submit(command, terms);

  readonly submitBatch: Sequencer['submitBatch'] = (batch, tell) =>
    this.#sequencer.submitBatch(batch, tell);

  readonly submitAt: Venue['submitAt'] = (at, decide) => this.#sequencer.submitAt(at, decide);

  readonly listen = (listener: Listener): (() => void) => this.#listeners.add(listener);

  readonly putHistory = (history: Iterable<ContractHistory>): void => {
    seedHistory(this.present.views, history);
    this.#snapshotter.takeOwnNext();
  };

  readonly archived = (): Promise<void> => this.#feed.stored();

  readonly pauseTime = (): void => this.advancer.pause();

  readonly resumeTime = (): void => this.advancer.resume();

  readonly health = (): VenueHealth => {
    const { seq } = this.present.state;
    return {
      status: this.#findStatus(),
      haltedBecause: this.#sequencer.haltedBecause,
      seq,
      journal: { id: this.#parts.journal.id, ...this.#parts.journal.head },
      queued: this.#sequencer.waitingCount,
      archiveLag: this.#feed.lagAt(seq),
      archiveFailedBecause: this.#feed.failure,
      snapshotSeq: this.#snapshotter.savedSeq,
      clockBehindMillis: this.#stamp.behindMillis(),
      syncMillis: this.#meter.syncMillis(),
      commandsPerSecond: this.#meter.commandsPerSecond(this.clock.monotonicNow()),
    };
  };

  readonly close = (): Promise<void> => {
    this.#closing ??= this.#close();
    return this.#closing;
  };

  #createSequencer(): Sequencer {
    const { journal, log, settings } = this.#parts;
    return new Sequencer({
      journal,
      present: this.present,
      stamp: this.#stamp,
      meter: this.#meter,
      settings,
      log,
      wallNow: this.clock.wallNow,
      findObstacle: () =>
        this.#feed.isFull ? 'the archive is behind; try again in a moment' : undefined,
      onApplied: (applied, rows) => {
        this.#feed.offer(rows);
        this.#listeners.tell(applied);
      },
      onFlightApplied: (commands) => {
        this.#meter.noteCommands(commands, this.clock.monotonicNow());
        this.#feed.gather();
        if (this.#sequencer.haltedBecause === null) this.#snapshotter.look();
      },
    });
  }

  #findStatus(): VenueStatus {
    if (this.#closing !== undefined) return 'closed';
    return this.#sequencer.haltedBecause === null ? 'trading' : 'halted';
  }

  /** A halted venue saves no snapshot, because its last entry may be half applied. */
  async #close(): Promise<void> {
    const { journal, archive, log, settings } = this.#parts;
    this.advancer.pause();
    this.closingStep = 'commands under way';
    await this.#sequencer.close();
    this.closingStep = 'the archive';
    await this.#feed.settle();
    this.closingStep = 'the last snapshot';
    const isSaved = settings.snapshotEveryEntries < SNAPSHOTS_NEVER;
    if (isSaved && this.#sequencer.haltedBecause === null) await this.#snapshotter.saveLast();
    await this.#parts.taker?.close();
    this.closingStep = 'the archive';
    try {
      await archive.close();
    } catch (error) {
      log('error', 'the archive was not closed properly', { because: reasonOf(error) });
    }
    this.closingStep = 'the journal';
    await journal.close();
    log('info', 'closed', { seq: this.present.state.seq });
  }
}
