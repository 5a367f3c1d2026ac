/** Rows of the table of endpoints that are read and answered elsewhere. */
import type { Endpoint } from './endpoint.ts';

type Terms<Id extends string> = Pick<Endpoint, 'request' | 'response' | 'summary' | 'text'> & {
  readonly id: Id;
  readonly path: string;
};

type Changing<Id extends string> = Terms<Id> &
  Partial<Pick<Endpoint, 'orderRate' | 'permission' | 'lackingCode'>>;

type Weights = readonly [ipWeight: number, uidWeight: number];

/** The kinds of endpoints that a dialect has under its prefix. */
export const rowsUnder = (prefix: string) => ({
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
