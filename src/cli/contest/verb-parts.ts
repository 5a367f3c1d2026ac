/** What the verbs of a contest have in common. */
import { availableParallelism } from 'node:os';
import { ContestError } from '../../contest/contest-terms.ts';
import { formatDuration } from '../../domain/duration.ts';
import { many } from '../../domain/many.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import type { Flags } from '../../terminal/flags.ts';
import { complain, EXIT, type Output, type Shown } from '../../terminal/output.ts';
import { createProgress } from '../../terminal/progress.ts';

export const PARALLEL = availableParallelism();
/** For one decision of a program, on a machine that may be busy. */
export const PATIENCE_MILLIS = 30_000;
const PERCENT_PARTS = 1e6;
/** What takes longer is told in minutes. */
const ROUGH_MILLIS = 600_000;

export const formatScore = (score: number): string =>
  `${score > 0 ? '+' : ''}${(score / PERCENT_PARTS).toFixed(4)} %`;

/** A command whose verb is about a contest or an arena. */
export const contestCommand = (...[terms, run]: Parameters<typeof command>) =>
  command({ ...terms, faults: [ContestError] }, run);

interface SecondRun {
  readonly differences: readonly string[];
  readonly notes: readonly string[];
}

/** What came of running a result again; lines where it is the same, and complaints elsewhere. */
export function tellSecondRun(found: SecondRun, output: Output, same: () => string[]): Shown {
  const { differences, notes } = found;
  if (differences.length === 0) return { lines: [...same(), ...notes], body: found };
  for (const difference of [...differences, ...notes]) complain(difference, EXIT.failed, output);
  return { lines: [], body: found, code: EXIT.failed };
}

export async function onPort<Door>(port: number, open: () => Promise<Door>): Promise<Door> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new ContestError(`port ${port} is taken: name another with --port`);
  }
}

export function untilStopped(close: () => unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const stop = (): void => resolve(close());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return promise;
}

export function wordGiven({ words }: Flags, at: number, what: string): string {
  const word = words[at];
  if (word === undefined) throw new Misunderstood(`${what} is missing`);
  return word;
}

/** With progress and an estimate, until it is done or interrupted. */
export async function watching<Result>(
  output: Output,
  work: (tell: (done: number, all: number) => void, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(output);
  const interrupted = new AbortController();
  const again = new ContestError('interrupted: the same command goes on where it was');
  const interrupt = (): void => interrupted.abort(again);
  let first: { readonly at: number; readonly done: number } | undefined;
  process.once('SIGINT', interrupt);
  try {
    return await work((done, all) => {
      // The first one also waited for all that was loaded.
      first ??= { at: performance.now(), done };
      const ran = done - first.done;
      const millis = ((performance.now() - first.at) / ran) * (all - done);
      const step = millis < ROUGH_MILLIS ? 1_000 : 60_000;
      const left = (): string => formatDuration(Math.ceil(millis / step) * step);
      progress.tell(
        () => `${done} of ${many(all, 'heat')}${ran === 0 ? '' : `, about ${left()} left`}`,
      );
    }, interrupted.signal);
  } finally {
    process.off('SIGINT', interrupt);
    progress.end();
  }
}
