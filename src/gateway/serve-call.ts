/**
 * The path of every request, whether it is one of a dialect, of the competition, of the operator or
 * for a page:
 *
 *   address → limits → signature or token → repeat → parse → act → format
 *
 * The first two steps are the same for all requests. Then each kind of request has a function that
 * lists its steps. The steps themselves follow below, in the same order.
 */
import { isUtf8 } from 'node:buffer';
import type { TObject } from 'typebox';
import type { AccountId } from '../domain/ids.ts';
import type { SharedPath } from '../wire/dialect.ts';
import { both, isWireError, type WireError, wireError } from '../wire/errors.ts';
import {
  bodyNotText,
  type Fields,
  knowsAll,
  NO_FIELDS,
  type ReadFields,
  readBody,
  readPlainFields,
} from '../wire/read-request.ts';
import type { AdminCaller, AdminRoute } from './admin/admin-route.ts';
import { answerOnce, NO_SUBMISSION, type Submission } from './answer-once.ts';
import {
  type Authenticate,
  type AuthFailure,
  isAuthFailure,
  type Verified,
} from './authenticate.ts';
import type { Answer, Call } from './call.ts';
import type { Dialect } from './dialect.ts';
import type { Edge } from './edge.ts';
import { explainUnknown, findWarning, warnOf } from './explain-fields.ts';
import { type FaultyCall, findNamed, meetFaults } from './faults/meet-call.ts';
import type { Port, PublicPort } from './gateway.ts';
import {
  addRoute,
  type ChosenIntake,
  chargeMore,
  type Intake,
  limit,
  limitAccount,
  limitSeveral,
  type Passage,
  receive,
} from './receive-call.ts';
import {
  errorReply,
  type Limited,
  type Reply,
  replyOf,
  tagged,
  thrownReply,
  tooMany,
  writePage,
} from './reply.ts';
import {
  isPublic,
  type OpenRoute,
  type PageRoute,
  type PrivateRoute,
  type PublicRoute,
} from './route.ts';
import type { Incoming, RouteTerms, Serve } from './router.ts';
import type { About, HttpVisit, Visit } from './visit.ts';

/** A path that many endpoints share. A body that names none of them is answered as unknown. */
export function addShared(port: PublicPort, dialect: Dialect, { path, pathOf }: SharedPath): void {
  const method = 'POST';
  const intakes = new Map(
    dialect.routes
      .filter(({ endpoint }) => endpoint.path.startsWith(`${path}/`))
      .map((route) => [route.endpoint.path, intakeOf(port, dialect, route)]),
  );
  const choose = (body: Buffer | undefined): ChosenIntake | WireError => {
    const fields = body !== undefined && isUtf8(body) ? readBody(body.toString('utf8')) : NO_FIELDS;
    if (isWireError(fields)) return fields;
    const intake = intakes.get(pathOf(fields) ?? '');
    return intake === undefined ? dialect.notFound(method, path) : { intake, fields };
  };
  const about = { endpoint: path, dialect };
  const nowhere = { about, checksMedia: true, weight: PAGE_WEIGHT, pass: async () => undefined };
  port.http.add({ method, path, isLiteral: true }, (incoming) =>
    receive(port, incoming, nowhere, choose),
  );
}

function intakeOf(port: PublicPort, dialect: Dialect, route: PublicRoute | PrivateRoute): Intake {
  const about = { endpoint: route.endpoint.path, dialect };
  return isPublic(route)
    ? { about, checksMedia: true, ...passPublic(port, route) }
    : { about, checksMedia: false, ...passPrivate(port, dialect.authenticate, route) };
}

/** A public endpoint of a dialect or of the competition. */
export function addPublic(
  port: PublicPort,
  about: About,
  terms: RouteTerms,
  route: OpenRoute,
): void {
  addRoute(port, terms, { about, checksMedia: true, ...passPublic(port, route) });
}

function passPublic<Came extends Visit>(port: PublicPort<Came>, route: OpenRoute): Passage<Came> {
  const { edge } = port;
  const { endpoint, handler, wait, showsBook, isOfCompetition } = route;
  const pass = async (visit: Came): Promise<void> => {
    const seconds = wait === undefined ? 0 : await wait(visit);
    if (seconds > 0) return port.tell(visit, tooMany(visit, seconds));
    const serve = (): Promise<Reply> =>
      perform(edge, visit, route, (fields) => handler(callOf(port, visit, fields)));
    if (isOfCompetition === true) return port.tell(visit, tagged(visit, await serve()));
    const faulty = { visit, endpoint, showsBook, account: undefined };
    const reply = await meetLate(edge, visit, undefined, () => meetCall(edge, faulty, serve));
    if (reply !== undefined) port.tell(visit, reply);
  };
  return { weight: endpoint.ipWeight, pass };
}

