/**
 * Venue time as another process tells it: every so often, and at each change of its pace. Between
 * two tellings it goes on at the pace that was told. Both processes are on one machine, so wall and
 * monotonic time are the same.
 */
import { millis } from '../../domain/units.ts';
import { type Clock, createSystemClock } from '../clock.ts';
import type { PacedClock } from '../paced-clock.ts';

/** How venue time stands, and how fast it runs; zero if it does not. */
export type ToldClock = readonly [venueNow: number, speed: number];

export interface FollowedClock extends Clock {
  readonly hear: (told: ToldClock) => void;
}

export const tellClock = (clock: PacedClock): ToldClock => [
  clock.venueNow(),
  clock.state() === 'running' ? clock.speed() : 0,
];

export function createFollowedClock(): FollowedClock {
  const { wallNow, monotonicNow } = createSystemClock();
  let told: ToldClock = [0, 0];
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
