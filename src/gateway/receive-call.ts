/**
 * The first two steps of every request: the address, whose body is waited for, and its limits; and
 * the limits of an account, which is known later.
 */
import type { IncomingMessage } from 'node:http';
import type { AccountId } from '../domain/ids.ts';
import { clearTimeout, setTimeout } from '../machine/timers.ts';
import type { Venue } from '../venue/venue.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { both, isWireError, localeOf, type WireError, wireError } from '../wire/errors.ts';
import { bodyTooLong, type Fields } from '../wire/read-request.ts';
import type { Edge } from './edge.ts';
import type { Port } from './gateway.ts';
import { type AccountCost, lessCost } from './limits/limiter.ts';
import {
  closedReply,
  errorReply,
  type Limited,
  type Reply,
  SEQ_HEADER,
  thrownReply,
  tooMany,
  unavailableReply,
} from './reply.ts';
import type { Incoming, Request, RouteTerms } from './router.ts';
import type { About, HttpVisit, Visit } from './visit.ts';

/** What the first two steps need to know of a route, and the rest of its path. */
export interface Intake extends Passage<HttpVisit> {
  readonly about: About;
  /** Whether a malformed content type is refused here. Signed calls check it with the signature. */
  readonly checksMedia: boolean;
}

/** The rest of the path, after the address and its limits. */
export interface Passage<Came extends Visit> {
  readonly weight: number;
  readonly pass: (visit: Came) => Promise<void>;
}

export function addRoute(port: Port, terms: RouteTerms, intake: Intake): void {
  port.http.add(terms, (incoming) => receive(port, incoming, intake));
}

/** What a body asks for. */
export interface ChosenIntake {
  readonly intake: Intake;
  readonly fields: Fields;
}

/**
 * Address: waits for the body, and notes who sent the request. Only a dialect with forms reads the
 * body of a GET.
 */
export function receive(
  port: Port,
  incoming: Incoming,
  intake: Intake,
  choose?: (body: Buffer | undefined) => ChosenIntake | WireError,
): void {
  const { edge } = port;
  const { request, body: unread } = incoming;
  const hear = (received: Received): void => {
    const body = isFault(received) ? undefined : received;
    const chosen = isFault(received) ? received : choose?.(body);
    const fault = isFault(chosen) ? chosen : undefined;
    const taken = isFault(chosen) ? intake : (chosen?.intake ?? intake);
    const came = beginVisit(edge, taken.about, incoming, body);
    const visit = isFault(chosen) || chosen === undefined ? came : withFields(came, chosen);
    limit(port, visit, taken, fault).catch((thrown) =>
      port.tell(visit, thrownReply(edge, visit, thrown)),
    );
  };
  const { takesForms } = intake.about.dialect;
  const hasNone = !takesForms && BODILESS.has(request.method ?? '');
  const checksMedia = intake.checksMedia && !hasNone && !takesForms;
  const fault = checksMedia ? findMediaFault(request) : undefined;
  if (hasNone || fault !== undefined) hear(fault);
  else if (unread === undefined || Buffer.isBuffer(unread)) hear(unread);
  else
    receiveBody(unread, edge.settings.connections.bodyBytesMax, (received) => {
      // The rest of a body that is too long is not read.
      if (intake.checksMedia && isFault(received)) incoming.response.shouldKeepAlive = false;
      hear(received);
    });
}

const isFault = (received: Received | ChosenIntake): received is WireError =>
  received !== undefined && isWireError(received);

const withFields = (visit: HttpVisit, { fields }: ChosenIntake): HttpVisit => ({
  ...visit,
  fields,
});

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/**
 * Limits of the address. An unacceptable body is charged like any other. A request that names an
 * entry waits for it here.
 */
export async function limit<Came extends Visit>(
  port: Port<Came>,
  visit: Came,
  intake: Passage<Came>,
  fault?: WireError,
): Promise<void> {
  const limited = port.limit(visit, intake.weight);
  const short = limited instanceof Promise ? await limited : limited;
  if (short !== undefined) return port.tell(visit, short);
  if (fault !== undefined) return port.tell(visit, errorReply(visit, fault));
  if (visit.headers[SEQ_HEADER] !== undefined) {
    const behind = await catchUp(port.edge, visit);
    if (behind !== undefined) return port.tell(visit, behind);
  }
  await intake.pass(visit);
}

/** A replica that trades is behind by less than this. */
const PATIENCE_MILLIS = 2_000;

/**
 * Each answer says in a header how far the journal was. A caller that sends the number along, to
 * this replica or to another, is answered when that entry is applied here: it finds everything that
 * it was told of before. Undefined once all of that is here.
 */
async function catchUp({ venue }: Edge, visit: Visit): Promise<Reply | undefined> {
  const text = String(visit.headers[SEQ_HEADER]);
  if (!/^\d{1,15}$/.test(text)) {
    const detail = both(`${SEQ_HEADER} is the whole number of an earlier answer`);
    return errorReply(visit, wireError('40017', { detail }));
  }
  const seq = Number(text);
  if (venue.read.seq() >= seq || (await hasArrived(venue, seq))) return undefined;
  const last = venue.read.seq();
  return unavailableReply(visit, `entry ${seq} is not here yet, ${last} is; nothing was done`);
}

