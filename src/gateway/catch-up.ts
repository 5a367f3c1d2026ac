/**
 * Each answer says in a header how far the journal was. A caller that sends the number along, to
 * this replica or to another, is answered when that entry is applied here: it finds everything that
 * it was told of before.
 */
import { clearTimeout, setTimeout } from '../machine/timers.ts';
import type { Venue } from '../venue/venue.ts';
import { both, wireError } from '../wire/errors.ts';
import type { Edge } from './edge.ts';
import { errorReply, type Reply, SEQ_HEADER, unavailableReply } from './reply.ts';
import type { Visit } from './visit.ts';

/** A replica that trades is behind by less than this. */
const PATIENCE_MILLIS = 2_000;

/** Undefined once everything is here that the caller was told of. */
export async function catchUp({ venue }: Edge, visit: Visit): Promise<Reply | undefined> {
  const text = String(visit.headers[SEQ_HEADER]);
  if (!/^\d{1,15}$/.test(text)) {
    const detail = both(`${SEQ_HEADER} is the whole number of an earlier answer`);
    return errorReply(visit, wireError('40017', { detail }));
  }
  const seq = Number(text);
  if (venue.read.seq() >= seq || (await hasArrived(venue, seq))) return undefined;
  const last = venue.read.seq();
  return unavailableReply(visit, `entry ${seq} is not here yet, ${last} is; nothing was done`);
}

function hasArrived(venue: Pick<Venue, 'listen'>, wanted: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = (isHere: boolean): void => {
    clearTimeout(timer);
    stop();
    resolve(isHere);
  };
  const stop = venue.listen(({ seq }) => {
    if (seq >= wanted) end(true);
  });
  const timer = setTimeout(() => end(false), PATIENCE_MILLIS);
  return promise;
}
