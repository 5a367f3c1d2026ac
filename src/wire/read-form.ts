/** Reads single values of a request: lenient in how one is written, strict in what it may be. */
import { ID_MAX } from '../domain/limits.ts';
import { isPlainDecimal } from './decimal.ts';
import { both, type WireError, wireError } from './errors.ts';
import type { Form } from './field.ts';
import { isJsonObject, isNumberText, type Json } from './json-value.ts';
import { DECIMAL_LENGTH_MAX } from './limits.ts';

/** What is wrong with a value, in words that follow "Parameter … is invalid:". */
export interface Fault {
  readonly problem: string;
}

const fault = (problem: string): Fault => ({ problem });

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'problem' in value;

/** What a value of this form says, or what is wrong with it. */
export function readForm(form: Form, sent: Json): unknown {
  switch (form.as) {
    case 'json':
      return sent;
    case 'flag':
      return readFlag(sent);
    case 'texts':
      return readTexts(form.countMax, form.lengthMax, sent);
    case 'objects':
      return readObjects(form.countMax, sent);
    default: {
      const text = textOf(sent);
      return text === undefined ? fault('must be text or a number') : readText(form, text);
    }
  }
}

type TextForm = Exclude<Form, { as: 'json' | 'flag' | 'texts' | 'objects' }>;

function readText(form: TextForm, text: string): unknown {
  switch (form.as) {
    case 'text':
      if (text.length > form.lengthMax) return fault(`at most ${form.lengthMax} characters`);
      return form.characters === undefined || form.characters.pattern.test(text)
        ? text
        : fault(`may have only ${form.characters.words}`);
    case 'decimal':
      return decimalText(text);
    case 'code': {
      const meaning = form.meanings === undefined ? text : form.meanings.get(text);
      return meaning !== undefined && (form.meanings !== undefined || form.codes.includes(text))
        ? meaning
        : fault(`must be ${listed(form.codes)}, not ${shown(text)}`);
    }
    case 'integer':
      return readInteger(text, form.min, form.max);
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
