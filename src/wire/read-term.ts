/** Reads the terms of a request: what is right only for a contract, or of one's own. */
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import { orderId, positionId } from '../domain/ids.ts';
import { type Money, money } from '../domain/units.ts';
import { type Caller, invalid, type PositionPlace } from './caller.ts';
import { findDecimal, isZeroDecimal } from './decimal.ts';
import { isWireError, type WireError, wireError } from './errors.ts';
import type { LimitTerms, Term } from './field.ts';
import { parsePrice, parseSize } from './order-terms.ts';
import { findMoney } from './quantity.ts';
import { readDecimal } from './read-form.ts';

export interface NamedTerm {
  readonly name: string;
  readonly term: Term;
}

/** Puts what each term means in the place of its form, or says what is wrong with it. */
export function readTerms(
  terms: readonly NamedTerm[],
  request: Record<string, unknown>,
  caller: Partial<Caller>,
  named: Contract | undefined,
): WireError | undefined {
  let contract = named;
  for (const { name, term } of terms) {
    const sent = request[name];
    if (term.unit === 'exit') {
      const order = orderId(Number(sent));
      contract = caller.findOrderContract?.(order);
      if (contract === undefined) return { ...wireError('50005', { field: name }), missing: order };
      continue;
    }
    if (sent === undefined && term.unit !== 'limit') continue;
    const value =
      term.unit === 'limit'
        ? readLimit(contract, request, name, term.terms)
        : readTerm(term, name, String(sent), contract, caller);
    if (isWireError(value)) return value;
    request[name] = value;
  }
  return undefined;
}

type PlainTerm = Exclude<Term, { unit: 'exit' | 'limit' }>;

function readTerm(
  term: PlainTerm,
  name: string,
  sent: string,
  contract: Contract | undefined,
  caller: Partial<Caller>,
): number | bigint | PositionPlace | WireError | null {
  switch (term.unit) {
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

/** A market order takes any text for its limit and ignores it. */
function readLimit(
  contract: Contract | undefined,
  request: Readonly<Record<string, unknown>>,
  name: string,
  { market: [field, ...readings] }: LimitTerms,
) {
  if (readings.some((reading) => reading === request[field])) return null;
  const sent = request[name];
  if (sent === undefined) return wireError('40019', { field: name });
  const decimal = readDecimal(name, String(sent));
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
