/**
 * sandbox/time/step: venue time goes on because a bot says so. It belongs to no version of the
 * interface it is an extension of, hence its path.
 */
import { Type } from 'typebox';
import { DURATION_WORDS, findDuration } from '../../../domain/duration.ts';
import type { Millis } from '../../../domain/units.ts';
import { invalid } from '../../caller.ts';
import { endpointsUnder } from '../../endpoint.ts';
import { both, type WireError, wireError } from '../../errors.ts';
import { ifSent, integerField, textField } from '../../field.ts';
import { moment, record } from '../../record-field.ts';

/** A month, as at the operator's port. */
const SECONDS_MAX = 31 * 86_400;

/** Venue time before and after a step. */
interface TimeStepped {
  readonly before: Millis;
  readonly after: Millis;
}

export const TIME_STEP = endpointsUnder('').ownPost('/sandbox/time/step', [1, 1], {
  id: 'sandboxTimeStep',
  mayLast: true,
  request: Type.Object({
    seconds: ifSent(
      integerField('How much venue time is to pass, in seconds.', {
        examples: [60],
        min: 1,
        max: SECONDS_MAX,
      }),
    ),
    duration: ifSent(
      textField('The same as a length of time, such as 1h30m or 500ms; instead of seconds.', {
        lengthMax: 40,
      }),
    ),
  }),
  response: record({
    before: moment('Venue time before the step'),
    after: moment('Venue time now: the step is over'),
  }),
  summary: 'Let venue time pass',
  text:
    'Only in a sandbox that was started with `--time stepped`: there, time stands still but for ' +
    'steps. It is answered when the step is over, with venue time before and after. One step at ' +
    'a time: another is refused meanwhile. A step goes on to its end if its caller is gone, and ' +
    'ends early if the venue stops.',
  read: ({ seconds, duration }): number | WireError => {
    if ((seconds === undefined) === (duration === undefined))
      return wireError('40017', { detail: both('send either seconds or duration') });
    if (seconds !== undefined) return seconds * 1_000;
    const byMillis = findDuration(duration ?? '');
    return byMillis ?? invalid('duration', DURATION_WORDS);
  },
  format: ({ before, after }: TimeStepped) => ({ before, after }),
});
