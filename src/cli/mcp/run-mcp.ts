/**
 * `perpetua mcp`: a server of the Model Context Protocol on standard input and output, through
 * which a language model trades with one key. Standard output carries the protocol and nothing
 * else; what is said to people goes to standard error.
 */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readVersion } from '../../gateway/read-version.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { complain } from '../../terminal/output.ts';
import { awaitStop, bearLostOutput } from '../start/own-process.ts';
import { ACCOUNT_TOOLS } from './account-tools.ts';
import type { Caps } from './caps.ts';
import { MARKET_TOOLS } from './market-tools.ts';
import { registerPrompts } from './prompts.ts';
import { RULES_URI, registerResources } from './resources.ts';
import type { Tool } from './tool.ts';
import { createToolSeat, type ToolSeat } from './tool-seat.ts';
import { TRADING_TOOLS } from './trading-tools.ts';
import { WHY_TOOLS } from './why-tools.ts';

const HELP = `Usage: perpetua mcp [--account NAME] [--data FOLDER] [--base-url URL]
                    [--model NAME] [--read-only] [--max-order-value USDT]
                    [--max-day-value USDT] [--max-loss USDT] [--max-leverage N]

Serves the Model Context Protocol on standard input and output, for programs
that run a language model: docs/AGENTS.md says how to add it to them. It acts
with one key: the one in PERPETUA_KEY, PERPETUA_SECRET and PERPETUA_PASSPHRASE,
or the one called NAME, or the first one, in credentials.json of the data
folder. Decisions are logged under the name of the model.

With --read-only there are only tools that look. The others bound what a model
may open: the value of one order and of a day's orders, what the account may
lose while this server runs, and the leverage.`;

const INSTRUCTIONS = `You trade perpetual futures on a Perpetua venue, for one account. Money, sizes
and prices are decimals in text; times are venue time in milliseconds since 1970. Begin with
list_markets and get_balance. Every trading tool takes your reasoning, which the venue keeps. A
refused call says what to do; why explains the last one. The rules are in ${RULES_URI}, and long
documents list the parts in which they are read.`;

export const runMcp = command({ help: HELP }, async ({ values, switches }) => {
  const cap = (flag: string): number | undefined => {
    const given = values.get(flag);
    if (given !== undefined && !(Number(given) > 0))
      throw new Misunderstood(`--${flag} is a number above 0`);
    return given === undefined ? undefined : Number(given);
  };
  const caps: Caps = {
    orderValue: cap('max-order-value'),
    dayValue: cap('max-day-value'),
    loss: cap('max-loss'),
    leverage: cap('max-leverage'),
  };
  const seat = createToolSeat({
    account: values.get('account'),
    baseUrl: values.get('base-url'),
    data: values.get('data'),
    model: values.get('model'),
    caps,
  });
  bearLostOutput();
  const stop = awaitStop();
  const handle = serveStdio(() => createServer(seat, switches.has('read-only')), {
    onerror: (error) => complain(error.message, 1),
  });
  await untilOver(stop);
  await handle.close();
  process.stdin.destroy();
  return 0;
});

/** Until nobody speaks any more, or it is told to stop. */
const untilOver = (stop: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, resolve);
    stop.addEventListener('abort', resolve);
  });

function createServer(seat: ToolSeat, isReadOnly: boolean): McpServer {
  const server = new McpServer(
    { name: 'perpetua', version: readVersion() },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  for (const { register, effect } of TOOLS)
    if (!isReadOnly || effect === 'looks') register(server, seat);
  registerPrompts(server);
  registerResources(server, seat);
  return server;
}

/** The table of tools, in the order in which clients and docs/AGENTS.md list them. */
export const TOOLS: readonly Tool[] = [
  ...MARKET_TOOLS,
  ...ACCOUNT_TOOLS,
  ...TRADING_TOOLS,
  ...WHY_TOOLS,
];
