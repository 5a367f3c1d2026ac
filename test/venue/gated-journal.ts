/** A journal in memory whose syncs can be made to wait and to fail. */
import type { Entry } from '../../src/domain/command.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { JournalFailed } from '../../src/journal/journal-error.ts';
import { MemoryJournal } from '../../src/journal/memory-journal.ts';

export interface GatedJournal extends Journal {
  /** How many entries each append brought. */
  readonly appends: number[];
  /** From now on nothing becomes durable… */
  readonly hold: () => void;
  /** …until all that waits does, and everything after it at once. */
  readonly release: () => void;
  /** What the next appends meet; undefined mends it. */
  failure: JournalFailed | undefined;
  refuseNext: Error | undefined;
}

export function createGatedJournal(inner: Journal = new MemoryJournal()): GatedJournal {
  let gate: PromiseWithResolvers<void> | undefined;
  const journal: GatedJournal = {
    appends: [],
    failure: undefined,
    refuseNext: undefined,
    hold: () => {
      gate ??= Promise.withResolvers();
    },
    release: () => {
      gate?.resolve();
      gate = undefined;
    },
    get firstSeq() {
      return inner.firstSeq;
    },
    get lastSeq() {
      return inner.lastSeq;
    },
    get durableSeq() {
      return inner.durableSeq;
    },
    get head() {
      return inner.head;
    },
    epoch: inner.epoch,
    id: inner.id,
    append: async (entries: readonly Entry[]) => {
      const refusal = journal.refuseNext;
      journal.refuseNext = undefined;
      if (refusal !== undefined) throw refusal;
      await inner.append(entries);
      journal.appends.push(entries.length);
      await gate?.promise;
      if (journal.failure !== undefined) throw journal.failure;
    },
    flush: () => inner.flush(),
    read: (from, to) => inner.read(from, to),
    saveSnapshot: (snapshot) => inner.saveSnapshot(snapshot),
    loadSnapshot: (before) => inner.loadSnapshot(before),
    trim: (upTo) => inner.trim(upTo),
    // Stays open, so that the next venue can have it.
    close: () => inner.flush(),
  };
  return journal;
}
