/** What a person can ask for with one word: programs show these as commands. */
import type { McpServer } from '@modelcontextprotocol/server';
import { symbolArgument } from './arguments.ts';
import { argumentsOf, standardOf } from './tool.ts';

interface Prompt {
  readonly name: string;
  readonly text: string;
  readonly say: (symbol: string) => string;
}

export const PROMPTS: readonly Prompt[] = [
  {
    name: 'look_around',
    text: 'What the market of a contract does now, without trading.',
    say: (symbol) =>
      `Look at ${symbol} with get_ticker, get_depth, get_candles (1h and 5m) and get_funding. ` +
      'Say in a few sentences where the price stands in its last day, how thick the book is, ' +
      'who pays funding, and what would change your mind. Trade nothing.',
  },
  {
    name: 'plan_trade',
    text: 'A plan for one trade of a contract, with entry, exits, size and its worst case.',
    say: (symbol) =>
      `Plan one trade of ${symbol}, or none. Read list_markets, get_balance, get_positions and ` +
      'get_candles first. Give side, entry, size, stop-loss and take-profit, what is lost at ' +
      'the stop in USDT and as a part of the equity, and where the position would be ' +
      'liquidated. Place nothing before I agree.',
  },
  {
    name: 'review_account',
    text: 'What the account did and what it risks now.',
    say: (symbol) =>
      `Review this account, above all its trades of ${symbol}: get_balance, get_positions, ` +
      'get_open_orders, get_fills, get_bills and why. Say what was earned and lost, what fees ' +
      'and funding cost, which positions have no stop-loss, and which orders were refused and why.',
  },
];

export function registerPrompts(server: McpServer): void {
  const argsSchema = standardOf(argumentsOf({ symbol: symbolArgument() }));
  for (const { name, text, say } of PROMPTS)
    server.registerPrompt(name, { description: text, argsSchema }, ({ symbol }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: say(symbol) } }],
    }));
}
