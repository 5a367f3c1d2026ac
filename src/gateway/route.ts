/**
 * Puts an endpoint of the table on the wire with everything around its handler: budgets, the proof
 * of who calls, repeats, reading what was sent, help, and the shape of the answer. A handler only
 * sees calls that passed all of it.
 */
import { assert } from '../domain/assert.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { isWireError } from '../wire/errors.ts';
import type { Call, Handler } from './call.ts';
import type { Edge } from './edge.ts';
import type { Endpoints } from './endpoints.ts';
import { chargeAddress, errorOutcome, send } from './outcome.ts';
import { callOf, perform } from './perform.ts';
import { receiveBody } from './receive-body.ts';
import { type PrivateRoute, servePrivate } from './serve-private.ts';
import { thrownOutcome } from './thrown.ts';
import { beginVisit, type Visit } from './visit.ts';

export interface PublicRoute {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Call>;
}

/** Where an endpoint is put, and in whose words it is answered. */
export interface RouteParts {
  readonly edge: Edge;
  readonly endpoints: Endpoints;
  readonly dialect: WireDialect;
}

export function routePublic(parts: RouteParts, { endpoint, handler }: PublicRoute): void {
  const { edge } = parts;
  assert(endpoint.permission === null, 'the endpoint is public', endpoint.id);
  route(parts, endpoint, async (visit) => {
    const outcome =
      chargeAddress(edge, visit, endpoint.ipWeight) ??
      (await perform(edge, visit, endpoint, {
        respond: (fields) => handler(callOf(edge, visit, fields)),
      }));
    send(edge, visit, outcome);
  });
}

export function routePrivate(parts: RouteParts, privateRoute: PrivateRoute): void {
  const { endpoint } = privateRoute;
  assert(endpoint.permission !== null, 'the endpoint is private', endpoint.id);
  route(parts, endpoint, (visit) => servePrivate(parts.edge, visit, privateRoute));
}

/** Has a call served once its body is there. A GET has none, whatever came with it. */
function route(
  { edge, endpoints, dialect }: RouteParts,
  { method, path, ipWeight }: Endpoint,
  serve: (visit: Visit) => Promise<void>,
): void {
  const about = { endpoint: path, dialect };
  const { bodyBytesMax } = edge.settings.connections;
  endpoints.add(method, path, (incoming) => {
    const begin = (body: Buffer | undefined): Visit => beginVisit(edge, about, incoming, body);
    const serveVisit = (visit: Visit): void => {
      serve(visit).catch((thrown) => send(edge, visit, thrownOutcome(edge, visit, thrown)));
    };
    if (method === 'GET') return serveVisit(begin(undefined));
    receiveBody(incoming.message, bodyBytesMax, (received) => {
      if (!isWireError(received)) return serveVisit(begin(received));
      const visit = begin(undefined);
      send(edge, visit, chargeAddress(edge, visit, ipWeight) ?? errorOutcome(visit, received));
    });
  });
}
