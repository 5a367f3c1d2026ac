/**
 * Reads single fields of a request. The form of a field is lenient in how a value is written and
 * strict in which values it allows. Sizes, prices, positions and money are also terms: they are
 * checked against the contract or the caller's account.
 */

import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import { type OrderId, orderId, positionId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import { negate } from '../domain/money.ts';
import { type Lots, type Money, NO_MONEY, type Ticks } from '../domain/units.ts';
import { type Caller, invalid, type PositionPlace } from './caller.ts';
import { both, isWireError, type WireError, wireError } from './errors.ts';
import type { Form, PriceReason, Term } from './field.ts';
import { isJsonObject, type Json, termOf } from './json.ts';
import {
  DECIMAL_LENGTH_MAX,
  findDecimal,
  findMoney,
  isPlainDecimal,
  isZeroDecimal,
  parseLots,
  parseTicks,
} from './quantity.ts';
import { rejectError } from './reject-error.ts';

/** An error of a value. Its text follows "Parameter … is invalid:". */
export interface Fault {
  readonly problem: string;
}

const fault = (problem: string): Fault => ({ problem });

export const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'problem' in value;

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
      const text = termOf(sent);
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
      // An id longer than any issued one is well formed, but unknown.
      return /^\d{1,19}$/.test(text)
        ? Math.min(Number(text), ID_MAX)
        : fault(`must be an id of digits, not ${shown(text)}`);
  }
}

function decimalText(text: string): string | Fault {
  if (text.length > DECIMAL_LENGTH_MAX) return fault(`at most ${DECIMAL_LENGTH_MAX} characters`);
  // A sign is allowed: the check of the step refuses a negative size, with the text bots know.
  return isPlainDecimal(text.startsWith('-') ? text.slice(1) : text)
    ? text
    : fault(`must be a plain decimal without exponent, not ${shown(text)}`);
}

/** Returns a decimal, for a field that is a decimal only in some requests. */
function readDecimal(field: string, text: string): string | WireError {
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
    const text = termOf(item);
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

const listed = (codes: readonly string[]): string =>
  codes.length === 1 ? (codes[0] ?? '') : `one of ${codes.join(', ')}`;

const shown = (text: string): string => `'${text.slice(0, 40)}'`;

export interface NamedTerm {
  readonly name: string;
  readonly term: Term;
  /** The index of its form among the forms of all terms. */
  readonly place: number;
}

/** Adds the value of each term to the request. Returns an error if one is wrong. */
export function addTerms(
  terms: readonly NamedTerm[],
  forms: readonly unknown[],
  result: Record<string, unknown>,
  sender: Partial<Caller>,
  named: Contract | undefined,
): WireError | undefined {
  let contract = named;
  for (const { name, term, place } of terms) {
    const form = forms[place];
    const value =
      term.unit === 'limit'
        ? readLimit(contract, name, form, isMarket(term, result))
        : form === undefined
          ? undefined
          : readTerm(term, name, String(form), contract, sender);
    if (value === undefined) continue;
    if (isWireError(value)) return value;
    result[name] = value;
    if (term.unit === 'exit') contract = sender.findOrderContract?.(orderId(Number(form)));
  }
  return undefined;
}

type LimitTerm = Extract<Term, { unit: 'limit' }>;
type PlainTerm = Exclude<Term, LimitTerm>;

function readTerm(
  term: PlainTerm,
  name: string,
  sent: string,
  contract: Contract | undefined,
  caller: Partial<Caller>,
): number | Money | PositionPlace | WireError | null {
  switch (term.unit) {
    case 'exit':
      return readExit(name, orderId(Number(sent)), caller);
    case 'size':
      return parseSize(known(contract), sent);
    case 'optional-size':
      return isZeroDecimal(sent) ? null : parseSize(known(contract), sent);
    case 'price':
      return parsePrice(known(contract), sent, term.reason);
    case 'optional-price':
      return isZeroDecimal(sent) ? null : parsePrice(known(contract), sent, term.reason);
    case 'position':
      return (
        caller.findPosition?.(positionId(Number(sent))) ??
        invalid(name, `there is no position ${sent}`)
      );
    case 'money':
      return readMoney(name, sent);
    case 'signed-money':
      return readSignedMoney(name, sent);
    case 'whole':
      return readWhole(term.toldAs ?? name, sent);
  }
}

function known(contract: Contract | undefined): Contract {
  assert(contract !== undefined, 'a size or a price is read without a contract');
  return contract;
}

function readExit(name: string, order: OrderId, caller: Partial<Caller>): OrderId | WireError {
  if (caller.findOrderContract?.(order) !== undefined) return order;
  return { ...wireError('50005', { field: name }), missing: order };
}

function isMarket(
  { marketField, marketWords, bookField }: LimitTerm,
  request: Readonly<Record<string, unknown>>,
): boolean {
  if (bookField !== undefined && request[bookField] !== undefined) return true;
  const word = request[marketField];
  return typeof word === 'string' && marketWords.includes(word);
}

/** Returns the limit. A market order accepts any text for it and ignores it. */
function readLimit(
  contract: Contract | undefined,
  name: string,
  form: unknown,
  isIgnored: boolean,
): Ticks | null | WireError {
  if (isIgnored) return null;
  if (form === undefined) return wireError('40019', { field: name });
  const decimal = readDecimal(name, String(form));
  return isWireError(decimal) ? decimal : parsePrice(known(contract), decimal);
}

function readMoney(name: string, text: string): Money | WireError {
  const amount = findMoney(text);
  return amount === undefined || amount === NO_MONEY
    ? invalid(name, `must be above 0 with at most 8 decimals, not '${text}'`)
    : amount;
}

function readSignedMoney(name: string, text: string): Money | WireError {
  const isNegative = text.startsWith('-');
  const amount = findMoney(isNegative ? text.slice(1) : text);
  if (amount === undefined || amount === NO_MONEY)
    return invalid(name, `must not be 0 and has at most 8 decimals, not '${text}'`);
  return isNegative ? negate(amount) : amount;
}

function readWhole(name: string, text: string): number | WireError {
  const units = findDecimal(text, 0);
  return units === undefined || units === 0n || units > Number.MAX_SAFE_INTEGER
    ? invalid(name, `must be a whole number above 0, not '${text}'`)
    : Number(units);
}

export function parseSize(contract: Contract, text: string): Lots | WireError {
  const size = parseLots(contract, text);
  return typeof size === 'number' ? size : rejectError(size, { contract, command: null });
}

/** Returns the price, or an error for its role if it is off the tick. */
export function parsePrice(
  contract: Contract,
  text: string,
  reason: PriceReason = 'price-invalid',
): Ticks | WireError {
  const price = parseTicks(contract, text);
  if (typeof price === 'number') return price;
  return rejectError({ ...price, reason }, { contract, command: null });
}

/** Whether the value is missing or zero, which many programs send for none. */
export const isNone = (text: string | undefined): boolean =>
  text === undefined || isZeroDecimal(text);

export const parsePresetPrice = (
  contract: Contract,
  text: string | undefined,
  reason: PriceReason,
): Ticks | null | WireError =>
  text === undefined || isNone(text) ? null : parsePrice(contract, text, reason);
