/** The paths of version 2, and the envelope that a few of its answers have. */
import type { Millis } from '../../domain/units.ts';
import { endpointsUnder } from '../endpoint.ts';
import { moment, record, word } from '../record-field.ts';

export const PREFIX = '/capi/v2';

export const { openGet, ownGet, ownPost, placePost, cancelPost } = endpointsUnder(PREFIX);

export const envelopeRecord = <const Data extends string>(data: Data) =>
  record({
    code: word(['00000'], 'Always 00000'),
    msg: word(['success'], 'Always success'),
    requestTime: moment('When it was answered'),
    data: word([data], 'Always the same'),
  });

export const envelope = <const Data extends string>(data: Data, now: Millis) => ({
  code: '00000' as const,
  msg: 'success' as const,
  requestTime: now,
  data,
});
