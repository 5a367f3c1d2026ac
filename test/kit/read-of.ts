/** What a venue would tell of an engine's state that runs without one; its views stay empty. */
import type { VenueState } from '../../src/engine/state.ts';
import { createRead, type Read } from '../../src/venue/read.ts';
import { createViews } from '../../src/views/views.ts';

export const readOf = (state: VenueState): Read =>
  createRead({ state, views: createViews() }, { venueNow: () => state.now });
