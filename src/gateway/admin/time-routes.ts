/** Venue time: what it is, how fast it runs, and, in a sandbox, changing that. */
import { SPEED_MAX } from '../../venue/clock.ts';
import { both, wireError } from '../../wire/errors.ts';
import { integerField, textField } from '../../wire/field.ts';
import { answerControl, readDuration } from '../answer-control.ts';
import { type AdminRoute, routesOf } from './admin-route.ts';

const NO_TIME = wireError('40022', { detail: both('nobody may change the time of this venue') });
const { get, post } = routesOf(({ time }) => time ?? NO_TIME);

const SPEED = {
  speed: integerField('Times as fast as the wall clock.', { min: 1, max: SPEED_MAX }),
};
const STEP = { by: textField('How much venue time, such as 1h.', { lengthMax: 40 }) };

export const TIME_ROUTES: readonly AdminRoute[] = [
  get('/time', 'Both clocks, and how fast venue time runs', {}, ({ show }) => show()),
  post(
    '/time/speed',
    'Let venue time run this many times as fast',
    SPEED,
    ({ setSpeed }, { speed }) => answerControl(setSpeed(speed)),
  ),
  post('/time/pause', 'Stop venue time, and the market with it', {}, ({ pause }) =>
    answerControl(pause()),
  ),
  post('/time/resume', 'Let venue time go on', {}, ({ resume }) => answerControl(resume())),
  post('/time/step', 'Pass this much venue time, then stop', STEP, ({ step }, sent) => {
    const by = readDuration('by', sent.by);
    return typeof by === 'number' ? answerControl(step(by)) : (by ?? NO_TIME);
  }),
];
