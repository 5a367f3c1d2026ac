/** `perpetua lab`: markets for agents that learn, in lockstep with one client. */
import { isatty } from 'node:tty';
import { loadContracts } from '../gateway/load-contracts.ts';
import { serveInput, serveSocket } from '../lab/serve-lab.ts';
import { isHelp, parseFlags } from '../terminal/flags.ts';
import { complain, type Output, TERMINAL } from '../terminal/output.ts';

const HELP = `Usage: perpetua lab [--socket PATH] [--contracts FILE]

Runs markets for one client that learns to trade, such as PerpetuaEnv of the Python package. Time
stands still until the client takes a step. There are no ports, no files and no journal.
Without --socket it speaks on standard input and output, and ends when the input ends.

  --socket PATH     a Unix socket; one client at a time, each with markets of its own
  --contracts FILE  another table of contracts

The frames are described in docs/PYTHON.md.`;

export async function runLab(args: string[], output: Output = TERMINAL): Promise<number> {
  if (args.some(isHelp)) {
    output.out(HELP);
    return 0;
  }
  const flags = parseFlags(args, { values: ['socket', 'contracts'], switches: [] });
  if (typeof flags === 'string') return complain(flags, 2, output);
  if (flags.words.length > 0) return complain(`lab takes no word "${flags.words[0]}"`, 2, output);
  const contracts = loadContracts(flags.values.get('contracts'));
  const path = flags.values.get('socket');
  if (path !== undefined) return serve(path, contracts, output);
  // Asking process.stdin would make its reads return without data.
  if (isatty(0)) {
    output.err(HELP);
    return 2;
  }
  serveInput(contracts);
  return 0;
}

async function serve(
  path: string,
  contracts: ReturnType<typeof loadContracts>,
  output: Output,
): Promise<number> {
  try {
    const server = await serveSocket(path, contracts);
    output.err(`perpetua: the lab listens on ${path}`);
    const signal = await Promise.race(
      (['SIGINT', 'SIGTERM'] as const).map(
        (name) => new Promise((resolve) => process.once(name, () => resolve(name))),
      ),
    );
    server.close();
    output.err(`perpetua: the lab ends after ${String(signal)}`);
    process.exit(0);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return complain(`the lab cannot listen on ${path}: ${words}`, 1, output);
  }
}
