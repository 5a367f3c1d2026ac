/**
 * Records out of bytes that another process sent: those of segment files, one after the other. Each
 * must follow the one before, by its number and by the chain. What was sent carries a checksum of
 * its own, so those of the records are not worked out again.
 */
import type { Entry } from '../domain/command.ts';
import { millis, seq as toSeq } from '../domain/units.ts';
import { createReader } from './byte-reader.ts';
import { decodeEntry } from './entry-codec.ts';
import { NotDecodable } from './journal-error.ts';
import {
  advanceChain,
  type Chain,
  createHead,
  isSameChain,
  RECORD_HEAD,
  readHead,
  recordBytes,
} from './record.ts';

/** Where a reader of records is. */
export interface RecordsEnd {
  seq: number;
  /** Undefined before the first record of a reader that does not know how the chain stands. */
  chain: Chain | undefined;
}

/** Moves the end on. Records up to it are passed over, since a sender may begin earlier. */
export function decodeRecords(bytes: Uint8Array, end: RecordsEnd): Entry[] {
  const reader = createReader(bytes);
  const head = createHead();
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length; at += recordBytes(head.length)) {
    if (at + RECORD_HEAD > bytes.length) throw new NotDecodable('a record is cut off');
    readHead(reader.view, at, head);
    if (head.seq <= end.seq) continue;
    expectNext(head.seq, head.chain, end);
    reader.at = at + RECORD_HEAD;
    reader.end = reader.at + head.length;
    if (reader.end > bytes.length) throw new NotDecodable(`entry ${head.seq} is cut off`);
    const content = decodeEntry(reader, head.code);
    entries.push({ seq: toSeq(head.seq), at: millis(head.at), ...content });
    end.seq = head.seq;
    end.chain ??= { ...head.chain };
    advanceChain(end.chain, head);
  }
  return entries;
}

function expectNext(seq: number, chain: Chain, end: RecordsEnd): void {
  if (seq !== end.seq + 1)
    throw new NotDecodable(`entry ${seq} came where ${end.seq + 1} should be`);
  if (end.chain === undefined || isSameChain(chain, end.chain)) return;
  throw new NotDecodable(`entry ${seq} does not continue the entries before it`);
}
