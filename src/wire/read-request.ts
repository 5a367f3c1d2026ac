/**
 * Reads the fields of a request as its schema says: lenient in how a value is written, strict in
 * what it may be. Empty text and null count as absent. The first fault answers, in the order of the
 * schema, and names its field.
 */
import type { Static, TObject, TProperties } from 'typebox';
import { ID_MAX } from '../domain/limits.ts';
import { isPlainDecimal } from './decimal.ts';
import { both, type ErrorCode, type WireError, wireError } from './errors.ts';
import { MISSING, READS, type Reading } from './field.ts';
import { isJsonObject, isNumberText, type Json, type JsonObject } from './json-value.ts';
import { DECIMAL_LENGTH_MAX } from './limits.ts';
import { findNearestName } from './nearest-name.ts';

/** What a caller sent: the members of a JSON object, or the parameters of a query. */
export type Fields = JsonObject;

export const NO_FIELDS: Fields = new Map();

/** The fields that were sent, read; those that were not are left out. */
export function readRequest<Properties extends TProperties>(
  schema: TObject<Properties>,
  fields: Fields,
): Static<TObject<Properties>> | WireError {
  const result: Record<string, unknown> = {};
  for (const { name, reading, isRequired } of planOf(schema)) {
    const sent = fields.get(name);
    if (sent === undefined || sent === null || sent === '') {
      if (isRequired) return missing(schema, name, fields);
      continue;
    }
    const value = readValue(reading, sent);
    if (isFault(value)) return wireError('40020', { field: name, detail: both(value.problem) });
    result[name] = value;
  }
  return result as Static<TObject<Properties>>;
}

interface Step {
  readonly name: string;
  readonly reading: Reading;
  readonly isRequired: boolean;
}

/** How to read each schema, worked out once: orders come by the thousand. */
const PLANS = new WeakMap<TObject, readonly Step[]>();

function planOf(schema: TObject): readonly Step[] {
  const known = PLANS.get(schema);
  if (known !== undefined) return known;
  const required = (schema.required ?? []) as readonly string[];
  const plan = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    reading: readingOf(property),
    isRequired: required.includes(name),
  }));
  PLANS.set(schema, plan);
  return plan;
}

export interface UnknownField {
  readonly name: string;
  /** The field it was probably meant to be. */
  readonly nearest: string | undefined;
}

/** Fields that were sent and mean nothing here: ignored, but the caller may like to know. */
export function findUnknownFields(schema: TObject, fields: Fields): UnknownField[] {
  const known = Object.keys(schema.properties);
  const unknown = [...fields.keys()].filter((name) => !known.includes(name));
  return unknown.map((name) => ({ name, nearest: findNearestName(name, known) }));
}

/** Where leaving the symbol out means every contract, one that is merely misspelt must not. */
export function findMisspeltSymbol(schema: TObject, fields: Fields): WireError | undefined {
  const mayLack = SYMBOL in schema.properties && !schema.required?.includes(SYMBOL);
  if (!mayLack || fields.has(SYMBOL)) return undefined;
  const misspelt = findUnknownFields(schema, fields).find(({ nearest }) => nearest === SYMBOL);
  if (misspelt === undefined) return undefined;
  const shown = misspelt.name.slice(0, 40);
  return wireError('40020', {
    field: SYMBOL,
    detail: {
      en: `${shown} is unknown, and without ${SYMBOL} every contract is meant`,
      zh: `不支持${shown}，缺少${SYMBOL}则表示所有合约`,
    },
  });
}

const SYMBOL = 'symbol';

const WARNING_LENGTH_MAX = 400;

/** For a header: `order_id is unknown, did you mean orderId?; …`, in plain ASCII. */
export const unknownFieldsText = (unknown: readonly UnknownField[]): string =>
  unknown
    .map(({ name, nearest }) => {
      const shown = name.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
      return `${shown} is unknown${nearest === undefined ? '' : `, did you mean ${nearest}?`}`;
    })
    .join('; ')
    .slice(0, WARNING_LENGTH_MAX);

function missing(schema: TObject, name: string, fields: Fields): WireError {
  const code: ErrorCode = MISSING in schema ? (schema[MISSING] as ErrorCode) : '40019';
  const misspelt = findUnknownFields(schema, fields).find(({ nearest }) => nearest === name);
  if (misspelt !== undefined)
    return wireError(code, {
      field: name,
      detail: {
        en: `${name} is missing, ${misspelt.name.slice(0, 40)} is unknown`,
        zh: `缺少${name}，不支持${misspelt.name.slice(0, 40)}`,
      },
    });
  if (code === '40019') return wireError(code, { field: name });
  return wireError(code, {
    field: name,
    detail: { en: `${name} is missing`, zh: `缺少${name}` },
  });
}

