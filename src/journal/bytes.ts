/**
 * A buffer that grows at the end, and a reader that never goes past the given end. Whole numbers
 * take as few bytes as they need. Any other number and any text read back exactly, lone surrogates
 * and negative zero included. Values go by their shape: those that layouts have besides bits, and
 * JSON for the rest.
 */

import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import type { Shape } from '../domain/shape.ts';
import { NotDecodable, NotStorable } from './journal-error.ts';

export interface ByteWriter {
  bytes: Uint8Array;
  view: DataView;
  /** How many bytes are written. */
  at: number;
}

const TWO_POW_28 = 2 ** 28;
/** A whole number is written doubled, so this odd first byte can announce an eight-byte float. */
export const FLOAT_MARK = 1;

export function createWriter(capacity: number): ByteWriter {
  const bytes = new Uint8Array(capacity);
  return { bytes, view: new DataView(bytes.buffer), at: 0 };
}

/** Makes room; writers of single values below rely on a caller having asked for enough. */
export function reserve(writer: ByteWriter, count: number): void {
  const needed = writer.at + count;
  if (needed <= writer.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, writer.bytes.length * 2));
  grown.set(writer.bytes.subarray(0, writer.at));
  writer.bytes = grown;
  writer.view = new DataView(grown.buffer);
}

export function writeByte(writer: ByteWriter, value: number): void {
  writer.bytes[writer.at] = value;
  writer.at += 1;
}

