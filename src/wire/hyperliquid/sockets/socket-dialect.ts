/**
 * The socket of the Hyperliquid dialect: channels of the market, channels of an account that is
 * named by its address, and calls that are posted.
 */
import { wireError } from '../../errors.ts';
import type { AskedSocket, SocketDialect } from '../../socket-dialect.ts';
import { PREFIX } from '../endpoint.ts';
import { formatHyperliquidError } from '../errors.ts';
import {
  findChannel,
  findOwnChannels,
  namedOwner,
  readControlFrame,
  readPost,
  refuseFrame,
} from './frames.ts';
import { channelFrame, findGreeting, MARKET_FRAMES, OWN_FRAMES } from './told-frames.ts';

const PATH = `${PREFIX}/ws`;
const SOCKET: AskedSocket = { kind: 'session', channels: [], isCombined: true };

/** As at the exchange. Others have this path too, but write their methods in capitals. */
const BARE_PATH = '/ws';
const OWN_METHOD = /^\s*\{.*"method"\s*:\s*"(?:subscribe|unsubscribe|ping|post)"/s;

const LIMITS = {
  channelsMax: 1_000,
  operations: { capacity: 1_000, refillPerSecond: 30 },
  channelsPerWeight: 10,
};

export const HYPERLIQUID_SOCKETS: SocketDialect = {
  id: 'hyperliquid',
  publicPath: PATH,
  privatePath: PATH,
  findSocket: (path): AskedSocket | undefined =>
    path.replace(/\/$/, '') === PATH ? SOCKET : undefined,
  claims: (path, text) =>
    path.replace(/\/$/, '') === BARE_PATH && OWN_METHOD.test(text) ? SOCKET : undefined,
  signedPath: '',
  formatError: formatHyperliquidError,
  findChannel,
  findOwnChannels,
  ownerOf: namedOwner,
  findGreeting,
  repeated: (kind) => ({ ...wireError('40020'), own: `Already ${kind}d` }),
  keyOf: (name) => name,
  channelsText: 'subscriptions are allMids, l2Book, bbo, trades, candle, activeAssetCtx and others',
  readFrame: readControlFrame,
  refuse: refuseFrame,
  ping: undefined,
  greets: ({ kind }) => kind !== 'trades',
  combine: channelFrame,
  limits: LIMITS,
  market: MARKET_FRAMES,
  own: OWN_FRAMES,
  readCall: readPost,
};
