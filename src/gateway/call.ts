/** What a handler is given, and what it may answer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Command } from '../domain/command.ts';
import type { CommandOutcome } from '../domain/command-outcome.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Millis } from '../domain/units.ts';
import type { Venue } from '../venue/venue.ts';
import type { Locale } from '../wire/locale.ts';
import type { Fields } from '../wire/read-request.ts';
import type { MarginWords } from '../wire/words.ts';
import type { ClientAddress } from './client-address.ts';
import type { ApiKey } from './keys/kept-keys.ts';
import type { PathNames } from './router.ts';

export interface Call {
  /** What was sent: the members of the body, or the parameters of the query. */
  readonly fields: Fields;
  /** What stood in the path in place of each name. */
  readonly names: PathNames;
  readonly headers: IncomingHttpHeaders;
  readonly locale: Locale;
  readonly client: ClientAddress;
  readonly venue: Venue;
  /** The wall clock when the request came; venue time is the venue's own. */
  readonly now: Millis;
  readonly findContract: (symbol: string) => Contract | undefined;
  readonly marginWords: MarginWords;
}

export interface PrivateCall extends Call {
  readonly account: AccountId;
  readonly key: ApiKey;
  /**
   * Has the venue carry out the one command that this call leads to. Where the same call came
   * before, nothing is done and the outcome is that of the first.
   */
  readonly carryOut: (command: Command) => Promise<CommandOutcome>;
  /** What became of the same call when it came before. */
  readonly before: CommandOutcome | undefined;
}

/**
 * A WireError, a RepeatedAnswer, an object or array to be sent as JSON, or text that is JSON
 * already. Thrown are only broken invariants and what the venue throws when it is not available.
 */
export type Answer = object | string;

/** The answer to what was done before, sent with a header that says so. */
export interface RepeatedAnswer {
  readonly kind: 'repeated-answer';
  readonly body: object;
}

export const repeatedAnswer = (body: object): RepeatedAnswer => ({ kind: 'repeated-answer', body });

export const isRepeatedAnswer = (answer: object): answer is RepeatedAnswer =>
  'kind' in answer && answer.kind === 'repeated-answer';

export type Handler<Kind extends Call> = (call: Kind) => Answer | Promise<Answer>;
