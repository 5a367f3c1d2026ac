/**
 * Steps of venue time as a client asks for them: only where time stands still but for steps, one at
 * a time, and each answered when it is over.
 */
import type { Millis } from '../domain/units.ts';
import type { TimeControl, TimeRefused } from './time-control.ts';

/** Venue time before and after a step. */
export interface TimeStepped {
  readonly before: Millis;
  readonly after: Millis;
}

export interface StepTime {
  readonly step: (byMillis: number) => Promise<TimeStepped | TimeRefused>;
  /** The venue stops: nobody waits for a step any longer. */
  readonly end: () => void;
}

const NOT_STEPPED: TimeRefused = {
  refused: 'time runs by itself here: steps are for a venue that was started with --time stepped',
  isForbidden: true,
};

export function createStepTime(time: TimeControl, isStepped: boolean): StepTime {
  const ending = Promise.withResolvers<void>();
  const step = async (byMillis: number): Promise<TimeStepped | TimeRefused> => {
    if (!isStepped) return NOT_STEPPED;
    const { venueTime: before } = time.show();
    const begun = time.step(byMillis);
    if ('refused' in begun) return begun;
    await Promise.race([time.stepDone(), ending.promise]);
    const { venueTime: after } = time.show();
    if (after >= before + byMillis) return { before, after };
    const reached = new Date(after).toISOString();
    return { refused: `the venue is stopping; the step had come to ${reached}` };
  };
  return { step, end: ending.resolve };
}
