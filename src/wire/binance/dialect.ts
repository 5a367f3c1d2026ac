/** Binance USDⓈ-M futures: forms instead of JSON, negative codes, lists oldest first. */
import type { WireDialect } from '../dialect.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainPath, nearestUnder } from '../not-found.ts';
import { listedSymbol, symbolOf } from '../symbol.ts';
import { BINANCE_DOCUMENT } from './document.ts';
import { COIN_PREFIX, DATA_PREFIX, PREFIX, RATE_WINDOWS, V1, WALLET_PREFIX } from './endpoint.ts';
import { formatBinanceError } from './errors.ts';
import { readFormFields } from './read-form.ts';
import { BINANCE_SOCKETS } from './sockets/socket-dialect.ts';

export const binanceWire = (endpoints: readonly Endpoint[]): WireDialect => ({
  id: 'binance',
  place: 3,
  name: 'Binance USDⓈ-M',
  greeting: {
    heading: 'Binance',
    text: `${PREFIX}, for clients of Binance USDⓈ-M futures (docs/BOTS.md)`,
  },
  prefixes: [PREFIX, DATA_PREFIX, WALLET_PREFIX, COIN_PREFIX].map((prefix) => `${prefix}/`),
  endpoints,
  // Of a call in a frame, which has no headers.
  commonFields: ['apiKey'],
  takesForms: true,
  readFields: readFormFields,
  listedSymbol,
  symbolOf,
  marginWords: { cross: 'CROSSED', isolated: 'ISOLATED' },
  formatError: formatBinanceError,
  rateWindows: RATE_WINDOWS,
  notFound: (method, path) => explainPath(endpoints, method, path, nearestUnder(V1)),
  sockets: BINANCE_SOCKETS,
  document: BINANCE_DOCUMENT,
});
