/** Reads the words of a command. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { didYouMean } from './nearest.ts';

export interface FlagTable {
  /** Names with a value, without their dashes. */
  readonly values: readonly string[];
  /** Names that stand alone. */
  readonly switches: readonly string[];
  /** Whether words of another program may follow `--`. */
  readonly hasRest?: boolean;
}

export interface Flags {
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  /** The words that are not flags, in order. */
  readonly words: readonly string[];
  /** What follows `--`. */
  readonly rest: readonly string[];
}

/** Flags as `--name value`, or what is wrong with them: an unknown one with the nearest name. */
export function parseFlags(args: readonly string[], table: FlagTable): Flags | string {
  const values = new Map<string, string>();
  const switches = new Set<string>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--' && table.hasRest)
      return { values, switches, words, rest: args.slice(at + 1) };
    if (!word.startsWith('--')) {
      words.push(word);
      continue;
    }
    const [name = '', ...rest] = word.slice(2).split('=');
    if (table.switches.includes(name) && rest.length === 0) {
      switches.add(name);
      continue;
    }
    if (!table.values.includes(name)) return unknownFlag(name, table);
    const value = rest.length > 0 ? rest.join('=') : args[at + 1];
    if (value === undefined || value === '') return `--${name} needs a value`;
    if (rest.length === 0) at += 1;
    values.set(name, value);
  }
  return { values, switches, words, rest: [] };
}

function unknownFlag(name: string, { values, switches }: FlagTable): string {
  const hint = didYouMean(name, [...values, ...switches], (meant) => `--${meant}`);
  return `--${name} is not known here${hint}`;
}

/** Undefined if the words are not understood. For tools, which then print their whole help. */
export function findValues<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    return undefined;
  }
}

const HELP_WORDS: ReadonlySet<string | undefined> = new Set(['help', '--help', '-h']);

export const isHelp = (word: string | undefined): boolean => HELP_WORDS.has(word);
