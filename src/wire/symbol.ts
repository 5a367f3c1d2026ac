/**
 * Plain symbols, which several dialects use: `BTCUSDT` is listed as `cmt_btcusdt` in the venue.
 * Only this file translates between them.
 */
import type { Contract } from '../domain/contract.ts';

const LISTED = 'cmt_';

export const symbolOf = ({ symbol }: Contract): string =>
  (symbol.startsWith(LISTED) ? symbol.slice(LISTED.length) : symbol).toUpperCase();

/** Returns the symbol in the venue, or an empty text if it has no valid form. */
export const listedSymbol = (symbol: string): string =>
  /^[A-Z0-9]+$/.test(symbol) ? LISTED + symbol.toLowerCase() : '';
