/** The table of endpoints of version 3: the one source of its routes, limits and documents. */
import type { Endpoint } from '../endpoint.ts';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import { DEMO_ENDPOINTS } from './demo-endpoints.ts';
import { KLINE_ENDPOINTS, MARKET_ENDPOINTS, SPOT_ENDPOINTS } from './market-endpoints.ts';
import { ORDER_ENDPOINTS } from './order-endpoints.ts';

const TABLE = [
  ...SPOT_ENDPOINTS,
  ...MARKET_ENDPOINTS,
  ...KLINE_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...ORDER_ENDPOINTS,
  ...DEMO_ENDPOINTS,
] as const;

export type EndpointId = (typeof TABLE)[number]['id'];
export type ListedEndpoint = Endpoint & { readonly id: EndpointId };

export const ENDPOINTS: readonly ListedEndpoint[] = TABLE;
