/** Where a command's lines go; a test puts arrays behind it. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

export const TERMINAL: Output = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};

/** Says what is wrong, and returns the exit code. */
export function complain(line: string, code: number, output = TERMINAL): number {
  output.err(`perpetua: ${line}`);
  return code;
}
