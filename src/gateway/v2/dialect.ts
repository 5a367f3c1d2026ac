/** The dialect of version 2, together with its routes. */
import { v2Wire } from '../../wire/v2/dialect.ts';
import type { Dialect } from '../dialect.ts';
import { CALLS, ENDPOINTS, EXTENSION_ENDPOINTS, EXTENSIONS } from './calls.ts';

export const V2: Dialect = {
  ...v2Wire(ENDPOINTS, EXTENSION_ENDPOINTS),
  routes: [...CALLS, ...EXTENSIONS],
};
