/** Commands of the proofs: help names the options, with the usual figure of each in brackets. */
import { command, Misunderstood } from '../src/terminal/command.ts';
import type { Flags } from '../src/terminal/flags.ts';
import type { Output } from '../src/terminal/output.ts';

/** The options that were given. */
export interface ProofOptions extends Flags {
  /** A number above zero; the usual one if it was not given. */
  readonly figureOf: (name: string) => number;
  /** The same, where only a whole number makes sense: from one on, unless less is allowed. */
  readonly countOf: (name: string, least?: number) => number;
}

export const proofCommand =
  (help: string, run: (asked: ProofOptions) => Promise<number> | number) =>
  (args: readonly string[], output = CONSOLE): Promise<number> =>
    command({ help }, (flags) => run(readProofOptions(flags, help)))(args, output);

/** Looked up at each line: a test listens there. */
export const CONSOLE: Output = {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
};

export function readProofOptions(flags: Flags, help: string): ProofOptions {
  const read = (name: string): [text: string | undefined, figure: number] => {
    const option = new RegExp(
      `^ {2}--${name} (?:(?!\\n {2}--)[^])*?\\((?:default )?([\\d.]+)\\)`,
      'm',
    );
    const text = flags.values.get(name) ?? option.exec(help)?.[1];
    return [text, Number(text ?? Number.NaN)];
  };
  return {
    ...flags,
    figureOf: (name) => {
      const [text, figure] = read(name);
      if (figure > 0 && Number.isFinite(figure)) return figure;
      throw new Misunderstood(`--${name} is a number above zero, not ${text}`);
    },
    countOf: (name, least = 1) => {
      const [text, figure] = read(name);
      if (figure >= least && Number.isSafeInteger(figure)) return figure;
      throw new Misunderstood(`--${name} is a whole number from ${least} on, not ${text}`);
    },
  };
}