/** Undefined if a fault that somebody asked for loses the answer. */
const meetCall = (
  edge: Edge,
  call: FaultyCall,
  serve: () => Promise<Reply>,
): Promise<Reply | undefined> =>
  edge.faults?.isOn === true ? meetFaults(edge, edge.faults, call, serve) : serve();

/** A call of an account with a latency, or of nobody, comes late and is answered late. */
function meetLate(
  edge: Edge,
  { headers }: Visit,
  account: AccountId | undefined,
  meet: () => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  const { lateness } = edge;
  return lateness.isOn ? lateness.carry(account ?? findNamed(edge, headers), meet) : meet();
}

/** An endpoint of a dialect that needs a signature. */
export function addPrivate(port: PublicPort, dialect: Dialect, route: PrivateRoute): void {
  const { method, path } = route.endpoint;
  addRoute(port, { method, path, isLiteral: true }, intakeOf(port, dialect, route));
}

function passPrivate<Came extends Visit>(
  port: PublicPort<Came>,
  authenticate: Authenticate,
  route: PrivateRoute,
): Passage<Came> {
  const { edge } = port;
  const { endpoint } = route;
  const pass = async (visit: Came): Promise<void> => {
    const identified = authenticate(edge.authority, visit, {
      permission: endpoint.permission ?? 'trade',
      lackingCode: endpoint.lackingCode,
      isKeyEnough: endpoint.isKeyEnough,
      dialect: visit.dialect.id,
    });
    const verified = identified instanceof Promise ? await identified : identified;
    if (isAuthFailure(verified))
      return port.tell(
        visit,
        verified.isNobody === true && endpoint.nobody !== undefined
          ? replyOf(visit, endpoint.nobody(edge.venue.read.now()))
          : refusedReply(edge, visit, verified),
      );
    const { account } = verified.key;
    if (endpoint.mayLast === true) visit.socket.setTimeout(0);
    // No further promise where nothing is waited for: this runs for every order.
    const answer = (short: Reply | undefined): Promise<Reply> => {
      if (short !== undefined) return Promise.resolve(short);
      return endpoint.permission === 'trade'
        ? answerOnce(edge, visit, verified, (seen, submission) =>
            performSigned(port, seen, route, verified, submission),
          )
        : performSigned(port, visit, route, verified, NO_SUBMISSION);
    };
    const serve = (): Promise<Reply> => {
      const limited = limitAccount(edge, visit, endpoint, account);
      return limited instanceof Promise ? limited.then(answer) : answer(limited);
    };
    const meet = (): Promise<Reply | undefined> =>
      meetCall(edge, { visit, endpoint, account }, serve);
    // What lets time pass is no part of the market.
    const isOfTime = endpoint.mayLast === true;
    const reply = await (isOfTime ? meet() : meetLate(edge, visit, account, meet));
    if (endpoint.mayLast === true) visit.socket.setTimeout(edge.settings.connections.stalledMillis);
    if (reply !== undefined) port.tell(visit, reply, account);
  };
  return { weight: endpoint.ipWeight, pass };
}

/** A call of a dialect that came in a frame. It takes the same path as one by HTTP. */
export function receiveFrame(
  port: PublicPort<Visit>,
  { authenticate }: Dialect,
  route: PublicRoute | PrivateRoute,
  visit: Visit,
): Promise<void> {
  const passage = isPublic(route)
    ? passPublic(port, route)
    : passPrivate(port, authenticate, route);
  return limit(port, visit, passage).catch((thrown) =>
    port.tell(visit, thrownReply(port.edge, visit, thrown)),
  );
}

const PAGE_WEIGHT = 1;

/** A page, a document or a file. No caller is identified, and no fields are read. */
export function addPage(port: Port, about: About, { method, path, answer }: PageRoute): void {
  const pass = async (visit: HttpVisit): Promise<void> => {
    const page = await answer(visit);
    port.chargeLength(visit, Buffer.byteLength(page.body));
    writePage(visit.response, page);
  };
  addRoute(port, { method, path }, { about, weight: PAGE_WEIGHT, checksMedia: true, pass });
}

