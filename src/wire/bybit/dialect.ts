/** Bybit v5: an envelope with a code around every answer, lists newest first. */

import type { WireDialect } from '../dialect.ts';
import { type DialectDocument, proofPart } from '../document.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainPath, nearestUnder } from '../not-found.ts';
import { readPlainFields } from '../read-request.ts';
import { integer, moment, record, text } from '../record-field.ts';
import { listedSymbol, symbolOf } from '../symbol.ts';
import {
  KEY_HEADER,
  PREFIX,
  RATE_WINDOWS,
  SIGN_HEADER,
  TIMESTAMP_HEADER,
  WINDOW_HEADER,
} from './endpoint.ts';
import { documentedErrors, formatBybitError } from './errors.ts';
import { SOCKETS_DOCUMENT } from './sockets/document.ts';
import { BYBIT_SOCKETS } from './sockets/socket-dialect.ts';

const ERROR = record({
  retCode: integer('The code', 10_001),
  retMsg: text('What went wrong', 'params error'),
  result: record({}),
  retExtInfo: record({}),
  time: moment('When it was answered'),
});

export const BYBIT_DOCUMENT: DialectDocument = {
  introduction:
    `Bybit v5, category linear, under \`${PREFIX}\`: what programs written for that interface ` +
    'send and read. A GET has its fields in the query, a POST in a JSON body. A signed call ' +
    `carries \`${KEY_HEADER}\`, \`${TIMESTAMP_HEADER}\`, \`${WINDOW_HEADER}\` and ` +
    `\`${SIGN_HEADER}\`, the hexadecimal HMAC-SHA256 of timestamp, key, window and the query or ` +
    'body as sent. Every answer, errors included, is an envelope with `retCode` and status 200.',
  groups: [
    { name: 'bybit-market', description: 'Bybit v5: public market data' },
    { name: 'bybit-order', description: 'Bybit v5: orders and executions' },
    { name: 'bybit-account', description: 'Bybit v5: account, positions, settings' },
  ],
  groupOf: (path) => {
    if (/\/(?:order|execution)\//.test(path)) return 'bybit-order';
    return /\/(?:market|system|announcements)\//.test(path) ? 'bybit-market' : 'bybit-account';
  },
  errorName: 'ErrorBybit',
  errorSchema: ERROR,
  errors: documentedErrors(),
  proof: {
    bybitKey: proofPart(KEY_HEADER, 'The API key.'),
    bybitSign: proofPart(
      SIGN_HEADER,
      'Hexadecimal HMAC-SHA256, keyed by the secret, over timestamp, key, window, query or body.',
    ),
    bybitTimestamp: proofPart(TIMESTAMP_HEADER, 'Unix time in milliseconds.'),
    bybitWindow: proofPart(WINDOW_HEADER, 'How long it is valid, in milliseconds.'),
  },
  sockets: SOCKETS_DOCUMENT,
};

export const bybitWire = (endpoints: readonly Endpoint[]): WireDialect => ({
  id: 'bybit',
  place: 4,
  name: 'Bybit v5',
  greeting: { heading: 'Bybit', text: `${PREFIX}, for clients of Bybit v5 (docs/BOTS.md)` },
  prefixes: [`${PREFIX}/`],
  endpoints,
  takesForms: false,
  readFields: readPlainFields,
  listedSymbol,
  symbolOf,
  marginWords: { cross: 'REGULAR_MARGIN', isolated: 'ISOLATED_MARGIN' },
  formatError: formatBybitError,
  rateWindows: RATE_WINDOWS,
  notFound: (method, path) => explainPath(endpoints, method, path, nearestUnder(PREFIX)),
  sockets: BYBIT_SOCKETS,
  document: BYBIT_DOCUMENT,
});
