/** What is said of an endpoint, once, for routes, limits, checks and documents alike. */
import type { TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

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

type Terms<Id extends string> = Pick<Endpoint, 'request' | 'response' | 'summary' | 'text'> & {
  readonly id: Id;
  readonly path: string;
};

type Changing<Id extends string> = Terms<Id> &
  Partial<Pick<Endpoint, 'orderRate' | 'permission' | 'lackingCode'>>;

type Weights = readonly [ipWeight: number, uidWeight: number];

/** The kinds of endpoints that a dialect has under its prefix. */
export const endpointsUnder = (prefix: string) => ({
  /** A public GET. */
  openGet: <const Id extends string>(ipWeight: number, terms: Terms<Id>) => ({
    ...terms,
    method: 'GET' as const,
    path: prefix + terms.path,
    permission: null,
    ipWeight,
    uidWeight: 0,
    orderRate: null,
  }),
  /** A GET about one's own account. */
  ownGet: <const Id extends string>([ip, uid]: Weights, terms: Terms<Id>) => ({
    ...terms,
    method: 'GET' as const,
    path: prefix + terms.path,
    permission: 'read' as const,
    ipWeight: ip,
    uidWeight: uid,
    orderRate: null,
  }),
  /** A POST that changes something, unless it says that it only reads. */
  ownPost: <const Id extends string>([ip, uid]: Weights, terms: Changing<Id>) => ({
    permission: 'trade' as const,
    orderRate: null,
    ...terms,
    method: 'POST' as const,
    path: prefix + terms.path,
    ipWeight: ip,
    uidWeight: uid,
  }),
  /** A DELETE takes something back. */
  ownDelete: <const Id extends string>([ip, uid]: Weights, terms: Changing<Id>) => ({
    permission: 'trade' as const,
    orderRate: null,
    ...terms,
    method: 'DELETE' as const,
    path: prefix + terms.path,
    ipWeight: ip,
    uidWeight: uid,
  }),
});