/** A count or a code: seven bits a byte, the lowest first. At most nine bytes. */
export function writeCount(writer: ByteWriter, value: number): void {
  let rest = value;
  while (rest >= TWO_POW_28) {
    writeByte(writer, (rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  while (rest >= 128) {
    writeByte(writer, (rest & 127) | 128);
    rest >>>= 7;
  }
  writeByte(writer, rest);
}

/** Any number at all. */
export function writeNumber(writer: ByteWriter, value: number): void {
  const isCount = Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
  if (isCount) {
    writeCount(writer, value * 2);
    return;
  }
  writeByte(writer, FLOAT_MARK);
  writer.view.setFloat64(writer.at, value, true);
  writer.at += 8;
}

/** The most that a number can take. */
export const NUMBER_BYTES_MAX = 9;

/** One byte a letter where that is enough, two otherwise; the lowest bit of the length says so. */
export function writeText(writer: ByteWriter, text: string): void {
  reserve(writer, NUMBER_BYTES_MAX + text.length * 2);
  const start = writer.at;
  writeCount(writer, text.length * 2);
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit > 255) {
      writer.at = start;
      writeWide(writer, text);
      return;
    }
    writeByte(writer, unit);
  }
}

function writeWide(writer: ByteWriter, text: string): void {
  writeCount(writer, text.length * 2 + 1);
  for (let place = 0; place < text.length; place += 1) {
    writer.view.setUint16(writer.at, text.charCodeAt(place), true);
    writer.at += 2;
  }
}

/** A word is stored as its place in a list. */
export function placeAmong(words: readonly string[], word: string): number {
  const place = words.indexOf(word);
  if (place < 0) throw new NotStorable(`"${word}" is not one of ${words.join(', ')}`);
  return place;
}

export interface ByteReader {
  bytes: Buffer;
  view: DataView;
  at: number;
  /** One past the last byte that may be read. */
  end: number;
}

export function createReader(bytes: Uint8Array): ByteReader {
  const { buffer, byteOffset, length } = bytes;
  return {
    bytes: Buffer.from(buffer, byteOffset, length),
    view: new DataView(buffer, byteOffset, length),
    at: 0,
    end: length,
  };
}

/** Skips `count` bytes and returns where they begin. */
export function takeBytes(reader: ByteReader, count: number): number {
  const start = reader.at;
  if (count > reader.end - start) {
    throw new NotDecodable(`a payload ends ${count - (reader.end - start)} bytes too early`);
  }
  reader.at = start + count;
  return start;
}

export function readByte(reader: ByteReader): number {
  const { at } = reader;
  if (at >= reader.end) throw new NotDecodable('a payload ends 1 bytes too early');
  reader.at = at + 1;
  return reader.bytes[at]!;
}

export function readCount(reader: ByteReader): number {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = readByte(reader);
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
  for (let scale = TWO_POW_28; scale < 2 ** 60; scale *= 128) {
    const byte = readByte(reader);
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
  throw new NotDecodable('a number in a payload does not end');
}

export function readNumber(reader: ByteReader): number {
  const doubled = readCount(reader);
  if (doubled % 2 === 0) return doubled / 2;
  if (doubled !== FLOAT_MARK) throw new NotDecodable('a number in a payload has no known form');
  return reader.view.getFloat64(takeBytes(reader, 8), true);
}

export function readText(reader: ByteReader): string {
  const doubled = readCount(reader);
  const length = Math.floor(doubled / 2);
  if (doubled % 2 === 0) {
    const start = takeBytes(reader, length);
    return reader.bytes.toString('latin1', start, start + length);
  }
  const start = takeBytes(reader, length * 2);
  return reader.bytes.toString('utf16le', start, start + length * 2);
}

export function wordAt<Word extends string>(words: readonly Word[], place: number): Word {
  const word = words[place];
  if (word === undefined) throw new NotDecodable(`no word has place ${place} in its list`);
  return word;
}

export function writeValue(writer: ByteWriter, shape: Shape, value: unknown): void {
  reserve(writer, NUMBER_BYTES_MAX);
  if (typeof value === 'number') writeNumber(writer, value);
  else if (value instanceof Uint8Array) writeBytes(writer, value);
  else if (typeof value === 'string') {
    if (shape.form === 'text' && shape.digits !== undefined)
      writeDigits(writer, value, shape.digits);
    else writeText(writer, value);
  } else if (shape.form === 'list' && Array.isArray(value)) {
    writeCount(writer, value.length);
    for (const item of value) writeValue(writer, shape.of, item);
  } else if (shape.form === 'record') {
    for (const [field, inner] of Object.entries(shape.fields))
      writeValue(writer, inner, valueAt(value, field));
  } else throw new NotStorable(`no layout has room for a ${shape.form}`);
}

export function readValue(reader: ByteReader, shape: Shape): unknown {
  switch (shape.form) {
    case 'number':
      return readNumber(reader);
    case 'text':
      return shape.digits === undefined ? readText(reader) : readDigits(reader, shape.digits);
    case 'bytes':
      // A copy: the reader's bytes are used again.
      return new Uint8Array(readBytes(reader));
    case 'list': {
      const count = readLength(reader);
      return Array.from({ length: count }, () => readValue(reader, shape.of));
    }
    case 'record': {
      const read = ([field, inner]: [string, Shape]) => [field, readValue(reader, inner)];
      return Object.fromEntries(Object.entries(shape.fields).map(read));
    }
    default:
      throw new NotDecodable(`no layout has room for a ${shape.form}`);
  }
}

/** Each item takes at least one byte, so a wrong count cannot allocate without limit. */
export function readLength(reader: ByteReader): number {
  const count = readCount(reader);
  if (count > reader.end - reader.at) throw new NotDecodable('a list counts more than it holds');
  return count;
}

/** The value of `a.b.c`; undefined where a step is missing. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const field of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Reflect.get(found, field);
  }
  return found;
}

function writeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  reserve(writer, NUMBER_BYTES_MAX + bytes.length);
  writeCount(writer, bytes.length);
  writer.bytes.set(bytes, writer.at);
  writer.at += bytes.length;
}

/** They are the reader's own, and hold only until it reads on. */
function readBytes(reader: ByteReader): Buffer {
  const length = readCount(reader);
  const start = takeBytes(reader, length);
  return reader.bytes.subarray(start, start + length);
}

/** Hexadecimal digits, two in a byte. The caller has reserved the room. */
export function writeDigits(writer: ByteWriter, text: string, digits: number): void {
  if (text.length !== digits || !/^[0-9a-f]*$/.test(text))
    throw new NotStorable(`"${text}" is not ${digits} hexadecimal digits`);
  writer.bytes.set(Buffer.from(text, 'hex'), writer.at);
  writer.at += digits / 2;
}

export function readDigits(reader: ByteReader, digits: number): string {
  const start = takeBytes(reader, digits / 2);
  return reader.bytes.toString('hex', start, start + digits / 2);
}

export function writeJsonValue(writer: ByteWriter, value: object, what: string): void {
  expectPlain(value, what);
  writeBytes(writer, Buffer.from(stringifyPlain(value), 'utf8'));
}

/** JSON would silently turn these values into others. */
function expectPlain(value: unknown, path: string): void {
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    throw new NotStorable(`${path} is ${Object.is(value, -0) ? '-0' : value}: cannot be stored`);
  }
  if (value === undefined) throw new NotStorable(`${path} is undefined: cannot be stored`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) expectPlain(inner, `${path}.${key}`);
}

export function readJsonValue(reader: ByteReader, what: string): object {
  const text = readBytes(reader).toString('utf8');
  let value: unknown;
  try {
    value = parsePlain(text);
  } catch (error) {
    throw new NotDecodable(`the payload of a ${what} is not JSON`, { cause: error });
  }
  if (typeof value === 'object' && value !== null) return value;
  throw new NotDecodable(`a payload is not the ${what} it should be`);
}
