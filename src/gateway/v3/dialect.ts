/** Version 3, in words and handlers. */
import { V3_WIRE } from '../../wire/v3/dialect.ts';
import type { Dialect } from '../dialect.ts';
import { serveV3 } from './serve-v3.ts';

export const V3: Dialect = { ...V3_WIRE, serve: serveV3 };
