/**
 * The time of entries. It never runs backwards: while the clock is behind the last stamp, that
 * stamp is given again, and the operator is told when this begins and ends.
 */
import { type Millis, millis } from '../domain/units.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export interface Stamper {
  readonly take: () => Millis;
  /** How far the clock is behind the last stamp. */
  readonly behindMillis: () => number;
}

export function createStamper(clock: Clock, start: Millis, log: Log): Stamper {
  let last = start;
  let isHeld = false;
  const behindMillis = (): number => Math.max(0, last - clock.venueNow());
  const take = (): Millis => {
    // A clock that runs at another speed may give fractions.
    const now = Math.floor(clock.venueNow());
    if (now < last !== isHeld) {
      isHeld = now < last;
      if (isHeld) log('warn', 'the clock went back; time stands still', { by: last - now });
      else log('info', 'the clock has caught up; time goes on');
    }
    last = millis(Math.max(last, now));
    return last;
  };
  return { take, behindMillis };
}
