/**
 * `BTCUSDT` here is `cmt_btcusdt` in the venue, and `BTCSUSDT` at the demo endpoints: this is the
 * only place that knows it.
 */
import type { Contract } from '../../domain/contract.ts';
import { COIN_NAME } from '../words.ts';

const LISTED = 'cmt_';

export const symbolOf = ({ symbol }: Contract): string =>
  (symbol.startsWith(LISTED) ? symbol.slice(LISTED.length) : symbol).toUpperCase();

/** What is no symbol of this dialect leads to none that is listed. */
export const listedSymbol = (symbol: string): string =>
  /^[A-Z0-9]+$/.test(symbol) ? LISTED + symbol.toLowerCase() : '';

/** The coin of the demo endpoints. The money is the same: all money of this venue is play money. */
export const DEMO_COIN = 'SUSDT';

export const demoSymbolOf = (contract: Contract): string =>
  symbolOf(contract).replace(COIN_LAST, DEMO_COIN);

/** What is no symbol of the demo endpoints leads to none that is listed. */
export const fromDemoSymbol = (symbol: string): string =>
  symbol.endsWith(DEMO_COIN) ? symbol.slice(0, -DEMO_COIN.length) + COIN_NAME : '';

const COIN_LAST = new RegExp(`${COIN_NAME}$`);
