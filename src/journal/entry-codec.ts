/**
 * Entries as bytes, without their place and time. What comes with a command stands before it, and a
 * bit of the code says that it is there.
 */
import type { Entry } from '../domain/command.ts';
import { DUTIES } from '../domain/replica-command.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { millis } from '../domain/units.ts';
import { type ByteReader, readByte, readNumber, takeBytes } from './byte-reader.ts';
import {
  type ByteWriter,
  NUMBER_BYTES_MAX,
  reserve,
  writeByte,
  writeNumber,
} from './byte-writer.ts';
import { createCodec, HAS_LATER } from './command-codec.ts';
import { placeAmong, wordAt } from './value-codec.ts';

/** What a record stores besides place and time. */
export type EntryContent = Omit<Entry, 'seq' | 'at'>;

/** Bit of the code: sixteen bytes of the request's hash and its time stand before the command. */
const HAS_REQUEST = 0x8000;
/** Bit of the code: a duty and its term stand before the command, and before its request. */
const HAS_MANDATE = 0x4000;
/** Bit of the code: until when it takes effect and when it got its place stand before all this. */
const HAS_UNTIL = 0x2000;
const HEAD_BITS = HAS_REQUEST | HAS_MANDATE | HAS_UNTIL;
const WORD_BYTES = 4;
/** The most that all of this takes. */
const HEAD_BYTES_MAX = 1 + 4 * WORD_BYTES + 4 * NUMBER_BYTES_MAX;

const CODEC = createCodec();
export const { findKind } = CODEC;

/** The kind of a code without what it says besides. */
export const plainCode = (code: number): number => code & ~(HEAD_BITS | HAS_LATER);

/** Writes the payload and returns its code. */
export function encodeEntry(writer: ByteWriter, content: EntryContent): number {
  const { command, request, mandate, until, takenAt } = content;
  let bits = 0;
  reserve(writer, HEAD_BYTES_MAX);
  if (until !== undefined) {
    bits |= HAS_UNTIL;
    writeNumber(writer, until);
    // A batch on its way to the log has no place yet.
    writeNumber(writer, takenAt ?? 0);
  }
  if (mandate !== undefined) {
    bits |= HAS_MANDATE;
    writeByte(writer, placeAmong(DUTIES, mandate.duty));
    writeNumber(writer, mandate.term);
  }
  if (request !== undefined) {
    bits |= HAS_REQUEST;
    for (const word of request.words) {
      writer.view.setInt32(writer.at, word, true);
      writer.at += WORD_BYTES;
    }
    writeNumber(writer, request.receivedAt);
  }
  return CODEC.write(writer, command) | bits;
}

/**
 * Reads exactly up to the reader's end. The checksum is good already, so a failure here is a wrong
 * code.
 */
export function decodeEntry(reader: ByteReader, code: number): EntryContent {
  if ((code & HEAD_BITS) === 0) return { command: CODEC.read(reader, code) };
  const content: { -readonly [Field in keyof EntryContent]?: EntryContent[Field] } = {};
  if ((code & HAS_UNTIL) !== 0) {
    content.until = millis(readNumber(reader));
    const takenAt = millis(readNumber(reader));
    if (takenAt !== 0) content.takenAt = takenAt;
  }
  if ((code & HAS_MANDATE) !== 0) {
    content.mandate = { duty: wordAt(DUTIES, readByte(reader)), term: readNumber(reader) };
  }
  if ((code & HAS_REQUEST) !== 0) content.request = readIdentity(reader);
  return { command: CODEC.read(reader, code & ~HEAD_BITS), ...content };
}

function readIdentity(reader: ByteReader): RequestIdentity {
  const word = () => reader.view.getInt32(takeBytes(reader, WORD_BYTES), true);
  const words = [word(), word(), word(), word()] as const;
  return { words, receivedAt: millis(readNumber(reader)) };
}
