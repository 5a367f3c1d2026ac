/**
 * Symbols of version 3. `BTCUSDT` is listed as `cmt_btcusdt` in the venue, and the demo endpoints
 * call it `BTCSUSDT`. Only this file translates between them.
 */
import type { Contract } from '../../domain/contract.ts';
import { COIN_NAME } from '../words.ts';

const LISTED = 'cmt_';

export const symbolOf = ({ symbol }: Contract): string =>
  (symbol.startsWith(LISTED) ? symbol.slice(LISTED.length) : symbol).toUpperCase();

/** Returns the symbol in the venue, or an empty text if it has no valid form. */
export const listedSymbol = (symbol: string): string =>
  /^[A-Z0-9]+$/.test(symbol) ? LISTED + symbol.toLowerCase() : '';

/** The coin of the demo endpoints. It is the same money as `USDT`. */
export const DEMO_COIN = 'SUSDT';

export const demoSymbolOf = (contract: Contract): string =>
  symbolOf(contract).replace(COIN_LAST, DEMO_COIN);

/** Returns the symbol of version 3, or an empty text if it is not a demo symbol. */
export const fromDemoSymbol = (symbol: string): string =>
  symbol.endsWith(DEMO_COIN) ? symbol.slice(0, -DEMO_COIN.length) + COIN_NAME : '';

const COIN_LAST = new RegExp(`${COIN_NAME}$`);
