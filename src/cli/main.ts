/** The entry point of the process: hands the command line to the command table. */
import { TERMINAL } from '../terminal/output.ts';
import { endSoon } from './end-soon.ts';
import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), TERMINAL);
endSoon();
