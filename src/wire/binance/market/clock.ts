/** Whether the venue answers, and its clock. */
import { everything } from '../../contract-query.ts';
import { moment, record } from '../../record-field.ts';
import { v1 } from '../endpoint.ts';

export const PING = v1.openGet(1, {
  id: 'binancePing',
  path: '/ping',
  ...everything(),
  response: record({}),
  summary: 'Whether the venue answers',
  text: 'An empty object.',
  format: () => ({}),
});

export const TIME = v1.openGet(1, {
  id: 'binanceTime',
  path: '/time',
  ...everything(),
  response: record({ serverTime: moment('The clock of the server') }),
  summary: 'Time of the server',
  text: 'The wall clock, against which `timestamp` is checked.',
  format: (serverTime: number) => ({ serverTime }),
});
