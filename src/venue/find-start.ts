/**
 * Chooses the snapshot a start begins with: the newest whose state agrees with its hash and that is
 * not beyond what the archive holds, so that the replay writes all missing history again. Without
 * one, the start begins with the first entry; if that is gone, with the oldest snapshot.
 */
import type { Seq } from '../domain/units.ts';
import type { Journal, StoredSnapshot } from '../journal/journal.ts';
import type { Logger } from './logger.ts';
import { createPresent, type Present } from './present.ts';
import { restorePresent } from './snapshot-payload.ts';

/** Where a replay begins. */
export interface Start {
  readonly present: Present;
  /** The newest snapshot, if it was skipped to restore history: the replay must agree with it. */
  readonly landmark: StoredSnapshot | undefined;
}

/** The stored data cannot become a running venue; the message says what to do. */
export class RecoveryFailed extends Error {
  override readonly name = 'RecoveryFailed';
}

export interface FindStartParts {
  readonly journal: Pick<Journal, 'firstSeq' | 'loadSnapshot'>;
  readonly archivedUpTo: Seq;
  readonly logger: Logger;
}

export async function findStart(parts: FindStartParts): Promise<Start> {
  const { journal, archivedUpTo, logger } = parts;
  let landmark: StoredSnapshot | undefined;
  let oldest: Present | undefined;
  let problem = 'there is none';
  let snapshot = await journal.loadSnapshot();
  for (; snapshot !== undefined; snapshot = await journal.loadSnapshot(snapshot.seq)) {
    const present = restorePresent(snapshot);
    if (typeof present === 'string') {
      problem = `that of entry ${snapshot.seq}: ${present}`;
      logger('error', 'a snapshot cannot be taken up', { seq: snapshot.seq, because: present });
      continue;
    }
    if (snapshot.seq <= archivedUpTo) return { present, landmark };
    landmark ??= snapshot;
    oldest = present;
    // No snapshot is from before the first entry, which the replay begins with.
    if (archivedUpTo === 0 && journal.firstSeq === 1) break;
  }
  if (landmark !== undefined) tellOfDetour(landmark.seq, parts);
  if (journal.firstSeq === 1) return { present: createPresent(), landmark };
  if (oldest !== undefined) return { present: oldest, landmark };
  throw new RecoveryFailed(
    `no snapshot can be taken up (${problem}), and entries before ${journal.firstSeq} are gone. ` +
      'Start the version of the venue that wrote them, or put a snapshot back from a copy',
  );
}

const tellOfDetour = (snapshotSeq: Seq, { archivedUpTo, logger }: FindStartParts): void =>
  logger(
    'warn',
    'the archive lacks history before the snapshot: replaying more to write it again',
    {
      archivedUpTo,
      snapshotSeq,
    },
  );
