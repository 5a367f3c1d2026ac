/**
 * Saves a snapshot from time to time, so that a start has little to replay, and then lets go of
 * entries that neither a kept snapshot nor the archive needs. A snapshot waits until the archive
 * holds what came before it, and there are none once the archive has failed: otherwise the entries
 * from which history is to be written again could no longer be replayed.
 */
import { type Seq, seq } from '../domain/units.ts';
import type { Journal } from '../journal/journal.ts';
import type { ArchiveFeed } from './archive-feed.ts';
import type { Clock } from './clock.ts';
import { type Log, reasonOf } from './log.ts';
import type { Present } from './present.ts';
import type { VenueSettings } from './settings.ts';
import { capture, encodeCapture } from './snapshot-payload.ts';

export interface SnapshotterParts {
  readonly journal: Journal;
  readonly present: Present;
  readonly feed: ArchiveFeed;
  readonly clock: Clock;
  readonly settings: Pick<
    VenueSettings,
    'snapshotEveryMillis' | 'snapshotEveryEntries' | 'snapshotRest' | 'entriesKept'
  >;
  readonly log: Log;
  /** The snapshot from which the venue started, or zero. */
  readonly savedSeq: Seq;
}

export class Snapshotter {
  savedSeq: Seq;
  readonly #parts: SnapshotterParts;
  #triedSeq: Seq;
  #triedAt: number;
  #captureMillis = 0;
  #saving: Promise<void> | undefined;

  constructor(parts: SnapshotterParts) {
    this.#parts = parts;
    this.savedSeq = parts.savedSeq;
    this.#triedSeq = parts.savedSeq;
    this.#triedAt = parts.clock.wallNow();
  }

  /** Called between entries; saves in the background when it is time. */
  look(): void {
    if (this.#saving !== undefined || !this.#isDue()) return;
    // In a turn of its own: those who wait for the entries just applied go first.
    this.#saving = new Promise((resolve) => {
      setImmediate(() => resolve(this.#save()));
    });
  }

  /** Waits for one that is being saved, then saves what came after it. */
  async saveLast(): Promise<void> {
    await this.#saving;
    await this.#save();
  }

  #isDue(): boolean {
    const { present, clock, settings } = this.#parts;
    const entries = present.state.seq - this.#triedSeq;
    const now = clock.wallNow();
    if (now < this.#triedAt) this.#triedAt = now;
    const passed = now - this.#triedAt;
    if (entries === 0 || passed < this.#captureMillis * settings.snapshotRest) return false;
    return entries >= settings.snapshotEveryEntries || passed >= settings.snapshotEveryMillis;
  }

  async #save(): Promise<void> {
    const { present, clock, log } = this.#parts;
    this.#triedSeq = present.state.seq;
    this.#triedAt = clock.wallNow();
    try {
      await this.#saveAndTrim();
    } catch (error) {
      const facts = { seq: this.#triedSeq, because: reasonOf(error) };
      log('error', 'no snapshot was saved; the next start replays more', facts);
    } finally {
      this.#saving = undefined;
    }
  }

  async #saveAndTrim(): Promise<void> {
    const { journal, present, feed, log } = this.#parts;
    if (present.state.seq === this.savedSeq || feed.failure !== null) return;
    const start = performance.now();
    const taken = capture(present);
    const captureMillis = Math.round(performance.now() - start);
    this.#captureMillis = captureMillis;
    const snapshot = await encodeCapture(taken);
    await feed.settle();
    if (feed.archivedUpTo < snapshot.seq) return;
    await journal.saveSnapshot(snapshot);
    this.savedSeq = snapshot.seq;
    const savedMillis = Math.round(performance.now() - start);
    const facts = { seq: snapshot.seq, bytes: snapshot.payload.length, captureMillis, savedMillis };
    log('info', 'snapshot saved', facts);
    await this.#trim();
  }

  /** The journal itself keeps what its snapshots need. */
  async #trim(): Promise<void> {
    const { journal, feed, settings } = this.#parts;
    const upTo = Math.min(this.savedSeq, feed.archivedUpTo) - settings.entriesKept;
    if (upTo >= journal.firstSeq) await journal.trim(seq(upTo));
  }
}
