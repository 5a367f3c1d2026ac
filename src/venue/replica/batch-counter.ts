/**
 * Which batches of other processes count, at the moment when they get their place in the journal.
 * The engine learns of a batch only when it is applied, so those on their way are counted here.
 */
import {
  type BatchTimes,
  type BatchVerdict,
  countBatch,
  type Incarnations,
  type IncarnationUse,
  judgeBatch,
} from '../../domain/judge-batch.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { BatchIdentity, Incarnation } from '../../domain/replica-command.ts';
import { VenueUnavailable } from '../venue.ts';
import type { BatchRefusal } from './messages.ts';

export class BatchCounter {
  readonly #incarnations: Incarnations;
  /** How each incarnation stood before its last batch. */
  readonly #before = new Map<Incarnation, IncarnationUse | undefined>();

  constructor(incarnations: Incarnations) {
    this.#incarnations = new Map(incarnations);
  }

  /** Counts it if it counts. */
  take(batch: BatchIdentity, times: BatchTimes): BatchVerdict {
    const verdict = judgeBatch(this.#incarnations, batch, times);
    if (verdict !== 'counts') return verdict;
    this.#before.set(batch.session, this.#incarnations.get(batch.session));
    countBatch(this.#incarnations, batch, times.at);
    return verdict;
  }

  /** It could not be stored after all, and its number is free again. */
  giveBack({ session, number }: Pick<BatchIdentity, 'session' | 'number'>): void {
    if (this.#incarnations.get(session)?.number !== number) return;
    const before = this.#before.get(session);
    if (before === undefined) this.#incarnations.delete(session);
    else this.#incarnations.set(session, before);
  }
}

export function refusalOf(error: unknown): Pick<BatchRefusal, 'because' | 'reason' | 'fate'> {
  const because = reasonOf(error);
  if (!(error instanceof VenueUnavailable)) return { because };
  return { because, reason: error.reason, fate: error.fate };
}
