/**
 * Who takes the snapshots. A venue on files has a follower: a second engine on its own thread that
 * replays the journal and writes its state, so trading is not held up. A venue that closes, or has
 * no files, takes the snapshot itself.
 */
import { performance } from 'node:perf_hooks';
import type { Seq } from '../domain/units.ts';
import type { Journal } from '../journal/journal.ts';
import type { Present } from './present.ts';
import { capture, encodeCapture } from './snapshot-payload.ts';

export interface SnapshotTaker {
  /** Begins a snapshot of this moment, between two entries. */
  begin(): BegunSnapshot;
  close(): Promise<void>;
}

export interface BegunSnapshot {
  readonly seq: Seq;
  /** How long beginning it held up trading. */
  readonly heldUpMillis: number;
  /** Resolves with its size in bytes once it is stored, synced and read back. */
  save(): Promise<number>;
}

export const createOwnTaker = (present: Present, journal: Journal): SnapshotTaker => ({
  begin: () => {
    const start = performance.now();
    const taken = capture(present);
    return {
      seq: taken.state.seq,
      heldUpMillis: Math.round(performance.now() - start),
      save: async () => {
        const snapshot = await encodeCapture(taken);
        await journal.saveSnapshot(snapshot);
        return snapshot.payload.length;
      },
    };
  },
  close: async () => undefined,
});
