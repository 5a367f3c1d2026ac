/** Entries on their way to the disk: encoded already, waiting to share one sync. */
import { assert } from '../domain/assert.ts';
import type { Entry } from '../domain/command.ts';
import { type ByteWriter, createWriter } from './byte-writer.ts';
import { type Chain, writeRecord } from './record.ts';

const CAPACITY_START = 256 * 1024;
/** A buffer that once grew beyond this is not kept for the next batch. */
const CAPACITY_KEPT = 8 * 1024 * 1024;

export interface Gathered {
  readonly records: ByteWriter;
  count: number;
  /** One promise for all who wait: the sync makes them durable together. */
  done: PromiseWithResolvers<void>;
}

/** The end of the list so far, which the next entry must follow. */
export interface ListEnd {
  seq: number;
  at: number;
  readonly chain: Chain;
}

export const createGathered = (): Gathered => ({
  records: createWriter(CAPACITY_START),
  count: 0,
  done: Promise.withResolvers(),
});

export function recycle(gathered: Gathered): Gathered {
  if (gathered.records.bytes.length > CAPACITY_KEPT) return createGathered();
  gathered.records.at = 0;
  gathered.count = 0;
  gathered.done = Promise.withResolvers();
  return gathered;
}

/** Takes all of them or, if one cannot be taken, none. */
export function gather(
  gathered: Gathered,
  end: ListEnd,
  entries: readonly Entry[],
  epoch: number,
): void {
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

export function expectFollows(end: Pick<ListEnd, 'seq' | 'at'>, entry: Entry): void {
  assert(entry.seq === end.seq + 1, 'an entry does not follow the one before', entry.seq);
  assert(Number.isSafeInteger(entry.at), 'an entry has no proper time', entry.at);
  assert(entry.at >= end.at, 'an entry goes back in time', entry.at);
}
