/**
 * The operator's door: another port, on this machine unless told otherwise, and a token: one for
 * organisers, who may do everything, one for observers, who may look. Every change is noted with
 * who made it. Health needs no token, so that machines can watch; whoever has none is heard only
 * so often.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VenueUnavailable } from '../../venue/venue.ts';
import { both, errorBody, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { type Json, writeJson } from '../../wire/json.ts';
import type { Fields } from '../../wire/read-request.ts';
import { isLoopback } from '../address.ts';
import { answerHealth } from '../health.ts';
import { createHttpServer } from '../http-server.ts';
import { keepShortly } from '../kept-document.ts';
import { KeyRefusal } from '../keys/kept-keys.ts';
import { createLimiter, DEFAULT_LIMITS } from '../limits/limiter.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { serveConsole } from '../page/serve-page.ts';
import { readFields } from '../read-fields.ts';
import { splitTarget } from '../request-target.ts';
import { findWarning } from '../sandbox-help.ts';
import type { ConnectionSettings } from '../settings.ts';
import { bodyOf } from '../visit.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { adminDocument } from './admin-openapi.ts';
import type { AdminCaller, AdminParts, AdminRoute, PathNames } from './admin-route.ts';
import { CHAOS_ROUTES } from './chaos-routes.ts';
import { COMPETITION_ROUTES } from './competition-routes.ts';
import { CONTRACT_ROUTES } from './contract-routes.ts';
import { KEY_ROUTES } from './key-routes.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { OVERVIEW_ROUTES } from './overview-routes.ts';
import { REGISTRATION_ROUTES } from './registration-routes.ts';
import { TIME_ROUTES } from './time-routes.ts';
import { isBearer } from './token.ts';

export interface AdminServerParts extends Omit<AdminParts, 'findContract'> {
  readonly token: string;
  /** Lets its holder look and change nothing; undefined where there is none. */
  readonly observerToken?: string | undefined;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly connections: ConnectionSettings;
  /** Whether other machines may knock at all. */
  readonly isRemoteAllowed: boolean;
  /** The folder of the built page; undefined where no console is served. */
  readonly page?: string | undefined;
}

const ROUTES: readonly AdminRoute[] = [
  ...OVERVIEW_ROUTES,
  ...ACCOUNT_ROUTES,
  ...KEY_ROUTES,
  ...CONTRACT_ROUTES,
  ...TIME_ROUTES,
  ...MARKET_ROUTES,
  ...CHAOS_ROUTES,
  ...COMPETITION_ROUTES,
  ...REGISTRATION_ROUTES,
];
/** How long a stranger who asks too much waits for its refusal. */
const REFUSING_MILLIS = 500;

