/** What either socket offers to those who are connected to it. */
import type { WireError } from '../../wire/errors.ts';
import type { Connection } from './connection.ts';

export interface Subscriptions {
  /** Why there is no such channel here, if there is none. */
  readonly findFault: (connection: Connection, name: string) => WireError | undefined;
  /** Only for a channel without fault. Sends what a new subscriber starts from. */
  readonly add: (connection: Connection, name: string) => void;
  readonly remove: (connection: Connection, name: string) => void;
  /** Hears and sends nothing more. */
  readonly close: () => void;
}
