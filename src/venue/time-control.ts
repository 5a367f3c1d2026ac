/**
 * What an operator may do with venue time: only in a sandbox, and within limits. Each change is a
 * line of the operator's log. The journal mentions it only while a season is open: how fast time
 * passed is no part of what happened, but those who competed may want to know.
 */
import { formatDuration } from '../domain/duration.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { isSeasonOver } from '../domain/season.ts';
import type { Millis } from '../domain/units.ts';
import { TIME_TOPIC } from '../views/market-memory.ts';
import { type ClockState, type PacedClock, SPEED_MAX } from './clock.ts';
import type { Logger } from './logger.ts';
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
  readonly setSpeed: (speed: number) => TimePicture | TimeRefused;
  readonly pause: () => TimePicture | TimeRefused;
  readonly resume: () => TimePicture | TimeRefused;
  /** Begins a step; `stepDone` tells when it is over. */
  readonly step: (byMillis: number) => TimePicture | TimeRefused;
  /** Resolves when no step is under way: every beat of the last one is applied. */
  readonly stepDone: () => Promise<TimePicture>;
}

export interface TimeControlParts {
  readonly venue: Pick<Venue, 'read' | 'submit'>;
  readonly clock: PacedClock;
  readonly driver: Pick<TimeDriver, 'wake' | 'measuredSpeed'>;
  /** Why the time may not be changed here, if so. */
  readonly findObstacle: () => string | undefined;
  readonly logger: Logger;
}

export function createTimeControl(parts: TimeControlParts): TimeControl {
  const { clock } = parts;
  const show = (): TimePicture => pictureOf(parts);
  const change = (
    refused: string | undefined,
    text: string,
    carryOut: () => void,
  ): TimePicture | TimeRefused => {
    const obstacle = parts.findObstacle();
    if (obstacle !== undefined) return { refused: obstacle, isForbidden: true };
    if (refused !== undefined) return { refused };
    noteInSeason(parts, text);
    carryOut();
    parts.driver.wake();
    parts.logger('info', `venue time: ${text}`);
    return show();
  };
  return {
    show,
    setSpeed: (speed) =>
      change(speedFault(speed, clock), `speed ${speed}, it was ${clock.speed()}`, () =>
        clock.setSpeed(speed),
      ),
    pause: () => change(undefined, 'paused', clock.pause),
    resume: () => change(steppedFault(clock), `resumed at speed ${clock.speed()}`, clock.resume),
    step: (byMillis) =>
      change(stepFault(byMillis, clock), `a step of ${formatDuration(byMillis)}`, () =>
        clock.step(byMillis),
      ),
    stepDone: () => clock.stepDone().then(show),
  };
}

function noteInSeason({ venue, logger }: TimeControlParts, text: string): void {
  const season = venue.read.season.current();
  if (season === null || isSeasonOver(season.phase)) return;
  venue
    .submit({ kind: 'record-note', actor: 'operator', topic: TIME_TOPIC, text })
    .catch((error: unknown) =>
      logger('warn', 'a change of venue time is not noted', { because: reasonOf(error) }),
    );
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

const steppedFault = ({ isStepped }: PacedClock): string | undefined =>
  isStepped ? 'time is only stepped here: the venue was started with --time stepped' : undefined;

const speedFault = (speed: number, clock: PacedClock): string | undefined =>
  Number.isSafeInteger(speed) && speed >= 1 && speed <= SPEED_MAX
    ? steppedFault(clock)
    : `a speed is a whole number from 1 to ${SPEED_MAX}, not ${speed}`;

function stepFault(byMillis: number, clock: PacedClock): string | undefined {
  const end = clock.stepEndsAt();
  if (end !== undefined) return `a step is under way until ${new Date(end).toISOString()}`;
  return Number.isSafeInteger(byMillis) && byMillis >= 1 && byMillis <= STEP_MILLIS_MAX
    ? undefined
    : `a step is from 1ms to ${formatDuration(STEP_MILLIS_MAX)}, not ${byMillis} ms`;
}

/** Venue time before and after a step. */
export interface TimeStepped {
  readonly before: Millis;
  readonly after: Millis;
}

/** As a client asks for it: only where time stands still but for steps, and one at a time. */
export interface StepTime {
  readonly step: (byMillis: number) => Promise<TimeStepped | TimeRefused>;
  /** Where time is stepped, it goes on to this moment: somebody's latency passes. */
  readonly passTo: (at: number) => Promise<void>;
  /** The venue stops: nobody waits for a step any longer. */
  readonly end: () => void;
}

const NOT_STEPPED: TimeRefused = {
  refused: 'time runs by itself here: steps are for a venue that was started with --time stepped',
  isForbidden: true,
};

/** What moves time where it is stepped; undefined where it runs by itself. */
export interface StepParts {
  readonly clock: PacedClock;
  readonly driver: Pick<TimeDriver, 'wake'>;
}

export function createStepTime(time: TimeControl, parts: StepParts | undefined): StepTime {
  const ending = Promise.withResolvers<void>();
  let isEnding = false;
  let passing: Promise<void> | undefined;
  const passTo = async (at: number): Promise<void> => {
    if (parts === undefined) return;
    const { clock, driver } = parts;
    for (let now = clock.venueNow(); now < at; now = clock.venueNow()) {
      const isOwn = clock.stepEndsAt() === undefined;
      if (isOwn) {
        clock.step(at - now);
        driver.wake();
        passing = clock.stepDone().then(() => {
          passing = undefined;
        });
      }
      await Promise.race([clock.stepDone(), ending.promise]);
      // Nothing moves it any more; a step of somebody else may have had nothing left to do.
      if (isEnding || (isOwn && clock.venueNow() === now)) return;
    }
  };
  const step = async (byMillis: number): Promise<TimeStepped | TimeRefused> => {
    if (parts === undefined) return NOT_STEPPED;
    while (passing !== undefined) await passing;
    const { venueTime: before } = time.show();
    const begun = time.step(byMillis);
    if ('refused' in begun) return begun;
    await Promise.race([time.stepDone(), ending.promise]);
    const { venueTime: after } = time.show();
    // At the end of a tape time stands still, and the step is over.
    if (after >= before + byMillis || !isEnding) return { before, after };
    const reached = new Date(after).toISOString();
    return { refused: `the venue is stopping; the step had come to ${reached}` };
  };
  const end = (): void => {
    isEnding = true;
    ending.resolve();
  };
  return { step, passTo, end };
}
