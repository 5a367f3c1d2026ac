/**
 * Venue time as another process tells it: every so often, and at each change of its pace. Between
 * two tellings it goes on at the pace that was told. Both processes are on one machine, so wall and
 * monotonic time are the same.
 */
import { millis } from '../../domain/units.ts';
import { type Clock, createSystemClock, type PacedClock } from '../clock.ts';

/** How venue time stands, how fast it runs, zero if it does not, and the last entry so far. */
export type ToldClock = readonly [venueNow: number, speed: number, seq: number];

export interface FollowedClock extends Clock {
  readonly hear: (told: ToldClock) => void;
}

export const tellClock = (clock: PacedClock, seq: number): ToldClock => [
  clock.venueNow(),
  clock.state() === 'running' ? clock.speed() : 0,
  seq,
];

export function createFollowedClock(): FollowedClock {
  const { wallNow, monotonicNow } = createSystemClock();
  let told: ToldClock = [0, 0, 0];
  let heardAt = monotonicNow();
  let reached = 0;
  return {
    wallNow,
    monotonicNow,
    venueNow: () => {
      const [venueNow, speed] = told;
      reached = Math.max(reached, Math.floor(venueNow + speed * (monotonicNow() - heardAt)));
      return millis(reached);
    },
    hear: (next) => {
      told = next;
      heardAt = monotonicNow();
    },
  };
}
