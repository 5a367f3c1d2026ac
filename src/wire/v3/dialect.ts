/** Version 3: symbols like `BTCUSDT`, negative codes, DELETE for what takes something back. */
import type { WireDialect } from '../dialect.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainPath, nearestUnder } from '../not-found.ts';
import { readJsonFields } from '../read-request.ts';
import { fixedSockets, type SocketDialect } from '../socket-dialect.ts';
import { listedSymbol, symbolOf } from '../symbol.ts';
import { MARGIN_TYPE_NAMES } from './codes.ts';
import { V3_DOCUMENT } from './document.ts';
import { PREFIX, SPOT_PREFIX } from './endpoint.ts';
import { formatV3Error } from './error-codes.ts';
import { MARKET_FRAMES, OWN_FRAMES } from './format-socket.ts';
import { findPublicChannel, pingFrame, readFrame, refusedFrame } from './socket-frames.ts';

const SOCKET_PATH = '/v3/ws';
/** Some client libraries recognise the contract sockets by this word in the address. */
const SOCKET_PREFIX = '/contract';

const V3_SOCKETS: SocketDialect = {
  id: 'v3',
  ...fixedSockets(
    [`${SOCKET_PATH}/public`, `${SOCKET_PREFIX}${SOCKET_PATH}/public`],
    [`${SOCKET_PATH}/private`, `${SOCKET_PREFIX}${SOCKET_PATH}/private`],
  ),
  signedPath: `${SOCKET_PATH}/private`,
  formatError: formatV3Error,
  findChannel: findPublicChannel,
  channelsText:
    'channels are {symbol}@ticker, {symbol}@kline_{interval}_{LAST_PRICE|MARK_PRICE}, ' +
    '{symbol}@depth{15|200} and {symbol}@trade',
  readFrame,
  refuse: (error, locale) => refusedFrame(null, error, locale),
  ping: pingFrame,
  market: MARKET_FRAMES,
  own: OWN_FRAMES,
};

export const v3Wire = (endpoints: readonly Endpoint[]): WireDialect => ({
  id: 'v3',
  place: 2,
  name: 'version 3',
  greeting: { heading: 'interface', text: `${PREFIX} for ccxt.weex` },
  prefixes: [`${PREFIX}/`, `${SPOT_PREFIX}/`],
  endpoints,
  takesForms: false,
  readFields: readJsonFields,
  listedSymbol,
  symbolOf,
  marginWords: MARGIN_TYPE_NAMES,
  formatError: formatV3Error,
  notFound: (method, path) => explainPath(endpoints, method, path, nearestUnder(PREFIX)),
  sockets: V3_SOCKETS,
  document: V3_DOCUMENT,
});
