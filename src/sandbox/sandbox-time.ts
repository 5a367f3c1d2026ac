/** Venue time in the hands of a test. */

import type { OpenVenue } from '../assembly/open-files.ts';
import { shown } from '../assembly/setting.ts';
import { ALL_SETTINGS } from '../assembly/settings.ts';
import { DURATION_WORDS, findDuration, formatDuration } from '../domain/duration.ts';
import { STEP_MILLIS_MAX } from '../venue/time-control.ts';
import { badArgument, expectDone, type Guard, SandboxError } from './sandbox-error.ts';

/** Such as `90s`, `5m` or `1h30m`; a number is in milliseconds. */
export type Duration = string | number;

export interface TimeActs {
  /** Venue time. */
  readonly now: () => Date;
  /**
   * Passes so much venue time as fast as this machine can, and resolves when all of it has
   * happened. Callers are answered meanwhile. A running clock runs on afterwards.
   */
  readonly advance: (by: Duration) => Promise<Date>;
  /** The same up to a moment: a date, ISO 8601 or milliseconds since 1970. */
  readonly advanceTo: (moment: string | number | Date) => Promise<Date>;
  /** How many times as fast as the wall clock a running clock runs, from 1 to 10000. */
  readonly setSpeed: (times: number) => Promise<void>;
  /** Stops a running clock, and lets it go on. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

export function createTimeActs(
  { venue, clock, market, tape, controls: { time } }: OpenVenue,
  { guard, expectOpen }: Guard,
): TimeActs {
  const pass = async (what: string, byMillis: number): Promise<Date> => {
    if (byMillis > STEP_MILLIS_MAX)
      throw badArgument(
        `${what}: ${formatDuration(byMillis)} at once is too long; ` +
          `it is at most ${formatDuration(STEP_MILLIS_MAX)}`,
      );
    const wasRunning = clock.state() === 'running';
    const target = venue.read.now() + byMillis;
    expectDone(time.step(byMillis));
    const { venueTime } = await time.stepDone();
    if (venueTime < target) {
      expectOpen();
      expectOver(tape);
      return new Date(venueTime);
    }
    // Without beats nothing else tells the engine how late it is.
    if (market === undefined) await venue.advancer.look();
    if (wasRunning) expectDone(time.resume());
    return new Date(venueTime);
  };
  const expectRunning = (what: string): void => {
    if (clock.isStepped)
      throw new SandboxError(
        'refused',
        `${what}: this sandbox has a manual clock; open it with clock: 'running', or use advance`,
      );
  };
  return {
    now: () => {
      expectOpen();
      return new Date(venue.read.now());
    },
    advance: guard(async (by) => pass('advance', expectDuration('advance', by))),
    advanceTo: guard(async (moment) => {
      const given = moment instanceof Date ? moment.getTime() : moment;
      const at = ALL_SETTINGS.startAt.parse(given);
      if (typeof at !== 'number')
        throw badArgument(
          `advanceTo: ${shown(moment)} is not a moment; it is a Date, ISO 8601 such as ` +
            '2026-01-31T12:00:00Z, or milliseconds since 1970',
        );
      const now = venue.read.now();
      if (at < now)
        throw badArgument(
          `advanceTo: ${new Date(at).toISOString()} is over; it is ${new Date(now).toISOString()}`,
        );
      return at === now ? new Date(now) : pass('advanceTo', at - now);
    }),
    setSpeed: guard(async (times) => {
      expectRunning('setSpeed');
      expectDone(time.setSpeed(times));
    }),
    pause: guard(async () => {
      const wasRunning = clock.state() === 'running';
      expectDone(time.pause());
      // A beat that is under way still moves time; the shortest step is over when it is.
      if (wasRunning) await pass('pause', 1);
    }),
    resume: guard(async () => {
      expectRunning('resume');
      expectDone(time.resume());
    }),
  };
}

/** In milliseconds. */
export function expectDuration(what: string, given: unknown): number {
  const isCount = typeof given === 'number' && Number.isSafeInteger(given) && given > 0;
  const found = typeof given === 'string' ? findDuration(given) : undefined;
  const duration = isCount ? given : found;
  if (duration !== undefined) return duration;
  throw badArgument(
    `${what}: ${shown(given)} is not a duration; it is ${DURATION_WORDS}, ` +
      'or a whole number of milliseconds',
  );
}

/** At the end of a tape time stands still, and where it is damaged. */
function expectOver(tape: OpenVenue['tape']): void {
  if (tape === undefined)
    throw new SandboxError('closed', 'this sandbox was closed while time advanced');
  const damage = tape.damage();
  if (damage !== undefined) throw new SandboxError('failed', `the tape is damaged: ${damage}`);
}
