/** Venue time: what it is, how fast it runs, and, in a sandbox, changing that. */
import { Type } from 'typebox';
import { SPEED_MAX } from '../../venue/clock.ts';
import type { TimeControl } from '../../venue/time-control.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { integerField, textField } from '../../wire/field.ts';
import { readRequest } from '../../wire/read-request.ts';
import { answerControl, readDuration } from '../answer-control.ts';
import type { AdminParts, AdminRoute } from './admin-route.ts';

const NOTHING = Type.Object({});
const SPEED = Type.Object({
  speed: integerField({ description: 'Times as fast as the wall clock.', min: 1, max: SPEED_MAX }),
});
const STEP = Type.Object({
  by: textField({ description: 'How much venue time, such as 1h.', lengthMax: 40 }),
});

export const TIME_ROUTES: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/time',
    summary: 'Both clocks, and how fast venue time runs',
    request: NOTHING,
    respond: (parts) => withTime(parts, ({ show }) => show()),
  },
  {
    method: 'POST',
    path: '/time/speed',
    summary: 'Let venue time run this many times as fast',
    request: SPEED,
    respond: (parts, _names, fields) =>
      withTime(parts, ({ setSpeed }) => {
        const wanted = readRequest(SPEED, fields);
        return isWireError(wanted) ? wanted : answerControl(setSpeed(wanted.speed));
      }),
  },
  {
    method: 'POST',
    path: '/time/pause',
    summary: 'Stop venue time, and the market with it',
    request: NOTHING,
    respond: (parts) => withTime(parts, ({ pause }) => answerControl(pause())),
  },
  {
    method: 'POST',
    path: '/time/resume',
    summary: 'Let venue time go on',
    request: NOTHING,
    respond: (parts) => withTime(parts, ({ resume }) => answerControl(resume())),
  },
  {
    method: 'POST',
    path: '/time/step',
    summary: 'Pass this much venue time, then stop',
    request: STEP,
    respond: (parts, _names, fields) =>
      withTime(parts, ({ step }) => {
        const wanted = readRequest(STEP, fields);
        if (isWireError(wanted)) return wanted;
        const by = readDuration('by', wanted.by);
        return typeof by === 'number' ? answerControl(step(by)) : (by ?? noTime());
      }),
  },
];

const withTime = (
  { time }: AdminParts,
  go: (time: TimeControl) => object | Promise<object>,
): object | Promise<object> => (time === undefined ? noTime() : go(time));

const noTime = (): WireError =>
  wireError('40022', { detail: both('nobody may change the time of this venue') });
