/** Version 2: symbols like `cmt_btcusdt`, codes like `40020`, POST for whatever changes. */

import type { WireDialect } from '../dialect.ts';
import type { Endpoint } from '../endpoint.ts';
import { formatPlainError } from '../errors.ts';
import { explainPath } from '../not-found.ts';
import { readJsonFields } from '../read-request.ts';
import { V2_DOCUMENT } from './document.ts';
import { PREFIX } from './endpoint.ts';
import { findNearestPath } from './nearest-path.ts';
import { V2_SOCKETS } from './socket-dialect.ts';

export const v2Wire = (endpoints: readonly Endpoint[]): WireDialect => ({
  id: 'v2',
  place: 1,
  name: 'version 2',
  greeting: { heading: 'interface', text: PREFIX },
  prefixes: [`${PREFIX}/`],
  endpoints,
  takesForms: false,
  readFields: readJsonFields,
  symbolOf: ({ symbol }) => symbol,
  marginWords: { cross: '1', isolated: '3' },
  formatError: formatPlainError,
  notFound: (method, path) => explainPath(endpoints, method, path, findNearestPath),
  sockets: V2_SOCKETS,
  document: V2_DOCUMENT,
});
