/** Applies the entries of a journal to an engine that belongs to no venue. */
import type { Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import { parsePlain } from '../domain/plain-json.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import { recoverSnapshot } from '../engine/recover-snapshot.ts';
import { type Snapshot, stateHash } from '../engine/snapshot.ts';
import type { VenueState } from '../engine/state.ts';
import { createViews } from '../views/views.ts';
import { createRead } from './read.ts';

export type EntryReplay = ReturnType<typeof createEntryReplay>;

/** From the beginning, or from the payload of a snapshot. */
export function createEntryReplay(payload?: Uint8Array) {
  const state = payload === undefined ? createState() : restoreState(payload);
  return {
    /** The last entry applied; zero before the first. */
    seq: () => state.seq,
    apply: (entry: Entry): readonly Event[] => apply(state, entry),
    hash: () => stateHash(state),
    /** Without the views: what the state itself knows. */
    listing: createRead({ state, views: createViews() }, { venueNow: () => state.now }).listing,
  };
}

export function restoreState(payload: Uint8Array): VenueState {
  const value = parsePlain(Buffer.from(payload).toString('utf8'));
  if (!isPayload(value)) throw new Error('a stored snapshot holds no state of the engine');
  return recoverSnapshot(value.state);
}

/** The hash was checked when the file was read, so the payload is what a venue wrote. */
const isPayload = (value: unknown): value is { readonly state: Snapshot } =>
  typeof value === 'object' && value !== null && 'state' in value && isState(value.state);

const isState = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'version' in value && 'listings' in value;
