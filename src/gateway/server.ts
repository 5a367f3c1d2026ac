/**
 * The public edge of a venue. It knows how calls come in and go out; what each endpoint does is
 * told to it by `route`.
 */
import type { Venue } from '../venue/venue.ts';
import { chargeBroken, chargeFramed } from './charge-framed.ts';
import { dialectOf } from './dialects.ts';
import { createEdge } from './edge.ts';
import { createEndpoints } from './endpoints.ts';
import type { Gateway } from './gateway.ts';
import { answerHealth } from './health.ts';
import { createHttpServer } from './http-server.ts';
import { keepShortly } from './kept-document.ts';
import type { KeyStore } from './keys/key-store.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { errorOutcome, send } from './outcome.ts';
import { normalTarget, splitTarget } from './request-target.ts';
import { routePrivate, routePublic } from './route.ts';
import type { GatewaySettings } from './settings.ts';
import { beginFramedVisit } from './visit.ts';

export interface GatewayParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly settings: GatewaySettings;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What has no endpoint, in the metrics. */
const UNKNOWN = 'unknown';

export function createGateway(parts: GatewayParts): Gateway {
  const { venue, settings, log, metrics } = parts;
  const edge = createEdge(parts);
  const { connections } = settings;
  const endpoints = createEndpoints();
  const { crowd, turns } = edge;
  const http = createHttpServer({
    connections,
    crowd,
    turns,
    endpoints,
    log,
    now: venue.clock.wallNow,
    formatErrorAt: (path) => dialectOf(path).formatError,
    noteRefused: (status) => metrics.noteRequest(UNKNOWN, status, 0),
    chargeBroken: (socket, kind) => chargeBroken(edge, socket, kind),
  });
  chargeFramed(edge, http);
  http.setNotFoundHandler((request, reply) => {
    const { path } = splitTarget(normalTarget(request.raw.url ?? '/'));
    const dialect = dialectOf(path);
    const visit = beginFramedVisit(edge, { endpoint: UNKNOWN, dialect }, request, reply);
    reply.hijack();
    send(edge, visit, errorOutcome(visit, dialect.notFound(request.method, path)));
  });
  http.get('/healthz', (_request, reply) => answerHealth(venue, reply));
  if (settings.publicMetrics)
    http.get('/metrics', keepShortly({ type: metrics.contentType, make: metrics.read }));
  metrics.watchConnections('http', () => crowd.count);
  metrics.watchTurnedAway(() => crowd.turnedAway);
  return {
    http,
    edge,
    routePublic: (route) =>
      routePublic({ edge, endpoints, dialect: dialectOf(route.endpoint.path) }, route),
    routePrivate: (route) =>
      routePrivate({ edge, endpoints, dialect: dialectOf(route.endpoint.path) }, route),
    listen: async (where) => {
      await http.listen(where);
      const bound = http.server.address();
      return bound !== null && typeof bound === 'object' ? bound.port : where.port;
    },
    close: () => http.close(),
  };
}
