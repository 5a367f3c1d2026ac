/** The one class of errors that the library throws. */
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
