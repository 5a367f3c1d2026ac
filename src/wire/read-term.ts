/** Reads the terms of a request: what is right only for a contract, or of one's own. */
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import { type OrderId, orderId, positionId } from '../domain/ids.ts';
import { type Money, money, type Ticks } from '../domain/units.ts';
import { type Caller, invalid, type PositionPlace } from './caller.ts';
import { findDecimal, isZeroDecimal } from './decimal.ts';
import { isWireError, type WireError, wireError } from './errors.ts';
import type { Term } from './field.ts';
import { parsePrice, parseSize } from './order-terms.ts';
import { findMoney } from './quantity.ts';
import { readDecimal } from './read-form.ts';

export interface NamedTerm {
  readonly name: string;
  readonly term: Term;
  /** Where its form stands among those of all terms. */
  readonly place: number;
}

/** Adds what each term means to the other fields of a request, or says what is wrong with it. */
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
): number | bigint | PositionPlace | WireError | null {
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
  { marketField, marketWords }: LimitTerm,
  request: Readonly<Record<string, unknown>>,
): boolean {
  const word = request[marketField];
  return typeof word === 'string' && marketWords.includes(word);
}

/** A market order takes any text for its limit and ignores it. */
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
  return amount === undefined || amount === 0n
    ? invalid(name, `must be above 0 with at most 8 decimals, not '${text}'`)
    : amount;
}

function readSignedMoney(name: string, text: string): Money | WireError {
  const isNegative = text.startsWith('-');
  const amount = findMoney(isNegative ? text.slice(1) : text);
  if (amount === undefined || amount === 0n)
    return invalid(name, `must not be 0 and has at most 8 decimals, not '${text}'`);
  return isNegative ? money(-amount) : amount;
}

function readWhole(name: string, text: string): number | WireError {
  const units = findDecimal(text, 0);
  return units === undefined || units === 0n || units > Number.MAX_SAFE_INTEGER
    ? invalid(name, `must be a whole number above 0, not '${text}'`)
    : Number(units);
}
