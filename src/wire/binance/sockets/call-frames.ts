/**
 * Calls in frames: `{"id":1,"method":"order.place","params":{…}}`. Each stands for an endpoint. Its
 * params become the query that a request by HTTP would have: sorted by name and escaped, so that
 * the signature over the sorted params, plain or escaped, is one that the endpoint accepts.
 */
import type { Endpoint } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { isJsonObject, isNumberText, type Json, type JsonObject, readJson } from '../../json.ts';
import type { CallTarget, FrameCall, FrameReply } from '../../socket-dialect.ts';
import { PREFIX, RATE_LIMITS, V1 } from '../endpoint.ts';
import { malformed, refusal } from '../errors.ts';
import { idOf } from './control-frames.ts';

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
