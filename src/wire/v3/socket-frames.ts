/** Control frames, such as `{"id":"1","method":"SUBSCRIBE","params":[…]}`, and their answers. */
import type { Millis } from '../../domain/units.ts';
import { INTERVALS } from '../../views/interval.ts';
import type { FindContract } from '../caller.ts';
import { findDepthLimit, findKlinePrice, type PublicChannel } from '../channels.ts';
import {
  type FrameId,
  type FrameWords,
  frameFault,
  frameIdOf,
  readFrameText,
  type SocketKind,
} from '../client-frames.ts';
import { isWireError, type Locale, voicelessText, type WireError, wireError } from '../errors.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ClientFrame, Refused } from '../socket-dialect.ts';
import { listedSymbol } from '../symbol.ts';
import { v3CodeOf } from './error-codes.ts';

const CHANNEL_LENGTH_MAX = 100;

const WORDS: FrameWords = {
  field: 'method',
  wants: ['SUBSCRIBE', 'UNSUBSCRIBE', 'PING', 'PONG'],
  subscribe: {
    public: { id: '1', method: 'SUBSCRIBE', params: ['BTCUSDT@ticker'] },
    private: { id: '1', method: 'SUBSCRIBE', params: ['orders'] },
  },
  ping: { id: '1', method: 'PING' },
  pong: { id: '1', method: 'PONG' },
};

export function readFrame(text: string, socket: SocketKind): ClientFrame {
  const frame = readFrameText(text, WORDS);
  if (isWireError(frame)) return wrong(null, frame);
  const id = frameIdOf(frame.get('id'));
  const method = frame.get('method');
  switch (method) {
    case 'SUBSCRIBE':
    case 'UNSUBSCRIBE': {
      const channels = channelsIn(frame);
      if (!Array.isArray(channels)) return wrong(id, channels);
      return {
        kind: method === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe',
        channels,
        done: { result: true, id },
        refused: refusedWith(id),
      };
    }
    case 'PING':
      return { kind: 'ping', answer: () => ({ id, method: 'PONG', result: true }) };
    case 'PONG':
      // Some clients wait for an answer to their PONG.
      return { kind: 'pong', answer: id === null ? undefined : { id, result: true } };
    default:
      return wrong(id, wireError('40020', frameFault(frame, WORDS, socket)));
  }
}

const wrong = (id: FrameId, error: WireError): ClientFrame => ({
  kind: 'wrong',
  error,
  refused: refusedWith(id),
});

const refusedWith =
  (id: FrameId): Refused =>
  (error, locale) =>
    refusedFrame(id, error, locale);

export const refusedFrame = (id: FrameId, error: WireError, locale: Locale) => ({
  result: false,
  id,
  code: Number(v3CodeOf(error)),
  msg: voicelessText(error, locale),
});

function channelsIn(frame: JsonObject): string[] | WireError {
  const params = frame.get('params');
  if (!Array.isArray(params) || params.length === 0) return wireError('40019', { field: 'params' });
  const names: string[] = [];
  for (const name of params as readonly Json[]) {
    if (typeof name !== 'string' || name === '' || name.length > CHANNEL_LENGTH_MAX)
      return wireError('40020', { field: 'params' });
    names.push(name);
  }
  return [...new Set(names)];
}

/** Returns a ping. Its words differ between the public and the private socket. */
export const pingFrame = (now: Millis, socket: SocketKind) =>
  socket === 'public' ? { event: 'ping', time: String(now) } : { type: 'ping', time: String(now) };

const KLINE = /^kline_(\w+?)_(LAST_PRICE|MARK_PRICE)$/;
const DEPTH = /^depth(15|200)$/;

export function findPublicChannel(name: string, find: FindContract): PublicChannel | undefined {
  const [symbol = '', topic = '', ...rest] = name.split('@');
  const contract = find(listedSymbol(symbol));
  if (contract === undefined || rest.length > 0) return undefined;
  if (topic === 'ticker') return { kind: 'ticker', contract };
  if (topic === 'trade') return { kind: 'trades', contract };
  const limit = findDepthLimit(DEPTH.exec(topic)?.[1]);
  if (limit !== undefined) return { kind: 'depth', contract, limit };
  const [, intervalName, priceName] = KLINE.exec(topic) ?? [];
  const interval = INTERVALS.find((each) => each === intervalName);
  const price = findKlinePrice(priceName);
  if (interval === undefined || price === undefined) return undefined;
  return { kind: 'kline', contract, price, interval };
}
