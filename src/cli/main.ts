/** The entry point of the process: hands the command line to the command table. */
import { TERMINAL } from '../terminal/output.ts';
import { runCommand } from './run-command.ts';

/** So long a process lives on at most for what a command has left open. */
const OVER_MILLIS = 1_000;

process.exitCode = await runCommand(process.argv.slice(2), TERMINAL);
// The client of NATS, for one, keeps its connection to a server that never said a word.
setTimeout(() => process.exit(), OVER_MILLIS).unref();
