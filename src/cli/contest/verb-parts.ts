/** What the verbs of a contest have in common. */
import { availableParallelism } from 'node:os';
import { ContestError } from '../../contest/contest-folder.ts';
import { Misunderstood } from '../../terminal/command.ts';
import type { Flags } from '../../terminal/flags.ts';
import { complain, EXIT, type Output } from '../../terminal/output.ts';

export const PARALLEL = availableParallelism();
/** For one decision of a program, on a machine that may be busy. */
export const PATIENCE_MILLIS = 30_000;
const PERCENT_PARTS = 1e6;

export const formatScore = (score: number): string =>
  `${score > 0 ? '+' : ''}${(score / PERCENT_PARTS).toFixed(4)} %`;

/** What a team or an organiser did wrong is told in one line. */
export async function tellingFaults(work: () => Promise<number>, output: Output): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ContestError)) throw error;
    return complain(error.message, EXIT.failed, output);
  }
}

export function wordGiven({ words }: Flags, at: number, what: string): string {
  const word = words[at];
  if (word === undefined) throw new Misunderstood(`${what} is missing`);
  return word;
}
