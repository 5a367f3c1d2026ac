/** Where the endpoints of version 3 are. */
import { endpointsUnder } from '../endpoint.ts';
import { rowsUnder } from '../endpoint-row.ts';

export const PREFIX = '/capi/v3';
/** Clients look here before they trade contracts, even those that never touch anything else. */
export const SPOT_PREFIX = '/api/v3';

export const { openGet, ownGet, ownPost, ownDelete } = endpointsUnder(PREFIX);

export const { openGet: spotGet } = endpointsUnder(SPOT_PREFIX);

export const { openGet: openGetRow, ownGet: ownGetRow, ownPost: ownPostRow } = rowsUnder(PREFIX);

export const { openGet: spotGetRow } = rowsUnder(SPOT_PREFIX);
