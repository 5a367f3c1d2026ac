/** Version 2, in words and handlers. */
import { V2_WIRE } from '../../wire/v2/dialect.ts';
import type { Dialect } from '../dialect.ts';
import { serveV2 } from './serve-v2.ts';

export const V2: Dialect = { ...V2_WIRE, serve: serveV2 };
