/**
 * An endpoint of a dialect: its description, the reader of a call and the formatter of the answer.
 * Routes, limits, checks and documents all come from it. An act of the gateway, which knows no
 * dialect, does the work in between.
 */

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { Millis } from '../domain/units.ts';
import type { Caller, Visitor } from './caller.ts';
import { type ErrorCode, isWireError, type WireError } from './errors.ts';
import { type Json, termOf } from './json.ts';
import { type Fields, type ReaderTerms, readerOf } from './read-request.ts';

export interface Endpoint {
  /** Its name in code and in the published document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The permission that a key needs; null needs no key. */
  readonly permission: 'read' | 'trade' | null;
  /** Whether the key alone is enough, without a signature. Only for calls that place nothing. */
  readonly isKeyEnough?: true;
  /**
   * The answer about an account that does not exist, where an account is named by an address that
   * need not belong to anybody.
   */
  readonly nobody?: (at: Millis) => object;
  /** The error code for a key without the permission, if it is not the usual one. */
  readonly lackingCode?: ErrorCode;
  /** The weight of a call in the budgets of its address and of its account. */
  readonly ipWeight: number;
  readonly uidWeight: number;
  /** What a call weighs more for its address because of what it asks. */
  readonly extraWeight?: (fields: Fields) => number;
  /** The budget of orders or cancels per second that a call uses too. Some cancels use none. */
  readonly orderRate: 'place' | 'cancel' | null;
  /** The dialect says whether its fields stand in the query or in the body. */
  readonly request: TObject;
  readonly response: TSchema;
  readonly summary: string;
  /** Whether the answer may take longer than a connection may otherwise be silent. */
  readonly mayLast?: true;
  /** More about it, in Markdown. */
  readonly text: string;
}

/** Reads and formats a call. `Asked` is the input of the act, `Told` is its result. */
export interface Wording<Who extends Visitor, Asked, Told> {
  readonly read: (caller: Who, fields: Fields) => Asked | WireError;
  /** It may return an error too, if the dialect tells an outcome as a refusal. */
  readonly format: (told: Told, asked: Asked, caller: Who) => object;
  /** Puts an error of the act into the words of this endpoint, if they are not the usual ones. */
  readonly blame?: (error: WireError, asked: Asked) => WireError;
  /** Returns the number of orders or cancels in a call. Without it the number is one. */
  readonly count?: (fields: Fields) => number;
}

/** An endpoint that needs no key. */
export type OpenEndpoint<Asked, Told, Id extends string = string> = Endpoint &
  Wording<Visitor, Asked, Told> & { readonly id: Id; readonly permission: null };

/** An endpoint about the caller's own account. */
export type OwnEndpoint<Asked, Told, Id extends string = string> = Endpoint &
  Wording<Caller, Asked, Told> & { readonly id: Id; readonly permission: 'read' | 'trade' };

/** A null contract means all contracts. */
export interface ContractsQuery {
  readonly contract: Contract | null;
}

/** What an endpoint asks that has no fields, or reads none of them. */
export const readEverything = (): ContractsQuery => ({ contract: null });

const EVERYTHING = { request: Type.Object({}), read: readEverything };

/** How an endpoint is written down. What was sent is read by its schema first. */
type Terms<
  Who extends Visitor,
  Sent extends TProperties,
  Response extends TSchema,
  Asked,
  Told,
  Id,
> = Pick<Endpoint, 'summary' | 'text' | 'extraWeight'> &
  Pick<Wording<Who, Asked, Told>, 'blame' | 'count'> &
  Partial<ReaderTerms<Sent, Who, Asked>> & {
    readonly id: Id;
    readonly response: Response;
    readonly format: (told: Told, asked: Asked, caller: Who) => Static<Response> | WireError;
  };

/** What a dialect has around the result of every call, of which its terms speak alone. */
interface Envelope {
  readonly schemaOf: (result: TSchema) => TSchema;
  readonly format: (result: unknown, caller: Visitor) => object;
}

type Answer<Who extends Visitor, Asked, Told> = Pick<Endpoint, 'response'> &
  Pick<Wording<Who, Asked, Told>, 'format'>;

function answerOf<Who extends Visitor, Asked, Told>(
  { response, format }: Answer<Who, Asked, Told>,
  envelope: Envelope | undefined,
): Answer<Who, Asked, Told> {
  if (envelope === undefined) return { response, format };
  return {
    response: envelope.schemaOf(response),
    format: (told, asked, caller) => {
      const result = format(told, asked, caller);
      return isWireError(result) ? result : envelope.format(result, caller);
    },
  };
}

/** An endpoint without fields leaves out what is read of them. */
const formOf = <Sent extends TProperties, Who extends Visitor, Asked, Told>(
  terms: Partial<ReaderTerms<Sent, Who, Asked>> & Answer<Who, Asked, Told>,
  envelope: Envelope | undefined,
) => {
  assert((terms.request === undefined) === (terms.read === undefined), 'what is sent is read');
  const sent: Partial<ReaderTerms<Sent, Who, Asked>> = terms;
  const whole = { ...EVERYTHING, ...sent } as ReaderTerms<Sent, Who, Asked>;
  return { request: whole.request, read: readerOf(whole), ...answerOf(terms, envelope) };
};

