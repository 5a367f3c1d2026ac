/**
 * JSON as it was written, and its strict reader. Numbers keep their text, because a decimal must
 * not pass through floating point; objects are maps, because a caller may name a field `__proto__`.
 *
 * The reader accepts standard JSON, except duplicate names, more than eight levels, and text with
 * half a surrogate pair: programs disagree on how to read these. A fault says what is wrong, at
 * which character and in which field.
 */

export type JsonObject = ReadonlyMap<string, Json>;

export type Json = null | boolean | string | NumberText | readonly Json[] | JsonObject;

export interface NumberText {
  readonly number: string;
}

export const isJsonObject = (value: Json | undefined): value is JsonObject => value instanceof Map;

export const isNumberText = (value: Json | undefined): value is NumberText =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonObject(value);

/** The digits of a number as they were sent; undefined for anything else. */
export const digitsOf = (value: Json | undefined): string | undefined =>
  isNumberText(value) ? value.number : undefined;

/** The same, or a text. */
export const termOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : digitsOf(value);

/** Returns compact JSON text. Numbers keep the digits they came with. */
export function writeJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isJsonObject(value)) {
    const members = [...value].map(
      ([name, inner]) => `${JSON.stringify(name)}:${writeJson(inner)}`,
    );
    return `{${members.join(',')}}`;
  }
  return isNumberText(value) ? value.number : `[${value.map(writeJson).join(',')}]`;
}

export interface JsonFault {
  readonly problem: string;
  /** The index of the offending character, from zero. */
  readonly at: number;
  /** The field being read, as a path such as `orderDataList[2].size`; empty outside fields. */
  readonly field: string;
}

export type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly fault: JsonFault };

export const JSON_DEPTH_MAX = 10;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEX = /^[0-9a-fA-F]{4}$/;

const HALF_PAIR = 'text with half a surrogate pair';
const SURROGATE_MIN = 0xd800;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The text being read, the position in it, and the fields around it. */
interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
  readonly path: (string | number)[];
  /** The first fault. After it every read returns undefined. */
  problem: string;
}

export function readJson(text: string): JsonReading {
  const cursor: Cursor = { text, at: 0, depth: 0, path: [], problem: '' };
  skipSpace(cursor);
  const value = readValue(cursor);
  if (value !== undefined) {
    skipSpace(cursor);
    if (cursor.at === text.length) return { ok: true, value };
    fail(cursor, `unexpected ${shown(cursor)} after the value`);
  }
  const { at, problem } = cursor;
  return { ok: false, fault: { problem, at, field: fieldName(cursor.path) } };
}

function fail(cursor: Cursor, problem: string): undefined {
  cursor.problem = problem;
  return undefined;
}

function readValue(cursor: Cursor): Json | undefined {
  switch (cursor.text.charCodeAt(cursor.at)) {
    case QUOTE:
      return readString(cursor);
    case OPEN_OBJECT:
      return readObject(cursor);
    case OPEN_ARRAY:
      return readArray(cursor);
    case 0x74:
      return readWord(cursor, 'true', true);
    case 0x66:
      return readWord(cursor, 'false', false);
    case 0x6e:
      return readWord(cursor, 'null', null);
    default:
      return readNumber(cursor);
  }
}

function readObject(cursor: Cursor): JsonObject | undefined {
  if (!enters(cursor)) return undefined;
  const members = new Map<string, Json>();
  if (takes(cursor, CLOSE_OBJECT)) return leave(cursor, members);
  for (;;) {
    if (cursor.text.charCodeAt(cursor.at) !== QUOTE)
      return fail(cursor, `expected a field name in quotes, found ${shown(cursor)}`);
    const nameAt = cursor.at;
    const name = readString(cursor);
    if (name === undefined) return undefined;
    cursor.path.push(name);
    if (members.has(name)) {
      cursor.at = nameAt;
      return fail(cursor, 'duplicate field');
    }
    skipSpace(cursor);
    if (!takes(cursor, COLON)) return fail(cursor, `expected ":", found ${shown(cursor)}`);
    const value = readValue(cursor);
    if (value === undefined) return undefined;
    members.set(name, value);
    cursor.path.pop();
    skipSpace(cursor);
    if (takes(cursor, CLOSE_OBJECT)) return leave(cursor, members);
    if (!takes(cursor, COMMA)) return fail(cursor, `expected "," or "}", found ${shown(cursor)}`);
  }
}

