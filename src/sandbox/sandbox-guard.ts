/** Stands before each call of a sandbox: a closed one says so, and all errors are of one class. */
import { reasonOf } from '../domain/reason-of.ts';
import { expectTicks } from './expect-ticks.ts';
import { SandboxError } from './sandbox-error.ts';

export interface Guard {
  /** Throws once the sandbox is closed. */
  readonly expectOpen: () => void;
  readonly guard: <Args extends readonly unknown[], Answer>(
    act: (...args: Args) => Promise<Answer>,
  ) => (...args: Args) => Promise<Answer>;
}

export function createGuard(isClosed: () => boolean): Guard {
  const expectOpen = (): void => {
    if (isClosed()) throw new SandboxError('closed', 'this sandbox is closed');
  };
  return {
    expectOpen,
    guard:
      (act) =>
      async (...args) => {
        expectOpen();
        const trying = expectTicks();
        if (trying !== undefined) await trying;
        try {
          return await act(...args);
        } catch (error) {
          if (error instanceof SandboxError) throw error;
          // Calls under way when it is closed fail in many ways, and mean this one.
          expectOpen();
          throw new SandboxError('failed', reasonOf(error), { cause: error });
        }
      },
  };
}
