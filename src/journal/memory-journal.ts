/** The journal in memory. It keeps every promise of the port except outliving the process. */
import { assert } from '../domain/assert.ts';
import type { Entry } from '../domain/command.ts';
import { type Seq, seq as toSeq } from '../domain/units.ts';
import { createReader, createWriter } from './bytes.ts';
import { decodeEntry, encodeEntry } from './entry-codec.ts';
import { type Journal, type JournalHead, SNAPSHOTS_KEPT, type StoredSnapshot } from './journal.ts';
import { JournalClosed } from './journal-error.ts';
import { createJournalId } from './journal-id.ts';
import { createChain, expectFollows, formatChain } from './record.ts';

export class MemoryJournal implements Journal {
  readonly epoch = 1;
  readonly id = createJournalId();
  readonly failure = undefined;
  private entries: Entry[] = [];
  private snapshots: StoredSnapshot[] = [];
  private first = 1;
  private lastAt = Number.MIN_SAFE_INTEGER;
  private isClosed = false;
  private readonly keeps: 'all' | 'nothing';

  /**
   * One that keeps nothing checks and numbers entries, and cannot be read. One that is given a
   * snapshot goes on after it.
   */
  constructor(keeps: 'all' | 'nothing' = 'all', begun?: StoredSnapshot) {
    this.keeps = keeps;
    if (begun === undefined) return;
    this.snapshots = [begun];
    this.first = begun.seq + 1;
  }

  get firstSeq(): Seq {
    return toSeq(this.first);
  }

  get lastSeq(): Seq {
    return toSeq(this.first + this.entries.length - 1);
  }

  get durableSeq(): Seq {
    return this.lastSeq;
  }

  /** Nothing here outlives the process, so there is nothing to compare a chain with. */
  get head(): JournalHead {
    return { seq: this.lastSeq, chain: formatChain(createChain()) };
  }

  async append(entries: readonly Entry[]): Promise<void> {
    if (this.isClosed) throw new JournalClosed('the journal is closed');
    let end = { seq: this.lastSeq, at: this.lastAt };
    const isKept = this.keeps === 'all';
    const kept: Entry[] = [];
    for (const entry of entries) {
      expectFollows(end, entry);
      end = entry;
      const code = write(entry);
      if (isKept) kept.push({ ...entry, ...decodeEntry(createReader(written()), code) });
    }
    this.lastAt = end.at;
    if (isKept) this.entries.push(...kept);
    else this.first += entries.length;
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  async *read(from: Seq, to: Seq = this.lastSeq): AsyncGenerator<readonly Entry[], void> {
    assert(from >= this.first, 'entries were let go of', from);
    const entries = this.entries.slice(from - this.first, to - this.first + 1);
    if (entries.length > 0) yield entries;
  }

  async saveSnapshot(snapshot: StoredSnapshot): Promise<void> {
    assert(snapshot.seq <= this.lastSeq, 'a snapshot is ahead of the journal', snapshot.seq);
    const others = this.snapshots.filter(({ seq }) => seq !== snapshot.seq);
    const copy = { ...snapshot, payload: snapshot.payload.slice() };
    this.snapshots = [...others, copy]
      .sort((one, other) => other.seq - one.seq)
      .slice(0, SNAPSHOTS_KEPT);
  }

  loadSnapshot(before?: Seq): Promise<StoredSnapshot | undefined> {
    const isEarlier = ({ seq }: StoredSnapshot) => before === undefined || seq < before;
    return Promise.resolve(this.snapshots.find(isEarlier));
  }

  trim(upTo: Seq): Promise<Seq> {
    const limit = Math.min(upTo, this.snapshots.at(-1)?.seq ?? 0);
    this.entries.splice(0, Math.max(0, limit - this.first + 1));
    this.first = Math.max(this.first, limit + 1);
    return Promise.resolve(this.firstSeq);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** Every entry is written here: what files would refuse or change must not pass here either. */
const WRITER = createWriter(1_024);

/** Returns the code of what it wrote. */
function write(entry: Entry): number {
  WRITER.at = 0;
  return encodeEntry(WRITER, entry);
}

const written = (): Uint8Array => WRITER.bytes.slice(0, WRITER.at);
