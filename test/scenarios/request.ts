/** What the words of a line ask for, while they are being read. */

import type { Command } from '../../src/domain/command.ts';
import { type AccountId, type ContractId, contractId } from '../../src/domain/ids.ts';
import type { Reject } from '../../src/domain/reject.ts';
import {
  type Lots,
  type Money,
  money,
  NO_LOTS,
  NO_TICKS,
  type Ticks,
  toBigInt,
} from '../../src/domain/units.ts';
import { findMoney, findPpm, parseLots, parseTicks } from '../../src/wire/quantity.ts';
import { failure } from './parse.ts';
import { listingOf, type Stage, UNLISTED } from './stage.ts';
import { take, takeIf, type Words } from './words.ts';

export interface Request {
  readonly stage: Stage;
  readonly words: Words;
  readonly account: AccountId;
  /** The contract the line names; null for the first. */
  readonly symbol: string | null;
  /** The wire's own reason to refuse, where a price or a size is not a multiple of its step. */
  refused: Reject | null;
}

export type Single = Exclude<Command, { readonly kind: 'batch' }>;

export function contractOf(request: Request): ContractId {
  if (request.symbol === UNLISTED) return contractId(999);
  return listingOf(request.stage, request.words, request.symbol).contract.id;
}

/** The contract a line names after `on`, or null for all. */
export const namedContract = (request: Request): ContractId | null =>
  request.symbol === null ? null : contractOf(request);

const termsOf = (request: Request) =>
  listingOf(request.stage, request.words, request.symbol).contract;

export function takePrice(request: Request): Ticks {
  const price = parseTicks(termsOf(request), take(request.words, 'a price'));
  if (typeof price === 'number') return price;
  request.refused ??= price;
  return NO_TICKS;
}

/** A price, or null for `market`. */
export const takeLimit = (request: Request): Ticks | null =>
  takeIf(request.words, 'market') === undefined ? takePrice(request) : null;

export function takeSize(request: Request): Lots {
  const size = parseLots(termsOf(request), take(request.words, 'a size'));
  if (typeof size === 'number') return size;
  request.refused ??= size;
  return NO_LOTS;
}

/** Money; a sign is for mistakes that the engine must refuse. */
export function takeMoney(words: Words): Money {
  const word = take(words, 'an amount');
  const amount = findMoney(word.replace('-', ''));
  if (amount === undefined) throw failure(words.line, `${word} is not an amount of money`);
  return word.startsWith('-') ? money(-toBigInt(amount)) : amount;
}

export function takeRate(words: Words) {
  const word = take(words, 'a rate');
  const rate = findPpm(word);
  if (rate === undefined) throw failure(words.line, `${word} is not a rate`);
  return rate;
}
