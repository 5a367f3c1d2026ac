/** account/adjustMargin and account/modifyAutoAppendMargin: the margin of an isolated position. */
import { Type } from 'typebox';
import type { AdjustIsolatedMargin } from '../../../domain/command.ts';
import { AUTO_APPEND_BODY, parseAutoAppend } from '../../auto-append.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { codeField, positionField, signedMoneyField } from '../../field.ts';
import { readRequest } from '../../read-request.ts';
import { ownPost } from '../endpoint.ts';
import { DONE_RECORD, formatDone } from './done.ts';

const BODY = Type.Object({
  coinId: Type.Optional(codeField(['2'], { description: 'The coin: 2 is USDT.', default: 2 })),
  isolatedPositionId: positionField('The `id` of an isolated position.'),
  collateralAmount: signedMoneyField({
    description: 'Margin to add; negative to remove.',
    examples: ['12.5', '-3'],
  }),
});

export const ADJUST_MARGIN = ownPost([15, 30], {
  id: 'accountAdjustMargin',
  path: '/account/adjustMargin',
  request: BODY,
  response: DONE_RECORD,
  summary: 'Add or remove isolated margin',
  text: 'Positive amounts add, negative ones remove.',
  read: (caller, fields): AdjustIsolatedMargin | WireError => {
    const asked = readRequest(BODY, fields, caller);
    if (isWireError(asked)) return asked;
    const { isolatedPositionId: place, collateralAmount: amount } = asked;
    return { kind: 'adjust-isolated-margin', account: caller.account, ...place, amount };
  },
  format: formatDone,
});

export const AUTO_APPEND = ownPost([15, 30], {
  id: 'accountAutoAppend',
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
