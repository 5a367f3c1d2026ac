/** The answer to a change of an account: it succeeded. */
import type { Static } from 'typebox';
import type { Visitor } from '../../caller.ts';
import { moment, record, word } from '../../record-field.ts';

/** Has no `msg`, because client libraries take an answer with `msg` for an error. */
export const DONE_RECORD = record({
  code: word(['200'], 'Always 200'),
  requestTime: moment('When it was answered'),
});

export const formatDone = (
  _told: unknown,
  _asked: unknown,
  { now }: Pick<Visitor, 'now'>,
): Static<typeof DONE_RECORD> => ({ code: '200', requestTime: now });
