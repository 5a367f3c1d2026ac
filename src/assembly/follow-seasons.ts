/**
 * The seed of a season is told with its result. So the market goes on with a newly drawn seed from
 * the first beat after the end of a season, or nobody could publish while the venue runs. The new
 * seed is in its file before its commitment is in the journal, and there before the first draw: a
 * crash in between is completed by the next start. A seed made from a word was never secret and
 * stays.
 */
import type { Batch } from '../domain/command.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Millis } from '../domain/units.ts';
import type { VenueNotes } from '../gateway/notes.ts';
import { beatAt } from '../market/memory.ts';
import { drawSeed, type Seed } from '../market/seed.ts';
import type { Venue } from '../venue/venue.ts';
import { asOne } from './chaos-control.ts';
import { addSeed, followedBy } from './market-seed.ts';

export interface SeedParts {
  /** Null if nothing outlives the process. */
  readonly notes: VenueNotes | null;
  readonly first: Seed;
  readonly change: (seed: Seed) => void;
  /** What the journal does not say yet of a market with this seed. */
  readonly note: (seed: Seed) => Batch['commands'];
  readonly warn: (message: string) => void;
}

export interface SeedFollower {
  readonly newest: () => Seed;
  /** Before each beat; false if the beat must wait, because the journal did not take the note. */
  readonly look: (at: Millis) => Promise<boolean>;
}

export function followSeasons(
  venue: Pick<Venue, 'read' | 'submit'>,
  { notes, first, change, note, warn }: SeedParts,
): SeedFollower {
  let seed = first;
  let isNoted = true;
  let isFailing = false;
  const draw = async (at: Millis): Promise<void> => {
    try {
      const beat = beatAt(at);
      seed = notes === null ? followedBy(seed, drawSeed(), beat) : await addSeed(notes, beat);
      isNoted = false;
      isFailing = false;
    } catch (error) {
      if (!isFailing) warn(`the seed of the season is still in use: ${reasonOf(error)}`);
      isFailing = true;
    }
  };
  const look = async (at: Millis): Promise<boolean> => {
    if (isSpent(venue, seed)) await draw(at);
    if (isNoted) return true;
    try {
      const command = asOne(note(seed));
      if (command !== undefined) await venue.submit(command);
    } catch {
      return false;
    }
    change(seed);
    isNoted = true;
    return true;
  };
  return { newest: () => seed, look };
}

/** Whether it is the seed of a season that has ended. */
function isSpent({ read }: Pick<Venue, 'read'>, { word, earlier }: Seed): boolean {
  const endedAt = read.season.current()?.endedAt ?? null;
  if (endedAt === null || word !== null) return false;
  return (earlier?.at(-1)?.until ?? 0) <= beatAt(endedAt);
}
