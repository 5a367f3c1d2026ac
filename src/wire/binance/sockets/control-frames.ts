/**
 * Frames of clients, such as `{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":1}`, and the
 * answers. The id comes back as it was sent. An error stands in the answer twice, because some
 * clients look for it in `error` and others beside the id.
 */

import {
  both,
  isWireError,
  type Locale,
  voicelessText,
  type WireError,
  wireError,
} from '../../errors.ts';
import { isJsonObject, isNumberText, type Json, type JsonObject, readJson } from '../../json.ts';
import type { ClientFrame, Refused } from '../../socket-dialect.ts';

const NAME_LENGTH_MAX = 100;
const ID_LENGTH_MAX = 64;

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
export function idOf(sent: Json | undefined): { readonly id: string | number | null } {
  if (typeof sent === 'string') return { id: sent.slice(0, ID_LENGTH_MAX) };
  if (!isNumberText(sent)) return { id: null };
  const id = Number(sent.number);
  return { id: Number.isSafeInteger(id) ? id : sent.number.slice(0, ID_LENGTH_MAX) };
}
