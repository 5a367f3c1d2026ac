/** A state as a stored snapshot holds it: the engine's own form under `state`, as plain JSON. */
import { stringifyPlain } from '../src/domain/plain-json.ts';
import { takeSnapshot } from '../src/engine/snapshot.ts';
import type { VenueState } from '../src/engine/state.ts';

export const storeState = (state: VenueState): Uint8Array =>
  Buffer.from(stringifyPlain({ state: takeSnapshot(state) }), 'utf8');
