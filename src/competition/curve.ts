/**
 * An entrant's equity over time, to be drawn: every minute of the last day and every hour before.
 * A thousand entrants over fourteen days are 1,000 × (1,440 + 336) points of eight bytes: 14 MB.
 */

import { divideDown } from '../domain/money.ts';
import { type Millis, MONEY_SCALE, type Money, millis, toBigInt } from '../domain/units.ts';
import { MINUTE } from '../views/interval.ts';

export interface Curve {
  /**
   * Equity in hundredths, rounded down. When full, it is a ring whose oldest value is at `next`.
   */
  readonly minutes: number[];
  next: number;
  /** One for each whole hour, the start of the season first. */
  readonly hours: number[];
  /** Minutes taken so far, the start not counted. */
  count: number;
}

export interface CurvePoint {
  readonly at: Millis;
  /** In hundredths of the quote currency. */
  readonly hundredths: number;
}

export const CURVE_MINUTES = 1_440;
export const MINUTES_PER_HOUR = 60;

export const createCurve = (start: Money): Curve => ({
  minutes: [],
  next: 0,
  hours: [hundredthsOf(start)],
  count: 0,
});

export function extendCurve(curve: Curve, equity: Money, count: number): void {
  const value = hundredthsOf(equity);
  for (let minute = 1; minute <= count; minute += 1) {
    curve.count += 1;
    if (curve.count % MINUTES_PER_HOUR === 0) curve.hours.push(value);
    if (count - minute < CURVE_MINUTES) pushMinute(curve, value);
  }
}

function pushMinute(curve: Curve, value: number): void {
  if (curve.minutes.length < CURVE_MINUTES) {
    curve.minutes.push(value);
    return;
  }
  curve.minutes[curve.next] = value;
  curve.next = (curve.next + 1) % CURVE_MINUTES;
}

/** Oldest first: hours before the kept minutes, then minutes; up to a moment. */
export function listPoints(curve: Curve, startedAt: Millis, upTo: Millis): CurvePoint[] {
  const { minutes, hours, next, count } = curve;
  const points: CurvePoint[] = [];
  const firstMinute = count - minutes.length + 1;
  const add = (minute: number, hundredths: number | undefined): void => {
    const at = millis(startedAt + minute * MINUTE);
    if (hundredths !== undefined && at <= upTo) points.push({ at, hundredths });
  };
  for (const [hour, value] of hours.entries()) {
    if (hour * MINUTES_PER_HOUR >= firstMinute) break;
    add(hour * MINUTES_PER_HOUR, value);
  }
  for (let place = 0; place < minutes.length; place += 1)
    add(firstMinute + place, minutes[(next + place) % minutes.length]);
  return points;
}

const hundredthsOf = (amount: Money): number =>
  Number(divideDown(toBigInt(amount) * 100n, MONEY_SCALE));
