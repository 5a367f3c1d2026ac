/** Bybit v5: an envelope with a code around every answer, lists newest first. */
import type { WireDialect } from '../dialect.ts';
import type { Endpoint } from '../endpoint.ts';
import { explainPath, nearestUnder } from '../not-found.ts';
import { readPlainFields } from '../read-request.ts';
import { listedSymbol, symbolOf } from '../symbol.ts';
import { BYBIT_DOCUMENT } from './document.ts';
import { PREFIX, RATE_WINDOWS } from './endpoint.ts';
import { formatBybitError } from './errors.ts';
import { BYBIT_SOCKETS } from './sockets/socket-dialect.ts';

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