type OwnTerms = Partial<Pick<Endpoint, 'lackingCode' | 'mayLast' | 'nobody'>> & {
  readonly permission?: 'read' | 'trade';
};

type Weights = readonly [ipWeight: number, uidWeight: number];

/** What all endpoints of a maker have. */
type Shared = Partial<Pick<Endpoint, 'isKeyEnough' | 'orderRate'>>;

const KEY_ALONE: Shared = { isKeyEnough: true };
const PLACES: Shared = { orderRate: 'place' };
const CANCELS: Shared = { orderRate: 'cancel' };

/** Returns functions that make the endpoints of a dialect under its prefix. */
export const endpointsUnder = (prefix: string, envelope?: Envelope) => {
  const own =
    (method: Endpoint['method'], usual: 'read' | 'trade', shared: Shared = {}) =>
    <
      Sent extends TProperties,
      Response extends TSchema,
      Told,
      const Id extends string,
      Asked = ContractsQuery,
    >(
      path: string,
      [ipWeight, uidWeight]: Weights,
      terms: Terms<Caller, Sent, Response, Asked, Told, Id> & OwnTerms,
    ): OwnEndpoint<Asked, Told, Id> => ({
      permission: usual,
      orderRate: null,
      ...terms,
      ...formOf<Sent, Caller, Asked, Told>(terms, envelope),
      ...shared,
      method,
      path: prefix + path,
      ipWeight,
      uidWeight,
    });
  const open =
    (method: Endpoint['method']) =>
    <
      Sent extends TProperties,
      Response extends TSchema,
      Told,
      const Id extends string,
      Asked = ContractsQuery,
    >(
      path: string,
      ipWeight: number,
      terms: Terms<Visitor, Sent, Response, Asked, Told, Id>,
    ): OpenEndpoint<Asked, Told, Id> => ({
      ...terms,
      ...formOf<Sent, Visitor, Asked, Told>(terms, envelope),
      method,
      path: prefix + path,
      permission: null,
      ipWeight,
      uidWeight: 0,
      orderRate: null,
    });
  return {
    openGet: open('GET'),
    /** A public POST, which only reads. */
    openPost: open('POST'),
    /** A GET about one's own account. */
    ownGet: own('GET', 'read'),
    /** A POST. It changes something, unless its terms say that it only reads. */
    ownPost: own('POST', 'trade'),
    /** A DELETE. It may cancel, and uses no budget of cancels. */
    ownDelete: own('DELETE', 'trade'),
    /** Orders and amendments, in the budget of those that are placed. */
    placePost: own('POST', 'trade', PLACES),
    placePut: own('PUT', 'trade', PLACES),
    /** Cancels, in a budget of their own. */
    cancelPost: own('POST', 'trade', CANCELS),
    cancelDelete: own('DELETE', 'trade', CANCELS),
    /** Calls with a key that need no signature. */
    keyGet: own('GET', 'read', KEY_ALONE),
    keyPost: own('POST', 'read', KEY_ALONE),
    keyPut: own('PUT', 'read', KEY_ALONE),
    keyDelete: own('DELETE', 'read', KEY_ALONE),
  };
};

/** Formats a list row by row. */
export const eachOf =
  <Row, Who, Formed>(format: (row: Row, caller: Who) => Formed) =>
  (rows: readonly Row[], _asked: unknown, caller: Who): Formed[] =>
    rows.map((row) => format(row, caller));

/** Returns the length for `count`, at most `max`: a longer batch is refused for its length. */
export const lengthOf = (value: Json | undefined, max: number): number =>
  Array.isArray(value) ? Math.min(value.length, max) : 1;

/** The rows that a call asks for; `usual` if it does not say. */
function rowsOf(fields: Fields, usual: number): number {
  const text = termOf(fields.get('limit')) ?? '';
  return text === '' ? usual : Number(text);
}

/** The weight by the number of rows, less the least: of each step, the rows from which it holds. */
export const extraByRows =
  (steps: readonly (readonly [rows: number, extra: number])[], usual: number) =>
  (fields: Fields): number => {
    const rows = rowsOf(fields, usual);
    return steps.findLast(([from]) => rows >= from)?.[1] ?? 0;
  };

const ROWS_PER_WEIGHT = 100;
/** No call may ask for more; one that does is refused. */
const ROWS_MAX = 1_000;

/** The first hundred rows are in the weight of the call. */
export function extraPerHundred(fields: Fields): number {
  const rows = rowsOf(fields, ROWS_PER_WEIGHT);
  return rows > ROWS_PER_WEIGHT && rows <= ROWS_MAX ? Math.ceil(rows / ROWS_PER_WEIGHT) - 1 : 0;
}

export const PER_HUNDRED_TEXT =
  'Each hundred rows after the first hundred weigh one more for the address.';
