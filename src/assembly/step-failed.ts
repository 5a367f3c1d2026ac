/** A step of opening a venue that failed, with the path it needed. */
import { reasonOf } from '../domain/reason-of.ts';

/** A failure of a step that needs this file, or files in this folder. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  /** Null if the venue keeps no files. */
  readonly path: string | null;

  constructor(path: string | null, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.path = path;
  }
}

/** Wraps a step so that its failure is known to be about that path. */
export const failedAt =
  (path: string | null) =>
  (error: unknown): never => {
    // An inner step knows better which path it needed.
    throw error instanceof StepFailed ? error : new StepFailed(path, error);
  };

/** Why a replica does not start, with what to do about each reason. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';

  constructor(...reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}
