/** The paths of version 3. */
import { endpointsUnder } from '../endpoint.ts';

export const PREFIX = '/capi/v3';
/** The spot paths. Client libraries call them while loading markets. */
export const SPOT_PREFIX = '/api/v3';

export const { openGet, ownGet, ownPost, ownDelete } = endpointsUnder(PREFIX);

export const { openGet: spotGet } = endpointsUnder(SPOT_PREFIX);
