/**
 * How trading and quoting breathe with the hour and the weekday, in UTC. 1 is the mean of a
 * weekday.
 */
import { DAY } from '../domain/limits.ts';
import { cos } from './steady-math.ts';

const HOUR = DAY / 24;
/** 1970 began on a Thursday: this much later was the first Saturday. */
const FIRST_SATURDAY = 2 * DAY;
/** The weekend comes and goes over these hours around midnight. */
const RAMP = 6 * HOUR;

/** Trades: busiest at 15:00, quietest twelve hours later; half as many at the weekend. */
const BUSIEST_HOUR = 15;
const BUSTLE_SWING = 0.25;
const WEEKEND_BUSTLE = 0.5;
/** Sizes on the book: largest at 11:00, smallest twelve hours later, and smaller at the weekend. */
const DEEPEST_HOUR = 11;
const DEPTH_SWING = 0.2;
const WEEKEND_DEPTH = 0.75;
const WEEKEND_VOLATILITY = 0.75;

/** How much of a weekend it is: 0 on weekdays, 1 on Saturday and Sunday. */
export function weekendAt(at: number): number {
  const sinceSaturday = (at - FIRST_SATURDAY + RAMP / 2) % (7 * DAY);
  const begun = Math.min(1, sinceSaturday / RAMP);
  const ended = Math.min(1, Math.max(0, (sinceSaturday - 2 * DAY) / RAMP));
  return begun - ended;
}

const swing = (at: number, peakHour: number, size: number): number =>
  1 + size * cos(2 * Math.PI * ((at % DAY) / DAY - peakHour / 24));

const atWeekend = (at: number, times: number): number => 1 - (1 - times) * weekendAt(at);

export const bustleAt = (at: number): number =>
  swing(at, BUSIEST_HOUR, BUSTLE_SWING) * atWeekend(at, WEEKEND_BUSTLE);

export const depthAt = (at: number): number =>
  swing(at, DEEPEST_HOUR, DEPTH_SWING) * atWeekend(at, WEEKEND_DEPTH);

/** Multiplies the volatility of simulated prices, beside the shape of the day. */
export const weekVolatilityAt = (at: number): number => atWeekend(at, WEEKEND_VOLATILITY);
