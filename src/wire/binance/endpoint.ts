/** The paths of the Binance USDⓈ-M dialect. Weights are those of its documents. */
import { endpointsUnder } from '../endpoint.ts';
import type { Fields } from '../read-request.ts';

/** The header with the key; everything else that shows who calls is a field. */
export const KEY_HEADER = 'X-MBX-APIKEY';

export const PREFIX = '/fapi';
export const V1 = `${PREFIX}/v1`;
/** Statistics. */
export const DATA_PREFIX = '/futures/data';
/** Paths outside futures that client libraries call while loading markets. */
export const WALLET_PREFIX = '/sapi/v1';
export const COIN_PREFIX = '/dapi/v1';

/** Makers of endpoints: `v1.openGet`, `v1.ownPost`, `v1.keyPut` and so on. */
export const v1 = endpointsUnder(V1);
export const v2 = endpointsUnder(`${PREFIX}/v2`);
export const v3 = endpointsUnder(`${PREFIX}/v3`);
export const data = endpointsUnder(DATA_PREFIX);
export const walletV1 = endpointsUnder(WALLET_PREFIX);
export const coinMarginedV1 = endpointsUnder(COIN_PREFIX);

/** The weight of a call for all contracts, less that of a call for one. */
export const extraForAll =
  (extra: number) =>
  (fields: Fields): number =>
    fields.has('symbol') ? 0 : extra;
