/** The dialects. A further one is its two folders, in `wire` and here, and its line. */
export * as binance from './binance/dialect.ts';
export * as bybit from './bybit/dialect.ts';
export * as hyperliquid from './hyperliquid/dialect.ts';
export * as v2 from './v2/dialect.ts';
export * as v3 from './v3/dialect.ts';
