/** Where the endpoints of version 3 are. */
import { endpointsUnder } from '../endpoint.ts';

export const PREFIX = '/capi/v3';
/** Clients look here before they trade contracts, even those that never touch anything else. */
export const SPOT_PREFIX = '/api/v3';

export const { openGet, ownGet, ownPost, ownDelete } = endpointsUnder(PREFIX);

export const { openGet: spotGet } = endpointsUnder(SPOT_PREFIX);
