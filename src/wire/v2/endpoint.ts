/** Where the endpoints of version 2 are. */
import { endpointsUnder } from '../endpoint.ts';
import { rowsUnder } from '../endpoint-row.ts';

export const PREFIX = '/capi/v2';

export const { openGet, ownGet, ownPost } = endpointsUnder(PREFIX);

export const { openGet: openGetRow, ownGet: ownGetRow, ownPost: ownPostRow } = rowsUnder(PREFIX);
