/** Ports as the path of a call sees them. */
import type { AccountId } from '../domain/ids.ts';
import type { Shared } from './acts/shared.ts';
import type { Edge } from './edge.ts';
import type { HttpServer } from './http-server.ts';
import type { Limited } from './limits/limit-call.ts';
import type { Reply } from './reply.ts';
import type { HttpVisit, Visit } from './visit.ts';

/** A port: its routes, and how it limits and answers requests. */
export interface Port<Came extends Visit = HttpVisit> {
  readonly edge: Edge;
  readonly http: HttpServer;
  /** Takes the weight of a request from the budget of its sender, or refuses it. */
  readonly limit: (visit: Visit, weight: number) => Limited;
  /** Charges for the length of an answer. */
  readonly chargeLength: (visit: Visit, bytes: number) => void;
  /** Writes the answer. The account is given if the caller is known. */
  readonly tell: (visit: Came, reply: Reply, account?: AccountId) => void;
}

/** The public port: endpoints of dialects and of the competition are added to it. */
export interface PublicPort<Came extends Visit = HttpVisit> extends Port<Came> {
  readonly shared: Shared;
}
