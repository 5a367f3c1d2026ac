/**
 * The public edge of a venue. It knows how calls come in and go out; what each endpoint does is
 * told to it by `route`.
 */
import type { FastifyInstance } from 'fastify';
import type { Venue } from '../venue/venue.ts';
import { notFound } from '../wire/v2/nearest-path.ts';
import { createEdge, type Edge } from './edge.ts';
import { answerHealth } from './health.ts';
import { createHttpServer } from './http-server.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { chargeAddress, errorOutcome, type Outcome, send } from './outcome.ts';
import { type PublicRoute, routePrivate, routePublic } from './route.ts';
import type { PrivateRoute } from './serve-private.ts';
import type { GatewaySettings } from './settings.ts';
import { beginVisit } from './visit.ts';

export interface GatewayParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly settings: GatewaySettings;
  readonly log: Log;
  readonly metrics: Metrics;
}

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

const NOT_FOUND_WEIGHT = 1;
/** What has no endpoint, in the metrics. */
const UNKNOWN = 'unknown';

export function createGateway(parts: GatewayParts): Gateway {
  const { venue, settings, log, metrics } = parts;
  const edge = createEdge(parts);
  const { connections } = settings;
  const http = createHttpServer({
    connections,
    log,
    now: venue.clock.wallNow,
    noteRefused: (status) => metrics.noteRequest(UNKNOWN, status, 0),
  });
  http.setNotFoundHandler((request, reply) => {
    const visit = beginVisit(edge, UNKNOWN, request, reply);
    const wrong = (): Outcome => errorOutcome(visit, notFound(request.method, visit.target.path));
    send(edge, visit, chargeAddress(edge, visit, NOT_FOUND_WEIGHT) ?? wrong());
  });
  http.get('/healthz', (_request, reply) => answerHealth(venue, reply));
  if (settings.publicMetrics)
    http.get('/metrics', (_request, reply) => reply.type(metrics.contentType).send(metrics.read()));
  let open = 0;
  http.server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
  metrics.watchConnections('http', () => open);
  return {
    http,
    edge,
    routePublic: (route) => routePublic(edge, http, route),
    routePrivate: (route) => routePrivate(edge, http, route),
    listen: async (where) => {
      await http.listen(where);
      const bound = http.server.address();
      return bound !== null && typeof bound === 'object' ? bound.port : where.port;
    },
    close: () => http.close(),
  };
}
