/**
 * Notes of a cluster that stay known while their database is away. The replica that takes over the
 * market needs the seed at once, and the database may be what has failed.
 */

import { RecordsError } from '../../facts/records.ts';
import type { NoteName, VenueNotes } from '../../gateway/notes.ts';
import type { Venue } from '../../venue/venue.ts';
import { MARKET_TOPIC } from '../../views/market-memory.ts';
import { isNewest } from '../market-seed.ts';

const LOOK_MILLIS = 500;

/** Whenever the log names another seed, it is read, and with it what goes with it. */
export function rememberNotes(notes: VenueNotes, { read }: Pick<Venue, 'read'>): VenueNotes {
  const known = new Map<NoteName, string>();
  const find: VenueNotes['find'] = async (name) => {
    try {
      const text = await notes.find(name);
      if (text !== undefined) known.set(name, text);
      return text;
    } catch (error) {
      const text = known.get(name);
      const isAway = error instanceof RecordsError && error.fault === 'away';
      const isOld = name === 'marketSeed' && !isNewest(text ?? '', read.market.note()?.commitment);
      if (!isAway || text === undefined || isOld) throw error;
      return text;
    }
  };
  let heard: string | undefined;
  const timer = setInterval(() => {
    const said = read.market.memory().notes.get(MARKET_TOPIC);
    if (said === heard) return;
    heard = said;
    for (const name of ['marketSeed', 'credentials'] as const)
      find(name).catch(() => {
        heard = undefined;
      });
  }, LOOK_MILLIS);
  timer.unref();
  return {
    ...notes,
    find,
    write: async (name, text) => {
      await notes.write(name, text);
      known.set(name, text);
    },
  };
}
