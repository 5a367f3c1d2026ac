/** What an operator's command needs, and how its answer comes about. */
import type { TObject } from 'typebox';
import type { Command } from '../../domain/command.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Event } from '../../domain/event.ts';
import type { Applied, Venue } from '../../venue/venue.ts';
import type { WireError } from '../../wire/v2/errors.ts';
import type { Fields } from '../../wire/v2/read-request.ts';
import { rejectError } from '../../wire/v2/reject-error.ts';
import type { KeyStore } from '../keys/key-store.ts';

export interface AdminParts {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly findContract: (symbol: string) => Contract | undefined;
}

/** What stands in the path where the route has a name after a colon. */
export type PathNames = Readonly<Record<string, string>>;

export interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What may be sent; an operator's misspelt field is refused. */
  readonly request: TObject;
  readonly respond: (
    parts: AdminParts,
    names: PathNames,
    fields: Fields,
  ) => object | Promise<object>;
}

/** The events of a command, or why it was refused. */
export async function carryOut(
  venue: Venue,
  command: Command,
  contract: Contract | null = null,
): Promise<Applied | WireError> {
  const applied = await venue.submit(command);
  const refused = applied.events.find((event) => event.kind === 'command-rejected');
  return refused === undefined ? applied : rejectError(refused.reject, { command, contract });
}

export const findEvent = <Kind extends Event['kind']>(
  { events }: Applied,
  kind: Kind,
): Extract<Event, { kind: Kind }> | undefined =>
  events.find((event): event is Extract<Event, { kind: Kind }> => event.kind === kind);
