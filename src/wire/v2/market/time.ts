/** market/time: the clock that signatures are checked against. */
import type { Static } from 'typebox';
import { wholeDown } from '../../../domain/rounding.ts';
import type { Millis } from '../../../domain/units.ts';
import { everything } from '../../contract-query.ts';
import { formatIso, padded } from '../../format-time.ts';
import { decimal, moment, record, text } from '../../record-field.ts';
import { openGet } from '../endpoint.ts';

const RECORD = record({
  epoch: decimal('Seconds since 1970 with three decimals', '1767225600.123'),
  iso: text('ISO 8601 in UTC', '2026-01-01T00:00:00.123Z'),
  timestamp: moment('The same moment'),
});

export const serverTime = (now: Millis): Static<typeof RECORD> => ({
  epoch: `${wholeDown(now, 1_000)}.${padded(now % 1_000, 3)}`,
  iso: formatIso(now),
  timestamp: now,
});

export const TIME = openGet(1, {
  id: 'marketTime',
  path: '/market/time',
  ...everything(),
  response: RECORD,
  summary: 'Time of the venue',
  text: 'For checking the connection and setting clocks: signatures are valid for 30 seconds.',
  format: serverTime,
});
