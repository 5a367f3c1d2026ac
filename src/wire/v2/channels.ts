/** The names of the channels, and the frames that control a socket. */
import { unreachable } from '../../domain/assert.ts';
import type { Millis } from '../../domain/units.ts';
import { INTERVALS } from '../../views/interval.ts';
import type { FindContract } from '../caller.ts';
import { type ChannelOf, findDepthLimit, findKlinePrice, KLINE_PRICE_NAMES } from '../channels.ts';
import { type FrameWords, frameFault, readFrameText, type SocketKind } from '../client-frames.ts';
import { isWireError, type Locale, type WireError, wireError } from '../errors.ts';
import { type Json, termOf } from '../json.ts';
import { INTERVAL_NAMES } from './codes.ts';

/** The channels that version 2 has. */
type Named = ChannelOf<'ticker' | 'trades' | 'depth' | 'kline'>;

export function channelName(channel: Named): string {
  const { symbol } = channel.contract;
  switch (channel.kind) {
    case 'ticker':
    case 'trades':
      return `${channel.kind}.${symbol}`;
    case 'depth':
      return `depth.${symbol}.${channel.limit}`;
    case 'kline':
      return ['kline', priceName(channel), symbol, INTERVAL_NAMES[channel.interval]].join('.');
    default:
      return unreachable(channel);
  }
}

const priceName = ({ price }: ChannelOf<'kline'>) => KLINE_PRICE_NAMES[price];

export function findPublicChannel(name: string, find: FindContract): Named | undefined {
  const [kind, ...parts] = name.split('.');
  switch (kind) {
    case 'ticker':
    case 'trades': {
      const contract = find(parts[0] ?? '');
      return contract === undefined || parts.length !== 1 ? undefined : { kind, contract };
    }
    case 'depth':
      return findDepth(parts, find);
    case 'kline':
      return findKline(parts, find);
    default:
      return undefined;
  }
}

function findDepth(parts: readonly string[], find: FindContract): Named | undefined {
  const contract = find(parts[0] ?? '');
  const limit = findDepthLimit(parts[1]);
  if (contract === undefined || limit === undefined || parts.length !== 2) return undefined;
  return { kind: 'depth', contract, limit };
}

function findKline(parts: readonly string[], find: FindContract): Named | undefined {
  const [priceName, symbol = '', intervalName] = parts;
  const price = findKlinePrice(priceName);
  const contract = find(symbol);
  const interval = INTERVALS.find((candidate) => INTERVAL_NAMES[candidate] === intervalName);
  if (price === undefined || contract === undefined || interval === undefined) return undefined;
  return parts.length === 3 ? { kind: 'kline', contract, price, interval } : undefined;
}

type SentFrame =
  | { readonly event: 'subscribe' | 'unsubscribe'; readonly channel: string }
  | { readonly event: 'ping' | 'pong'; readonly time: string };

const CHANNEL_LENGTH_MAX = 100;

const WORDS: FrameWords = {
  field: 'event',
  wants: ['subscribe', 'unsubscribe', 'ping', 'pong'],
  subscribe: {
    public: { event: 'subscribe', channel: 'ticker.cmt_btcusdt' },
    private: { event: 'subscribe', channel: 'orders' },
  },
  ping: { event: 'ping' },
  pong: { event: 'pong' },
};

/** Reads a frame, which names one channel. */
export function parseClientFrame(text: string, socket: SocketKind): SentFrame | WireError {
  const frame = readFrameText(text, WORDS);
  if (isWireError(frame)) return frame;
  const event = frame.get('event');
  switch (event) {
    case 'subscribe':
    case 'unsubscribe': {
      const channel = frame.get('channel');
      if (typeof channel !== 'string' || channel === '' || channel.length > CHANNEL_LENGTH_MAX)
        return wireError('40020', { field: 'channel' });
      return { event, channel };
    }
    case 'ping':
    case 'pong':
      return { event, time: timeOf(frame.get('time')) };
    default:
      return wireError('40020', frameFault(frame, WORDS, socket));
  }
}

const timeOf = (sent: Json | undefined): string => (termOf(sent) ?? '').slice(0, 32);

export const subscribedFrame = (channel: string) => ({ event: 'subscribed', channel }) as const;
export const unsubscribedFrame = (channel: string) => ({ event: 'unsubscribed', channel }) as const;
export const pingFrame = (now: Millis) => ({ event: 'ping', time: String(now) }) as const;
export const pongFrame = (time: string) => ({ event: 'pong', time }) as const;

/** Returns an error frame. The channel is empty if the frame named none. */
export const errorFrame = (error: WireError, channel: string, locale: Locale) =>
  ({ event: 'error', channel, code: error.code, msg: error.text[locale] }) as const;
