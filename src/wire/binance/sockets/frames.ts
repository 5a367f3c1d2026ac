/**
 * Frames of clients, such as `{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":1}`, and the
 * answers. The id comes back as it was sent. An error stands in the answer twice, because some
 * clients look for it in `error` and others beside the id.
 */

import { type FrameId, frameIdOf } from '../../client-frames.ts';
import type { Endpoint } from '../../endpoint.ts';
import {
  both,
  isWireError,
  type Locale,
  voicelessText,
  type WireError,
  wireError,
} from '../../errors.ts';
import { isJsonObject, isNumberText, type Json, type JsonObject, readJson } from '../../json.ts';
import type {
  CallTarget,
  ClientFrame,
  FrameCall,
  FrameReply,
  Refused,
} from '../../socket-dialect.ts';
import { PREFIX, RATE_LIMITS, V1 } from '../endpoint.ts';
import { malformed, refusal } from '../errors.ts';

const NAME_LENGTH_MAX = 100;

/** The codes of these answers: a malformed frame, a wrong value, too many frames. */
const INVALID_JSON = 3;
const INVALID_REQUEST = 2;
const TOO_MANY = 429;

export function readStreamFrame(text: string): ClientFrame {
  const reading = readJson(text);
  if (!reading.ok)
    return wrong(undefined, malformedFrame(`${reading.fault.problem} at ${reading.fault.at}`));
  const { value } = reading;
  if (!isJsonObject(value)) return wrong(undefined, malformedFrame('a frame is a JSON object'));
  const id = value.get('id');
  const method = value.get('method');
  switch (method) {
    case 'SUBSCRIBE':
    case 'UNSUBSCRIBE': {
      const channels = namesIn(value);
      if (isWireError(channels)) return wrong(id, channels);
      return {
        kind: method === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe',
        channels,
        done: answered(id, null),
        refused: refusedWith(id),
      };
    }
    case 'LIST_SUBSCRIPTIONS':
      return { kind: 'list', answer: (names) => answered(id, names), refused: refusedWith(id) };
    case 'SET_PROPERTY':
    case 'GET_PROPERTY':
      return readProperty(id, value, method);
    default:
      return wrong(id, wireError('40020', { field: 'method', detail: both(METHODS) }));
  }
}

const METHODS = 'one of SUBSCRIBE, UNSUBSCRIBE, LIST_SUBSCRIPTIONS, SET_PROPERTY and GET_PROPERTY';

/** The one property: whether payloads are wrapped with the name of their stream. */
function readProperty(
  id: Json | undefined,
  frame: JsonObject,
  method: 'SET_PROPERTY' | 'GET_PROPERTY',
): ClientFrame {
  const params = frame.get('params');
  const [name, value] = Array.isArray(params) ? (params as readonly Json[]) : [];
  const isSet = method === 'SET_PROPERTY';
  if (name !== 'combined' || (isSet && typeof value !== 'boolean'))
    return wrong(
      id,
      wireError('40020', { field: 'params', detail: both('the one property is combined') }),
    );
  return {
    kind: 'combine',
    isCombined: isSet ? value === true : undefined,
    answer: (isCombined) => answered(id, isSet ? null : isCombined),
    refused: refusedWith(id),
  };
}

function namesIn(frame: JsonObject): readonly string[] | WireError {
  const params = frame.get('params');
  if (!Array.isArray(params) || params.length === 0) return wireError('40019', { field: 'params' });
  const names = new Set<string>();
  for (const name of params as readonly Json[]) {
    if (typeof name !== 'string' || name === '' || name.length > NAME_LENGTH_MAX)
      return wireError('40020', { field: 'params', detail: both('a list of stream names') });
    names.add(name);
  }
  return [...names];
}

const malformedFrame = (problem: string): WireError =>
  wireError('40017', { detail: both(problem) });

const wrong = (id: Json | undefined, error: WireError): ClientFrame => ({
  kind: 'wrong',
  error,
  refused: refusedWith(id),
});

const refusedWith =
  (id: Json | undefined): Refused =>
  (error, locale) =>
    refusedStream(id, error, locale);

export function refusedStream(id: Json | undefined, error: WireError, locale: Locale): object {
  const code = codeOf(error);
  const msg = voicelessText(error, locale);
  return { error: { code, msg }, code, msg, ...idOf(id) };
}

const codeOf = ({ code }: WireError): number => {
  if (code === '429') return TOO_MANY;
  return code === '40017' ? INVALID_JSON : INVALID_REQUEST;
};

const answered = (id: Json | undefined, result: unknown): object => ({ result, ...idOf(id) });

/** Returns the id with its type; null for a missing one and for one that is no name. */
const idOf = (sent: Json | undefined): { readonly id: FrameId } => ({ id: frameIdOf(sent) });

/**
 * Calls in frames: `{"id":1,"method":"order.place","params":{…}}`. Each stands for an endpoint. Its
 * params become the query that a request by HTTP would have: sorted by name and escaped, so that
 * the signature over the sorted params, plain or escaped, is one that the endpoint accepts.
 */
