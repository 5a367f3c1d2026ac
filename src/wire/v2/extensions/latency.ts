/** perpetua/latency: how late an account sees, acts and is told, in venue time. */
import { Type } from 'typebox';
import { describeLatency, type Latency } from '../../../domain/latency.ts';
import { textField } from '../../field.ts';
import { record, text } from '../../record-field.ts';
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
