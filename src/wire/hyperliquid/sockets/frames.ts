/** Frames of clients: subscribe, unsubscribe, ping and post, and the answers to them. */

import type { FindContract } from '../../caller.ts';
import type { OwnChannel, PublicChannel } from '../../channels.ts';
import { both, type Locale, voicelessText, type WireError, wireError } from '../../errors.ts';
import { digitsOf, isJsonObject, type JsonObject, readJson, writeJson } from '../../json.ts';
import type { ClientFrame, FrameCall, FrameReply } from '../../socket-dialect.ts';
import { FINE_LEVELS, LEVELS } from '../book.ts';
import { ADDRESS, actionPath, infoPath, listedCoin, spelt } from '../endpoint.ts';
import { unreadable } from '../errors.ts';
import { CANDLE_INTERVALS } from '../market.ts';

/**
 * Subscriptions, such as `{"type":"l2Book","coin":"BTC"}`. Each has a name: its type, coin, detail
 * and address in one spelling, so that two of the same meaning are one channel.
 */
/** What a subscription must say beside its type. */
type Member = 'coin' | 'interval' | 'user';

interface Terms {
  readonly needs: readonly Member[];
  /** Of an account; nothing in the list where there is never anything to tell. */
  readonly own?: readonly OwnChannel[];
}

const COIN: Terms = { needs: ['coin'] };
const ofUser = (...own: readonly OwnChannel[]): Terms => ({ needs: ['user'], own });

const TYPES: Readonly<Record<string, Terms>> = {
  allMids: { needs: [] },
  l2Book: COIN,
  bbo: COIN,
  trades: COIN,
  activeAssetCtx: COIN,
  candle: { needs: ['coin', 'interval'] },
  allDexsAssetCtxs: { needs: [] },
  orderUpdates: ofUser('orders'),
  userHistoricalOrders: ofUser('orders'),
  userFills: ofUser('fill'),
  userEvents: ofUser('fill', 'funding', 'forced'),
  userFundings: ofUser('funding'),
  userNonFundingLedgerUpdates: ofUser('ledger'),
  clearinghouseState: ofUser('whole'),
  openOrders: ofUser('whole'),
  webData2: ofUser('whole'),
  activeAssetData: { needs: ['user', 'coin'], own: ['whole'] },
  notification: ofUser(),
  spotState: ofUser(),
  userTwapHistory: ofUser(),
  userTwapSliceFills: ofUser(),
  webData3: ofUser(),
};

export interface Subscription {
  readonly type: string;
  readonly coin: string;
  /** The interval of candles, or how coarse a book is. */
  readonly detail: string;
  readonly user: string;
}

export const subscriptionName = ({ type, coin, detail, user }: Subscription): string =>
  [type, coin, detail, user].join(':');

export function subscriptionOf(name: string): Subscription {
  const [type = '', coin = '', detail = '', user = ''] = name.split(':');
  return { type, coin, detail, user };
}

const FORMS: Readonly<Record<Member, RegExp>> = {
  coin: /^[A-Za-z0-9]{1,20}$/,
  interval: /^[0-9a-zA-Z]{1,3}$/,
  user: ADDRESS,
};

/** The name of what was sent; undefined if it is no subscription. */
export function readSubscription(sent: JsonObject): string | undefined {
  const word = sent.get('type');
  const type = word === 'user' ? 'userEvents' : word;
  const terms = typeof type === 'string' ? findTerms(type) : undefined;
  const dex = sent.get('dex') ?? '';
  if (typeof type !== 'string' || terms === undefined || dex !== '') return undefined;
  const parts = { coin: '', interval: '', user: '' };
  for (const member of terms.needs) {
    const value = sent.get(member);
    if (typeof value !== 'string' || !FORMS[member].test(value)) return undefined;
    parts[member] = value;
  }
  const grain = type === 'l2Book' ? grainOf(sent) : parts.interval;
  const user = parts.user === '' ? '' : spelt(parts.user);
  return grain === undefined
    ? undefined
    : subscriptionName({ type, coin: parts.coin, detail: grain, user });
}

const findTerms = (type: string): Terms | undefined =>
  Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;

/** Empty for a book as fine as it is. */
function grainOf(sent: JsonObject): string | undefined {
  const digit = (name: string): string | undefined => {
    const value = sent.get(name) ?? null;
    if (value === null) return '';
    return /^[1-5]$/.exec(digitsOf(value) ?? '')?.[0];
  };
  const [figures, mantissa] = [digit('nSigFigs'), digit('mantissa')];
  if (figures === undefined || figures === '1' || mantissa === undefined) return undefined;
  return figures === '' ? '' : `${figures}/${mantissa || '1'}`;
}

export const findOwnChannels = (name: string): readonly OwnChannel[] | undefined =>
  findTerms(subscriptionOf(name).type)?.own;

export const namedOwner = (name: string): string | undefined =>
  subscriptionOf(name).user || undefined;

const MIDS_MILLIS = 500;
const BOOK_MILLIS = 500;
const CONTEXT_MILLIS = 1_000;

const everyOverview = (form: string, paceMillis: number): PublicChannel => ({
  kind: 'every',
  contract: null,
  of: (contract) => ({ kind: 'overview', contract, form }),
  isList: true,
  isWhole: true,
  paceMillis,
});

export function findChannel(name: string, find: FindContract): PublicChannel | undefined {
  const { type, coin, detail } = subscriptionOf(name);
  if (type === 'allMids') return everyOverview('mid', MIDS_MILLIS);
  if (type === 'allDexsAssetCtxs') return everyOverview('', CONTEXT_MILLIS);
  const contract = find(listedCoin(coin));
  if (contract === undefined) return undefined;
  switch (type) {
    case 'l2Book': {
      const limit = detail === '' ? LEVELS : FINE_LEVELS;
      return { kind: 'top', contract, limit, form: detail, paceMillis: BOOK_MILLIS };
    }
    case 'bbo':
      return { kind: 'best', contract };
    case 'trades':
      return { kind: 'trades', contract };
    case 'activeAssetCtx':
      return { kind: 'overview', contract, paceMillis: CONTEXT_MILLIS };
    case 'candle': {
      const interval = CANDLE_INTERVALS.find((each) => each === detail);
      return interval && { kind: 'kline', contract, price: 'last', interval };
    }
    default:
      return undefined;
  }
}

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
