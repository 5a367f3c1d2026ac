/** Frames of clients: subscribe, unsubscribe, ping and post, and the answers to them. */
import { both, type Locale, voicelessText, type WireError, wireError } from '../../errors.ts';
import { digitsOf, isJsonObject, type JsonObject, readJson, writeJson } from '../../json.ts';
import type { ClientFrame, FrameCall, FrameReply } from '../../socket-dialect.ts';
import { actionPath, infoPath } from '../endpoint.ts';
import { unreadable } from '../errors.ts';
import { readSubscription } from './subscriptions.ts';

export const errorFrame = (data: string): object => ({ channel: 'error', data });

const told = (error: WireError, locale: Locale): string => voicelessText(error, locale);

const wrong = (problem: string): ClientFrame => ({
  kind: 'wrong',
  error: wireError('40017', { detail: both(problem) }),
  refused: (error, locale) => errorFrame(told(error, locale)),
});

export const refuseFrame = (error: WireError, locale: Locale): object =>
  errorFrame(told(error, locale));

/** Longer ones have no meaning, and are not repeated. */
const SUBSCRIPTION_LENGTH_MAX = 1_000;

export function readControlFrame(text: string): ClientFrame {
  const reading = readJson(text);
  if (!reading.ok || !isJsonObject(reading.value)) return wrong('a frame is a JSON object');
  const method = reading.value.get('method');
  if (method === 'ping') return { kind: 'ping', answer: () => ({ channel: 'pong' }) };
  if (method !== 'subscribe' && method !== 'unsubscribe')
    return wrong('method is subscribe, unsubscribe, ping or post');
  const sent = reading.value.get('subscription');
  if (!isJsonObject(sent)) return wrong('subscription is missing');
  const echo = writeJson(sent);
  if (echo.length > SUBSCRIPTION_LENGTH_MAX) return wrong('the subscription is too long');
  const name = readSubscription(sent);
  const refused = (error: WireError, locale: Locale): object =>
    errorFrame(refusalText(error, locale, method, echo));
  if (name === undefined) return { kind: 'wrong', error: wireError('40020'), refused };
  const done = {
    channel: 'subscriptionResponse',
    data: { method, subscription: JSON.parse(echo) as object },
  };
  return { kind: method, channels: [name], done, refused };
}

/** Clients look for what was refused in the text: the subscription, or the frame. */
function refusalText(error: WireError, locale: Locale, method: string, echo: string): string {
  if (error.own !== undefined) return `${error.own}: ${echo}`;
  if (error.code === '40020') return `Invalid subscription ${echo}`;
  return `${told(error, locale)} {"method":"${method}","subscription":${echo}}`;
}

/** Undefined for a frame that is no post. */
export function readPost(text: string): FrameCall | undefined {
  if (!text.includes('"post"')) return undefined;
  const reading = readJson(text);
  if (!reading.ok || !isJsonObject(reading.value)) return undefined;
  const frame = reading.value;
  if (frame.get('method') !== 'post') return undefined;
  const id = digitsOf(frame.get('id')) ?? '';
  const request = frame.get('request');
  const type = isJsonObject(request) ? request.get('type') : undefined;
  const payload = isJsonObject(request) ? request.get('payload') : undefined;
  if (!/^\d{1,15}$/.test(id))
    return {
      call: unreadable('id is a whole number'),
      answer: ({ body }) => JSON.stringify(errorFrame(body)),
    };
  const isInfo = type === 'info';
  if ((!isInfo && type !== 'action') || payload === undefined || payload === null)
    return { call: unreadable('request has type and payload'), answer: answerTo(id, '') };
  if (!isJsonObject(payload))
    return { call: unreadable('payload is an object'), answer: answerTo(id, '') };
  const path = isInfo ? infoPath(payload) : actionPath(payload);
  const answer = answerTo(id, isInfo ? String(payload.get('type')) : '');
  if (path === undefined) return { call: unreadable('the payload names no type'), answer };
  return { call: callOf(path, payload), answer };
}

export const callOf = (path: string, payload: JsonObject) =>
  ({ method: 'POST', path, query: '', headers: {}, body: writeJson(payload) }) as const;

const OK = 200;

/** The answer by HTTP as it is; that of a read with its type. */
const answerTo =
  (id: string, info: string) =>
  ({ status, body }: FrameReply): string => {
    const type = status === OK ? (info === '' ? 'action' : 'info') : 'error';
    const payload =
      type === 'error'
        ? JSON.stringify(body)
        : type === 'info'
          ? `{"type":${JSON.stringify(info)},"data":${body}}`
          : body;
    const response = `{"type":"${type}","payload":${payload}}`;
    return `{"channel":"post","data":{"id":${id},"response":${response}}}`;
  };
