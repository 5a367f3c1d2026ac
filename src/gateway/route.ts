/**
 * Puts an endpoint of the table on the wire with everything around its handler: budgets, the proof
 * of who calls, repeats, reading what was sent, help, and the shape of the answer. A handler only
 * sees calls that passed all of it.
 */
import type { FastifyInstance } from 'fastify';
import { assert } from '../domain/assert.ts';
import type { WireDialect } from '../wire/dialect.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import type { Call, Handler } from './call.ts';
import type { Edge } from './edge.ts';
import { chargeAddress, send } from './outcome.ts';
import { callOf, outcomeOf, perform } from './perform.ts';
import { type PrivateRoute, servePrivate } from './serve-private.ts';
import { beginVisit } from './visit.ts';

/** As much of the server as a route needs. */
export type Http = Pick<FastifyInstance, 'route'>;

export interface PublicRoute {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Call>;
}

/** Where an endpoint is put, and in whose words it is answered. */
export interface RouteParts {
  readonly edge: Edge;
  readonly http: Http;
  readonly dialect: WireDialect;
}

export function routePublic(parts: RouteParts, { endpoint, handler }: PublicRoute): void {
  const { edge, http, dialect } = parts;
  assert(endpoint.permission === null, 'the endpoint is public', endpoint.id);
  const about = { endpoint: endpoint.path, dialect };
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const visit = beginVisit(edge, about, request, reply);
      const outcome =
        chargeAddress(edge, visit, endpoint.ipWeight) ??
        (await perform(edge, visit, endpoint, async (fields) =>
          outcomeOf(visit, await handler(callOf(edge, visit, fields))),
        ));
      send(edge, visit, outcome);
    },
  });
}

export function routePrivate({ edge, http, dialect }: RouteParts, route: PrivateRoute): void {
  const { endpoint } = route;
  assert(endpoint.permission !== null, 'the endpoint is private', endpoint.id);
  const about = { endpoint: endpoint.path, dialect };
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: (request, reply) => servePrivate(edge, beginVisit(edge, about, request, reply), route),
  });
}
