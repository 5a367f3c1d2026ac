/** Switches the automatic top-up of an isolated position, in the same words in every dialect. */
import { type Static, Type } from 'typebox';
import type { SetAutoTopUp } from '../domain/command.ts';
import type { Caller } from './caller.ts';
import { flagField, positionField } from './field.ts';

const BODY = Type.Object({
  positionId: positionField('The `id` of an isolated position.'),
  autoAppendMargin: flagField('Whether the position draws missing margin from the wallet.', {
    examples: [true],
  }),
});

export const AUTO_APPEND_TERMS = {
  path: '/account/modifyAutoAppendMargin',
  request: BODY,
  summary: 'Switch automatic top-up of an isolated position',
  text:
    'When on, a position that is short of margin draws it from the wallet before it is ' +
    'liquidated.',
  read: (
    { positionId: place, autoAppendMargin: enabled }: Static<typeof BODY>,
    { account }: Caller,
  ): SetAutoTopUp => ({ kind: 'set-auto-top-up', account, ...place, enabled }),
};
