/** account/positionMargin and account/modifyAutoAppendMargin: margin of an isolated position. */
import { Type } from 'typebox';
import type { AdjustIsolatedMargin } from '../../../domain/command.ts';
import { money } from '../../../domain/units.ts';
import { AUTO_APPEND_BODY, parseAutoAppend } from '../../auto-append.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { meaningField, moneyField, positionField } from '../../field.ts';
import { readRequest } from '../../read-request.ts';
import { ownPost } from '../endpoint.ts';
import { DONE_RECORD, formatDone } from './done.ts';

const BODY = Type.Object({
  isolatedPositionId: positionField('The `id` of an isolated position.'),
  amount: moneyField({ description: 'How much, above 0.', examples: ['12.5'] }),
  type: meaningField<'add' | 'remove'>(
    { '1': 'add', '2': 'remove' },
    { description: '1 adds, 2 removes.', examples: [1] },
  ),
});

export const POSITION_MARGIN = ownPost([15, 30], {
  id: 'v3AccountPositionMargin',
  path: '/account/positionMargin',
  request: BODY,
  response: DONE_RECORD,
  summary: 'Add or remove isolated margin',
  text: 'The position is named by its `id`.',
  read: (caller, fields): AdjustIsolatedMargin | WireError => {
    const asked = readRequest(BODY, fields, caller);
    if (isWireError(asked)) return asked;
    return {
      kind: 'adjust-isolated-margin',
      account: caller.account,
      ...asked.isolatedPositionId,
      amount: asked.type === 'remove' ? money(-asked.amount) : asked.amount,
    };
  },
  format: formatDone,
});

export const AUTO_APPEND = ownPost([15, 30], {
  id: 'v3AccountAutoAppend',
  path: '/account/modifyAutoAppendMargin',
  request: AUTO_APPEND_BODY,
  response: DONE_RECORD,
  summary: 'Switch automatic top-up of an isolated position',
  text:
    'When on, a position that is short of margin draws it from the wallet before it is ' +
    'liquidated.',
  read: parseAutoAppend,
  format: formatDone,
});
