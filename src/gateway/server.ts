/** The public port of a venue: its limits, its health, and the routes that are added to it. */
import { assert } from '../domain/assert.ts';
import { createShared } from './acts/shared.ts';
import { chargeBroken } from './connections/charge-broken.ts';
import { dialectOf } from './dialects.ts';
import { createBudgets, createEdge, type EdgeParts } from './edge.ts';
import type { Gateway, PublicPort } from './gateway.ts';
import { healthPage } from './health.ts';
import { createHttpServer, type Tls } from './http-server.ts';
import { keepShortly } from './kept-document.ts';
import { createToldBudgets } from './limits/told-limits.ts';
import { chargeMore, createLimit } from './receive-call.ts';
import { createTell } from './reply.ts';
import type { PageRoute } from './route.ts';
import {
  addPage,
  addPrivate,
  addPublic,
  addShared,
  receiveFrame,
  serveUnknown,
} from './serve-call.ts';

export interface GatewayParts extends EdgeParts {
  /** Undefined for plain HTTP. */
  readonly tls?: Tls | undefined;
}

/** Labels in the metrics for requests without an endpoint, and for pages. */
const UNKNOWN = 'unknown';
const PAGES = 'pages';

/** A page costs one more for each of these bytes; most pages are shorter. */
const BYTES_PER_WEIGHT = 16_384;

export function createGateway(parts: GatewayParts): Gateway {
  const { venue, keys, settings, metrics } = parts;
  const { tls, ...edgeParts } = parts;
  const edge = createEdge({ ...edgeParts, budgets: parts.budgets ?? budgetsOf(parts) });
  const { crowd, turns } = edge;
  const http = createHttpServer({
    tls,
    connections: settings.connections,
    crowd,
    turns,
    now: venue.clock.wallNow,
    serveUnknown: serveUnknown(
      () => port,
      ({ target }) => ({ endpoint: UNKNOWN, dialect: dialectOf(target.path) }),
      ({ dialect, method, target }) => dialect.notFound(method, target.path),
    ),
    noteBroken: (socket, kind) => {
      metrics.noteRequest(UNKNOWN, 400, 0);
      chargeBroken(edge, socket, kind);
    },
  });
  const shared = createShared(venue, keys);
  http.onClosed(() => shared.recent.stop());
  const port: PublicPort = {
    edge,
    http,
    shared,
    limit: createLimit(edge),
    chargeLength: (visit, bytes) => chargeMore(edge, visit, Math.floor(bytes / BYTES_PER_WEIGHT)),
    tell: createTell(edge),
  };
  const routePage = (route: PageRoute): void =>
    addPage(port, { endpoint: PAGES, dialect: dialectOf(route.path) }, route);
  routePage({ method: 'GET', path: '/healthz', answer: () => healthPage(venue) });
  if (settings.publicMetrics) {
    const answer = keepShortly({ type: metrics.contentType, make: metrics.read });
    routePage({ method: 'GET', path: '/metrics', answer });
  }
  metrics.watch('connections', () => ({ http: crowd.count }));
  metrics.watch('connections_turned_away_total', () => crowd.turnedAway);
  return {
    http,
    edge,
    shared,
    routePublic: (route) => {
      const { id, method, path, permission } = route.endpoint;
      assert(permission === null, 'the endpoint is public', id);
      // Documents write names in braces, the router after a colon.
      const named = path.replace(/\{(\w+)\}/g, ':$1');
      const about = { endpoint: named, dialect: dialectOf(path) };
      addPublic(
        port,
        about,
        { method, path: named, isLiteral: route.isOfCompetition !== true },
        route,
      );
    },
    routePrivate: (route) => {
      const { id, path, permission } = route.endpoint;
      assert(permission !== null, 'the endpoint is private', id);
      addPrivate(port, dialectOf(path), route);
    },
    routeShared: (dialect, path) => addShared(port, dialect, path),
    routePage,
    receiveFrame: (dialect, route, visit, tell) =>
      receiveFrame({ ...port, tell }, dialect, route, visit),
    listen: http.listen,
    close: http.close,
  };
}

/** Processes of one machine ask the one that keeps the budgets; machines tell each other. */
function budgetsOf(parts: GatewayParts): EdgeParts['budgets'] {
  const { home } = parts.keys;
  const own = createBudgets(parts);
  return home.isOneMachine ? own : createToldBudgets(own, home, parts.venue.clock.monotonicNow);
}
