/** `BTCUSDT` here is `cmt_btcusdt` in the venue: this is the only place that knows it. */
import type { Contract } from '../../domain/contract.ts';

const LISTED = 'cmt_';

export const symbolOf = ({ symbol }: Contract): string =>
  (symbol.startsWith(LISTED) ? symbol.slice(LISTED.length) : symbol).toUpperCase();

/** What is no symbol of this dialect leads to none that is listed. */
export const listedSymbol = (symbol: string): string =>
  /^[A-Z0-9]+$/.test(symbol) ? LISTED + symbol.toLowerCase() : '';