/** A request without a route. */
export function serveUnknown(
  find: () => Port,
  about: (visit: Incoming) => About,
  explain: (visit: Visit) => WireError,
): Serve {
  return (incoming) => {
    const port = find();
    const pass = async (visit: HttpVisit): Promise<void> =>
      port.tell(visit, errorReply(visit, explain(visit)));
    receive(port, incoming, {
      about: about(incoming),
      weight: PAGE_WEIGHT,
      checksMedia: true,
      pass,
    });
  };
}

/** The operator's port: callers are identified by a token, and changes are audited. */
export interface OperatorPort extends Port {
  readonly identify: (visit: Visit, route: AdminRoute) => AdminCaller | WireError;
  readonly act: (
    visit: Visit,
    route: AdminRoute,
    caller: AdminCaller,
    fields: Fields,
  ) => Promise<object>;
}

export function addOperator(port: OperatorPort, about: About, route: AdminRoute): void {
  const { method, path } = route;
  const answer = async (visit: Visit): Promise<object> => {
    const caller = port.identify(visit, route);
    if (isWireError(caller)) return caller;
    const fields = readFields(visit, readPlainFields, route.request);
    if (isWireError(fields)) return fields;
    const unknown = findWarning(route.request, fields);
    if (unknown !== undefined) return wireError('40017', { detail: both(unknown) });
    return port.act(visit, route, caller, fields);
  };
  const pass = async (visit: HttpVisit): Promise<void> =>
    port.tell(visit, replyOf(visit, await answer(visit)));
  addRoute(port, { method, path }, { about, weight: PAGE_WEIGHT, checksMedia: true, pass });
}

function refusedReply(edge: Edge, visit: Visit, failure: AuthFailure): Reply {
  const { error, isGuess, retryAfterSeconds } = failure;
  if (isGuess) edge.limiter.charge({ group: visit.client.group, guesses: 1 }, visit.startedAt);
  const reply = errorReply(visit, error);
  return retryAfterSeconds > 0 ? { ...reply, retryAfterSeconds } : reply;
}

/** Parse, act and format, for a signed call. */
function performSigned(
  port: Pick<PublicPort, 'edge' | 'shared'>,
  visit: Visit,
  route: PrivateRoute,
  { key, warning }: Verified,
  submission: Submission,
): Promise<Reply> {
  const { edge } = port;
  const { endpoint, handler, count } = route;
  const { account } = key;
  const { submitOnce, before } = submission;
  const reply = perform(
    edge,
    visit,
    route,
    (fields) => handler({ ...callOf(port, visit, fields), account, key, submitOnce, before }),
    (fields) => {
      const several = count?.(fields) ?? 1;
      if (several <= 1) return undefined;
      return limitSeveral(edge, visit, endpoint, account, several);
    },
  );
  return warning === undefined ? reply : reply.then((told) => ({ warning, ...told }));
}

/** Parse, act and format. Never throws. */
async function perform(
  edge: Edge,
  visit: Visit,
  { endpoint, isOfCompetition }: Pick<OpenRoute, 'endpoint' | 'isOfCompetition'>,
  act: (fields: Fields) => Answer | Promise<Answer>,
  limitMore: (fields: Fields) => Limited = () => undefined,
): Promise<Reply> {
  try {
    const fields = readFields(visit, visit.dialect.readFields, endpoint.request);
    if (isWireError(fields)) return errorReply(visit, fields);
    const isHelped = edge.settings.sandboxHelp && isOfCompetition !== true;
    const isKnown = !isHelped || knowsAll(endpoint.request, fields, visit.dialect.commonFields);
    const warning = isKnown ? undefined : warnOf(edge, visit, endpoint, fields);
    chargeMore(edge, visit, endpoint.extraWeight?.(fields) ?? 0);
    const limited = limitMore(fields);
    const short = limited instanceof Promise ? await limited : limited;
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

/** Parse: the dialect says where the fields stand. */
function readFields(
  { method, target: { query }, body, fields }: Visit,
  read: ReadFields,
  schema: TObject,
): Fields | WireError {
  if (fields !== undefined) return fields;
  if (body === undefined) return read({ method, query, body: '' }, schema);
  return isUtf8(body)
    ? read({ method, query, body: body.toString('utf8') }, schema)
    : bodyNotText();
}

/** Act: the arguments of a handler. */
function callOf(
  { edge, shared }: Pick<PublicPort, 'edge' | 'shared'>,
  { names, headers, locale, client, now, dialect: { listedSymbol, marginWords } }: Visit,
  fields: Fields,
): Call {
  const { venue, findContract: find } = edge;
  const findContract =
    listedSymbol === undefined ? find : (symbol: string) => find(listedSymbol(symbol));
  return { fields, names, headers, locale, client, venue, now, findContract, marginWords, shared };
}
