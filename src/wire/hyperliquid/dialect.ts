/** Hyperliquid: two paths, actions that are signed by addresses, refusals with status 200. */
import type { WireDialect } from '../dialect.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainPath, nearestUnder } from '../not-found.ts';
import { readPlainFields } from '../read-request.ts';
import { HYPERLIQUID_DOCUMENT } from './document.ts';
import { coinOf, listedCoin, PREFIX, RATE_WINDOWS, SHARED_PATHS } from './endpoint.ts';
import { formatHyperliquidError } from './errors.ts';
import { HYPERLIQUID_SOCKETS } from './sockets/socket-dialect.ts';

export const hyperliquidWire = (endpoints: readonly Endpoint[]): WireDialect => ({
  id: 'hyperliquid',
  place: 5,
  name: 'Hyperliquid',
  greeting: {
    heading: 'Hyperliquid',
    text: `${PREFIX}, for clients of Hyperliquid (docs/BOTS.md)`,
  },
  prefixes: [`${PREFIX}/`],
  endpoints,
  sharedPaths: SHARED_PATHS,
  commonFields: ['type', 'user', 'nonce', 'signature', 'vaultAddress', 'expiresAfter'],
  takesForms: false,
  readFields: readPlainFields,
  listedSymbol: listedCoin,
  symbolOf: coinOf,
  marginWords: { cross: 'cross', isolated: 'isolated' },
  formatError: formatHyperliquidError,
  rateWindows: RATE_WINDOWS,
  notFound: (method, path) => explainPath(endpoints, method, path, nearestUnder(PREFIX)),
  sockets: HYPERLIQUID_SOCKETS,
  document: HYPERLIQUID_DOCUMENT,
});
