/**
 * The sockets of the Binance USDⓈ-M dialect. Streams stand in the path, in the query and in frames,
 * on any route; a connection may have public streams and user streams together.
 */
import type { AskedChannel, AskedSocket, SocketDialect } from '../../socket-dialect.ts';
import { formatBinanceError } from '../errors.ts';
import { readCallFrame } from './call-frames.ts';
import { readStreamFrame, refusedStream } from './control-frames.ts';
import { STREAM_FRAMES } from './format-streams.ts';
import { findStream, streamKey } from './streams.ts';
import { USER_FRAMES } from './user-events.ts';

/** A SUBSCRIBE of fifty streams costs as much as a light call. */
const LIMITS = {
  channelsMax: 1_024,
  operations: { capacity: 10, refillPerSecond: 10 },
  channelsPerWeight: 50,
};

export const BINANCE_SOCKETS: SocketDialect = {
  id: 'binance',
  publicPath: '/stream',
  privatePath: '/private/ws',
  findSocket,
  signedPath: '',
  formatError: formatBinanceError,
  findChannel: findStream,
  keyOf: streamKey,
  channelsText:
    'streams are <symbol>@aggTrade, @trade, @markPrice, @kline_<interval>, @miniTicker, @ticker, ' +
    '@bookTicker, @depth, @depth<5|10|20>, @forceOrder, the same over all symbols such as ' +
    '!ticker@arr, and listen keys',
  readFrame: readStreamFrame,
  refuse: (error, locale) => refusedStream(undefined, error, locale),
  ping: undefined,
  // Periodic streams and lists come by themselves; all others begin with their first event.
  greets: (channel) => channel.isPeriodic === true || (channel.kind === 'every' && channel.isList),
  combine: (stream, data) => ({ stream, data }),
  limits: LIMITS,
  market: STREAM_FRAMES,
  own: USER_FRAMES,
  readCall: readCallFrame,
};

export const CALLS_PATH = '/ws-fapi/v1';

const ROUTE = /^(?:\/(?:public|market|private))?\/(ws|stream)(?:\/(.*))?$/;

function findSocket(path: string, query: string): AskedSocket | undefined {
  if (path === CALLS_PATH || path === `${CALLS_PATH}/`)
    return { kind: 'calls', channels: [], isCombined: false };
  const [, form, rest = ''] = ROUTE.exec(path) ?? [];
  if (form === undefined) return undefined;
  const byKey = new Map<string, AskedChannel>();
  const add = (part: string): void => {
    if (isName(part)) byKey.set(streamKey(part), { name: part });
  };
  for (const part of rest.split('/')) add(decode(part));
  for (const [name, value] of pairsIn(query)) {
    if (name === 'streams') for (const part of value.split('/')) add(part);
    if (name === 'listenKey' && value !== '') byKey.set(value, { name: value });
    // They are wanted of the listen key before them.
    if (name === 'events') {
      const last = [...byKey.values()].at(-1);
      const events = new Set(value.split(/[/,]/));
      if (last !== undefined) byKey.set(streamKey(last.name), { ...last, events });
    }
  }
  return { kind: 'mixed', channels: [...byKey.values()], isCombined: form === 'stream' };
}

/** Some clients put a running number into the path, which is no stream. */
const isName = (part: string): boolean =>
  /[@!]/.test(part) || LISTEN_KEY.test(part) || /^tradingsession$/i.test(part);

const LISTEN_KEY = /^[A-Za-z0-9]{20,}$/;

const pairsIn = (query: string): [name: string, value: string][] =>
  query.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), decode(pair.slice(at + 1))];
  });

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
