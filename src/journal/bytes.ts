/**
 * A buffer that grows at the end, and a reader that never goes past the given end. Whole numbers
 * take as few bytes as they need. Any other number and any text read back exactly, lone surrogates
 * and negative zero included.
 */
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
