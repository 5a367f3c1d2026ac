/**
 * The sockets of the Bybit v5 dialect. All are of one kind: public topics at once, private topics
 * and orders after a login in a frame. So `/v5` serves clients that know one address only.
 */
import type { AskedSocket, SocketDialect } from '../../socket-dialect.ts';
import { PREFIX } from '../endpoint.ts';
import { formatBybitError, refusal } from '../errors.ts';
import { readOrderFrame, readSessionFrame, refusedFrame } from './frames.ts';
import { OWN_FRAMES, topicFrame } from './own-frames.ts';
import { findOwnTopics, findTopic, MARKET_FRAMES } from './topics.ts';

const PATHS: ReadonlySet<string> = new Set(
  ['', '/public/linear', '/private', '/trade'].map((path) => PREFIX + path),
);

/** Pongs of other paths are public: all clients of `/v5` know that form. */
const PURPOSES: Readonly<Record<string, AskedSocket['purpose']>> = {
  '/private': 'private',
  '/trade': 'trade',
};

/** Clients open them together with the others. */
const EMPTY_PATHS: ReadonlySet<string> = new Set(
  ['spot', 'inverse', 'option', 'misc/status'].map((path) => `${PREFIX}/public/${path}`),
);

const LIMITS = {
  channelsMax: 500,
  operations: { capacity: 100, refillPerSecond: 20 },
  channelsPerWeight: 10,
};

export const BYBIT_SOCKETS: SocketDialect = {
  id: 'bybit',
  publicPath: `${PREFIX}/public/linear`,
  privatePath: `${PREFIX}/private`,
  findSocket: (path): AskedSocket | undefined => {
    const asked = path.replace(/\/$/, '');
    const session = { kind: 'session', channels: [], isCombined: true } as const;
    if (PATHS.has(asked)) return { ...session, purpose: PURPOSES[asked.slice(PREFIX.length)] };
    return EMPTY_PATHS.has(asked) ? { ...session, isEmpty: true } : undefined;
  },
  signedPath: '',
  formatError: formatBybitError,
  findChannel: findTopic,
  findOwnChannels: findOwnTopics,
  repeated: (kind, name) =>
    kind === 'subscribe' ? refusal('10001', `already subscribed,topic:${name}`) : undefined,
  keyOf: (name) => name,
  channelsText:
    'topics are orderbook.<1|50|200|500|1000>.<symbol>, publicTrade, tickers, kline.<interval>, ' +
    'allLiquidation; after auth order, execution, execution.fast, position, wallet, dcp.future',
  readFrame: readSessionFrame,
  refuse: (error, locale) => refusedFrame('', {}, error, locale),
  ping: undefined,
  greets: ({ kind }) => kind !== 'trades' && kind !== 'forced',
  combine: topicFrame,
  limits: LIMITS,
  market: MARKET_FRAMES,
  own: OWN_FRAMES,
  readCall: readOrderFrame,
};
