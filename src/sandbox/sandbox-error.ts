/** The one class of errors that the library throws, and what guards its calls. */

import { Writable } from 'node:stream';
import { reasonOf } from '../domain/reason-of.ts';
import { isFaked, isTickReplaced, nextTurn } from '../machine/timers.ts';
import type { TimeRefused } from '../venue/time-control.ts';

export type SandboxErrorCode =
  /** An option that does not exist or has a value that is not allowed. */
  | 'bad-option'
  /** An argument of a call that is not allowed: a duration, a market, an amount. */
  | 'bad-argument'
  /** The port is taken. */
  | 'port-in-use'
  /** The sandbox was closed, or is closing. */
  | 'closed'
  /** The venue said no: the message has its reason. */
  | 'refused'
  /** A fault was begun that nothing has met. */
  | 'unmet'
  /** Anything else, with its cause. */
  | 'failed';

export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const badArgument = (message: string): SandboxError =>
  new SandboxError('bad-argument', message);

/** Throws what a control of the venue refused. */
export function expectDone(said: object | TimeRefused): void {
  if ('refused' in said) throw new SandboxError('refused', said.refused);
}

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

/**
 * A sandbox keeps its own timers, but its sockets are Node's, which go by `process.nextTick`. Where
 * a test replaced that too, no socket of the process does anything any more: it is said at once.
 * Undefined, without a turn of the loop, where nothing is replaced.
 */
export function expectTicks(): Promise<void> | undefined {
  if (isFaked) throw failed('timers were faked before perpetua was loaded: load it first');
  return isTickReplaced() ? tryTick() : undefined;
}

const failed = (message: string): SandboxError => new SandboxError('failed', message);

/** Jest gives tests a process of their own, and Node does not notice what they replace in it. */
async function tryTick(): Promise<void> {
  let hasTicked = false;
  new Writable().end(() => {
    hasTicked = true;
  });
  await nextTurn();
  if (hasTicked) return;
  const advice = "no socket of Node works without it: leave 'nextTick' out of toFake";
  throw failed(`process.nextTick is faked, and ${advice}`);
}
