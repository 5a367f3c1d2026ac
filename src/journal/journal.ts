/**
 * The port of the journal: a durable list of entries, and snapshots beside it. Segment files and
 * memory are two homes of it; test/journal/journal.test.ts holds for every home. What a snapshot
 * contains is the caller's affair: here it is bytes with a hash.
 */
import type { Entry } from '../domain/command.ts';
import type { Seq } from '../domain/units.ts';
import type { JournalFailed } from './journal-error.ts';
import type { JournalId } from './journal-id.ts';

export interface Journal {
  /** The oldest entry still held; one past the last when there is none. */
  readonly firstSeq: Seq;
  /** The last entry taken in, durable or on its way; the next must have one more. */
  readonly lastSeq: Seq;
  /** The last entry that outlives a crash. */
  readonly durableSeq: Seq;
  /** Which opening this is; it grows by one each time and stands in every record. */
  readonly epoch: number;
  /** Drawn when the journal began; everything that belongs to the journal carries it. */
  readonly id: JournalId;
  /** How the chain stands after the last durable entry. */
  readonly head: JournalHead;
  /** Set once writing or syncing has failed; reads go on. */
  readonly failure: JournalFailed | undefined;

  /**
   * Resolves when all of these entries are durable. While one sync runs, what is appended
   * gathers and shares the next. Rejects with JournalOverloaded, NotStorable, JournalFailed or
   * JournalClosed; after the first two nothing was taken and the same seq is free again.
   */
  append(entries: readonly Entry[]): Promise<void>;
  /** Resolves when everything appended so far is durable. */
  flush(): Promise<void>;
  /** Durable entries in order, in handfuls, up to `to` or the last that is durable. */
  read(from: Seq, to?: Seq): AsyncIterable<readonly Entry[]>;

  /** Stored, synced and read back before this resolves. Its entry must be durable already. */
  saveSnapshot(snapshot: StoredSnapshot): Promise<void>;
  /**
   * The newest that can be read and that the entries continue; older ones are fallen back to. With
   * `before`, only those of earlier entries: for a caller who could not use the newer one.
   */
  loadSnapshot(before?: Seq): Promise<StoredSnapshot | undefined>;
  /**
   * Removes entries up to `upTo` in whole segments, but none that the oldest kept and verified
   * snapshot needs. Returns the first entry that is still held.
   */
  trim(upTo: Seq): Promise<Seq>;

  close(): Promise<void>;
}

/**
 * One hash over all entries up to one of them. A reader who noted it can check later that nothing
 * before that entry was changed, added or removed.
 */
export interface JournalHead {
  readonly seq: Seq;
  /** Sixteen hex digits. */
  readonly chain: string;
}

export interface StoredSnapshot {
  readonly seq: Seq;
  /** The state hash, as the engine names it. */
  readonly hash: string;
  readonly payload: Uint8Array;
}

/** How many snapshots stay: a bad one, the one before it, and one to be sure. */
export const SNAPSHOTS_KEPT = 3;

/**
 * Of older snapshots one stays for so many entries, as long as the entries after it are there. A
 * fork of an earlier moment begins with it: replaying so many takes a few seconds.
 */
export const SNAPSHOT_SPAN = 4_096;

/**
 * The port of stored snapshots, as whole files: a data folder is one home, an object store that
 * all replicas of a venue reach is the other. A file says itself what it is of and whether it is
 * whole.
 */
export interface Snapshots {
  /** The entries that there are snapshots of, newest first. */
  readonly list: () => Promise<readonly Seq[]>;
  /** The file as it was saved; undefined if there is none of this entry. */
  readonly read: (seq: Seq) => Promise<Uint8Array | undefined>;
  /** It is durable when this resolves. */
  readonly save: (seq: Seq, file: Uint8Array) => Promise<void>;
  readonly remove: (seq: Seq) => Promise<void>;
}