/** What is wrong with a value, in words that follow "Parameter … is invalid:". */
interface Fault {
  readonly problem: string;
}

const fault = (problem: string): Fault => ({ problem });

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'problem' in value;

const readingOf = (property: object): Reading => (property as { readonly [READS]: Reading })[READS];

function readValue(reading: Reading, sent: Json): unknown {
  switch (reading.as) {
    case 'json':
      return sent;
    case 'flag':
      return readFlag(sent);
    case 'texts':
      return readTexts(reading.countMax, reading.lengthMax, sent);
    case 'objects':
      return readObjects(reading.countMax, sent);
    default: {
      const text = textOf(sent);
      return text === undefined ? fault('must be text or a number') : readText(reading, text);
    }
  }
}

type TextReading = Exclude<Reading, { as: 'json' | 'flag' | 'texts' | 'objects' }>;

function readText(reading: TextReading, text: string): unknown {
  switch (reading.as) {
    case 'text':
      if (text.length > reading.lengthMax) return fault(`at most ${reading.lengthMax} characters`);
      return reading.characters === undefined || reading.characters.pattern.test(text)
        ? text
        : fault(`may have only ${reading.characters.words}`);
    case 'decimal':
      return decimalText(text);
    case 'code':
      return reading.codes.includes(text)
        ? text
        : fault(`must be ${listed(reading.codes)}, not ${shown(text)}`);
    case 'integer':
      return readInteger(text, reading.min, reading.max);
    case 'moment':
      return readInteger(text, 0, Number.MAX_SAFE_INTEGER);
    case 'id':
      // An id longer than any that was issued is well formed, and unknown.
      return /^\d{1,19}$/.test(text)
        ? Math.min(Number(text), ID_MAX)
        : fault(`must be an id of digits, not ${shown(text)}`);
  }
}

function decimalText(text: string): string | Fault {
  if (text.length > DECIMAL_LENGTH_MAX) return fault(`at most ${DECIMAL_LENGTH_MAX} characters`);
  // Signs pass: a size below zero is refused by its step, with the text bots know.
  return isPlainDecimal(text.startsWith('-') ? text.slice(1) : text)
    ? text
    : fault(`must be a plain decimal without exponent, not ${shown(text)}`);
}

/** For a text that is a decimal only in some requests. */
export function readDecimal(field: string, text: string): string | WireError {
  const value = decimalText(text);
  return isFault(value) ? wireError('40020', { field, detail: both(value.problem) }) : value;
}

function readInteger(text: string, min: number, max: number): number | Fault {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) return fault(`must be a whole number, not ${shown(text)}`);
  if (value >= min && value <= max) return value;
  return fault(
    max === Number.MAX_SAFE_INTEGER
      ? `must not be below ${min}, found ${value}`
      : `must be from ${min} to ${max}, not ${value}`,
  );
}

function readFlag(sent: Json): boolean | Fault {
  if (typeof sent === 'boolean') return sent;
  if (sent === 'true') return true;
  return sent === 'false' ? false : fault('must be true or false');
}

function readTexts(countMax: number, lengthMax: number, sent: Json): readonly string[] | Fault {
  if (!Array.isArray(sent)) return fault('must be a list');
  if (sent.length === 0 || sent.length > countMax)
    return fault(`must have 1 to ${countMax} entries, not ${sent.length}`);
  const texts: string[] = [];
  for (const item of sent as readonly Json[]) {
    const text = textOf(item);
    if (text === undefined || text === '' || text.length > lengthMax)
      return fault(`entry ${texts.length + 1} must be a text of at most ${lengthMax}`);
    texts.push(text);
  }
  return texts;
}

function readObjects(countMax: number, sent: Json): readonly Json[] | Fault {
  if (!Array.isArray(sent)) return fault('must be a list');
  if (sent.length === 0 || sent.length > countMax)
    return fault(`must have 1 to ${countMax} entries, not ${sent.length}`);
  const items = sent as readonly Json[];
  const odd = items.findIndex((item) => !isJsonObject(item));
  return odd < 0 ? items : fault(`entry ${odd + 1} must be an object`);
}

const textOf = (value: Json): string | undefined =>
  typeof value === 'string' ? value : isNumberText(value) ? value.number : undefined;

const listed = (codes: readonly string[]): string =>
  codes.length === 1 ? (codes[0] ?? '') : `one of ${codes.join(', ')}`;

const shown = (text: string): string => `'${text.slice(0, 40)}'`;
