/**
 * The roll call of replicas: each answers on a subject of the log's servers with where it stands.
 * So nobody has to know how many there are or at which addresses.
 */
import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { ReplicaFacts } from './replica.ts';

/** What a replica says of itself. */
export interface Presence extends ReplicaFacts {
  /** Where it answers callers; null if it has no doors, or none yet. */
  readonly address: string | null;
  /** For how long the database has not been reached. */
  readonly recordsAwayMillis: number;
  /** What it sees wrong with the servers of the log. */
  readonly serverFaults: readonly string[];
}

const whoIsThere = (name: string): string => `${name}.who`;

/** Answers as long as the connection is open. */
export function answerWho(connection: NatsConnection, name: string, say: () => Presence): void {
  connection.subscribe(whoIsThere(name), {
    callback: (error, message) => {
      if (error === null) message.respond(JSON.stringify(say()));
    },
  });
}

/** All that answered within this time, by name. */
export async function askWho(
  connection: NatsConnection,
  name: string,
  withinMillis: number,
): Promise<readonly Presence[]> {
  const inbox = createInbox();
  const found: Presence[] = [];
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (error !== null) return;
      // Without a body it only says that nobody listens.
      if (message.data.length === 0) return;
      try {
        found.push(message.json<Presence>());
      } catch {
        // Anyone may answer anything.
      }
    },
  });
  connection.publish(whoIsThere(name), '', { reply: inbox });
  await new Promise<void>((resolve) => setTimeout(resolve, withinMillis));
  subscription.unsubscribe();
  return found.sort((first, second) => first.name.localeCompare(second.name));
}
