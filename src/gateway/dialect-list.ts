/** The dialects. A further one is its two folders, in `wire` and here, and its line. */
export * as binance from './binance/calls.ts';
export * as bybit from './bybit/calls.ts';
export * as hyperliquid from './hyperliquid/calls.ts';
export * as v2 from './v2/calls.ts';
export * as v3 from './v3/calls.ts';
