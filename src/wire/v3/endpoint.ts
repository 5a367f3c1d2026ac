/** The paths of version 3. */
import { endpointsUnder } from '../endpoint.ts';
import { word } from '../record-field.ts';

export const PREFIX = '/capi/v3';
/** The spot paths. Client libraries call them while loading markets. */
export const SPOT_PREFIX = '/api/v3';

export const { openGet, ownGet, ownPost, ownDelete, placePost, cancelDelete } =
  endpointsUnder(PREFIX);

export const { openGet: spotGet } = endpointsUnder(SPOT_PREFIX);

export const combined = () => word(['COMBINED'], 'Fills of one direction make one position');
