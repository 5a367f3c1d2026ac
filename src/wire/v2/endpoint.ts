/** Where the endpoints of version 2 are. */
import { endpointsUnder } from '../endpoint.ts';

export const PREFIX = '/capi/v2';

export const { openGet, ownGet, ownPost } = endpointsUnder(PREFIX);
