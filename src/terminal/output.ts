/** Where the lines of commands go, and what their exit codes mean. */
import { printable } from './printable.ts';

/** A test puts arrays behind it. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Replaces the last text that was drawn; only where a person watches. */
  readonly redraw?: ((text: string) => void) | undefined;
}

/** What goes into a pipe or a file reaches a terminal later. */
export const TERMINAL: Output = {
  out: (line) => process.stdout.write(`${printable(line)}\n`),
  err: (line) => process.stderr.write(`${printable(line)}\n`),
  redraw: process.stderr.isTTY ? (text) => process.stderr.write(`\r${text}\u001b[K`) : undefined,
};

/** What every command means by its exit code. The manual has the same table. */
export const EXIT = {
  done: 0,
  /** It was tried and refused or failed, or a check found something wrong. */
  failed: 1,
  /** A word or a setting is wrong or missing, and nothing was tried. */
  misunderstood: 2,
  /** No venue answers. */
  absent: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command shows, to people and to programs. */
export interface Shown {
  readonly lines: readonly string[];
  /** What is printed instead where JSON is asked for. */
  readonly body?: unknown;
  readonly indent?: number;
  /** Zero if left out. */
  readonly code?: ExitCode;
}

/** Returns the exit code. */
export function show(shown: Shown, isJson: boolean, { out } = TERMINAL): number {
  const { lines, body, indent, code = EXIT.done } = shown;
  for (const line of isJson ? [JSON.stringify(body, null, indent)] : lines) out(line);
  return code;
}

/** Says what is wrong, and returns the exit code. */
export function complain(line: string, code: number, output = TERMINAL): number {
  output.err(`perpetua: ${line}`);
  return code;
}
