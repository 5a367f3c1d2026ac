/** The public port of a venue, as seen by the code that adds routes to it. */
import type { Shared } from './acts/shared.ts';
import type { Dialect } from './dialect.ts';
import type { Edge } from './edge.ts';
import type { HttpServer } from './http-server.ts';
import type { PublicPort } from './port.ts';
import type { OpenRoute, PageRoute, PrivateRoute, PublicRoute } from './route.ts';
import type { Visit } from './visit.ts';

export interface Gateway {
  readonly http: HttpServer;
  readonly edge: Edge;
  readonly shared: Shared;
  readonly routePublic: (route: OpenRoute) => void;
  readonly routePrivate: (route: PrivateRoute) => void;
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
