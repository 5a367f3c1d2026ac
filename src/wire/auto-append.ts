/** Switches the automatic top-up of an isolated position, in the same words in every dialect. */
import { type Static, Type } from 'typebox';
import type { SetAutoTopUp } from '../domain/command.ts';
import type { Caller } from './caller.ts';
import { flagField, positionField } from './field.ts';

export const AUTO_APPEND_BODY = Type.Object({
  positionId: positionField('The `id` of an isolated position.'),
  autoAppendMargin: flagField({
    description: 'Whether the position draws missing margin from the wallet.',
    examples: [true],
  }),
});

export const autoAppendOf = (
  { positionId: place, autoAppendMargin: enabled }: Static<typeof AUTO_APPEND_BODY>,
  { account }: Caller,
): SetAutoTopUp => ({ kind: 'set-auto-top-up', account, ...place, enabled });
