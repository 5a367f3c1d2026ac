/** The endpoints of the Binance USDⓈ-M dialect, each with the act that answers it. */
import { PING, TIME } from '../../wire/binance/market/clock.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { readClock, readNothing } from '../acts/read-market.ts';
import { serveOpen } from '../serve.ts';

export const CALLS = [serveOpen(PING, readNothing), serveOpen(TIME, readClock)];

/** The table of endpoints. Routes, limits, checks and documents all come from it. */
export const ENDPOINTS: readonly Endpoint[] = CALLS.map(({ endpoint }) => endpoint);
