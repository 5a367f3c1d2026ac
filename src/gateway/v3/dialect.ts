/** The dialect of version 3, together with its routes. */
import { v3Wire } from '../../wire/v3/dialect.ts';
import type { Dialect } from '../dialect.ts';
import { CALLS, ENDPOINTS } from './calls.ts';

export const V3: Dialect = { ...v3Wire(ENDPOINTS), routes: CALLS };
