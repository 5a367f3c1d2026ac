/**
 * An endpoint of a dialect: what is said of it, once, for routes, limits, checks and documents
 * alike, how a call of it is read, and how the answer is put into words. What is done in between is
 * an act of the gateway, which knows no dialect.
 */
import type { TObject, TSchema } from 'typebox';
import type { Caller, Visitor } from './caller.ts';
import type { ErrorCode, WireError } from './errors.ts';
import type { Json } from './json.ts';
import type { Fields } from './read-request.ts';

export interface Endpoint {
  /** Its name in code and in the published document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** What a key must be allowed; null needs no key. */
  readonly permission: 'read' | 'trade' | null;
  /** What a key that lacks it is told, where that is not the usual code. */
  readonly lackingCode?: ErrorCode;
  /** What a call costs of the budgets of its address and of its account. */
  readonly ipWeight: number;
  readonly uidWeight: number;
  /** Which budget of orders per second it draws on, besides. */
  readonly orderRate: 'place' | 'cancel' | null;
  /** The query of a GET, the body of a POST, either of them in a DELETE. */
  readonly request: TObject;
  readonly response: TSchema;
  readonly summary: string;
  /** More about it, in Markdown. */
  readonly text: string;
}

/** How a call is read and answered. `Asked` is what the act is given, `Told` what it tells. */
export interface Wording<Who extends Visitor, Asked, Told> {
  readonly read: (caller: Who, fields: Fields) => Asked | WireError;
  readonly format: (told: Told, asked: Asked, caller: Who) => object;
  /** How many orders or cancels a call stands for; one where it is left out. */
  readonly count?: (fields: Fields) => number;
}

/** An endpoint that needs no key. */
export type OpenEndpoint<Asked, Told, Id extends string = string> = Endpoint &
  Wording<Visitor, Asked, Told> & { readonly id: Id; readonly permission: null };

/** An endpoint about the caller's own account. */
export type OwnEndpoint<Asked, Told, Id extends string = string> = Endpoint &
  Wording<Caller, Asked, Told> & { readonly id: Id; readonly permission: 'read' | 'trade' };

type Terms = Pick<Endpoint, 'path' | 'request' | 'response' | 'summary' | 'text'>;

type OpenTerms<Asked, Told, Id> = Terms & Wording<Visitor, Asked, Told> & { readonly id: Id };

type OwnTerms<Asked, Told, Id> = Terms &
  Wording<Caller, Asked, Told> & { readonly id: Id } & Partial<
    Pick<Endpoint, 'orderRate' | 'lackingCode'>
  > & { readonly permission?: 'read' | 'trade' };

type Weights = readonly [ipWeight: number, uidWeight: number];

/** The kinds of endpoints that a dialect has under its prefix. */
export const endpointsUnder = (prefix: string) => {
  const own =
    (method: Endpoint['method'], usual: 'read' | 'trade') =>
    <Asked, Told, const Id extends string>(
      [ipWeight, uidWeight]: Weights,
      terms: OwnTerms<Asked, Told, Id>,
    ): OwnEndpoint<Asked, Told, Id> => ({
      permission: usual,
      orderRate: null,
      ...terms,
      method,
      path: prefix + terms.path,
      ipWeight,
      uidWeight,
    });
  return {
    /** A public GET. */
    openGet: <Asked, Told, const Id extends string>(
      ipWeight: number,
      terms: OpenTerms<Asked, Told, Id>,
    ): OpenEndpoint<Asked, Told, Id> => ({
      ...terms,
      method: 'GET',
      path: prefix + terms.path,
      permission: null,
      ipWeight,
      uidWeight: 0,
      orderRate: null,
    }),
    /** A GET about one's own account. */
    ownGet: own('GET', 'read'),
    /** A POST changes something, unless it says that it only reads. */
    ownPost: own('POST', 'trade'),
    /** A DELETE takes something back. */
    ownDelete: own('DELETE', 'trade'),
  };
};

/** For `count`: a batch that is too long is refused for that, not for its cost. */
export const lengthOf = (value: Json | undefined, max: number): number =>
  Array.isArray(value) ? Math.min(value.length, max) : 1;
