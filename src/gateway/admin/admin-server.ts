/**
 * The operator's port. It listens on this machine only, unless set otherwise, and needs a token:
 * organisers may do everything, observers may only read. Every change is audited with the name of
 * its author. Health needs no token, so that machines can watch it. Requests without a token are
 * limited.
 */

import { findDiskFault } from '../../facts/disk-fault.ts';
import { RecordsError } from '../../facts/records.ts';
import { sleep } from '../../machine/timers.ts';
import { VenueUnavailable } from '../../venue/venue.ts';
import {
  both,
  formatPlainError,
  isWireError,
  type WireError,
  wireError,
} from '../../wire/errors.ts';
import { type Json, writeJson } from '../../wire/json.ts';
import type { Fields } from '../../wire/read-request.ts';
import { isLoopback } from '../address.ts';
import { dialectOf } from '../dialects.ts';
import { createEdge } from '../edge.ts';
import { healthPage } from '../health.ts';
import { createHttpServer, type HttpServer } from '../http-server.ts';
import { keepDocument, keepShortly } from '../kept-document.ts';
import { KeyRefusal } from '../keys/key-record.ts';
import type { JsonLogger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { serveConsole } from '../page/serve-page.ts';
import { JSON_TYPE, jsonPage, type Reply, seqHeader, tooMany, writeReply } from '../reply.ts';
import type { PageRoute, PageVisit } from '../route.ts';
import type { PathNames } from '../router.ts';
import { addOperator, addPage, type OperatorPort, serveUnknown } from '../serve-call.ts';
import { type ConnectionSettings, DEFAULT_GATEWAY_SETTINGS } from '../settings.ts';
import type { Visit } from '../visit.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { adminDocument } from './admin-openapi.ts';
import type { AdminCaller, AdminParts, AdminRoute } from './admin-route.ts';
import { CHAOS_ROUTES } from './chaos-routes.ts';
import { COMPETITION_ROUTES, PUBLICATION_ROUTES } from './competition-routes.ts';
import { FAULT_ROUTES } from './fault-routes.ts';
import { KEY_ROUTES } from './key-routes.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { REGISTRATION_ROUTES } from './registration-routes.ts';
import { SURVEILLANCE_ROUTES } from './surveillance-routes.ts';
import { isBearer } from './token.ts';
import { CONTRACT_ROUTES, OVERVIEW_ROUTES, TIME_ROUTES } from './venue-routes.ts';

export interface AdminServerParts extends Omit<AdminParts, 'findContract'> {
  readonly token: string;
  /** Allows reading only; undefined if there is no such token. */
  readonly observerToken?: string | undefined;
  readonly metrics: Metrics;
  readonly logger: JsonLogger;
  readonly connections: ConnectionSettings;
  /** Whether requests from other machines are allowed. */
  readonly isRemoteAllowed: boolean;
  /** The folder of the built page; undefined if no console is served. */
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
  ...FAULT_ROUTES,
  ...COMPETITION_ROUTES,
  ...REGISTRATION_ROUTES,
  ...SURVEILLANCE_ROUTES,
  ...PUBLICATION_ROUTES,
];
const DOCUMENT = keepDocument({
  type: JSON_TYPE,
  make: () => JSON.stringify(adminDocument(ROUTES)),
});

/** The delay of a refusal to a stranger over its limit. */
const REFUSING_MILLIS = 500;

/** The operator is answered in plain words, and always in English. */
const WORDS: Visit['dialect'] = {
  ...dialectOf('/'),
  formatError: (error, _locale, now) => formatPlainError(error, 'en', now),
};
const ABOUT = { endpoint: 'operator', dialect: WORDS };

export function createAdminServer(parts: AdminServerParts): HttpServer {
  const { venue, keys, metrics, connections, logger } = parts;
  // Its own limits: a flood of the public port must not shut out the operator.
  const settings = { ...DEFAULT_GATEWAY_SETTINGS, connections };
  const edge = createEdge({ venue, keys, settings, logger, metrics });
  const http = createHttpServer({
    connections,
    crowd: edge.crowd,
    turns: edge.turns,
    now: venue.clock.wallNow,
    serveUnknown: serveUnknown(
      () => port,
      () => ABOUT,
      explainUnknown,
    ),
    noteBroken: () => undefined,
  });
  const port: OperatorPort = {
    edge,
    http,
    limit: (visit) => limitStranger(edge, parts, visit),
    chargeLength: () => undefined,
    tell: ({ response }, reply) => writeReply(response, reply, seqHeader(edge)),
    identify: (visit, { method }) => identify(parts, visit, method),
    act: createAct(parts, edge),
  };
  const routePage = (route: PageRoute): void => addPage(port, ABOUT, route);
  const get = (path: string, answer: PageRoute['answer']): void =>
    routePage({ method: 'GET', path, answer });
  get('/healthz', () => healthPage(venue));
  const metricsPage = keepShortly({ type: metrics.contentType, make: metrics.read });
  get('/metrics', (visit) => {
    const caller = recognise(parts, visit);
    if (!isWireError(caller)) return metricsPage(visit);
    const { status, body } = formatPlainError(caller, 'en', venue.clock.wallNow());
    return jsonPage(status, body);
  });
  get('/openapi.json', DOCUMENT);
  if (parts.page !== undefined) serveConsole({ routePage }, parts.page);
  for (const route of ROUTES) addOperator(port, ABOUT, route);
  return http;
}

function explainUnknown({ method, target: { path, query } }: Visit): WireError {
  const here = ROUTES.map((route) => `${route.method} ${route.path}`).join(', ');
  const asked = query === '' ? path : `${path}?${query}`;
  const en = `${method} ${asked.slice(0, 100)}; there are ${here}`;
  return wireError('404', { detail: both(en) });
}

/**
 * Limits callers without a token. The operator may share their address, so nobody is disconnected;
 * a refusal is delayed instead, and a connection has one request at a time.
 */
function limitStranger(
  { limiter }: OperatorPort['edge'],
  parts: AdminServerParts,
  visit: Visit,
): Promise<Reply> | undefined {
  if (findCaller(parts, visit) !== undefined) return undefined;
  const wait = limiter.takeAddress(visit.client.group, 1, visit.startedAt);
  if (wait === 0) return undefined;
  return sleep(REFUSING_MILLIS, { ref: false }).then(() => tooMany(visit, wait));
}

function identify(
  parts: AdminServerParts,
  visit: Visit,
  method: AdminRoute['method'],
): AdminCaller | WireError {
  const caller = recognise(parts, visit);
  if (isWireError(caller)) return caller;
  return caller.role === 'observer' && method !== 'GET'
    ? wireError('40014', { detail: both('an observer may look, not change') })
    : caller;
}

function createAct(parts: AdminServerParts, { findContract }: OperatorPort['edge']) {
  const { logger } = parts;
  const act: OperatorPort['act'] = async ({ names }, route, caller, fields) => {
    let finish: ((outcome: string) => Promise<void>) | undefined;
    try {
      finish = await noteChange(parts, route, names, caller, fields);
      const answer = await route.respond({ ...parts, findContract, caller }, names, fields);
      await finish(isWireError(answer) ? `refused: ${answer.text.en}` : 'done');
      if (route.method === 'POST') logger.info(changeOf(route, names), 'the operator changed');
      return answer;
    } catch (thrown) {
      await finish?.(`failed: ${thrown instanceof Error ? thrown.message : 'unknown'}`);
      if (thrown instanceof KeyRefusal) return wireError('40017', { detail: both(thrown.message) });
      if (thrown instanceof VenueUnavailable || thrown instanceof RecordsError)
        return { ...wireError('50000', { detail: both(thrown.message) }), status: 503 };
      const fault = findDiskFault(thrown);
      if (fault === undefined) throw thrown;
      logger.error({ err: thrown, path: route.path }, 'a change of the operator failed');
      return storeless(fault, finish !== undefined);
    }
  };
  return act;
}

/** A change that was noted may have been made in part. */
function storeless(fault: string, isBegun: boolean): WireError {
  const done = isBegun ? 'see what was done before you ask again' : 'nothing was changed';
  return { ...wireError('50000', { detail: both(`${fault}; ${done}`) }), status: 507 };
}

const NO_TOKEN = wireError('40014', { detail: both('send the admin token as a bearer token') });

/** Who calls, or why the caller is refused. */
function recognise(
  parts: Pick<AdminServerParts, 'isRemoteAllowed' | 'token' | 'observerToken'>,
  visit: PageVisit,
): AdminCaller | WireError {
  if (!parts.isRemoteAllowed && !isLoopback(visit.socket.remoteAddress ?? ''))
    return wireError('40014', { detail: both('only from this machine') });
  return findCaller(parts, visit) ?? NO_TOKEN;
}

const ACTOR = /^[\w .@-]{1,60}$/;

function findCaller(
  { token, observerToken }: Pick<AdminServerParts, 'token' | 'observerToken'>,
  { headers }: Pick<PageVisit, 'headers'>,
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

/**
 * Audits a change before it is tried. Returns a function to record its result. A result that cannot
 * be recorded leaves the change as begun, and does not undo it.
 */
async function noteChange(
  { competition, venue, keys, logger }: AdminServerParts,
  { method, path }: AdminRoute,
  names: PathNames,
  caller: AdminCaller,
  fields: Fields,
): Promise<(outcome: string) => Promise<void>> {
  if (competition === undefined || method !== 'POST') return async () => undefined;
  const texts = [...fields].filter(([name]) => !SECRET_FIELDS.has(name) && name !== 'reason');
  const { registrations, audit } = competition.registry;
  const { id } = names;
  const team = id === undefined ? undefined : (await registrations.find(id))?.team;
  const name = keys.find(names['key'] ?? '')?.name;
  const named = Object.entries({ team, name, ...names, key: names['key']?.slice(0, KEY_SHOWN) });
  const about = [...named.filter(([, value]) => value !== undefined), ...texts]
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')
    .slice(0, 500);
  const reason = String(fields.get('reason') ?? fields.get('note') ?? '').slice(0, 500);
  const at = venue.clock.wallNow();
  const finish = await audit.begin({ at, ...caller, action: path, about, reason });
  return (outcome) =>
    finish(outcome).catch((error: unknown) =>
      logger.error({ err: error, path, outcome }, 'the audit log does not have the result'),
    );
}

const shown = (value: Json | undefined): string =>
  (typeof value === 'string' ? value : writeJson(value ?? null)).slice(0, 60);

/** Observers read the audit log, and see no people. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...['passphrase', 'addresses', 'members', 'contact', 'strategy'],
]);

/** Of a key only the beginning is shown. */
const KEY_SHOWN = 13;

const changeOf = ({ path }: AdminRoute, names: PathNames): object => ({
  path,
  of: Object.values(names).map((name) => name?.slice(0, KEY_SHOWN)),
});
