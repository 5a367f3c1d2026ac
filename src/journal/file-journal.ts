/**
 * The journal in segment files. Appended entries gather in memory; one write and one fdatasync make
 * them durable together, and entries that arrive meanwhile share the next. So an idle venue waits
 * for one sync only, and a busy one shares it among thousands.
 */

import { join } from 'node:path';
import { assert } from '../domain/assert.ts';
import type { Entry } from '../domain/command.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { queueMicrotask } from '../machine/timers.ts';
import { type ByteWriter, createWriter } from './bytes.ts';
import { chainAfter, findNewestSnapshot } from './find-snapshot.ts';
import { type Journal, type JournalHead, SNAPSHOTS_KEPT, type StoredSnapshot } from './journal.ts';
import { FolderLost, JournalClosed, JournalFailed, JournalOverloaded } from './journal-error.ts';
import type { JournalId } from './journal-id.ts';
import type { JournalSettings } from './journal-settings.ts';
import type { FolderLock } from './lock-folder.ts';
import { type RecordPiece, readEntries, readRecords } from './read-entries.ts';
import { type Chain, expectFollows, formatChain, type ListEnd, writeRecord } from './record.ts';
import { journalFolder, listSegments, listSnapshots } from './segment-name.ts';
import type { SegmentWriter } from './segment-writer.ts';
import { readSnapshot, removeSnapshots, storeSnapshot } from './snapshot-file.ts';

const CAPACITY_START = 256 * 1024;
/** A buffer that once grew beyond this is not kept for the next batch. */
const CAPACITY_KEPT = 8 * 1024 * 1024;

/** Entries on their way to the disk: encoded already, waiting to share one sync. */
interface Gathered {
  readonly records: ByteWriter;
  count: number;
  /** One promise for all who wait: the sync makes them durable together. */
  done: PromiseWithResolvers<void>;
}

/** What opening found and opened; see open-journal.ts. */
interface FileJournalParts {
  readonly settings: JournalSettings;
  readonly writer: SegmentWriter;
  readonly epoch: number;
  readonly id: JournalId;
  readonly end: ListEnd;
  /** Known from opening, of some entries. */
  readonly chains: ReadonlyMap<number, Chain>;
  /** Confirmed before each write, and released last in every case. */
  readonly lock: FolderLock;
}

export class FileJournal implements Journal {
  readonly epoch: number;
  readonly id: JournalId;
  failure: JournalFailed | undefined;
  /** Told of the records that became durable. They are its own only until it returns. */
  onDurable: ((records: Uint8Array) => void) | undefined;

  private readonly settings: JournalSettings;
  private readonly writer: SegmentWriter;
  private readonly lock: FolderLock;
  private readonly end: ListEnd;
  private readonly chains: ReadonlyMap<number, Chain>;
  private durable: number;
  private durableChain: Chain;
  private gathering = createGathered();
  private idle = createGathered();
  private flushing: Gathered | undefined;
  private isDraining = false;
  private isClosed = false;

  constructor({ settings, writer, epoch, id, end, chains, lock }: FileJournalParts) {
    this.settings = settings;
    this.writer = writer;
    this.epoch = epoch;
    this.id = id;
    this.end = end;
    this.chains = chains;
    this.durable = end.seq;
    this.durableChain = { ...end.chain };
    this.lock = lock;
  }

  get firstSeq(): Seq {
    return this.segments()[0]?.firstSeq ?? toSeq(this.durable + 1);
  }

  get lastSeq(): Seq {
    return toSeq(this.end.seq);
  }

  get durableSeq(): Seq {
    return toSeq(this.durable);
  }

  get head(): JournalHead {
    return { seq: this.durableSeq, chain: formatChain(this.durableChain) };
  }

  append(entries: readonly Entry[]): Promise<void> {
    const refusal = this.findRefusal(entries.length);
    if (refusal !== undefined) return Promise.reject(refusal);
    if (entries.length === 0) return this.flush();
    try {
      gather(this.gathering, this.end, entries, this.epoch);
    } catch (error) {
      return Promise.reject(error);
    }
    if (!this.isDraining) {
      this.isDraining = true;
      // At the end of this turn, so that everything appended in it shares the sync.
      queueMicrotask(() => this.drain());
    }
    return this.gathering.done.promise;
  }

