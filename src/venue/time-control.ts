/**
 * What an operator may do with venue time: only in a sandbox, within limits, and on record. Each
 * change is a note in the journal.
 */
import { formatDuration } from '../domain/duration.ts';
import type { Millis } from '../domain/units.ts';
import { type ClockState, type PacedClock, SPEED_MAX } from './paced-clock.ts';
import type { TimeDriver } from './time-driver.ts';
import type { Venue } from './venue.ts';

/** A month. A longer step is probably a typing error. */
export const STEP_MILLIS_MAX = 31 * 86_400_000;

export interface TimePicture {
  readonly wallTime: Millis;
  readonly venueTime: Millis;
  /** How far venue time is ahead of the wall clock; negative if it is behind. */
  readonly aheadMillis: number;
  readonly state: ClockState;
  readonly speed: number;
  /** The speed actually reached; null if it was not measured. */
  readonly measuredSpeed: number | null;
  readonly stepEndsAt: Millis | null;
}

/** Why not, in words that name the value and the limit. */
export interface TimeRefused {
  readonly refused: string;
  /** Whether every request is refused here. */
  readonly isForbidden?: true;
}

export interface TimeControl {
  readonly show: () => TimePicture;
  readonly setSpeed: (speed: number) => Promise<TimePicture | TimeRefused>;
  readonly pause: () => Promise<TimePicture | TimeRefused>;
  readonly resume: () => Promise<TimePicture | TimeRefused>;
  readonly step: (byMillis: number) => Promise<TimePicture | TimeRefused>;
}

export interface TimeControlParts {
  readonly venue: Pick<Venue, 'submit' | 'read'>;
  readonly clock: PacedClock;
  readonly driver: Pick<TimeDriver, 'wake' | 'measuredSpeed'>;
  /** Why the time may not be changed here, if so. */
  readonly findObstacle: () => string | undefined;
}

export function createTimeControl(parts: TimeControlParts): TimeControl {
  const { clock } = parts;
  const show = (): TimePicture => pictureOf(parts);
  const change = async (
    refused: string | undefined,
    text: string,
    carryOut: () => void,
  ): Promise<TimePicture | TimeRefused> => {
    const obstacle = parts.findObstacle();
    if (obstacle !== undefined) return { refused: obstacle, isForbidden: true };
    if (refused !== undefined) return { refused };
    carryOut();
    parts.driver.wake();
    await parts.venue.submit({ kind: 'record-note', actor: 'operator', topic: 'time', text });
    return show();
  };
  return {
    show,
    setSpeed: (speed) =>
      change(speedFault(speed), `speed ${speed}, it was ${clock.speed()}`, () =>
        clock.setSpeed(speed),
      ),
    pause: () => change(undefined, 'paused', clock.pause),
    resume: () => change(undefined, `resumed at speed ${clock.speed()}`, clock.resume),
    step: (byMillis) =>
      change(stepFault(byMillis, clock), `a step of ${formatDuration(byMillis)}`, () =>
        clock.step(byMillis),
      ),
  };
}

function pictureOf({ clock, driver, venue }: TimeControlParts): TimePicture {
  const wallTime = clock.wallNow();
  const venueTime = venue.read.now();
  const measured = driver.measuredSpeed;
  return {
    wallTime,
    venueTime,
    aheadMillis: venueTime - wallTime,
    state: clock.state(),
    speed: clock.speed(),
    measuredSpeed: measured === undefined ? null : Math.round(measured * 10) / 10,
    stepEndsAt: clock.stepEndsAt() ?? null,
  };
}

export const speedFault = (speed: number): string | undefined =>
  Number.isSafeInteger(speed) && speed >= 1 && speed <= SPEED_MAX
    ? undefined
    : `a speed is a whole number from 1 to ${SPEED_MAX}, not ${speed}`;

function stepFault(byMillis: number, clock: PacedClock): string | undefined {
  const end = clock.stepEndsAt();
  if (end !== undefined) return `a step is under way until ${new Date(end).toISOString()}`;
  return Number.isSafeInteger(byMillis) && byMillis >= 1 && byMillis <= STEP_MILLIS_MAX
    ? undefined
    : `a step is from 1ms to ${formatDuration(STEP_MILLIS_MAX)}, not ${byMillis} ms`;
}
