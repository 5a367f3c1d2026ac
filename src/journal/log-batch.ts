/**
 * A batch as it travels to a shared log, little-endian:
 *
 * | at | bytes | what |
 * |---:|------:|---|
 * |  0 |     4 | `PLB` and the number of this form |
 * |  4 |     4 | CRC-32C from byte 8 to the end |
 * |  8 |     8 | the venue, by the id of its journal |
 * | 16 |     4 | version of the engine that made it |
 * | 20 |     8 | session |
 * | 28 |     8 | number |
 * | 36 |     8 | time of the sender |
 * | 44 |     4 | how many commands |
 * | 48 |     … | each as code (2), length (4) and payload, as in a record of the journal |
 *
 * Anything may arrive from a log that others can write to. What is no batch of this venue is a
 * named value: every replica skips it, or stops, in the same place.
 *
 * A process that orders the log for others sends entries as the bytes of its journal instead.
 */
import type { Command, Entry } from '../domain/command.ts';
import { LOG_BATCH_BYTES_MAX, LOG_BATCH_COMMANDS_MAX } from '../domain/limits.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { BatchIdentity } from '../domain/replica-command.ts';
import { millis, seq as toSeq } from '../domain/units.ts';
import {
  type ByteReader,
  createReader,
  createWriter,
  readDigits,
  reserve,
  takeBytes,
  writeDigits,
} from './bytes.ts';
import { decodeEntry, type EntryContent, encodeEntry, findKind, plainCode } from './entry-codec.ts';
import { NotDecodable, NotStorable } from './journal-error.ts';
import { type JournalId, readId, writeId } from './journal-id.ts';
import {
  advanceChain,
  type Chain,
  crc32c,
  createHead,
  getLong,
  isSameChain,
  RECORD_HEAD,
  readHead,
  recordBytes,
  setLong,
} from './record.ts';

const MARK = 0x01_42_4c_50;
const HEAD = 48;
const COMMAND_HEAD = 6;
const INCARNATION_DIGITS = 16;

export interface LogBatch extends BatchIdentity {
  readonly commands: readonly EntryContent[];
}

/** Who makes or reads batches. */
export interface BatchMaker {
  readonly venue: JournalId;
  readonly engine: number;
}

/** The bytes of one command. Throws NotStorable where no batch has room for it. */
export function encodeLogCommand(content: EntryContent): Uint8Array {
  const writer = createWriter(256);
  writer.at = COMMAND_HEAD;
  const code = encodeEntry(writer, content);
  if (writer.at > LOG_BATCH_BYTES_MAX - HEAD) {
    throw new NotStorable(
      `a ${content.command.kind} has ${writer.at} bytes; a batch has room for ` +
        `${LOG_BATCH_BYTES_MAX - HEAD}`,
    );
  }
  writer.view.setUint16(0, code, true);
  writer.view.setUint32(2, writer.at - COMMAND_HEAD, true);
  return writer.bytes.slice(0, writer.at);
}

/** How many of the commands, from the first, go into one batch. */
export function countFitting(commands: readonly Uint8Array[]): number {
  let bytes = HEAD;
  let count = 0;
  for (const { length } of commands.slice(0, LOG_BATCH_COMMANDS_MAX)) {
    bytes += length;
    if (bytes > LOG_BATCH_BYTES_MAX) break;
    count += 1;
  }
  return count;
}

export function encodeLogBatch(
  { session, number, sentAt }: BatchIdentity,
  commands: readonly Uint8Array[],
  { venue, engine }: BatchMaker,
): Uint8Array {
  const writer = createWriter(HEAD);
  const { view } = writer;
  view.setUint32(0, MARK, true);
  writeId(writer.bytes, 8, venue);
  view.setUint32(16, engine, true);
  writer.at = 20;
  writeDigits(writer, session, INCARNATION_DIGITS);
  setLong(view, 28, number);
  setLong(view, 36, sentAt);
  view.setUint32(44, commands.length, true);
  writer.at = HEAD;
  for (const command of commands) {
    reserve(writer, command.length);
    writer.bytes.set(command, writer.at);
    writer.at += command.length;
  }
  writer.view.setUint32(4, crc32c(writer.bytes, 8, writer.at), true);
  return writer.bytes.subarray(0, writer.at);
}

