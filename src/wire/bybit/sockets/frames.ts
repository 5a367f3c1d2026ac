/**
 * Frames of clients, such as `{"op":"subscribe","args":["tickers.BTCUSDT"]}`, and the answers. One
 * answer has the fields of every kind of socket, because clients of each read their own.
 */
import type { SocketKind } from '../../client-frames.ts';
import { both, type Locale, type WireError, wireError } from '../../errors.ts';
import {
  isJsonObject,
  isNumberText,
  type Json,
  type JsonObject,
  readJson,
  termOf,
  writeJson,
} from '../../json.ts';
import type {
  AskedSocket,
  ClientFrame,
  FrameCall,
  FrameReply,
  Refused,
} from '../../socket-dialect.ts';
import { PREFIX, RATE_WINDOWS, TIMESTAMP_HEADER, WINDOW_HEADER } from '../endpoint.ts';
import { bybitCodeOf, errorText, refusal, wrong as wrongField } from '../errors.ts';

const NAME_LENGTH_MAX = 200;
const ID_LENGTH_MAX = 4_000;

/** The id of a frame, under either of its names; it comes back with its type. */
function idsOf(frame: JsonObject): object {
  const told: Record<string, unknown> = {};
  for (const name of ['req_id', 'reqId']) {
    const id = frame.get(name);
    if (typeof id === 'string') told[name] = id.slice(0, ID_LENGTH_MAX);
    else if (isNumberText(id)) told[name] = Number(id.number);
  }
  return told;
}

const refusedWith =
  (op: string, ids: object): Refused =>
  (error, locale) =>
    refusedFrame(op, ids, error, locale);

/** Clients look for what was refused in the words that they know. */
export const refusedFrame = (op: string, ids: object, error: WireError, locale: Locale) => ({
  success: false,
  ret_msg: `error:${errorText(error, locale)}`,
  retCode: Number(bybitCodeOf(error)),
  retMsg: errorText(error, locale),
  conn_id: '',
  ...ids,
  op,
});

const wrong = (op: string, ids: object, error: WireError): ClientFrame => ({
  kind: 'wrong',
  error,
  refused: refusedWith(op, ids),
});

const unreadable = (problem: string): WireError => wireError('40017', { detail: both(problem) });

/** Each kind of socket has a form of its own, and clients of each read that. */
function pongFrame(ids: object, purpose: AskedSocket['purpose'], now: number): object {
  const at = [String(now)];
  switch (purpose) {
    case 'private':
      return { ...ids, op: 'pong', args: at, conn_id: '' };
    case 'trade':
      return { retCode: 0, retMsg: 'OK', ...ids, op: 'pong', data: at, connId: '' };
    default:
      return { success: true, ret_msg: 'pong', conn_id: '', req_id: '', ...ids, op: 'ping' };
  }
}

export function readSessionFrame(
  text: string,
  _socket: SocketKind,
  { purpose }: AskedSocket,
): ClientFrame {
  const reading = readJson(text);
  if (!reading.ok) return wrong('', {}, unreadable(reading.fault.problem));
  const frame = reading.value;
  if (!isJsonObject(frame)) return wrong('', {}, unreadable('a frame is a JSON object'));
  const ids = idsOf(frame);
  const sent = frame.get('op');
  const op = typeof sent === 'string' ? sent.slice(0, NAME_LENGTH_MAX) : '';
  const args = frame.get('args');
  switch (op) {
    case 'subscribe':
    case 'unsubscribe': {
      const channels = namesIn(args);
      if (channels === undefined) return wrong(op, ids, wireError('40019', { field: 'args' }));
      return {
        kind: op,
        channels,
        done: { success: true, ret_msg: '', conn_id: '', req_id: '', ...ids, op },
        refused: refusedWith(op, ids),
      };
    }
    case 'ping':
      return { kind: 'ping', answer: (now) => pongFrame(ids, purpose, now) };
    case 'auth':
      return readLogin(args, ids);
    default:
      return wrong(op, ids, wireError('40020', { field: 'op', detail: both(KNOWN) }));
  }
}

const KNOWN = 'one of subscribe, unsubscribe, ping, auth and order.*';

/** Some clients join the symbols of a topic: `publicTrade.BTCUSDT|ETHUSDT`. */
function namesIn(args: Json | undefined): string[] | undefined {
  if (!Array.isArray(args) || args.length === 0) return undefined;
  const names: string[] = [];
  for (const name of args as readonly Json[]) {
    if (typeof name !== 'string' || name.length > NAME_LENGTH_MAX) return undefined;
    const [first = '', ...others] = name.split('|');
    const topic = first.slice(0, first.lastIndexOf('.') + 1);
    names.push(first, ...others.map((symbol) => topic + symbol));
  }
  return [...new Set(names)];
}

