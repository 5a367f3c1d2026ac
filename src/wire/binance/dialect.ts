/** Binance USDⓈ-M futures: forms instead of JSON, negative codes, lists oldest first. */

import type { WireDialect } from '../dialect.ts';
import { type DialectDocument, proofPart } from '../document.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainPath, nearestUnder } from '../not-found.ts';
import { integer, record, text } from '../record-field.ts';
import { listedSymbol, symbolOf } from '../symbol.ts';
import {
  COIN_PREFIX,
  DATA_PREFIX,
  KEY_HEADER,
  PREFIX,
  RATE_WINDOWS,
  V1,
  WALLET_PREFIX,
} from './endpoint.ts';
import { documentedErrors, formatBinanceError } from './errors.ts';
import { readFormFields } from './read-form.ts';
import { SOCKETS_DOCUMENT } from './sockets/document.ts';
import { BINANCE_SOCKETS } from './sockets/socket-dialect.ts';

const ERROR = record({
  code: integer('The code', -1_121),
  msg: text('What went wrong', 'Parameter symbol is invalid'),
});

export const BINANCE_DOCUMENT: DialectDocument = {
  introduction:
    `Binance USDⓈ-M futures, under \`${PREFIX}\`: what programs written for that interface send ` +
    'and read. Fields stand in the query or in a form body, with every method. A signed call ' +
    'carries `X-MBX-APIKEY`, `timestamp` and `signature`, the hexadecimal HMAC-SHA256 of the ' +
    'query and the body as sent, without the `signature` itself. There is no passphrase.',
  groups: [
    { name: 'binance-market', description: 'Binance USDⓈ-M: public market data' },
    { name: 'binance-order', description: 'Binance USDⓈ-M: orders, conditional orders, trades' },
    { name: 'binance-account', description: 'Binance USDⓈ-M: account, positions, settings' },
    { name: 'binance-stub', description: 'Binance USDⓈ-M: paths that programs call on the way' },
  ],
  groupOf: (path) => {
    if (path.startsWith(WALLET_PREFIX) || path.startsWith(COIN_PREFIX)) return 'binance-stub';
    if (path.startsWith(DATA_PREFIX)) return 'binance-market';
    const name = path.split('/')[3] ?? '';
    if (ORDER_PATHS.test(name)) return 'binance-order';
    return ACCOUNT_PATHS.test(name) ? 'binance-account' : 'binance-market';
  },
  errorName: 'ErrorBinance',
  errorSchema: ERROR,
  errors: documentedErrors(),
  proof: {
    binanceKey: proofPart(KEY_HEADER, 'The API key.'),
    binanceSignature: proofPart(
      'signature',
      'Hexadecimal HMAC-SHA256, keyed by the secret, over the query and the body as sent.',
      'query',
    ),
    binanceTimestamp: proofPart('timestamp', 'Unix time in milliseconds.', 'query'),
  },
  sockets: SOCKETS_DOCUMENT,
};

const ORDER_PATHS = /order|userTrades|countdown/i;
const ACCOUNT_PATHS = new RegExp(
  '^(?:account|balance|position|leverage|margin|multi|income|commission|symbolConfig|adl|' +
    'rateLimit|api|feeBurn|listenKey)',
);

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
