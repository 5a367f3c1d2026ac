/**
 * What every request goes through, in this order, whether it comes in a dialect, for the
 * competition, for a page or for the operator:
 *
 *   address → limits → signature or token → repeat → parse → act → format
 *
 * The first two steps are the same for all. Then each kind of request has a function that names
 * the steps it takes; the steps themselves follow in the same order.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { AccountId } from '../domain/ids.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { both, isWireError, type WireError, wireError } from '../wire/errors.ts';
import { isForeign } from '../wire/foreign-fields.ts';
import { explainSymbol } from '../wire/meant-symbol.ts';
import { bodyNotText, readBody, readQueryFields } from '../wire/read-body.ts';
import { type Fields, findMisspeltSymbol, NO_FIELDS } from '../wire/read-request.ts';
import type { AdminCaller, AdminRoute } from './admin/admin-route.ts';
import { answerOnce, type Errand, NO_ERRAND } from './answer-once.ts';
import { authenticate } from './authenticate.ts';
import type { Answer, Call } from './call.ts';
import { type AuthFailure, isAuthFailure, type Verified } from './credentials-check.ts';
import type { Edge } from './edge.ts';
import type { HttpServer } from './http-server.ts';
import type { AccountCost } from './limits/limiter.ts';
import { errorReply, type Reply, replyOf, thrownReply, tooMany, writePage } from './reply.ts';
import type { PageRoute, PrivateRoute, PublicRoute } from './route.ts';
import type { Incoming, RouteTerms, Serve } from './router.ts';
import { findWarning } from './sandbox-help.ts';
import {
  type About,
  beginVisit,
  findMediaFault,
  type Received,
  receiveBody,
  type Visit,
} from './visit.ts';

/** A port: where its routes are, and how it limits and answers those who come. */
export interface Door {
  readonly edge: Edge;
  readonly http: HttpServer;
  /** Takes the weight of a request from its sender, or says why it is not heard. */
  readonly limit: (visit: Visit, weight: number) => Reply | undefined | Promise<Reply>;
  /** Charges for an answer of so many bytes. */
  readonly chargeLength: (visit: Visit, bytes: number) => void;
  /** Writes the answer; the account is named where it is known who asked. */
  readonly tell: (visit: Visit, reply: Reply, account?: AccountId) => void;
}

/** What a route asks of its requests, and where they go from there. */
interface Way {
  readonly about: About;
  readonly weight: number;
  /** Whether the content type is looked at before anything else; a signature looks by itself. */
  readonly checksMedia: boolean;
  readonly pass: (visit: Visit) => Promise<void>;
}

function addWay(door: Door, terms: RouteTerms, way: Way): void {
  door.http.add(terms, (incoming) => receive(door, incoming, way));
}

/** Address: a request is heard once its body is there. A GET has none, whatever came with it. */
function receive(door: Door, incoming: Incoming, way: Way): void {
  const { edge } = door;
  const { message } = incoming;
  const hear = (received: Received): void => {
    const fault = isFault(received) ? received : undefined;
    const body = isFault(received) ? undefined : received;
    const visit = beginVisit(edge, way.about, incoming, body);
    limit(door, visit, way, fault).catch((thrown) =>
      door.tell(visit, thrownReply(edge, visit, thrown)),
    );
  };
  const hasNone = BODILESS.has(message.method ?? '');
  const fault = way.checksMedia && !hasNone ? findMediaFault(message) : undefined;
  if (hasNone || fault !== undefined) hear(fault);
  else
    receiveBody(message, edge.settings.connections.bodyBytesMax, (received) => {
      // Nobody waits for the rest of a body that is too long.
      if (way.checksMedia && isFault(received)) incoming.response.shouldKeepAlive = false;
      hear(received);
    });
}

const isFault = (received: Received): received is WireError =>
  received !== undefined && isWireError(received);

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/** Limits of the address. A body that could not be taken is charged for like any other. */
async function limit(
  door: Door,
  visit: Visit,
  way: Way,
  fault: WireError | undefined,
): Promise<void> {
  const limited = door.limit(visit, way.weight);
  const short = limited instanceof Promise ? await limited : limited;
  if (short !== undefined) return door.tell(visit, short);
  if (fault !== undefined) return door.tell(visit, errorReply(visit, fault));
  return way.pass(visit);
}

/** An endpoint that anybody may call, of a dialect or of the competition. */
export function addPublic(door: Door, about: About, terms: RouteTerms, route: PublicRoute): void {
  const { edge } = door;
  const { handler, wait, isOfCompetition } = route;
  const pass = async (visit: Visit): Promise<void> => {
    const seconds = wait?.(visit) ?? 0;
    const reply =
      seconds > 0
        ? tooMany(visit, seconds)
        : await perform(edge, visit, route, (fields) => handler(callOf(edge, visit, fields)));
    door.tell(visit, isOfCompetition === true ? tagged(visit, reply) : reply);
  };
  addWay(door, terms, { about, weight: route.endpoint.ipWeight, checksMedia: true, pass });
}

