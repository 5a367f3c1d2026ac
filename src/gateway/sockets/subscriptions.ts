/** The subscriptions of a socket. */
import type { WireError } from '../../wire/errors.ts';
import type { Connection } from './connection.ts';

export interface Subscriptions {
  /** Why there is no such channel here, if there is none. */
  readonly findFault: (connection: Connection, name: string) => WireError | undefined;
  /** Only for a valid channel. Sends the snapshot for a new subscriber. */
  readonly add: (connection: Connection, name: string) => void;
  readonly remove: (connection: Connection, name: string) => void;
  /** Hears and sends nothing more. */
  readonly close: () => void;
}
