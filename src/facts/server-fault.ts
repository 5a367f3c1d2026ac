/** Tells faults of the server, or of the way to it, from those of a statement. */
import { DatabaseError } from 'pg';
import { reasonOf } from '../domain/reason-of.ts';
import { RecordsError } from './records.ts';

/** Throws a fault of the server as one that may be over later. */
export async function explained<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isOfServer(error)) throw error;
    throw new RecordsError('away', `${name} cannot be asked: ${reasonOf(error)}`, { cause: error });
  }
}

/** Classes of errors that a statement causes: it would fail again. */
const OF_STATEMENT = /^(?:0A|21|22|23|42|P0)/;

/**
 * Whether an error is about the server or the way to it: it was shut down, its disk is full, it
 * took too long, it became a standby. The same statement may work later.
 */
export function isOfServer(error: unknown): boolean {
  if (error instanceof DatabaseError) return !OF_STATEMENT.test(error.code ?? '');
  if (!(error instanceof Error) || error instanceof RecordsError) return false;
  return 'syscall' in error || 'errors' in error || CLIENT_WORDS.test(error.message);
}

/** Whether the server is there, and does not let this user into this database. */
export const isTurnedAway = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(?:28|3D)/.test(error.code ?? '');

/** The client has no codes for these. */
const CLIENT_WORDS =
  /^(?:Connection terminated|Client (?:has|was)|timeout e|Query read timeout|Cannot use a pool)/i;