/** An endpoint of a dialect that is called with a signature. */
export function addPrivate(door: Door, about: About, terms: RouteTerms, route: PrivateRoute): void {
  const { edge } = door;
  const { endpoint } = route;
  const pass = async (visit: Visit): Promise<void> => {
    const identified = identify(edge, visit, endpoint);
    const verified = identified instanceof Promise ? await identified : identified;
    if (isAuthFailure(verified)) return door.tell(visit, refusedReply(edge, visit, verified));
    const { account } = verified.key;
    const reply =
      limitAccount(edge, visit, endpoint, account) ??
      (endpoint.permission === 'trade'
        ? await answerOnce(edge, visit, verified, (seen, errand) =>
            performSigned(edge, seen, route, verified, errand),
          )
        : await performSigned(edge, visit, route, verified, NO_ERRAND));
    door.tell(visit, reply, account);
  };
  addWay(door, terms, { about, weight: endpoint.ipWeight, checksMedia: false, pass });
}

const PAGE_WEIGHT = 1;

/** A page, a document, a file: nobody says who they are, and nothing is read or done. */
export function addPage(door: Door, about: About, { method, path, answer }: PageRoute): void {
  const pass = async (visit: Visit): Promise<void> => {
    const page = await answer(visit);
    door.chargeLength(visit, Buffer.byteLength(page.body));
    writePage(visit.response, page);
  };
  addWay(door, { method, path }, { about, weight: PAGE_WEIGHT, checksMedia: true, pass });
}

/** A request that has no route. */
export function serveUnknown(
  find: () => Door,
  about: (visit: Incoming) => About,
  explain: (visit: Visit) => WireError,
): Serve {
  return (incoming) => {
    const door = find();
    const pass = async (visit: Visit): Promise<void> =>
      door.tell(visit, errorReply(visit, explain(visit)));
    receive(door, incoming, {
      about: about(incoming),
      weight: PAGE_WEIGHT,
      checksMedia: true,
      pass,
    });
  };
}

/** The operator's port: its routes take a token, and what they change is noted. */
export interface OperatorDoor extends Door {
  readonly identify: (visit: Visit, route: AdminRoute) => AdminCaller | WireError;
  readonly act: (
    visit: Visit,
    route: AdminRoute,
    caller: AdminCaller,
    fields: Fields,
  ) => Promise<object>;
}

export function addOperator(door: OperatorDoor, about: About, route: AdminRoute): void {
  const { method, path } = route;
  const answer = async (visit: Visit): Promise<object> => {
    const caller = door.identify(visit, route);
    if (isWireError(caller)) return caller;
    const fields = readFields(visit);
    if (isWireError(fields)) return fields;
    const unknown = findWarning(route.request, fields);
    if (unknown !== undefined) return wireError('40017', { detail: both(unknown) });
    return door.act(visit, route, caller, fields);
  };
  const pass = async (visit: Visit): Promise<void> =>
    door.tell(visit, replyOf(visit, await answer(visit)));
  addWay(door, { method, path }, { about, weight: PAGE_WEIGHT, checksMedia: true, pass });
}

/** Limits: the weight of a call from its address, or when to come back. */
export function limitAddress(edge: Edge, visit: Visit, weight: number): Reply | undefined {
  const { group } = visit.client;
  const wait = edge.limiter.takeAddress(group, weight, visit.startedAt);
  if (wait === 0) return undefined;
  const isLast = edge.limiter.noteTold(group, visit.startedAt);
  return { ...tooMany(visit, wait), isLast };
}

/** Signature: at once, unless the key's record is of the old form and has to be worked out. */
function identify(
  { authority }: Edge,
  visit: Visit,
  { permission, lackingCode }: Endpoint,
): Verified | AuthFailure | Promise<Verified | AuthFailure> {
  return authenticate(authority, visit, { permission: permission ?? 'trade', lackingCode });
}

function refusedReply(edge: Edge, visit: Visit, failure: AuthFailure): Reply {
  const { error, isGuess, retryAfterSeconds } = failure;
  if (isGuess) edge.limiter.noteAuthFailure(visit.client.group, visit.startedAt);
  const reply = errorReply(visit, error);
  return retryAfterSeconds > 0 ? { ...reply, retryAfterSeconds } : reply;
}

/** Limits of the account, for one order; what is read may stand for several. */
function limitAccount(
  edge: Edge,
  visit: Visit,
  endpoint: Endpoint,
  account: AccountId,
  count = 1,
): Reply | undefined {
  const cost = costOf(edge, account, endpoint, count);
  const wait = edge.limiter.takeAccount(account, cost, visit.startedAt);
  if (wait === 0) return undefined;
  // Short of one budget, charged to none.
  edge.limiter.giveBackAddress(visit.client.group, endpoint.ipWeight, visit.startedAt);
  edge.limiter.noteRefusal(visit.client.group, visit.startedAt);
  return tooMany(visit, wait);
}

/** An order of a throttled entrant counts as so many. */
const THROTTLED_COST = 20;

