/**
 * Hands history to an archive that all replicas share. Every replica has the rows of all entries
 * that the archive lacks. One of them writes, the holder of the duty; the others ask how far it is
 * and drop what is stored. So whoever takes over the duty has everything that is missing. Two
 * writers at once do no harm: a write skips what the archive has.
 *
 * An archive that cannot be reached does not stop trading. Rows beyond what memory may hold are
 * dropped and made again from the replica's own segments once it is back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Archive, rowsIn } from '../../archive/archive.ts';
import type { HistoryRows } from '../../domain/history.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import { type ArchiveFeedParts, pickKept, queueRows } from '../archive-feed.ts';
import type { Logger } from '../logger.ts';
import { VenueUnavailable } from '../venue.ts';

export interface SharedFeedParts {
  readonly archive: Pick<Archive, 'write' | 'archivedUpTo'> & {
    /** Tells how far it is whenever it goes on, if it can. */
    readonly onArchived?: (listener: (upTo: Seq) => void) => () => void;
  };
  readonly archivedUpTo: Seq;
  readonly rowsMax: number;
  readonly logger: Logger;
  readonly isKept: ArchiveFeedParts['isKept'];
  /** Whether this replica is the one that writes. */
  readonly isHolder: () => boolean;
  /** Makes the rows after one entry, up to another, again. */
  readonly remake: (after: Seq, upTo: Seq) => AsyncIterable<readonly HistoryRows[]>;
}

const WRITE_ROWS = 5_000;
const GATHER_MILLIS = 50;
/** Entries without rows are only written so often: to say how far history goes. */
const EMPTY_EVERY_MILLIS = 500;
/** How often a replica that does not write asks how far the archive is. */
const ASK_MILLIS = 500;
/** The same while a query waits for the answer. */
const ASK_SOON_MILLIS = 20;
const RETRY_MILLIS = 1_000;
/** How long a query waits for history that was acknowledged before it. */
const PATIENCE_MILLIS = 5_000;
/** The same when the venue closes: a stop has five seconds in all. */
const LAST_MILLIS = 1_500;

interface Awaited {
  readonly upTo: Seq;
  readonly done: PromiseWithResolvers<void>;
}

export class SharedFeed {
  /** What the archive was last known to have. */
  archivedUpTo: Seq;
  /** Why nothing is stored at the moment. */
  failure: string | null = null;
  /** A replay does not wait for the archive: another replica may write it. */
  readonly isFull = false;
  readonly #parts: SharedFeedParts;
  #waiting: HistoryRows[] = [];
  #waitingRows = 0;
  #offeredUpTo: Seq;
  /** The last entry that has rows. */
  #rowsUpTo: Seq;
  /** Rows up to this entry are not in memory. */
  #droppedUpTo: Seq = toSeq(0);
  #awaited: Awaited[] = [];
  #wroteAt = 0;
  #wake: AbortController | undefined;
  #running: Promise<void> | undefined;
  #stopHearing: (() => void) | undefined;
  #patienceMillis = PATIENCE_MILLIS;
  #isClosed = false;

  constructor(parts: SharedFeedParts) {
    this.#parts = parts;
    this.archivedUpTo = parts.archivedUpTo;
    this.#offeredUpTo = parts.archivedUpTo;
    this.#rowsUpTo = parts.archivedUpTo;
  }

  start(): void {
    this.#stopHearing = this.#parts.archive.onArchived?.((upTo) => this.#advance(upTo));
    this.#running ??= this.#run();
  }

  /** How many entries the archive is behind the given one; zero where it lacks no row. */
  lagAt(seq: Seq): number {
    return this.archivedUpTo >= this.#rowsUpTo ? 0 : Math.max(0, seq - this.archivedUpTo);
  }

