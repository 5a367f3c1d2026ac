/** Hyperliquid: two paths, actions that are signed by addresses, refusals with status 200. */
import type { WireDialect } from '../dialect.ts';
import { type DialectDocument, proofPart } from '../document.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainPath, nearestUnder } from '../not-found.ts';
import { readPlainFields } from '../read-request.ts';
import { record, text } from '../record-field.ts';
import { coinOf, listedCoin, PREFIX, RATE_WINDOWS, SHARED_PATHS } from './endpoint.ts';
import { documentedErrors, formatHyperliquidError } from './errors.ts';
import { SOCKETS_DOCUMENT } from './sockets/document.ts';
import { HYPERLIQUID_SOCKETS } from './sockets/socket-dialect.ts';

export const HYPERLIQUID_DOCUMENT: DialectDocument = {
  introduction:
    `Every call is a POST with a JSON body to \`${PREFIX}/info\` or \`${PREFIX}/exchange\`. ` +
    'The member `type`, or `action.type`, says which of these endpoints is meant; each has a ' +
    'path of its own too. Reads need no signature: who knows an address may read its account. ' +
    'Actions are signed with a private key; who signed is who acts.',
  groups: [
    { name: 'Hyperliquid info', description: 'Reads.' },
    { name: 'Hyperliquid exchange', description: 'Signed actions.' },
  ],
  groupOf: (path) =>
    path.startsWith(`${PREFIX}/info`) ? 'Hyperliquid info' : 'Hyperliquid exchange',
  errorName: 'HyperliquidError',
  errorSchema: record({
    status: text('Always err', 'err'),
    response: text('What went wrong', 'Invalid nonce: duplicate nonce'),
  }),
  errors: documentedErrors(),
  proof: {
    signature: proofPart(
      'signature',
      'Member of the body: r, s and v over the action, its nonce, the vault and the expiry.',
      'query',
    ),
  },
  sockets: SOCKETS_DOCUMENT,
};

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
