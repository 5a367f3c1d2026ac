/** Reads what byte-writer.ts wrote, never past the given end. */
import { FLOAT_MARK } from './byte-writer.ts';
import { NotDecodable } from './journal-error.ts';

export interface ByteReader {
  bytes: Buffer;
  view: DataView;
  at: number;
  /** One past the last byte that may be read. */
  end: number;
}

const TWO_POW_28 = 2 ** 28;

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
