/** Shows how a tool is used, to somebody who asked or to somebody who was not understood. */
import { isHelp } from '../src/terminal/flags.ts';

export function showUsage(help: string, args: readonly string[]): number {
  if (!args.some(isHelp)) {
    console.error(help);
    return 2;
  }
  console.log(help);
  return 0;
}