/**
 * `malformed` and `foreign` count for nobody. A replica stops at one that is `newer`: others apply
 * it, and this one cannot.
 */
type DecodedBatch =
  | { readonly kind: 'batch'; readonly batch: LogBatch }
  | { readonly kind: 'malformed'; readonly because: string }
  | { readonly kind: 'foreign'; readonly venue: JournalId }
  | { readonly kind: 'newer'; readonly because: string };

export function decodeLogBatch(bytes: Uint8Array, reader: BatchMaker): DecodedBatch {
  const because = findFlaw(bytes);
  if (because !== undefined) return { kind: 'malformed', because };
  const venue = readId(bytes, 8);
  if (venue !== reader.venue) return { kind: 'foreign', venue };
  const source = createReader(bytes);
  const engine = source.view.getUint32(16, true);
  if (engine > reader.engine) {
    return { kind: 'newer', because: `engine ${engine} made it; this one is ${reader.engine}` };
  }
  try {
    return decodeCommands(source);
  } catch (error) {
    if (error instanceof NotDecodable) return { kind: 'malformed', because: reasonOf(error) };
    throw error;
  }
}

function findFlaw(bytes: Uint8Array): string | undefined {
  const { length } = bytes;
  if (length < HEAD) return `${length} bytes are no batch`;
  if (length > LOG_BATCH_BYTES_MAX) return `${length} bytes; at most ${LOG_BATCH_BYTES_MAX}`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  if (view.getUint32(0, true) !== MARK) return 'it does not begin as a batch does';
  if (view.getUint32(4, true) !== crc32c(bytes, 8, length)) return 'its checksum is wrong';
  const count = view.getUint32(44, true);
  return count > LOG_BATCH_COMMANDS_MAX
    ? `${count} commands; at most ${LOG_BATCH_COMMANDS_MAX}`
    : undefined;
}

function decodeCommands(reader: ByteReader): DecodedBatch {
  const { view, end } = reader;
  reader.at = 20;
  const session = readDigits(reader, INCARNATION_DIGITS);
  const number = getLong(view, 28);
  const sentAt = millis(getLong(view, 36));
  const count = view.getUint32(44, true);
  const commands: EntryContent[] = [];
  reader.at = HEAD;
  while (commands.length < count) {
    const head = takeBytes(reader, COMMAND_HEAD);
    const code = view.getUint16(head, true);
    if (findKind(plainCode(code)) === undefined) {
      return { kind: 'newer', because: `it has a command of a kind unknown here, ${code}` };
    }
    const start = takeBytes(reader, view.getUint32(head + 2, true));
    reader.end = reader.at;
    reader.at = start;
    const decoded = decodeEntry(reader, code);
    if (beginsBatch(decoded.command)) {
      return { kind: 'malformed', because: 'a batch begins within it' };
    }
    commands.push(decoded);
    reader.end = end;
  }
  if (reader.at !== end) return { kind: 'malformed', because: 'bytes are left over at its end' };
  return { kind: 'batch', batch: { session, number, sentAt, commands } };
}

const beginsBatch = (command: Command): boolean =>
  command.kind === 'begin-batch' ||
  (command.kind === 'batch' && command.commands.some(beginsBatch));

/** Where a reader of records is. */
export interface RecordsEnd {
  seq: number;
  /** Undefined before the first record of a reader that does not know how the chain stands. */
  chain: Chain | undefined;
}

/**
 * Decodes records that another process sent, and moves the end on. Each must follow the one before,
 * by its number and by the chain. What was sent carries a checksum of its own, so those of the
 * records are not worked out again. Records up to the end are passed over, since a sender may begin
 * earlier.
 */
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
