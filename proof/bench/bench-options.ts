/** What every benchmark has: common options, and a word about how far it is. */
import { TERMINAL } from '../../src/terminal/output.ts';

/** The options that every benchmark has. */
export const COMMON_OPTIONS = {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** On standard error, so that programs can read what is measured. */
export const tellProgress = (step: string): void => TERMINAL.err(`${step} …`);
