/** Switches the automatic top-up of an isolated position, in the same words in every dialect. */
import { Type } from 'typebox';
import type { SetAutoTopUp } from '../domain/command.ts';
import type { Caller } from './caller.ts';
import { isWireError, type WireError } from './errors.ts';
import { flagField, positionField } from './field.ts';
import { type Fields, readRequest } from './read-request.ts';

export const AUTO_APPEND_BODY = Type.Object({
  positionId: positionField('The `id` of an isolated position.'),
  autoAppendMargin: flagField({
    description: 'Whether the position draws missing margin from the wallet.',
    examples: [true],
  }),
});

export function parseAutoAppend(caller: Caller, fields: Fields): SetAutoTopUp | WireError {
  const asked = readRequest(AUTO_APPEND_BODY, fields, caller);
  if (isWireError(asked)) return asked;
  const { positionId: place, autoAppendMargin: enabled } = asked;
  return { kind: 'set-auto-top-up', account: caller.account, ...place, enabled };
}
