/**
 * Decides which batches of a shared log count, and when. Every home of the log and every replica
 * decides with these functions, so all of them arrive at the same entries. A batch that does not
 * count leaves no entry and changes nothing, not even the numbering.
 */
import { SESSION_LIFE, SESSION_START_SKEW_MAX } from './limits.ts';
import type { BatchIdentity, Incarnation } from './replica-command.ts';
import type { Millis } from './units.ts';

export interface SessionUse {
  /** Of the last batch that counted. */
  readonly number: number;
  /** The time of that batch. */
  readonly usedAt: Millis;
}

/** In the order of their last use, so that those that end stand first. */
export type Sessions = Map<Incarnation, SessionUse>;

/**
 * `repeat` was counted before; `gap` came before a lower number, and its sender sends both again;
 * `stale` would begin a session, but was sent too long ago; `ended` belongs to a session that the
 * log does not know, or no longer.
 */
export type BatchVerdict = 'counts' | 'repeat' | 'gap' | 'stale' | 'ended';

export interface BatchTimes {
  /** When the log took it. */
  readonly logAt: Millis;
  /** The time that its entries would have. */
  readonly at: Millis;
}

export function judgeBatch(
  sessions: ReadonlyMap<Incarnation, SessionUse>,
  { session, number, sentAt }: BatchIdentity,
  { logAt, at }: BatchTimes,
): BatchVerdict {
  const known = sessions.get(session);
  if (known === undefined || hasEnded(known, at)) {
    if (number !== 1) return 'ended';
    return Math.abs(logAt - sentAt) > SESSION_START_SKEW_MAX ? 'stale' : 'counts';
  }
  if (number === known.number + 1) return 'counts';
  return number <= known.number ? 'repeat' : 'gap';
}

/** Moves the numbering on for a batch that counts, and forgets sessions that have ended. */
export function countBatch(
  sessions: Sessions,
  { session, number }: Pick<BatchIdentity, 'session' | 'number'>,
  at: Millis,
): void {
  for (const [id, use] of sessions) {
    if (!hasEnded(use, at)) break;
    sessions.delete(id);
  }
  sessions.delete(session);
  sessions.set(session, { number, usedAt: at });
}

const hasEnded = ({ usedAt }: SessionUse, at: Millis): boolean => at - usedAt > SESSION_LIFE;