type Twin = readonly [method: Endpoint['method'], path: string];

/** The endpoint that each method stands for. */
const TWINS: ReadonlyMap<string, Twin> = new Map<string, Twin>([
  ['order.place', ['POST', `${V1}/order`]],
  ['order.modify', ['PUT', `${V1}/order`]],
  ['order.cancel', ['DELETE', `${V1}/order`]],
  ['order.status', ['GET', `${V1}/order`]],
  ['algoOrder.place', ['POST', `${V1}/algoOrder`]],
  ['algoOrder.cancel', ['DELETE', `${V1}/algoOrder`]],
  ['account.balance', ['GET', `${PREFIX}/v2/balance`]],
  ['v2/account.balance', ['GET', `${PREFIX}/v3/balance`]],
  ['account.status', ['GET', `${PREFIX}/v2/account`]],
  ['v2/account.status', ['GET', `${PREFIX}/v3/account`]],
  ['account.position', ['GET', `${PREFIX}/v2/positionRisk`]],
  ['v2/account.position', ['GET', `${PREFIX}/v3/positionRisk`]],
  ['depth', ['GET', `${V1}/depth`]],
  ['ticker.price', ['GET', `${V1}/ticker/price`]],
  ['ticker.book', ['GET', `${V1}/ticker/bookTicker`]],
  ['userDataStream.start', ['POST', `${V1}/listenKey`]],
  ['userDataStream.ping', ['PUT', `${V1}/listenKey`]],
  ['userDataStream.stop', ['DELETE', `${V1}/listenKey`]],
]);

export const CALL_METHODS: readonly string[] = [...TWINS.keys()];

const SESSION: ReadonlySet<string> = new Set(['session.logon', 'session.status', 'session.logout']);

export function readCallFrame(text: string, query: string): FrameCall {
  const reading = readJson(text);
  if (!reading.ok || !isJsonObject(reading.value))
    return { call: malformed('', 'a frame is a JSON object'), answer: answerWith(undefined, true) };
  const frame = reading.value;
  const sent = frame.get('params');
  const params = !isJsonObject(sent) ? NO_PARAMS : sent;
  const isTold = !/(?:^|&)returnRateLimits=false(?:&|$)/i.test(query) && tells(params);
  const answer = answerWith(frame.get('id'), isTold);
  if (sent !== undefined && !isJsonObject(sent)) return { call: malformed('params'), answer };
  return { call: targetOf(frame.get('method'), params), answer };
}

const NO_PARAMS: JsonObject = new Map();

const tells = (params: JsonObject): boolean => {
  const wanted = params.get('returnRateLimits');
  return wanted !== false && wanted !== 'false';
};

function targetOf(method: Json | undefined, params: JsonObject): CallTarget | WireError {
  if (typeof method !== 'string') return malformed('method');
  if (SESSION.has(method)) return refusal('-4056', NO_SESSIONS);
  const twin = TWINS.get(method);
  if (twin === undefined)
    return refusal('-5000', `There is no method ${method.slice(0, 40)}.`, '404');
  const query = queryOf(params);
  if (isWireError(query)) return query;
  const key = params.get('apiKey');
  return {
    method: twin[0],
    path: twin[1],
    query,
    headers: { 'x-mbx-apikey': typeof key === 'string' ? key : '' },
  };
}

const NO_SESSIONS = 'Sessions need a key of another kind: sign each request instead.';

function queryOf(params: JsonObject): string | WireError {
  const pairs: string[] = [];
  let signature = '';
  for (const name of [...params.keys()].sort()) {
    const value = textOf(params.get(name));
    if (value === undefined) return malformed(name.slice(0, 40));
    if (name === 'signature') signature = value;
    else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }
  if (signature !== '') pairs.push(`signature=${encodeURIComponent(signature)}`);
  return pairs.join('&');
}

/** A value as it is signed: plain text, a number as it was written, `true` or `false`. */
function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined;
  if (typeof value === 'boolean') return String(value);
  if (value === undefined || value === null) return 'null';
  return isNumberText(value) ? value.number : undefined;
}

const answerWith =
  (id: Json | undefined, tellsLimits: boolean) =>
  ({ status, body, retryAfterSeconds, used }: FrameReply): string => {
    const head = JSON.stringify({ ...idOf(id), status }).slice(0, -1);
    const told = status < 400 ? `"result":${body}` : `"error":${body}`;
    const wait = retryAfterSeconds === undefined ? '' : `,"retryAfter":${retryAfterSeconds}`;
    const limits = tellsLimits ? `,"rateLimits":${JSON.stringify(limitRows(used))}` : '';
    return `${head},${told}${wait}${limits}}`;
  };

const limitRows = (used: readonly number[]) =>
  RATE_LIMITS.map((row, at) => ({ ...row, count: used[at] ?? 0 }));
