/** The answer to a change of an account: it succeeded. */
import type { Static } from 'typebox';
import type { Visitor } from '../../caller.ts';
import { moment, record, word } from '../../record-field.ts';

export const DONE_RECORD = record({
  msg: word(['success'], 'Always success'),
  requestTime: moment('When it was answered'),
  code: word(['200'], 'Always 200'),
});

export const formatDone = (
  _told: unknown,
  _asked: unknown,
  { now }: Pick<Visitor, 'now'>,
): Static<typeof DONE_RECORD> => ({ msg: 'success', requestTime: now, code: '200' });
