/** Symbols of the demo endpoints, which call `BTCUSDT` `BTCSUSDT`. */
import type { Contract } from '../../../domain/contract.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';

/** The coin of the demo endpoints. It is the same money as `USDT`. */
export const DEMO_COIN = 'SUSDT';

export const demoSymbolOf = (contract: Contract): string =>
  symbolOf(contract).replace(COIN_LAST, DEMO_COIN);

/** Returns the symbol of version 3, or an empty text if it is not a demo symbol. */
export const fromDemoSymbol = (symbol: string): string =>
  symbol.endsWith(DEMO_COIN) ? symbol.slice(0, -DEMO_COIN.length) + COIN_NAME : '';

const COIN_LAST = new RegExp(`${COIN_NAME}$`);