function hasArrived(venue: Pick<Venue, 'listen'>, wanted: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isHere: boolean): void => {
    clearTimeout(timer);
    stop();
    resolve(isHere);
  };
  const stop = venue.listen(({ seq }) => {
    if (seq >= wanted) end(true);
  });
  const timer = setTimeout(() => end(false), PATIENCE_MILLIS);
  return promise;
}

export function beginVisit(
  edge: Edge,
  { endpoint, dialect }: About,
  { request, response, target, names }: Incoming,
  body: Buffer | undefined,
): HttpVisit {
  const { headers, socket } = request;
  return {
    method: request.method ?? '',
    headers,
    body,
    socket,
    response,
    endpoint,
    dialect,
    target,
    names,
    client: edge.findClient(request),
    locale: localeOf(headers['locale']),
    now: edge.venue.clock.wallNow(),
    startedAt: edge.venue.clock.monotonicNow(),
  };
}

/** Undefined stands for no body. A request that breaks off is never reported. */
export type Received = Buffer | undefined | WireError;

/** Collects the body of a request up to the limit; reports at once if there is none. */
export function receiveBody(
  message: IncomingMessage,
  bytesMax: number,
  tell: (received: Received) => void,
): void {
  const { headers } = message;
  const length = Number(headers['content-length'] ?? 0);
  const isEmpty = length === 0 && headers['transfer-encoding'] === undefined;
  if (isEmpty || length > bytesMax) {
    tell(isEmpty ? undefined : bodyTooLong());
    return;
  }
  // Joined once at the end, so that a body of single bytes is not copied again for each.
  const chunks: Buffer[] = [];
  let received = 0;
  const gather = (chunk: Buffer): void => {
    chunks.push(chunk);
    received += chunk.length;
    if (received <= bytesMax) return;
    message.off('data', gather).off('end', finish);
    tell(bodyTooLong());
  };
  const finish = (): void => tell(chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]);
  message.on('data', gather).on('end', finish);
}

const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Without a signature any content type is accepted, but it must be well formed. */
export const findMediaFault = ({ headers }: Request): WireError | undefined => {
  const type = headers['content-type'];
  return type === undefined || MEDIA_TYPE.test(type) ? undefined : wireError('40007');
};

/** Takes the weight of a request from the budget of its address; refuses all while it is closed. */
export const createLimit =
  (edge: Edge) =>
  (visit: Visit, weight: number): Limited => {
    const closed = closedReply(edge, visit);
    if (closed !== undefined) return closed;
    const { group } = visit.client;
    const judge = (wait: number): Reply | undefined => {
      if (wait === 0) return undefined;
      const isLast = edge.limiter.noteTold(group, visit.startedAt);
      return { ...tooMany(visit, wait, isLast ? 'patience' : undefined), isLast };
    };
    const wait = edge.limiterOf(visit.dialect).askAddress(group, weight, visit.startedAt);
    return wait instanceof Promise ? wait.then(judge) : judge(wait);
  };

/** Charges for what only the fields or the answer show. The debt is paid off over time. */
export function chargeMore(
  edge: Edge,
  { dialect, client, startedAt }: Visit,
  weight: number,
): void {
  if (weight > 0) edge.limiterOf(dialect).charge({ group: client.group, weight }, startedAt);
}

/** Limits of the account: for one order first, and again if the fields hold several. */
export function limitAccount(
  edge: Edge,
  visit: Visit,
  endpoint: Endpoint,
  account: AccountId,
  count = 1,
): Limited {
  const cost = costOf(edge, account, endpoint, count);
  const limiter = edge.limiterOf(visit.dialect);
  const { startedAt } = visit;
  const { group } = visit.client;
  const judge = (wait: number): Reply | undefined => {
    if (wait === 0) return undefined;
    // A call that is short of one budget is charged to none.
    limiter.charge({ group, weight: -endpoint.ipWeight, refusals: 1 }, startedAt);
    return tooMany(visit, wait, 'orders');
  };
  const wait = limiter.askAccount(account, cost, startedAt, group);
  return wait instanceof Promise ? wait.then(judge) : judge(wait);
}

/** The cost of one order of a throttled entrant. */
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
    orderCalls: orderRate === 'place' ? each : 0,
    cancels: orderRate === 'cancel' ? count : 0,
  };
}

/** The fields hold several orders: what was charged for one is given back first. */
export function limitSeveral(
  edge: Edge,
  visit: Visit,
  endpoint: Endpoint,
  account: AccountId,
  count: number,
): Limited {
  const cost = lessCost(costOf(edge, account, endpoint, 1));
  edge.limiterOf(visit.dialect).charge({ account, cost }, visit.startedAt);
  return limitAccount(edge, visit, endpoint, account, count);
}
