/** Feeds entries again: from nothing, or from a snapshot on. */
import type { Entry } from '../src/domain/command.ts';
import { apply } from '../src/engine/apply.ts';
import { createState } from '../src/engine/create-state.ts';
import type { VenueState } from '../src/engine/state.ts';

export function replay(entries: Iterable<Entry>, state: VenueState = createState()): VenueState {
  for (const entry of entries) apply(state, entry);
  return state;
}
