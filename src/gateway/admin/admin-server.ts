/**
 * The operator's door: another port, on this machine unless told otherwise, and a token. Health and
 * metrics need none, so that machines can watch.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VenueUnavailable } from '../../venue/venue.ts';
import { both, errorBody, isWireError, type WireError, wireError } from '../../wire/v2/errors.ts';
import { bodyNotText, readBody, readQueryFields } from '../../wire/v2/read-body.ts';
import type { Fields } from '../../wire/v2/read-request.ts';
import { findAddress, findRange, isWithin } from '../address.ts';
import { createFindContract } from '../contract-lookup.ts';
import { answerHealth } from '../health.ts';
import { createHttpServer } from '../http-server.ts';
import { KeyRefusal } from '../keys/kept-keys.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { bodyOf } from '../perform.ts';
import { splitTarget } from '../request-target.ts';
import { findWarning } from '../sandbox-help.ts';
import type { ConnectionSettings } from '../settings.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import type { AdminParts, AdminRoute, PathNames } from './admin-route.ts';
import { CONTRACT_ROUTES } from './contract-routes.ts';
import { KEY_ROUTES } from './key-routes.ts';
import { isBearer } from './token.ts';

export interface AdminServerParts extends Omit<AdminParts, 'findContract'> {
  readonly token: string;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly connections: ConnectionSettings;
  /** Whether other machines may knock at all. */
  readonly isRemoteAllowed: boolean;
}

const ROUTES: readonly AdminRoute[] = [...ACCOUNT_ROUTES, ...KEY_ROUTES, ...CONTRACT_ROUTES];
const LOOPBACK = ['127.0.0.0/8', '::1'].flatMap((text) => findRange(text) ?? []);

export function createAdminServer(parts: AdminServerParts): FastifyInstance {
  const { venue, metrics, connections, log } = parts;
  const now = venue.clock.wallNow;
  const http = createHttpServer({ connections, log, now });
  const respond = createResponder(parts);
  const refuse = (reply: FastifyReply, error: WireError): FastifyReply =>
    reply
      .code(error.status)
      .type('application/json')
      .send(errorBody(error, 'en', now()));
  http.get('/healthz', (_request, reply) => answerHealth(venue, reply));
  http.get('/metrics', (_request, reply) => reply.type(metrics.contentType).send(metrics.read()));
  http.setNotFoundHandler((request, reply) => {
    const here = ROUTES.map(({ method, path }) => `${method} ${path}`).join(', ');
    const en = `${request.method} ${request.url.slice(0, 100)}; there are ${here}`;
    return refuse(reply, wireError('404', { detail: both(en) }));
  });
  for (const route of ROUTES)
    http.route<{ Params: PathNames }>({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const answer = await respond(route, request, request.params);
        return isWireError(answer)
          ? refuse(reply, answer)
          : reply.type('application/json').send(JSON.stringify(answer));
      },
    });
  return http;
}

type Responder = (
  route: AdminRoute,
  request: FastifyRequest<{ Params: PathNames }>,
  names: PathNames,
) => Promise<object>;

function createResponder(parts: AdminServerParts): Responder {
  const { venue, keys, token, log } = parts;
  const inner: AdminParts = { venue, keys, findContract: createFindContract(venue) };
  return async (route, request, names) => {
    if (!parts.isRemoteAllowed && !isLocal(request))
      return wireError('40014', { detail: both('only from this machine') });
    if (!isBearer(request.headers.authorization, token))
      return wireError('40014', { detail: both('send the admin token as a bearer token') });
    const fields = readFields(request);
    if (isWireError(fields)) return fields;
    const unknown = findWarning(route.request, fields);
    if (unknown !== undefined) return wireError('40017', { detail: both(unknown) });
    try {
      const answer = await route.respond(inner, names, fields);
      if (route.method === 'POST') log.info(changeOf(route, names), 'the operator changed');
      return answer;
    } catch (thrown) {
      if (thrown instanceof KeyRefusal) return wireError('40017', { detail: both(thrown.message) });
      if (!(thrown instanceof VenueUnavailable)) throw thrown;
      return wireError('50000', { detail: both(thrown.message) });
    }
  };
}

/** What was changed of whom; of a key no more than its beginning. */
const changeOf = ({ path }: AdminRoute, names: PathNames): object => ({
  path,
  of: Object.values(names).map((name) => name.slice(0, 13)),
});

function readFields(request: FastifyRequest<{ Params: PathNames }>): Fields | WireError {
  if (request.method === 'GET') return readQueryFields(splitTarget(request.url).query);
  const body = bodyOf(request);
  if (body === undefined) return readBody('');
  return isUtf8(body) ? readBody(body.toString('utf8')) : bodyNotText();
}

function isLocal({ socket }: FastifyRequest<{ Params: PathNames }>): boolean {
  const address = findAddress(socket.remoteAddress ?? '');
  return address !== undefined && LOOPBACK.some((range) => isWithin(address, range));
}
