/** `perpetua lab`: markets for agents that learn, in lockstep with one client. */
import { once } from 'node:events';
import { isatty } from 'node:tty';
import { reasonOf } from '../domain/reason-of.ts';
import { loadContracts } from '../gateway/load-contracts.ts';
import { serveInput, serveSocket } from '../lab/serve-lab.ts';
import { command } from '../terminal/command.ts';
import { complain, EXIT, type Output } from '../terminal/output.ts';
import { awaitStop } from './start/own-process.ts';

const HELP = `Usage: perpetua lab [--socket PATH] [--contracts FILE]

Runs markets for one client that learns to trade, such as PerpetuaEnv of the
Python package. Time stands still until the client takes a step. There are no
ports, no files and no journal. Without --socket it speaks on standard input and
output, and ends when the input ends.

  --socket PATH     a Unix socket; one client at a time, each with markets of
                    its own
  --contracts FILE  another table of contracts

The frames are described in docs/PYTHON.md.`;

export const runLab = command({ help: HELP }, async ({ values }, output) => {
  const path = values.get('socket');
  // Asking process.stdin would make its reads return without data.
  if (path === undefined && isatty(0)) {
    output.err(HELP);
    return EXIT.misunderstood;
  }
  try {
    const contracts = loadContracts(values.get('contracts'));
    if (path === undefined) await serveInput(contracts);
    else await serveUntilStopped(path, contracts, output);
    return EXIT.done;
  } catch (error) {
    const words = reasonOf(error);
    return complain(path === undefined ? words : `lab on ${path}: ${words}`, EXIT.failed, output);
  }
});

async function serveUntilStopped(
  path: string,
  contracts: ReturnType<typeof loadContracts>,
  output: Output,
): Promise<void> {
  const lab = await serveSocket(path, contracts);
  output.err(`perpetua: the lab listens on ${path}`);
  await once(awaitStop(), 'abort');
  lab.close();
}
