/** listenKey: the name under which an account hears its own events. */
import { everything } from '../../contract-query.ts';
import { record, text } from '../../record-field.ts';
import { v1 } from '../endpoint.ts';

const RECORD = record({ listenKey: text('Sixty-four letters and digits', 'a1'.repeat(32)) });

const format = (listenKey: string) => ({ listenKey });

const terms = { path: '/listenKey', ...everything() };

export const START_LISTENING = v1.keyPost([1, 0], {
  id: 'binanceListenKeyStart',
  ...terms,
  response: RECORD,
  summary: 'A listen key',
  text: 'The account’s one listen key, for another hour. The key in the header is enough.',
  format,
});

export const PROLONG_LISTENING = v1.keyPut([1, 0], {
  id: 'binanceListenKeyProlong',
  ...terms,
  response: RECORD,
  summary: 'Prolong the listen key',
  text: 'For another hour from now. Without one it is -1125.',
  format,
});

export const END_LISTENING = v1.keyDelete([1, 0], {
  id: 'binanceListenKeyEnd',
  ...terms,
  response: record({}),
  summary: 'End the listen key',
  text: 'Connections that hear under it are closed.',
  format: () => ({}),
});
