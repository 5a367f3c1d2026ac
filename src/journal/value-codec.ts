/** Values as bytes, by their shape: those that layouts have besides bits, and JSON for the rest. */
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import type { Shape } from '../domain/shape.ts';
import {
  type ByteReader,
  type ByteWriter,
  NUMBER_BYTES_MAX,
  readCount,
  readNumber,
  readText,
  reserve,
  takeBytes,
  writeCount,
  writeNumber,
  writeText,
} from './bytes.ts';
import { NotDecodable, NotStorable } from './journal-error.ts';

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
