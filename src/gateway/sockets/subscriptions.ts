/** The subscriptions of a socket. */
import type { WireError } from '../../wire/errors.ts';
import type { Connection } from './connection.ts';

export interface Subscriptions {
  /** Returns an error if there is no such channel on this socket. */
  readonly findFault: (connection: Connection, name: string) => WireError | undefined;
  /** Adds a subscriber and sends it the snapshot. The channel must be valid. */
  readonly add: (connection: Connection, name: string) => void;
  readonly remove: (connection: Connection, name: string) => void;
  /** Stops: no more events are handled and nothing more is sent. */
  readonly close: () => void;
}
