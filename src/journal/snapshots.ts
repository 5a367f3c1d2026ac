/**
 * The port of stored snapshots, as whole files: a data folder is one home, an object store that all
 * replicas of a venue reach is the other. A file says itself what it is of and whether it is whole.
 */
import type { Seq } from '../domain/units.ts';

export interface Snapshots {
  /** The entries that there are snapshots of, newest first. */
  readonly list: () => Promise<readonly Seq[]>;
  /** The file as it was saved; undefined if there is none of this entry. */
  readonly read: (seq: Seq) => Promise<Uint8Array | undefined>;
  /** It is durable when this resolves. */
  readonly save: (seq: Seq, file: Uint8Array) => Promise<void>;
  readonly remove: (seq: Seq) => Promise<void>;
}
