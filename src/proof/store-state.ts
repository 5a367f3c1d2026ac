/** A state as a stored snapshot holds it: the engine's own form under `state`, as plain JSON. */
import { stringifyPlain } from '../domain/plain-json.ts';
import { takeSnapshot } from '../engine/snapshot.ts';
import type { VenueState } from '../engine/state.ts';

export const storeState = (state: VenueState): Uint8Array =>
  Buffer.from(stringifyPlain({ state: takeSnapshot(state) }), 'utf8');