function readArray(cursor: Cursor): readonly Json[] | undefined {
  if (!enters(cursor)) return undefined;
  const items: Json[] = [];
  if (takes(cursor, CLOSE_ARRAY)) return leave(cursor, items);
  for (;;) {
    cursor.path.push(items.length);
    const value = readValue(cursor);
    if (value === undefined) return undefined;
    items.push(value);
    cursor.path.pop();
    skipSpace(cursor);
    if (takes(cursor, CLOSE_ARRAY)) return leave(cursor, items);
    if (!takes(cursor, COMMA)) return fail(cursor, `expected "," or "]", found ${shown(cursor)}`);
  }
}

function enters(cursor: Cursor): boolean {
  if (cursor.depth === JSON_DEPTH_MAX) {
    fail(cursor, `nested deeper than ${JSON_DEPTH_MAX} levels`);
    return false;
  }
  cursor.depth += 1;
  cursor.at += 1;
  skipSpace(cursor);
  return true;
}

function leave<Value>(cursor: Cursor, value: Value): Value {
  cursor.depth -= 1;
  return value;
}

/** Skips this character and the space after it. Returns whether it was the next one. */
function takes(cursor: Cursor, character: number): boolean {
  if (cursor.text.charCodeAt(cursor.at) !== character) return false;
  cursor.at += 1;
  skipSpace(cursor);
  return true;
}

function skipSpace(cursor: Cursor): void {
  const { text } = cursor;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    cursor.at += 1;
  }
}

function readWord<Value>(cursor: Cursor, word: string, value: Value): Value | undefined {
  if (!cursor.text.startsWith(word, cursor.at)) return fail(cursor, `unexpected ${shown(cursor)}`);
  cursor.at += word.length;
  return value;
}

function readNumber(cursor: Cursor): NumberText | undefined {
  NUMBER.lastIndex = cursor.at;
  const match = NUMBER.exec(cursor.text);
  if (match === null) return fail(cursor, `expected a value, found ${shown(cursor)}`);
  const end = cursor.at + match[0].length;
  const after = cursor.text.charAt(end);
  if (/[0-9.eE+-]/.test(after)) return fail(cursor, 'malformed number');
  cursor.at = end;
  return { number: match[0] };
}

function readString(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const start = cursor.at + 1;
  let end = start;
  let widest = 0;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) break;
    if (code === BACKSLASH || code < 0x20 || Number.isNaN(code)) return readEscaped(cursor);
    if (code > widest) widest = code;
    end += 1;
  }
  const result = text.slice(start, end);
  if (widest >= SURROGATE_MIN && !result.isWellFormed()) return fail(cursor, HALF_PAIR);
  cursor.at = end + 1;
  return result;
}

/** Returns a text with escapes, which few texts have. */
function readEscaped(cursor: Cursor): string | undefined {
  const { text } = cursor;
  const start = cursor.at;
  cursor.at += 1;
  let result = '';
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === QUOTE) break;
    if (Number.isNaN(code)) return fail(cursor, 'text without an end');
    if (code < 0x20) return fail(cursor, 'control character in text');
    const piece = code === BACKSLASH ? readEscape(cursor) : text.charAt(cursor.at++);
    if (piece === undefined) return undefined;
    result += piece;
  }
  if (!result.isWellFormed()) {
    cursor.at = start;
    return fail(cursor, HALF_PAIR);
  }
  cursor.at += 1;
  return result;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function readEscape(cursor: Cursor): string | undefined {
  const letter = cursor.text.charAt(cursor.at + 1);
  if (letter !== 'u') {
    const character = ESCAPES.get(letter);
    if (character === undefined) return fail(cursor, `bad escape "\\${letter}"`);
    cursor.at += 2;
    return character;
  }
  const digits = cursor.text.slice(cursor.at + 2, cursor.at + 6);
  if (!HEX.test(digits)) return fail(cursor, 'bad escape: four hexadecimal digits must follow \\u');
  cursor.at += 6;
  return String.fromCharCode(Number.parseInt(digits, 16));
}

const shown = ({ text, at }: Cursor): string =>
  at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end';

const fieldName = (path: readonly (string | number)[]): string =>
  path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('')
    .slice(0, 100);