function readLogin(args: Json | undefined, ids: object): ClientFrame {
  const [key, expires, signature] = Array.isArray(args) ? (args as readonly Json[]) : [];
  const until = termOf(expires) ?? '';
  if (typeof key !== 'string' || typeof signature !== 'string' || !/^\d{1,16}$/.test(until))
    return wrong('auth', ids, wireError('40019', { field: 'args' }));
  return {
    kind: 'login',
    key,
    signature,
    until: Number(until),
    text: `GET/realtime${until}`,
    done: {
      success: true,
      ret_msg: '',
      retCode: 0,
      retMsg: 'OK',
      conn_id: '',
      connId: '',
      ...ids,
      op: 'auth',
    },
    again: refusal('20001', 'Repeat auth: the socket is that of another account.'),
    refused: refusedWith('auth', ids),
  };
}

/** The calls that may be made on a socket. */
const CALLS: Readonly<Record<string, string>> = {
  'order.create': '/order/create',
  'order.amend': '/order/amend',
  'order.cancel': '/order/cancel',
  'order.create-batch': '/order/create-batch',
  'order.amend-batch': '/order/amend-batch',
  'order.cancel-batch': '/order/cancel-batch',
};

export const CALL_NAMES = Object.keys(CALLS);

/** Undefined for a frame that is no call. */
export function readOrderFrame(text: string): FrameCall | undefined {
  if (!text.includes('order.')) return undefined;
  const reading = readJson(text);
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  const op = reading.value.get('op');
  if (typeof op !== 'string' || !op.startsWith('order.')) return undefined;
  const path = CALLS[op];
  const args = reading.value.get('args');
  const [fields] = Array.isArray(args) ? (args as readonly Json[]) : [];
  const name = termOf(reading.value.get('reqId') ?? '');
  const answer = answerWith(idsOf(reading.value), op);
  if (path === undefined || !isJsonObject(fields))
    return { call: { ...wireError('40020', { field: 'op' }), own: '10404' }, answer };
  if (name === undefined || name.length > REQUEST_ID_LENGTH_MAX)
    return { call: wrongField('reqId', `is text of at most ${REQUEST_ID_LENGTH_MAX}`), answer };
  const headers = headersOf(reading.value);
  return {
    call: { method: 'POST', path: PREFIX + path, query: '', headers, body: writeJson(fields) },
    answer,
    nobody: NOBODY,
    ...(name === '' ? {} : { unique: { name, again: USED } }),
  };
}

const REQUEST_ID_LENGTH_MAX = 36;
const NOBODY = refusal('10004', 'Not authenticated: auth comes first.', '40009');
const USED = refusal('20006', 'Duplicate reqId: this connection has used it.');

/** When it was sent and how long it holds. A frame is not signed, but it too may come late. */
function headersOf(frame: JsonObject): Record<string, string> {
  const header = frame.get('header');
  const told = isJsonObject(header) ? header : new Map<string, Json>();
  const textIn = (name: string): string => termOf(told.get(name) ?? '') ?? '?';
  return Object.fromEntries(
    [TIMESTAMP_HEADER, WINDOW_HEADER].map((name) => [name.toLowerCase(), textIn(name)]),
  );
}

const [, ORDERS] = RATE_WINDOWS;
const SECOND = 1_000;

/** The answer by HTTP, with its result under the name that it has here. */
const answerWith =
  (ids: object, op: string) =>
  ({ body, used }: FrameReply): string => {
    const limit = ORDERS?.limit ?? 0;
    const [, now = '0'] = /"time":(\d+)\}$/.exec(body) ?? [];
    const header = {
      Timenow: now,
      'X-Bapi-Limit': String(limit),
      'X-Bapi-Limit-Status': String(Math.max(0, limit - (used[1] ?? 0))),
      'X-Bapi-Limit-Reset-Timestamp': String((Math.floor(Number(now) / SECOND) + 1) * SECOND),
      Traceid: '',
    };
    const head = JSON.stringify({ ...ids, op }).slice(0, -1);
    const told = body.slice(1, -1).replace('"result":', '"data":');
    return `${head},${told},"header":${JSON.stringify(header)},"connId":""}`;
  };
