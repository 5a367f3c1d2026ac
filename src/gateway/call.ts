/** The arguments of a handler, and its possible answers. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Command } from '../domain/command.ts';
import type { CommandOutcome } from '../domain/command-outcome.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Millis } from '../domain/units.ts';
import type { Venue } from '../venue/venue.ts';
import type { Locale } from '../wire/errors.ts';
import type { Fields } from '../wire/read-request.ts';
import type { MarginWords } from '../wire/words.ts';
import type { Shared } from './acts/shared.ts';
import type { ClientAddress } from './address.ts';
import type { ApiKey } from './keys/key-record.ts';
import type { PathNames } from './router.ts';

export interface Call {
  /** The members of the body, or the parameters of the query. */
  readonly fields: Fields;
  /** The values of the names in the path. */
  readonly names: PathNames;
  readonly headers: IncomingHttpHeaders;
  readonly locale: Locale;
  readonly client: ClientAddress;
  readonly venue: Venue;
  /** The wall clock when the request came; venue time is the venue's own. */
  readonly now: Millis;
  readonly findContract: (symbol: string) => Contract | undefined;
  readonly marginWords: MarginWords;
  readonly shared: Shared;
}

export interface PrivateCall extends Call {
  readonly account: AccountId;
  readonly key: ApiKey;
  /**
   * Submits the one command that this call leads to. If the same call came before, nothing is
   * done and the outcome is that of the first.
   */
  readonly submitOnce: (command: Command) => Promise<CommandOutcome>;
  /** The outcome of the same call, if it came before. */
  readonly before: CommandOutcome | undefined;
}

/**
 * A WireError, a RepeatedAnswer, an object or array to be sent as JSON, or text that is JSON
 * already. A handler throws only if an invariant is broken or the venue is not available.
 */
export type Answer = object | string;

export type Handler<Kind extends Call> = (call: Kind) => Answer | Promise<Answer>;