export function createAdminServer(parts: AdminServerParts): FastifyInstance {
  const { venue, metrics, connections, log } = parts;
  const now = venue.clock.wallNow;
  const http = createHttpServer({ connections, log, now });
  const limiter = createLimiter(DEFAULT_LIMITS);
  const respond = createResponder(parts);
  const refuse = (reply: FastifyReply, error: WireError): FastifyReply =>
    reply
      .code(error.status)
      .type('application/json')
      .send(errorBody(error, 'en', now()));
  http.get('/healthz', (_request, reply) => answerHealth(venue, reply));
  const answerMetrics = keepShortly({ type: metrics.contentType, make: metrics.read });
  http.get('/metrics', (request, reply) => {
    const stranger = findStranger(parts, request);
    return stranger === undefined ? answerMetrics(request, reply) : refuse(reply, stranger);
  });
  // Strangers are charged. An operator comes from the same address, so nobody is disconnected, but
  // who asks too much waits for the answer, and has one request on a connection at a time.
  http.addHook('onRequest', (request, reply, done) => {
    if (findCaller(parts, request) !== undefined) return done();
    const group = request.raw.socket.remoteAddress ?? '';
    const wait = limiter.takeAddress(group, 1, venue.clock.monotonicNow());
    if (wait === 0) return done();
    setTimeout(
      () => refuse(reply.header('retry-after', wait), wireError('429')),
      REFUSING_MILLIS,
    ).unref();
  });
  const document = JSON.stringify(adminDocument(ROUTES));
  http.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document));
  http.setNotFoundHandler((request, reply) => {
    const here = ROUTES.map(({ method, path }) => `${method} ${path}`).join(', ');
    const en = `${request.method} ${request.url.slice(0, 100)}; there are ${here}`;
    return refuse(reply, wireError('404', { detail: both(en) }));
  });
  if (parts.page !== undefined) serveConsole({ http }, parts.page);
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
  const { venue, keys, log, time, market, competition, metrics, findBaseUrl, usualDeposit } = parts;
  const inner: AdminParts = {
    venue,
    keys,
    findContract: venue.read.listing.find,
    time,
    market,
    competition,
    metrics,
    findBaseUrl,
    usualDeposit,
  };
  return async (route, request, names) => {
    const stranger = findStranger(parts, request);
    const caller = findCaller(parts, request);
    if (stranger !== undefined || caller === undefined) return stranger ?? NO_TOKEN;
    if (caller.role === 'observer' && route.method !== 'GET')
      return wireError('40014', { detail: both('an observer may look, not change') });
    const { method, url } = request;
    const fields = readFields({ method, target: splitTarget(url), body: bodyOf(request) });
    if (isWireError(fields)) return fields;
    const unknown = findWarning(route.request, fields);
    if (unknown !== undefined) return wireError('40017', { detail: both(unknown) });
    const finish = noteChange(parts, route, names, caller, fields);
    try {
      const answer = await route.respond({ ...inner, caller }, names, fields);
      finish(isWireError(answer) ? `refused: ${answer.text.en}` : 'done');
      if (route.method === 'POST') log.info(changeOf(route, names), 'the operator changed');
      return answer;
    } catch (thrown) {
      finish(`failed: ${thrown instanceof Error ? thrown.message : 'unknown'}`);
      if (thrown instanceof KeyRefusal) return wireError('40017', { detail: both(thrown.message) });
      if (!(thrown instanceof VenueUnavailable)) throw thrown;
      return wireError('50000', { detail: both(thrown.message) });
    }
  };
}

const NO_TOKEN = wireError('40014', { detail: both('send the admin token as a bearer token') });

/** Why somebody is not let in, if so. */
function findStranger(
  parts: Pick<AdminServerParts, 'isRemoteAllowed' | 'token' | 'observerToken'>,
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
): WireError | undefined {
  if (!parts.isRemoteAllowed && !isLoopback(request.socket.remoteAddress ?? ''))
    return wireError('40014', { detail: both('only from this machine') });
  return findCaller(parts, request) === undefined ? NO_TOKEN : undefined;
}

const ACTOR = /^[\w .@-]{1,60}$/;

function findCaller(
  { token, observerToken }: Pick<AdminServerParts, 'token' | 'observerToken'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): AdminCaller | undefined {
  const { authorization } = headers;
  const named = headers['x-actor'];
  const actorOf = (role: AdminCaller['role']): AdminCaller => ({
    role,
    actor: typeof named === 'string' && ACTOR.test(named) ? named : role,
  });
  if (isBearer(authorization, token)) return actorOf('organiser');
  const isObserver = observerToken !== undefined && isBearer(authorization, observerToken);
  return isObserver ? actorOf('observer') : undefined;
}

/** Who changes what and why, before it is tried; answers with how to say what came of it. */
function noteChange(
  { competition, venue }: AdminServerParts,
  { method, path }: AdminRoute,
  names: PathNames,
  caller: AdminCaller,
  fields: Fields,
): (outcome: string) => void {
  if (competition === undefined || method !== 'POST') return () => undefined;
  const texts = [...fields].filter(([name]) => !SECRET_FIELDS.has(name) && name !== 'reason');
  const about = [...Object.entries(names), ...texts]
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')
    .slice(0, 500);
  const reason = String(fields.get('reason') ?? fields.get('note') ?? '').slice(0, 500);
  const at = venue.clock.wallNow();
  return competition.registry.audit.begin({ at, ...caller, action: path, about, reason });
}

const shown = (value: Json): string =>
  (typeof value === 'string' ? value : writeJson(value)).slice(0, 60);

const SECRET_FIELDS: ReadonlySet<string> = new Set(['passphrase', 'addresses']);

/** What was changed of whom; of a key no more than its beginning. */
const changeOf = ({ path }: AdminRoute, names: PathNames): object => ({
  path,
  of: Object.values(names).map((name) => name.slice(0, 13)),
});
