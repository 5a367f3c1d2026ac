/** The entry point of the process in a clone, which has the proofs beside the commands. */
import { endSoon } from '../src/cli/end-soon.ts';
import { runCommand } from '../src/cli/run-command.ts';
import { TERMINAL } from '../src/terminal/output.ts';
import { PROOFS } from './proofs.ts';

process.exitCode = await runCommand(process.argv.slice(2), TERMINAL, PROOFS);
endSoon();
