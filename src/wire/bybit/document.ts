/** The Bybit v5 dialect as the published documents describe it. */
import { type DialectDocument, proofPart } from '../document.ts';
import { integer, moment, record, text } from '../record-field.ts';
import { KEY_HEADER, PREFIX, SIGN_HEADER, TIMESTAMP_HEADER, WINDOW_HEADER } from './endpoint.ts';
import { documentedErrors } from './errors.ts';
import { SOCKETS_DOCUMENT } from './sockets/document.ts';

/** The body of every error. */
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
