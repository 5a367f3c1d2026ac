/**
 * Entries as bytes, without their place and time. What comes with a command stands before it, and a
 * bit of the code says that it is there.
 *
 * Commands as bytes, made of their tables. The kinds that come by the million have a layout; the
 * others are JSON, which an operator can read in a hex dump. A command that would not read back
 * equal is refused here. Fields that came after the layouts stand behind the command, as JSON by
 * their names, and a bit of the code says so: a version that does not know them refuses the
 * command instead of overlooking them.
 */
import { assert } from '../domain/assert.ts';
import { COMMANDS, type Command, type Entry } from '../domain/command.ts';
import { DUTIES } from '../domain/replica-command.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { innerShape, type ShapeTable } from '../domain/shape.ts';
import { millis } from '../domain/units.ts';
import {
  type ByteReader,
  type ByteWriter,
  NUMBER_BYTES_MAX,
  placeAmong,
  readByte,
  readCount,
  readJsonValue,
  readLength,
  readNumber,
  reserve,
  takeBytes,
  valueAt,
  wordAt,
  writeByte,
  writeCount,
  writeJsonValue,
  writeNumber,
} from './bytes.ts';
import {
  compileReading,
  compileWriting,
  type ReadCommand,
  type StoredForm,
  type WriteCommand,
} from './compile-layout.ts';
import { NotDecodable } from './journal-error.ts';
import { BATCH_CODE, type Section, STORED_KINDS, type StoredKind } from './stored-kinds.ts';

/** What a record stores besides place and time. */
export type EntryContent = Omit<Entry, 'seq' | 'at'>;

/** Bit of the code: sixteen bytes of the request's hash and its time stand before the command. */
const HAS_REQUEST = 0x8000;
/** Bit of the code: a duty and its term stand before the command, and before its request. */
const HAS_MANDATE = 0x4000;
/** Bit of the code: until when it takes effect and when it got its place stand before all this. */
const HAS_UNTIL = 0x2000;
/** Bit of the code: the nonce of the request stands behind it, and behind that its signer. */
const HAS_NONCE = 0x0800;
const HEAD_BITS = HAS_REQUEST | HAS_MANDATE | HAS_UNTIL | HAS_NONCE;
const WORD_BYTES = 4;
const SIGNER_BYTES = 8;
/** The most that all of this takes. */
const HEAD_BYTES_MAX = 1 + 4 * WORD_BYTES + 5 * NUMBER_BYTES_MAX + SIGNER_BYTES;

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
    if (request.nonce !== undefined) {
      bits |= HAS_NONCE;
      writeNumber(writer, request.nonce.value);
      writer.view.setBigUint64(writer.at, BigInt(`0x${request.nonce.signer}`));
      writer.at += SIGNER_BYTES;
    }
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
  if ((code & HAS_REQUEST) !== 0) content.request = readIdentity(reader, code);
  return { command: CODEC.read(reader, code & ~HEAD_BITS), ...content };
}

function readIdentity(reader: ByteReader, code: number): RequestIdentity {
  const word = () => reader.view.getInt32(takeBytes(reader, WORD_BYTES), true);
  const words = [word(), word(), word(), word()] as const;
  const identity = { words, receivedAt: millis(readNumber(reader)) };
  if ((code & HAS_NONCE) === 0) return identity;
  const value = readNumber(reader);
  const signer = reader.view.getBigUint64(takeBytes(reader, SIGNER_BYTES));
  return { ...identity, nonce: { signer: signer.toString(16).padStart(16, '0'), value } };
}

/** Bit of the code: fields that came after the layouts stand behind the command. */
const HAS_LATER = 0x1000;
/** The form of commands that the layouts know; see OptionalShape. */
const FORM = 2;

interface KindCodec {
  readonly kind: string;
  readonly write: WriteCommand;
  readonly reads: readonly { readonly code: number; readonly read: ReadCommand }[];
  /** Fields that came after the layouts, by their paths. */
  readonly later: readonly string[];
  readonly codeOf: (command: object) => number;
}

interface CodeReader extends Pick<KindCodec, 'kind' | 'later'> {
  readonly read: ReadCommand;
}

/** Without tables it is the codec of the journal; tests look at what a further field would do. */
export function createCodec(
  tables: Readonly<Record<string, ShapeTable>> = COMMANDS,
  stored: Readonly<Record<string, StoredKind>> = STORED_KINDS,
) {
  const kinds = new Map<string, KindCodec>();
  const readers: (CodeReader | undefined)[] = [];
  for (const [kind, how] of Object.entries(stored)) {
    const codec = compileKind(kind, tables[kind] ?? {}, how);
    kinds.set(kind, codec);
    for (const { code, read } of codec.reads) readers[code] = { kind, later: codec.later, read };
  }

  const codecOf = ({ kind }: Command): KindCodec => {
    const codec = kinds.get(kind);
    assert(codec !== undefined, 'a kind of command has no code', kind);
    return codec;
  };

  const codeOf = (command: Command): number => {
    if (command.kind === 'batch') return BATCH_CODE;
    const codec = codecOf(command);
    const code = codec.codeOf(command);
    return hasLater(codec, command) ? code | HAS_LATER : code;
  };

  const write = (writer: ByteWriter, command: Command): number => {
    if (command.kind === 'batch') {
      reserve(writer, NUMBER_BYTES_MAX);
      writeCount(writer, command.commands.length);
      for (const each of command.commands) {
        reserve(writer, NUMBER_BYTES_MAX);
        writeCount(writer, codeOf(each));
        write(writer, each);
      }
      return BATCH_CODE;
    }
    const codec = codecOf(command);
    const code = codec.write(writer, command);
    if (!hasLater(codec, command)) return code;
    writeLater(writer, codec, command);
    return code | HAS_LATER;
  };

  const readPlain = (reader: ByteReader, code: number): object => {
    const codec = readers[code & ~HAS_LATER];
    if (codec === undefined) {
      throw new NotDecodable(
        `command code ${code} is not known to this version; a newer one wrote it, use that`,
      );
    }
    const command = codec.read(reader);
    if ((code & HAS_LATER) !== 0) readLater(reader, codec, command);
    return command;
  };

  const read = (reader: ByteReader, code: number): Command => {
    const command = code === BATCH_CODE ? readBatch(reader, readPlain) : readPlain(reader, code);
    if (reader.at !== reader.end) {
      const left = reader.end - reader.at;
      throw new NotDecodable(`a ${kindIn(command)} leaves ${left} bytes of its payload over`);
    }
    assert(isCommand(command), 'a command was read');
    return command;
  };

  /** The kind that a number stands for, if this code knows it. */
  const findKind = (code: number): string | undefined =>
    code === BATCH_CODE ? 'batch' : readers[code & ~HAS_LATER]?.kind;
  return { codeOf, write, read, findKind };
}

