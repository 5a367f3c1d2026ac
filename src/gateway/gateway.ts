/** The public edge of a venue, as those see it who put something on it. */
import type { FastifyInstance } from 'fastify';
import type { Edge } from './edge.ts';
import type { PublicRoute } from './route.ts';
import type { PrivateRoute } from './serve-private.ts';

export interface Gateway {
  /** For what is not an endpoint of the table: pages, documents, sockets. */
  readonly http: FastifyInstance;
  readonly edge: Edge;
  readonly routePublic: (route: PublicRoute) => void;
  readonly routePrivate: (route: PrivateRoute) => void;
  /** Answers with the port it listens at. */
  readonly listen: (where: { readonly host: string; readonly port: number }) => Promise<number>;
  /** Accepts nothing new, finishes what is running. */
  readonly close: () => Promise<void>;
}
