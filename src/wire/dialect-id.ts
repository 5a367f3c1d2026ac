/** The short names of the dialects, for keys that are bound to some of them. */
export const DIALECT_IDS = ['v2', 'v3', 'binance'] as const;
export type DialectId = (typeof DIALECT_IDS)[number];
