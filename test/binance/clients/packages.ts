/** The clients of npm but for ccxt, which has words of its own. */
import { BINANCE_NODE } from './binance-node-client.ts';
import { NODE_BINANCE } from './node-binance-client.ts';
import { OFFICIAL } from './official-client.ts';
import { OLD } from './old-client.ts';
import type { Package } from './seat.ts';
import { TIAGO } from './tiago-client.ts';

export const PACKAGES: readonly Package[] = [OFFICIAL, TIAGO, NODE_BINANCE, BINANCE_NODE, OLD];
