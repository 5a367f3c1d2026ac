/**
 * A market without servers or disk: engine, feed and house on a virtual clock, as fast as the
 * machine can go. Everything that happens is an entry, as in a venue with a journal.
 */
import { FIRST_OPENED_ACCOUNT } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type { Command } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Event } from '../domain/event.ts';
import { millis } from '../domain/units.ts';
import type { BareVenue } from '../venue/bare-venue.ts';
import { findHouse } from './house-picture.ts';
import { createMarket, type DrivenMarket } from './market.ts';
import { DEFAULT_TUNING, type MarketTuning, marketTermsOf } from './market-terms.ts';
import { timeOf } from './memory.ts';
import type { Seed } from './seed.ts';

export interface MarketDriveSettings {
  readonly contracts: readonly Contract[];
  readonly seed: Seed;
  readonly tuning?: MarketTuning;
}

export interface MarketDrive {
  readonly market: DrivenMarket;
  /** The time of the last beat, or of the last entry before the first. */
  readonly at: number;
  /** How many commands the ticks had; a batch counts as its commands. */
  commands: number;
  /** When a market acts next. */
  readonly nextBeat: () => number;
  /** Time moves on to the next beat, and a market acts. */
  readonly step: () => readonly Event[];
  /** Time moves on to a moment, through every beat up to it. */
  readonly reach: (at: number, see?: (events: readonly Event[]) => void) => void;
  /** Applies a command at that time. */
  readonly submit: (command: Command) => readonly Event[];
}

/** A Monday at midnight UTC. */
export const DRIVE_START = Date.UTC(2026, 0, 5);

/** Goes on after the last entry of a venue, with what the market kept there. */
export function driveMarket(venue: BareVenue, settings: MarketDriveSettings): MarketDrive {
  const { contracts, seed, tuning = DEFAULT_TUNING } = settings;
  const { read, submitAt } = venue;
  const [first] = findHouse(read);
  assert(first === FIRST_OPENED_ACCOUNT, 'the house comes first', first);
  const market = createMarket({
    read,
    terms: marketTermsOf(contracts, tuning),
    seed,
    open: (kind) => Promise.reject(new Error(`there is no ${kind} feed here`)),
    tell: () => undefined,
  });
  let at = read.at();
  const beatAt = (beat: number): readonly Event[] => {
    at = timeOf(beat);
    const batch = market.decide(beat);
    assert(batch !== undefined, 'no market acts at a beat', beat);
    drive.commands += batch.commands.length;
    return submitAt(at, batch);
  };
  const drive: MarketDrive = {
    market,
    get at() {
      return at;
    },
    commands: 0,
    submit: (command) => submitAt(at, command),
    nextBeat: () => market.nextBeat(at),
    step: () => beatAt(market.nextBeat(at)),
    reach: (end, see) => {
      for (let beat = market.nextBeat(at); beat <= end; beat = market.nextBeat(at)) {
        const events = beatAt(beat);
        see?.(events);
      }
      at = millis(end);
    },
  };
  return drive;
}
