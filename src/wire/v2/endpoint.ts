/** The paths of version 2. */
import { endpointsUnder } from '../endpoint.ts';

export const PREFIX = '/capi/v2';

export const { openGet, ownGet, ownPost, placePost, cancelPost } = endpointsUnder(PREFIX);
