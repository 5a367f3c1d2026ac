/** What every benchmark is told and says in the same words. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

const COMMON = {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Undefined where the words are not understood. */
export function findValues<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options: { ...COMMON, ...options } }).values;
  } catch {
    return undefined;
  }
}

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** On standard error, so that what is measured can be read by programs. */
export const progress = (what: string): void => {
  process.stderr.write(`${what} …\n`);
};
