/**
 * A venue of the engine alone: no journal, no archive, no clock, no promises. A command is applied
 * the moment it is submitted, at the time that the caller says. Views that nobody asks for are not
 * folded: of the answers of `read.market` only the market's own memory is kept.
 */
import type { Command, Entry } from '../domain/command.ts';
import type { Event } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import { type Millis, seq } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import { type LevelVisitor, visitLevels } from '../engine/impact-price.ts';
import { foldMarketMemory } from '../views/market-memory.ts';
import { createViews } from '../views/views.ts';
import { createRead, type ReadSource } from './read.ts';

export type BareVenue = ReturnType<typeof createBareVenue>;

export interface LevelQuery {
  readonly contract: ContractId;
  readonly side: Side;
  readonly limit: number;
}

/** Goes on from a state that somebody else made, or begins with an empty one. */
export function createBareVenue(
  source: ReadSource = { state: createState(), views: createViews() },
  applied?: (entry: Entry, events: readonly Event[]) => void,
) {
  const { state, views } = source;
  return {
    read: createRead(source, { venueNow: () => state.now }),
    /** Not before the last entry. */
    submitAt: (at: Millis, command: Command): readonly Event[] => {
      const entry: Entry = { seq: seq(state.seq + 1), at, command };
      const events = apply(state, entry);
      // A beat is one batch that begins with what the market keeps, so the first one is the only.
      const kept = events.find((event) => event.kind === 'market-beat-kept');
      if (kept !== undefined) foldMarketMemory(views.market, kept);
      applied?.(entry, events);
      return events;
    },
    /** Shows the levels of one side of a book, the best first, at most so many. */
    visitLevels: ({ contract, side, limit }: LevelQuery, visit: LevelVisitor): void =>
      visitLevels(state.listings[contract]!, side, limit, visit),
    /** The settlement that comes next, and its rate as it looks now. */
    funding: (contract: ContractId) => {
      const { estimate, nextAt } = state.listings[contract]!.funding;
      return { estimate, nextAt };
    },
  };
}
