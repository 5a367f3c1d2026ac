/**
 * Reads the engine's state out of a stored snapshot: plain JSON with the state under `state`. The
 * views that a venue stores beside it are ignored here.
 */
import { parsePlain } from '../domain/plain-json.ts';
import { recoverSnapshot } from '../engine/recover-snapshot.ts';
import type { Snapshot } from '../engine/snapshot.ts';
import type { VenueState } from '../engine/state.ts';

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
