/** The Binance USDⓈ-M dialect as the published documents describe it. */
import { type DialectDocument, proofPart } from '../document.ts';
import { integer, record, text } from '../record-field.ts';
import { COIN_PREFIX, DATA_PREFIX, KEY_HEADER, PREFIX, WALLET_PREFIX } from './endpoint.ts';
import { documentedErrors } from './errors.ts';
import { SOCKETS_DOCUMENT } from './sockets/document.ts';

/** The body of every error. */
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