const kindIn = (command: object): unknown => Reflect.get(command, 'kind');

/** The checksum vouches for the fields: the writer of the record had a command of this type. */
const isCommand = (command: object): command is Command => 'kind' in command;

function readBatch(
  reader: ByteReader,
  readPlain: (reader: ByteReader, code: number) => object,
): object {
  const count = readLength(reader);
  const commands = Array.from({ length: count }, () => readPlain(reader, readCount(reader)));
  return { kind: 'batch', commands };
}

const hasLater = ({ later }: KindCodec, command: Command): boolean =>
  later.length > 0 && later.some((path) => valueAt(command, path) !== undefined);

function writeLater(writer: ByteWriter, { kind, later }: KindCodec, command: Command): void {
  const values = later.map((path) => [path, valueAt(command, path)]);
  const there = values.filter(([, value]) => value !== undefined);
  writeJsonValue(writer, Object.fromEntries(there), kind);
}

function readLater(reader: ByteReader, { kind, later }: CodeReader, command: object): void {
  for (const [path, value] of Object.entries(readJsonValue(reader, kind))) {
    if (!later.includes(path))
      throw new NotDecodable(`a newer version wrote ${path} of a ${kind}; use that`);
    const steps = path.split('.');
    const within = steps.length === 1 ? command : valueAt(command, steps.slice(0, -1).join('.'));
    if (typeof within !== 'object' || within === null)
      throw new NotDecodable(`a ${kind} has ${path} and nothing to hold it`);
    Reflect.set(within, steps.at(-1) ?? path, value);
  }
}

function compileKind(kind: string, fields: ShapeTable, how: StoredKind): KindCodec {
  const { code, layout, extended } = how;
  const paths = pathsOf(fields, 1);
  const later = paths.filter(({ since }) => since > FORM).map(({ path }) => path);
  const by = Object.keys(fields).find((field) => sinceOf(fields, field) === FORM) ?? '';
  const codeOf = (command: object): number =>
    extended !== undefined && Reflect.get(command, by) !== undefined ? extended.code : code;
  const shared = { kind, later, codeOf };
  if (layout === undefined) {
    const read: ReadCommand = (reader) => readWhole(reader, kind);
    const codes = [code, ...(extended === undefined ? [] : [extended.code])];
    return {
      ...shared,
      write: (writer, command) => {
        writeJsonValue(writer, command, kind);
        return codeOf(command);
      },
      reads: codes.map((each) => ({ code: each, read })),
    };
  }
  const forms: StoredForm[] = [{ code, layout }];
  if (extended?.layout !== undefined) {
    forms.push({ code: extended.code, layout: extended.layout, by });
  }
  const sections = forms.map((form) => form.layout);
  expectWhole(kind, paths, sections);
  return {
    ...shared,
    write: compileWriting(fields, forms),
    reads: forms.map((form, place) => ({
      code: form.code,
      read: compileReading(kind, fields, sections.slice(0, place + 1)),
    })),
  };
}

function readWhole(reader: ByteReader, kind: string): object {
  const command = readJsonValue(reader, kind);
  if (kindIn(command) === kind) return command;
  throw new NotDecodable(`a payload is not the ${kind} it should be`);
}

interface PathSince {
  readonly path: string;
  readonly since: number;
}

const sinceOf = (fields: ShapeTable, field: string): number => {
  const shape = fields[field];
  return shape?.form === 'optional' ? shape.since : 1;
};

/** Every field, and within records of known forms every field of theirs, with its form. */
function pathsOf(fields: ShapeTable, within: number): PathSince[] {
  return Object.entries(fields).flatMap(([field, shape]) => {
    const since = Math.max(within, sinceOf(fields, field));
    const inner = innerShape(shape);
    if (inner.form !== 'record' || since > FORM) return [{ path: field, since }];
    return pathsOf(inner.fields, since).map((each) => ({ ...each, path: `${field}.${each.path}` }));
  });
}

/** A field that is neither in a layout nor behind it would be lost: the program does not start. */
function expectWhole(
  kind: string,
  paths: readonly PathSince[],
  sections: readonly Section[],
): void {
  const stored = new Set(
    sections.flatMap(({ bytes, values }) => [...values, ...bytes.flatMap(Object.keys)]),
  );
  for (const { path, since } of paths)
    assert(since > FORM || stored.has(path), `${kind} stores no`, path);
}

/** Made when everything above is there. */
const CODEC = createCodec();
export const { findKind } = CODEC;
