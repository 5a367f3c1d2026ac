/** Control frames of the sockets: the requests of clients and the answers to them. */
import type { Millis } from '../../domain/units.ts';
import { type WireError, wireError } from '../errors.ts';
import { bareWordFault, type FrameWords, frameFault, type SocketKind } from '../foreign-frame.ts';
import { isJsonObject, isNumberText, type Json, readJson } from '../json.ts';
import type { Locale } from '../locale.ts';

export type SentFrame =
  | { readonly event: 'subscribe' | 'unsubscribe'; readonly channel: string }
  | { readonly event: 'ping' | 'pong'; readonly time: string };

export const FRAME_LENGTH_MAX = 4_096;
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
  if (text.length > FRAME_LENGTH_MAX)
    return wrongFrame(`a frame has at most ${FRAME_LENGTH_MAX} characters`);
  const reading = readJson(text);
  if (!reading.ok)
    return (
      bareWordFault(text, WORDS) ??
      wrongFrame(`${reading.fault.problem} at character ${reading.fault.at}`)
    );
  if (!isJsonObject(reading.value)) return wrongFrame('a frame is a JSON object');
  const event = reading.value.get('event');
  switch (event) {
    case 'subscribe':
    case 'unsubscribe': {
      const channel = reading.value.get('channel');
      if (typeof channel !== 'string' || channel === '' || channel.length > CHANNEL_LENGTH_MAX)
        return wireError('40020', { field: 'channel' });
      return { event, channel };
    }
    case 'ping':
    case 'pong':
      return { event, time: timeOf(reading.value.get('time')) };
    default:
      return wireError('40020', frameFault(reading.value, WORDS, socket));
  }
}

const wrongFrame = (problem: string): WireError =>
  wireError('40017', { detail: { en: problem, zh: problem } });

const timeOf = (sent: Json | undefined): string => {
  if (sent === undefined) return '';
  return typeof sent === 'string' ? sent.slice(0, 32) : isNumberText(sent) ? sent.number : '';
};

export const subscribedFrame = (channel: string) => ({ event: 'subscribed', channel }) as const;
export const unsubscribedFrame = (channel: string) => ({ event: 'unsubscribed', channel }) as const;
export const pingFrame = (now: Millis) => ({ event: 'ping', time: String(now) }) as const;
export const pongFrame = (time: string) => ({ event: 'pong', time }) as const;

/** Returns an error frame. The channel is empty if the frame named none. */
export const errorFrame = (error: WireError, channel: string, locale: Locale) =>
  ({ event: 'error', channel, code: error.code, msg: error.text[locale] }) as const;
