/**
 * The venue after its last entry: the engine's state, the views and the scores of the competition.
 * The running venue, recovery and followers all apply entries through this file, so they all arrive
 * at the same result.
 */
import { createContest } from '../competition/contest.ts';
import { foldContest } from '../competition/fold-contest.ts';
import type { Entry } from '../domain/command.ts';
import type { HistoryRows } from '../domain/history.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import { isFullFor } from '../engine/request-memory.ts';
import type { VenueState } from '../engine/state.ts';
import { createViews, foldEntry } from '../views/views.ts';
import { type Applied, VenueUnavailable } from './venue.ts';

export type Present = Readonly<ReturnType<typeof createPresent>>;

export const createPresent = () => ({
  state: createState(),
  views: createViews(),
  contest: createContest(),
});

export function applyEntry(
  { state, views, contest }: Present,
  entry: Entry,
): { readonly applied: Applied; readonly rows: HistoryRows } {
  const { seq, at, command } = entry;
  const events = apply(state, entry);
  const { rows, orders } = foldEntry(views, { seq, at, events });
  foldContest(contest, { seq, at, events });
  return { applied: { seq, at, command, events, orders, fills: rows.fills }, rows };
}

/** Why a venue that works takes no further command: too much is under way. */
export function findOverload(
  { requests }: Pick<VenueState, 'requests'>,
  waiting: { readonly count: number; readonly max: number },
  request?: RequestIdentity,
): VenueUnavailable | undefined {
  if (waiting.count >= waiting.max)
    return new VenueUnavailable(
      'overloaded',
      `${waiting.count} commands wait already; try again in a moment`,
    );
  if (request !== undefined && isFullFor(requests, request.receivedAt))
    return new VenueUnavailable(
      'overloaded',
      'more requests came in the last minute than can be remembered',
    );
  return undefined;
}
