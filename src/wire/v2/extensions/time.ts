/** Venue time: how late an account is, and steps. */

import { Type } from 'typebox';
import { DURATION_WORDS, findDuration } from '../../../domain/duration.ts';
import { describeLatency, type Latency } from '../../../domain/latency.ts';
import type { Millis } from '../../../domain/units.ts';
import { invalid } from '../../caller.ts';
import { endpointsUnder } from '../../endpoint.ts';
import { both, type WireError, wireError } from '../../errors.ts';
import { ifSent, integerField, textField } from '../../field.ts';
import { moment, record, text } from '../../record-field.ts';
import { ownGet, ownPost } from '../endpoint.ts';

const RECORD = record({
  latency: text('What of it is how late', 'feed 5ms, entry 20ms, answer 10ms'),
});

/** Undefined for none. */
interface LatencyTold {
  readonly latency: Latency | undefined;
}

const format = ({ latency }: LatencyTold) => ({ latency: describeLatency(latency) });

export const OWN_LATENCY = ownGet('/perpetua/latency', [1, 1], {
  id: 'perpetuaLatency',
  response: RECORD,
  summary: 'Your latency',
  text:
    'How late, in venue time, you see the market (`feed`), the venue gets your calls (`entry`) ' +
    'and you are told of your own (`answer`). It is part of the account’s terms in the journal.',
  format,
});

export const CHANGE_LATENCY = ownPost('/perpetua/latency', [1, 1], {
  id: 'perpetuaSetLatency',
  request: Type.Object({
    latency: textField('Such as 20ms, or feed=5ms,entry=20ms~0.6,answer=10ms,hold=2s, or none.', {
      lengthMax: 200,
    }),
  }),
  response: RECORD,
  summary: 'Change your latency',
  text:
    'Only in a sandbox, and not in a season that has one for all. `20ms~0.6` is drawn from a ' +
    'log-normal distribution with a median of 20 ms; `hold` is how long a delay lasts, so that ' +
    'slow ones come together.',
  read: ({ latency }) => latency,
  format,
});

/**
 * sandbox/time/step: venue time goes on because a bot says so. It belongs to no version of the
 * interface it is an extension of, hence its path.
 */
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
