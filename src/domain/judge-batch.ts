/**
 * Decides which batches of a shared log count, and when. Every home of the log and every replica
 * decides with these functions, so all of them arrive at the same entries. A batch that does not
 * count leaves no entry and changes nothing, not even the numbering.
 */
import { INCARNATION_LIFE, INCARNATION_SKEW_MAX } from './limits.ts';
import type { BatchIdentity, Incarnation } from './replica-command.ts';
import type { Millis } from './units.ts';

export interface IncarnationUse {
  /** Of the last batch that counted. */
  readonly number: number;
  /** The time of that batch. */
  readonly usedAt: Millis;
}

/** In the order of their last use, so that those that end stand first. */
export type Incarnations = Map<Incarnation, IncarnationUse>;

/**
 * `repeat` was counted before; `gap` came before a lower number, and its sender sends both again;
 * `stale` would begin an incarnation, but was sent too long ago; `ended` belongs to one that the
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
  incarnations: ReadonlyMap<Incarnation, IncarnationUse>,
  { session, number, sentAt }: BatchIdentity,
  { logAt, at }: BatchTimes,
): BatchVerdict {
  const known = incarnations.get(session);
  if (known === undefined || hasEnded(known, at)) {
    if (number !== 1) return 'ended';
    return Math.abs(logAt - sentAt) > INCARNATION_SKEW_MAX ? 'stale' : 'counts';
  }
  if (number === known.number + 1) return 'counts';
  return number <= known.number ? 'repeat' : 'gap';
}

/** Moves the numbering on for a batch that counts, and forgets incarnations that have ended. */
export function countBatch(
  incarnations: Incarnations,
  { session, number }: Pick<BatchIdentity, 'session' | 'number'>,
  at: Millis,
): void {
  for (const [id, use] of incarnations) {
    if (!hasEnded(use, at)) break;
    incarnations.delete(id);
  }
  incarnations.delete(session);
  incarnations.set(session, { number, usedAt: at });
}

const hasEnded = ({ usedAt }: IncarnationUse, at: Millis): boolean =>
  at - usedAt > INCARNATION_LIFE;