  flush(): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    if (this.gathering.count > 0) return this.gathering.done.promise;
    return this.flushing?.done.promise ?? Promise.resolve();
  }

  async *read(from: Seq, to: Seq = this.durableSeq): AsyncGenerator<readonly Entry[], void> {
    const { files, dataFolder } = this.settings;
    const last = toSeq(Math.min(to, this.durable));
    yield* readEntries(files, dataFolder, this.segments(), { from, to: last });
  }

  /** The same as the bytes of whole records, for another process. */
  readRecords(from: Seq): Generator<RecordPiece, void> {
    const { files, dataFolder } = this.settings;
    return readRecords(files, dataFolder, this.segments(), { from, to: this.durableSeq });
  }

  async saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    assert(snapshot.seq <= this.durable, 'a snapshot is ahead of the journal', snapshot.seq);
    this.lock.confirm();
    const { version } = this.settings;
    const journal = { id: this.id, chain: this.chainAfter(snapshot.seq) };
    await storeSnapshot(this.settings, snapshot, { version, journal });
  }

  loadSnapshot(before?: Seq): Promise<StoredSnapshot | undefined> {
    const { files, dataFolder, warn } = this.settings;
    const chainOf = (seq: Seq) => this.chainAfter(seq) ?? undefined;
    return findNewestSnapshot({ files, dataFolder, warn, chainOf }, this.firstSeq, before);
  }

  async trim(upTo: Seq): Promise<Seq> {
    const { files, dataFolder } = this.settings;
    const limit = Math.min(upTo, await this.findOldestVerified());
    this.lock.confirm();
    const segments = this.segments();
    let removed = 0;
    for (const [place, { file }] of segments.entries()) {
      const after = segments[place + 1];
      if (after === undefined || after.firstSeq > limit + 1) break;
      files.remove(join(journalFolder(dataFolder), file));
      removed += 1;
    }
    if (removed > 0) await files.syncFolder(journalFolder(dataFolder));
    const { firstSeq } = this;
    const lone = listSnapshots(files, dataFolder).filter(({ seq }) => seq + 1 < firstSeq);
    await removeSnapshots(this.settings, lone);
    return firstSeq;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    // The callers of append hear of a failure; closing only releases.
    await this.flush().catch(() => undefined);
    try {
      await this.writer.close();
    } finally {
      this.lock.release();
    }
  }

  private chainAfter(seq: Seq): Chain | null {
    if (seq === this.end.seq) return { ...this.end.chain };
    const { files, dataFolder } = this.settings;
    return this.chains.get(seq) ?? chainAfter(files, dataFolder, seq) ?? null;
  }

  private segments() {
    return listSegments(this.settings.files, this.settings.dataFolder);
  }

  private findRefusal(count: number): Error | undefined {
    if (this.isClosed) return new JournalClosed('the journal is closed');
    if (this.failure !== undefined) return this.failure;
    const { waitingEntriesMax, waitingBytesMax } = this.settings;
    const { gathering } = this;
    const isFull =
      gathering.count > 0 &&
      (gathering.count + count > waitingEntriesMax || gathering.records.at > waitingBytesMax);
    if (!isFull) return undefined;
    return new JournalOverloaded(
      `${gathering.count} entries wait for the disk already, at most ${waitingEntriesMax} may: ` +
        'slow down and send again',
    );
  }

  /** The oldest of the last snapshots from which a start is sure to succeed; zero if none is. */
  private async findOldestVerified(): Promise<number> {
    const { files, dataFolder } = this.settings;
    const names = listSnapshots(files, dataFolder).slice(0, SNAPSHOTS_KEPT);
    for (const name of names.reverse()) {
      if (typeof (await readSnapshot(this.settings, name)) !== 'string') return name.seq;
    }
    return 0;
  }

  private async drain(): Promise<void> {
    while (this.gathering.count > 0) {
      const batch = this.gathering;
      this.gathering = this.idle;
      this.flushing = batch;
      const last = this.end.seq;
      const chain = { ...this.end.chain };
      try {
        this.lock.confirm();
        await this.writer.write(batch.records.bytes.subarray(0, batch.records.at));
      } catch (error) {
        this.fail(error);
        return;
      }
      this.durable = last;
      this.durableChain = chain;
      this.flushing = undefined;
      this.onDurable?.(batch.records.bytes.subarray(0, batch.records.at));
      batch.done.resolve();
      this.idle = recycle(batch);
    }
    this.isDraining = false;
  }

  /**
   * After a failed sync the system may have dropped what it could not write, and a second sync
   * would claim success. Only what was durable before can be trusted, so the failure is final.
   */
  private fail(cause: unknown): void {
    const reason = reasonOf(cause);
    const place = journalFolder(this.settings.dataFolder);
    // A process that lost the folder was already told what to do about it.
    const advice =
      cause instanceof FolderLost ? '' : '. Make room or mend the disk, then start again';
    const failure = new JournalFailed(
      `the journal in ${place} cannot be written: ${reason}. Entries up to ${this.durable} are ` +
        `safe and can be read; nothing more is taken${advice}`,
      { cause },
    );
    this.failure = failure;
    this.flushing?.done.reject(failure);
    if (this.gathering.count > 0) this.gathering.done.reject(failure);
    this.flushing = undefined;
    this.settings.warn(failure.message);
  }
}

const createGathered = (): Gathered => ({
  records: createWriter(CAPACITY_START),
  count: 0,
  done: Promise.withResolvers(),
});

function recycle(gathered: Gathered): Gathered {
  if (gathered.records.bytes.length > CAPACITY_KEPT) return createGathered();
  gathered.records.at = 0;
  gathered.count = 0;
  gathered.done = Promise.withResolvers();
  return gathered;
}

/** Takes all of them or, if one cannot be taken, none. */
function gather(gathered: Gathered, end: ListEnd, entries: readonly Entry[], epoch: number): void {
  const { records, count } = gathered;
  const { at: bytes } = records;
  const before = { seq: end.seq, at: end.at };
  const chain = { ...end.chain };
  try {
    for (const entry of entries) {
      expectFollows(end, entry);
      writeRecord(records, entry, { epoch, place: gathered.count }, end.chain);
      gathered.count += 1;
      end.seq = entry.seq;
      end.at = entry.at;
    }
  } catch (error) {
    records.at = bytes;
    gathered.count = count;
    Object.assign(end, before);
    Object.assign(end.chain, chain);
    throw error;
  }
}
