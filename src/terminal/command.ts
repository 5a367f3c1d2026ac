/**
 * A command that reads its own flags. Its help is the table of them: it knows what the usage and
 * the list of flags name, and nothing else.
 */
import { type Flags, type FlagTable, isHelp, parseFlags } from './flags.ts';
import { complain, EXIT, type Output, type Shown, show, TERMINAL } from './output.ts';

/** A word is wrong or missing: the command says so and tries nothing. */
export class Misunderstood extends Error {
  override readonly name = 'Misunderstood';
}

interface CommandTerms {
  readonly help: string;
  /** How many words may stand beside the flags; none if left out. */
  readonly words?: number;
  /** Flags with a value that the help does not list one by one. */
  readonly values?: readonly string[];
  /** What whoever typed the command can mend: it is told in one line. */
  readonly faults?: readonly (new (
    ...facts: never[]
  ) => Error)[];
}

/** Returns an exit code, or what is told. */
type RunWords = (flags: Flags, output: Output) => Promise<number | Shown> | number | Shown;

export const command =
  ({ help, words = 0, values = [], faults = [] }: CommandTerms, run: RunWords) =>
  async (args: readonly string[], output: Output = TERMINAL): Promise<number> => {
    const table = flagsIn(help);
    const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
    if (own.some(isHelp)) {
      output.out(help);
      return EXIT.done;
    }
    try {
      const flags = parseFlags(args, { ...table, values: [...table.values, ...values] });
      if (typeof flags === 'string') throw new Misunderstood(flags);
      const unknown = flags.words[words];
      if (unknown !== undefined) throw new Misunderstood(`"${unknown}" is not understood here`);
      const told = await run(flags, output);
      return typeof told === 'number' ? told : show(told, flags.switches.has('json'), output);
    } catch (error) {
      if (error instanceof Misunderstood)
        return complain(error.message, EXIT.misunderstood, output);
      const isExpected = faults.some((fault) => error instanceof fault);
      if (!(error instanceof Error) || !isExpected) throw error;
      return complain(error.message, EXIT.failed, output);
    }
  };

/** A whole number from one on, as a flag gives it. */
export function countOf({ values }: Flags, name: string, usual: number, most: number): number {
  const text = values.get(name) ?? String(usual);
  const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (value > 0 && value <= most) return value;
  throw new Misunderstood(`--${name} is a whole number from 1, at most ${most}, not ${text}`);
}

/** A flag has a value if one follows it anywhere: `--out FOLDER`, `--port 8700`. */
const FLAG = /--([a-z][a-z-]*)( ["A-Z\d])?/g;

function flagsIn(help: string): FlagTable {
  const [usage = '', ...rest] = help.split('\n\n');
  const listed = rest.join('\n').match(/^ {2}--.*$/gm) ?? [];
  // Of a line of the list, what a flag means is no flag.
  const named = [usage, ...listed.map((line) => line.replace(/(?<=\S) {2,}.*/, ''))].join('\n');
  const found = [...named.matchAll(FLAG)];
  const values = found.flatMap(([, name = '', value]) => (value === undefined ? [] : [name]));
  const switches = found.map(([, name = '']) => name).filter((name) => !values.includes(name));
  return { values, switches, hasRest: usage.includes('[-- ') };
}
