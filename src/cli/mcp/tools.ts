/** The table of tools, in the order in which clients and docs/AGENTS.md list them. */
import { ACCOUNT_TOOLS } from './account-tools.ts';
import { MARKET_TOOLS } from './market-tools.ts';
import type { Tool } from './tool.ts';
import { TRADING_TOOLS } from './trading-tools.ts';
import { WHY_TOOLS } from './why-tools.ts';

export const TOOLS: readonly Tool[] = [
  ...MARKET_TOOLS,
  ...ACCOUNT_TOOLS,
  ...TRADING_TOOLS,
  ...WHY_TOOLS,
];
