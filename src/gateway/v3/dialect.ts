/** Version 3, in words and routes. */
import { V3_WIRE } from '../../wire/v3/dialect.ts';
import type { Dialect } from '../dialect.ts';
import { CALLS } from './calls.ts';

export const V3: Dialect = { ...V3_WIRE, routes: CALLS };
