/**
 * Messages of a public matching benchmark, as its files have them: a header of 16 bytes that ends
 * with their number, then 40 bytes each. Gzip is known by its first bytes.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { KIND_CANCEL, KIND_IOC, KIND_MODIFY, KIND_NEW, type Workload } from '../workload.ts';

export interface NeutralMessages {
  readonly name: string;
  readonly count: number;
  readonly kinds: Uint8Array;
  /** 0 buys. */
  readonly sides: Uint8Array;
  /** Whether what does not trade at once is cancelled. */
  readonly isImmediate: Uint8Array;
  readonly sizes: Uint32Array;
  readonly seqs: Float64Array;
  /** One more than in the file: a book counts from one. */
  readonly ids: Float64Array;
  readonly prices: Float64Array;
}

export const NEUTRAL = { new: 0, cancel: 1, modify: 2 } as const;

const HEAD_BYTES = 16;
const MESSAGE_BYTES = 40;
const GZIP = 0x1f8b;

export function readMessages(path: string): NeutralMessages {
  const stored = readFileSync(path);
  const bytes = stored.length > 1 && stored.readUInt16BE(0) === GZIP ? gunzipSync(stored) : stored;
  return parseMessages(bytes, basename(path).replace(/\.bin(?:\.gz)?$/, ''));
}

export function parseMessages(bytes: Buffer, name: string): NeutralMessages {
  const count = bytes.length < HEAD_BYTES ? -1 : bytes.readUInt32LE(12);
  if (bytes.length !== HEAD_BYTES + count * MESSAGE_BYTES)
    throw new Error(`${name} is not a file of messages: its length does not fit their number`);
  const messages: NeutralMessages = {
    name,
    count,
    kinds: new Uint8Array(count),
    sides: new Uint8Array(count),
    isImmediate: new Uint8Array(count),
    sizes: new Uint32Array(count),
    seqs: new Float64Array(count),
    ids: new Float64Array(count),
    prices: new Float64Array(count),
  };
  for (let place = 0; place < count; place += 1) {
    const at = HEAD_BYTES + place * MESSAGE_BYTES;
    messages.kinds[place] = bytes[at]!;
    messages.sides[place] = bytes[at + 1]!;
    messages.isImmediate[place] = bytes[at + 2]!;
    messages.sizes[place] = bytes.readUInt32LE(at + 4);
    messages.seqs[place] = Number(bytes.readBigUInt64LE(at + 8));
    messages.ids[place] = Number(bytes.readBigUInt64LE(at + 16)) + 1;
    messages.prices[place] = Number(bytes.readBigInt64LE(at + 24));
  }
  return messages;
}

/** The same messages for the driver of the peer. */
export function workloadOf(messages: NeutralMessages): Workload {
  const { name, count, ids, sides, prices, sizes, isImmediate } = messages;
  const kindAt = (kind: number, place: number): number => {
    if (kind === NEUTRAL.cancel) return KIND_CANCEL;
    if (kind === NEUTRAL.modify) return KIND_MODIFY;
    return isImmediate[place] === 1 ? KIND_IOC : KIND_NEW;
  };
  return {
    scenario: name,
    setup: 0,
    count,
    ids,
    sides,
    kinds: messages.kinds.map(kindAt),
    prices: Int32Array.from(prices),
    sizes: Int32Array.from(sizes),
  };
}
