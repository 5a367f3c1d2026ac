/** Where the endpoints of version 3 are. */
import { rowsUnder } from '../endpoint-row.ts';

export const PREFIX = '/capi/v3';
/** Clients look here before they trade contracts, even those that never touch anything else. */
export const SPOT_PREFIX = '/api/v3';

export const { openGet, ownGet, ownPost, ownDelete } = rowsUnder(PREFIX);

export const { openGet: spotGet } = rowsUnder(SPOT_PREFIX);
