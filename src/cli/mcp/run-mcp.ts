/**
 * `perpetua mcp`: a server of the Model Context Protocol on standard input and output, through
 * which a language model trades with one key. Standard output carries the protocol and nothing
 * else; what is said to people goes to standard error.
 */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readVersion } from '../../gateway/read-version.ts';
import { parseFlags } from '../../terminal/flags.ts';
import { complain } from '../../terminal/output.ts';
import { awaitStop, bearLostOutput } from '../start/await-stop.ts';
import { RULES_URI, registerResources } from './resources.ts';
import { createToolSeat, type ToolSeat } from './tool-seat.ts';
import { TOOLS } from './tools.ts';

const HELP = `Usage: perpetua mcp [--account NAME] [--data FOLDER] [--base-url URL]
                    [--model NAME]

Serves the Model Context Protocol on standard input and output, for programs
that run a language model: docs/AGENTS.md says how to add it to them. It acts
with one key: the one in PERPETUA_KEY, PERPETUA_SECRET and PERPETUA_PASSPHRASE,
or the one called NAME, or the first one, in credentials.json of the data
folder. Decisions are logged under the name of the model.`;

const INSTRUCTIONS = `You trade perpetual futures on a Perpetua venue, for one account. Money, sizes
and prices are decimals in text; times are venue time in milliseconds since 1970. Begin with
list_markets and get_balance. Every trading tool takes your reasoning, which the venue keeps. A
refused call says what to do; why explains the last one. The rules are in ${RULES_URI}.`;

export async function runMcp(args: string[]): Promise<number> {
  const flags = parseFlags(args, {
    values: ['account', 'data', 'base-url', 'model'],
    switches: ['help'],
  });
  if (typeof flags === 'string') return complain(flags, 2);
  if (flags.words.length > 0) return complain(`"${flags.words[0]}" is not understood`, 2);
  if (flags.switches.has('help')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const { values } = flags;
  const seat = createToolSeat({
    account: values.get('account'),
    baseUrl: values.get('base-url'),
    data: values.get('data'),
    model: values.get('model'),
  });
  bearLostOutput();
  const stop = awaitStop();
  const handle = serveStdio(() => createServer(seat), {
    onerror: (error) => complain(error.message, 1),
  });
  await untilOver(stop);
  await handle.close();
  process.stdin.destroy();
  return 0;
}

/** Until nobody speaks any more, or it is told to stop. */
const untilOver = (stop: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, resolve);
    stop.addEventListener('abort', resolve);
  });

function createServer(seat: ToolSeat): McpServer {
  const server = new McpServer(
    { name: 'perpetua', version: readVersion() },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {} } },
  );
  for (const { register } of TOOLS) register(server, seat);
  registerResources(server, seat);
  return server;
}
