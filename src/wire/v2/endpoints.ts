/** The table of endpoints: the one source of routes, limits, checks and documents. */

import type { Endpoint } from '../endpoint.ts';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import { MARKET_ENDPOINTS } from './market-endpoints.ts';
import { ORDER_ENDPOINTS } from './order-endpoints.ts';

const TABLE = [...MARKET_ENDPOINTS, ...ACCOUNT_ENDPOINTS, ...ORDER_ENDPOINTS] as const;

export type EndpointId = (typeof TABLE)[number]['id'];

/** An endpoint of the table: its id is one of a closed list, so that a map of all is checked. */
export type ListedEndpoint = Endpoint & { readonly id: EndpointId };

export const ENDPOINTS: readonly ListedEndpoint[] = TABLE;
