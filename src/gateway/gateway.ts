/** The public port of a venue, as seen by the code that adds routes to it. */

import type { AccountId } from '../domain/ids.ts';
import type { SharedPath } from '../wire/dialect.ts';
import type { Shared } from './acts/shared.ts';
import type { Dialect } from './dialect.ts';
import type { Edge } from './edge.ts';
import type { HttpServer } from './http-server.ts';
import type { Limited, Reply } from './reply.ts';
import type { OpenRoute, PageRoute, PrivateRoute, PublicRoute } from './route.ts';
import type { HttpVisit, Visit } from './visit.ts';

export interface Gateway extends Pick<PublicPort, 'http' | 'edge' | 'shared'> {
  readonly routePublic: (route: OpenRoute) => void;
  readonly routePrivate: (route: PrivateRoute) => void;
  /** A path that endpoints of a dialect share. */
  readonly routeShared: (dialect: Dialect, shared: SharedPath) => void;
  readonly routePage: (route: PageRoute) => void;
  /** Serves a call that came in a frame of a socket. */
  readonly receiveFrame: (
    dialect: Dialect,
    route: PublicRoute | PrivateRoute,
    visit: Visit,
    tell: PublicPort<Visit>['tell'],
  ) => Promise<void>;
  /** Answers with the port it listens at. */
  readonly listen: HttpServer['listen'];
  /** Accepts nothing new, and resolves when running requests are answered. */
  readonly close: HttpServer['close'];
}

/** Ports as the path of a call sees them. */

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
