/** Applies the entries of a journal to an engine that belongs to no venue. */
import type { Entry } from '../domain/command.ts';
import type { Seq } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import { stateHash } from '../engine/snapshot.ts';
import { restoreState } from './restore-state.ts';

export interface EntryReplay {
  /** The last entry applied; zero before the first. */
  readonly seq: () => Seq;
  readonly apply: (entry: Entry) => void;
  readonly hash: () => string;
}

/** From the beginning, or from the payload of a snapshot. */
export function createEntryReplay(payload?: Uint8Array): EntryReplay {
  const state = payload === undefined ? createState() : restoreState(payload);
  return {
    seq: () => state.seq,
    apply: (entry) => {
      apply(state, entry);
    },
    hash: () => stateHash(state),
  };
}