  offer(offered: HistoryRows): void {
    if (offered.seq <= this.#offeredUpTo) return;
    const rows = pickKept(offered, this.#parts.isKept);
    this.#offeredUpTo = rows.seq;
    const count = queueRows(this.#waiting, rows);
    this.#waitingRows += count;
    if (count > 0) this.#rowsUpTo = rows.seq;
    if (this.#waitingRows > this.#parts.rowsMax) this.#drop();
  }

  /** Rows gather until their time has come. */
  readonly flush = (): void => undefined;

  /** Resolves when all rows offered so far can be read; rejects if that takes too long or fails. */
  async stored(): Promise<void> {
    if (this.archivedUpTo >= this.#rowsUpTo) return;
    if (this.failure === null && (await this.#reach(this.#rowsUpTo))) return;
    const because = this.failure ?? 'it is behind';
    throw new VenueUnavailable('away', `the archive cannot be asked now: ${because}`);
  }

  /** Resolves when the archive knows of every entry offered so far, or takes too long. */
  async settle(): Promise<void> {
    await this.#reach(this.#offeredUpTo);
  }

  readonly gather = (): void => undefined;

  readonly hurry = async (): Promise<void> => {
    this.#patienceMillis = LAST_MILLIS;
  };

  /** The holder writes what it has first, if the archive can be reached. */
  readonly close = async (): Promise<void> => {
    if (this.failure === null && this.#parts.isHolder()) await this.settle();
    this.#isClosed = true;
    this.#stopHearing?.();
    this.#wake?.abort();
    await this.#running;
  };

  async #reach(upTo: Seq): Promise<boolean> {
    if (this.archivedUpTo >= upTo) return true;
    const done = Promise.withResolvers<void>();
    this.#awaited.push({ upTo, done });
    this.#wake?.abort();
    const timer = setTimeout(done.resolve, this.#patienceMillis);
    await done.promise;
    clearTimeout(timer);
    this.#awaited = this.#awaited.filter((awaited) => awaited.done !== done);
    return this.archivedUpTo >= upTo;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await (this.#parts.isHolder() ? this.#write() : this.#ask());
        if (this.failure !== null) this.#parts.logger('info', 'history is stored again');
        this.failure = null;
      } catch (error) {
        this.#fail(reasonOf(error));
      }
      this.#wake = new AbortController();
      const { signal } = this.#wake;
      await sleep(this.#restMillis(), undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  #restMillis(): number {
    if (this.failure !== null) return RETRY_MILLIS;
    if (this.#parts.isHolder()) return this.#waitingRows >= WRITE_ROWS ? 0 : GATHER_MILLIS;
    const isAsked = this.#awaited.length > 0 && this.#stopHearing === undefined;
    return isAsked ? ASK_SOON_MILLIS : ASK_MILLIS;
  }

  async #ask(): Promise<void> {
    if (this.archivedUpTo < this.#offeredUpTo)
      this.#advance(await this.#parts.archive.archivedUpTo());
  }

  async #write(): Promise<void> {
    const { archive } = this.#parts;
    if (this.#droppedUpTo > this.archivedUpTo) await this.#writeDropped(this.#droppedUpTo);
    const now = performance.now();
    const isDue = this.#awaited.length > 0 || now - this.#wroteAt >= EMPTY_EVERY_MILLIS;
    if (this.#waiting.length === 0 || (this.#waitingRows === 0 && !isDue)) return;
    this.#wroteAt = now;
    const entries = this.#firstRows();
    await archive.write(entries);
    this.#advance(entries.at(-1)?.seq ?? this.archivedUpTo);
  }

  async #writeDropped(upTo: Seq): Promise<void> {
    const { archive, remake, isKept } = this.#parts;
    this.#advance(await archive.archivedUpTo());
    for await (const rows of remake(this.archivedUpTo, upTo)) {
      await archive.write(rows.map((each) => pickKept(each, isKept)));
      this.#advance(rows.at(-1)?.seq ?? this.archivedUpTo);
    }
    this.#advance(upTo);
  }

  #firstRows(): HistoryRows[] {
    let rows = 0;
    let count = 0;
    for (const entry of this.#waiting) {
      rows += rowsIn([entry]);
      count += 1;
      if (rows >= WRITE_ROWS) break;
    }
    return this.#waiting.slice(0, count);
  }

  #advance(upTo: Seq): void {
    if (upTo <= this.archivedUpTo) return;
    this.archivedUpTo = upTo;
    const stored = this.#waiting.findIndex(({ seq }) => seq > upTo);
    const gone = this.#waiting.splice(0, stored === -1 ? this.#waiting.length : stored);
    this.#waitingRows -= rowsIn(gone);
    for (const { upTo: wanted, done } of this.#awaited) if (wanted <= upTo) done.resolve();
  }

  #drop(): void {
    this.#parts.logger('warn', 'too much history waits: it is made again from the segments later', {
      rows: this.#waitingRows,
      archivedUpTo: this.archivedUpTo,
    });
    this.#waiting = [];
    this.#waitingRows = 0;
    this.#droppedUpTo = this.#offeredUpTo;
  }

  #fail(because: string): void {
    if (this.failure === null)
      this.#parts.logger('error', 'history cannot be stored; trading goes on', { because });
    this.failure = because;
  }
}
