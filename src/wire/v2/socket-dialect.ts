/** The sockets of version 2. */

import { QUEUE_CHANNEL } from '../channels.ts';
import type { SocketKind } from '../client-frames.ts';
import { formatPlainError, isWireError } from '../errors.ts';
import { formatPlaces } from '../queue-place.ts';
import { type ClientFrame, fixedSockets, type SocketDialect } from '../socket-dialect.ts';
import {
  errorFrame,
  findPublicChannel,
  parseClientFrame,
  pingFrame,
  pongFrame,
  subscribedFrame,
  unsubscribedFrame,
} from './channels.ts';
import {
  depthPayload,
  klinePayload,
  privatePayload,
  socketAccount,
  socketFill,
  socketOrder,
  socketPosition,
  tickerPayload,
  tradesPayload,
} from './format-socket.ts';

export const PUBLIC_SOCKET_PATH = '/v2/ws/public';
export const PRIVATE_SOCKET_PATH = '/v2/ws/private';

export const V2_SOCKETS: SocketDialect = {
  id: 'v2',
  ...fixedSockets([PUBLIC_SOCKET_PATH], [PRIVATE_SOCKET_PATH]),
  signedPath: PRIVATE_SOCKET_PATH,
  formatError: formatPlainError,
  findChannel: findPublicChannel,
  channelsText:
    'channels are ticker.{symbol}, kline.{LAST_PRICE|MARK_PRICE}.{symbol}.{interval}, ' +
    'depth.{symbol}.{15|200} and trades.{symbol}',
  readFrame,
  refuse: (error, locale) => errorFrame(error, '', locale),
  ping: pingFrame,
  market: {
    ticker: tickerPayload,
    kline: (channel, { type, candles }) => [klinePayload(channel, type, candles)],
    depth: depthPayload,
    trades: (channel, trades) => [tradesPayload(channel, trades)],
  },
  own: {
    account: (about, account) => privatePayload('account', about, [socketAccount(account)]),
    positions: (about, positions) =>
      privatePayload('positions', about, positions.map(socketPosition)),
    orders: (about, orders) =>
      privatePayload(
        'orders',
        about,
        orders.map(({ contract, tracked }) => socketOrder(contract, tracked)),
      ),
    fill: (about, fills) =>
      privatePayload(
        'fill',
        about,
        fills.map(({ contract, fill }) => socketFill(contract, fill)),
      ),
    queue: (at, places) => ({
      type: 'trade-event',
      channel: QUEUE_CHANNEL,
      event: 'payload',
      msg: { msgEvent: 'QueueUpdate', data: { queue: formatPlaces(places) }, time: at },
    }),
  },
};

/** Reads a frame, which names one channel. */
function readFrame(text: string, socket: SocketKind): ClientFrame {
  const frame = parseClientFrame(text, socket);
  if (isWireError(frame))
    return {
      kind: 'wrong',
      error: frame,
      refused: (error, locale) => errorFrame(error, '', locale),
    };
  switch (frame.event) {
    case 'ping':
      return { kind: 'ping', answer: () => pongFrame(frame.time) };
    case 'pong':
      return { kind: 'pong', answer: undefined };
    default: {
      const { event: kind, channel } = frame;
      return {
        kind,
        channels: [channel],
        done: kind === 'subscribe' ? subscribedFrame(channel) : unsubscribedFrame(channel),
        refused: (error, locale) => errorFrame(error, channel, locale),
      };
    }
  }
}