function costOf(
  { venue }: Edge,
  account: AccountId,
  { uidWeight, orderRate }: Endpoint,
  count: number,
): AccountCost {
  const each = venue.read.season.sanction(account) === 'throttled' ? THROTTLED_COST : 1;
  return {
    weight: uidWeight,
    orders: orderRate === 'place' ? count * each : 0,
    cancels: orderRate === 'cancel' ? count : 0,
  };
}

/** Parse, act and format, for a caller who is known. */
function performSigned(
  edge: Edge,
  visit: Visit,
  route: PrivateRoute,
  { key }: Verified,
  errand: Errand,
): Promise<Reply> {
  const { endpoint, handler, count } = route;
  const { account } = key;
  const { carryOut, before } = errand;
  return perform(
    edge,
    visit,
    route,
    (fields) => handler({ ...callOf(edge, visit, fields), account, key, carryOut, before }),
    (fields) => {
      const several = count?.(fields) ?? 1;
      if (several <= 1) return undefined;
      edge.limiter.giveBackAccount(account, costOf(edge, account, endpoint, 1), visit.startedAt);
      return limitAccount(edge, visit, endpoint, account, several);
    },
  );
}

/** Parse, act and format. Never throws. */
async function perform(
  edge: Edge,
  visit: Visit,
  { endpoint, isOfCompetition }: Pick<PublicRoute, 'endpoint' | 'isOfCompetition'>,
  act: (fields: Fields) => Answer | Promise<Answer>,
  limitMore: (fields: Fields) => Reply | undefined = () => undefined,
): Promise<Reply> {
  try {
    const fields = readFields(visit);
    if (isWireError(fields)) return errorReply(visit, fields);
    const misspelt = findMisspeltSymbol(endpoint.request, fields);
    if (misspelt !== undefined) return errorReply(visit, misspelt);
    const isHelped = edge.settings.sandboxHelp && isOfCompetition !== true;
    const warning = isHelped ? warn(edge, visit, endpoint, fields) : undefined;
    const short = limitMore(fields);
    if (short !== undefined) return short;
    const answer = await act(fields);
    const isUnknown = isWireError(answer) && answer.code === '40020' && answer.field === 'symbol';
    const reply = replyOf(
      visit,
      isUnknown ? (explainUnknown(edge, visit, fields) ?? answer) : answer,
    );
    return warning === undefined ? reply : { ...reply, warning };
  } catch (thrown) {
    return thrownReply(edge, visit, thrown);
  }
}

/** Parse: a POST sends its fields in the body, a GET in the query, a DELETE in either of them. */
function readFields({ method, target, body }: Visit): Fields | WireError {
  if (method === 'POST') return fieldsIn(body);
  const asked = readQueryFields(target.query);
  if (method === 'GET' || isWireError(asked) || body === undefined || body.length === 0)
    return asked;
  const sent = fieldsIn(body);
  return isWireError(sent) ? sent : new Map([...sent, ...asked]);
}

function fieldsIn(body: Buffer | undefined): Fields | WireError {
  if (body === undefined) return NO_FIELDS;
  return isUtf8(body) ? readBody(body.toString('utf8')) : bodyNotText();
}

function warn(
  edge: Edge,
  { client, endpoint: path }: Visit,
  { request }: PublicRoute['endpoint'],
  fields: Fields,
): string | undefined {
  // What is refused by name elsewhere is known, and its answer says what to send instead.
  const warning = findWarning(request, fields, isForeign);
  if (warning !== undefined)
    edge.log.info({ path, client: client.text, warning }, 'fields were ignored');
  return warning;
}

/** Contracts of the demo endpoints have names of their own, which are those of no dialect. */
const DEMO = '/sim/';

/** For who wrote the symbol of another dialect: the right one, in a sandbox. */
function explainUnknown(
  { settings, venue, findContract, namings }: Edge,
  { dialect, endpoint }: Visit,
  fields: Fields,
): WireError | undefined {
  const sent = fields.get('symbol');
  if (!settings.sandboxHelp || typeof sent !== 'string' || endpoint.includes(DEMO))
    return undefined;
  if (findContract(dialect.listedSymbol(sent)) !== undefined) return undefined;
  const contracts = venue.read.listing.contracts();
  const detail = explainSymbol({ contracts, namings }, sent, dialect);
  return detail && wireError('40020', { field: 'symbol', detail });
}

/** Act: what a handler sees of the request. */
const callOf = (edge: Edge, visit: Visit, fields: Fields): Call => ({
  fields,
  names: visit.names,
  headers: visit.headers,
  locale: visit.locale,
  client: visit.client,
  venue: edge.venue,
  now: visit.now,
  findContract: (symbol) => edge.findContract(visit.dialect.listedSymbol(symbol)),
  marginWords: visit.dialect.marginWords,
});

/** Format: whoever has an answer already is not sent it again. */
function tagged({ method, headers }: Visit, reply: Reply): Reply {
  if (reply.status !== 200 || method !== 'GET') return reply;
  const etag = `"${createHash('sha1').update(reply.body).digest('base64url')}"`;
  return headers['if-none-match'] === etag ? { status: 304, body: '', etag } : { ...reply, etag };
}
