/**
 * The one error of this client. `code` is the code of the venue, or one of a few words if the venue
 * did not answer; `fate` says whether what was asked may have taken effect all the same.
 */
import type { VenueCode } from './calls.ts';

/**
 * `not-applied`: it had no effect, and asking again is safe. `unknown`: the answer was lost. Look
 * before asking again, or ask again under the same client order id.
 */
export type CallFate = 'not-applied' | 'unknown';

/**
 * `unreachable`: no connection, or one that broke. `timeout`: no answer in time. `aborted`: the
 * caller's signal. `unreadable`: an answer that is not the venue's. `no-key`: the call needs a key
 * and the client has none. `wrong-terms`: an option that is not allowed. `login-refused`: the venue
 * does not accept the key of a socket. `closed`: the socket was closed.
 */
export type ClientCode =
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  | 'unreadable'
  | 'no-key'
  | 'wrong-terms'
  | 'login-refused'
  | 'closed';

/** A venue that is newer than this client may have further codes. */
export type AnyCode = VenueCode | ClientCode | (string & Record<never, never>);

interface ErrorFacts {
  readonly status?: number;
  readonly fate?: CallFate;
  readonly retryAfterMillis?: number | undefined;
  readonly hint?: string | undefined;
  readonly reason?: string | undefined;
  readonly cause?: unknown;
}

export class PerpetuaError extends Error {
  override readonly name = 'PerpetuaError';
  readonly code: AnyCode;
  /** The status of HTTP; 0 if the venue did not answer. */
  readonly status: number;
  readonly fate: CallFate;
  /** How long to wait before asking again, if the venue said so. */
  readonly retryAfterMillis: number | undefined;
  /** What else the venue said: a field that it does not know, or a fault that was asked for. */
  readonly hint: string | undefined;
  /** Why the venue refused, in a phrase such as `margin-insufficient`: a code has several. */
  readonly reason: string | undefined;

  constructor(code: AnyCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? 0;
    this.fate = facts.fate ?? 'not-applied';
    this.retryAfterMillis = facts.retryAfterMillis;
    this.hint = facts.hint;
    this.reason = facts.reason;
  }
}
