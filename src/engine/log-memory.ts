/**
 * What the engine remembers of the log that many replicas share: how far the numbering of each
 * sender is, and where the last batch was. A venue that has its journal for itself has nothing of
 * this, and its states keep the form and hash they always had.
 */
import { assert } from '../domain/assert.ts';
import { createHasher, digest, type Hasher, hashNumber, hashText } from '../domain/hash.ts';
import { countBatch, judgeBatch, type Sessions, type SessionUse } from '../domain/judge-batch.ts';
import type { BeginBatch, SessionId } from '../domain/replica-command.ts';
import type { VenueState } from './state.ts';

export interface LogMemory {
  readonly sessions: Sessions;
  /** The session whose batch came last. */
  sender: SessionId | null;
  /** Where that batch is in a log elsewhere. */
  position: number;
  /** A running hash over the places and times of all batches. */
  readonly chain: Hasher;
}

export const createLogMemory = (): LogMemory => ({
  sessions: new Map(),
  sender: null,
  position: 0,
  chain: createHasher(),
});

/**
 * The home of the log lets no other batch through. If one gets here nevertheless, its commands
 * would be applied twice or out of turn; the venue stops instead.
 */
export function beginBatch({ log, now }: VenueState, command: BeginBatch): undefined {
  const { session, number, sentAt, position } = command;
  const verdict = judgeBatch(log.sessions, command, { logAt: sentAt, at: now });
  assert(verdict === 'counts', `batch ${number} of session ${session} does not count:`, verdict);
  countBatch(log.sessions, command, now);
  log.sender = session;
  log.position = position;
  hashText(log.chain, session);
  for (const value of [number, position, now]) hashNumber(log.chain, value);
}

/** The running hash, as it stands in marks and messages. */
export const logChain = ({ chain }: LogMemory): string => digest(chain);

export interface LogData {
  readonly log: {
    /** In the order of their last use. */
    readonly sessions: readonly (SessionUse & { readonly session: SessionId })[];
    readonly sender: SessionId;
    readonly position: number;
    readonly chain: readonly [number, number];
  };
}

/** Nothing if no replica ever wrote. */
export function logData({ sessions, sender, position, chain }: LogMemory): LogData | undefined {
  if (sender === null) return undefined;
  const uses = [...sessions].map(([session, use]) => ({ session, ...use }));
  return { log: { sessions: uses, sender, position, chain: [chain.first, chain.second] } };
}

export function restoreLog({ log }: Partial<LogData>): LogMemory {
  const memory = createLogMemory();
  if (log === undefined) return memory;
  for (const { session, ...use } of log.sessions) memory.sessions.set(session, use);
  const [first, second] = log.chain;
  Object.assign(memory.chain, { first, second });
  return Object.assign(memory, { sender: log.sender, position: log.position });
}
