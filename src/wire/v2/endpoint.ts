/** What is said of an endpoint, once, for routes, limits, checks and documents alike. */
import type { TObject, TSchema } from 'typebox';

export interface Endpoint {
  /** Its name in code and in the published document. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What a key must be allowed; null needs no key. */
  readonly permission: 'read' | 'trade' | null;
  /** What a call costs of the budgets of its address and of its account. */
  readonly ipWeight: number;
  readonly uidWeight: number;
  /** Which budget of orders per second it draws on, besides. */
  readonly orderRate: 'place' | 'cancel' | null;
  /** The query of a GET, the body of a POST. */
  readonly request: TObject;
  readonly response: TSchema;
  readonly summary: string;
  /** More about it, in Markdown. */
  readonly text: string;
}

export const PREFIX = '/capi/v2';

type Terms<Id extends string> = Pick<Endpoint, 'request' | 'response' | 'summary' | 'text'> & {
  readonly id: Id;
  readonly path: string;
};

type Weights = readonly [ipWeight: number, uidWeight: number];

/** A public GET. */
export const openGet = <const Id extends string>(ipWeight: number, terms: Terms<Id>) => ({
  ...terms,
  method: 'GET' as const,
  path: PREFIX + terms.path,
  permission: null,
  ipWeight,
  uidWeight: 0,
  orderRate: null,
});

/** A GET about one's own account. */
export const ownGet = <const Id extends string>([ip, uid]: Weights, terms: Terms<Id>) => ({
  ...terms,
  method: 'GET' as const,
  path: PREFIX + terms.path,
  permission: 'read' as const,
  ipWeight: ip,
  uidWeight: uid,
  orderRate: null,
});

/** A POST that changes something, unless it says that it only reads. */
export const ownPost = <const Id extends string>(
  [ip, uid]: Weights,
  terms: Terms<Id> & Partial<Pick<Endpoint, 'orderRate' | 'permission'>>,
) => ({
  permission: 'trade' as const,
  orderRate: null,
  ...terms,
  method: 'POST' as const,
  path: PREFIX + terms.path,
  ipWeight: ip,
  uidWeight: uid,
});
