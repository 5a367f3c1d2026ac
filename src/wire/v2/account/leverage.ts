/** account/leverage and account/position/changeHoldModel: leverage and margin mode. */
import { Type } from 'typebox';
import type { SetLeverage, SetMarginMode } from '../../../domain/command.ts';
import type { MarginMode } from '../../../domain/margin.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { codeField, contractField, meaningField, wholeField } from '../../field.ts';
import { readRequest } from '../../read-request.ts';
import { MARGIN_MODES } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import { DONE_RECORD, formatDone } from './done.ts';

const marginModeField = (description: string) =>
  meaningField<MarginMode>(MARGIN_MODES, { description, examples: [1] });

const leverageField = (description: string) => wholeField({ description, examples: ['20'] });

const LEVERAGE_BODY = Type.Object({
  symbol: contractField(),
  marginMode: Type.Optional(
    marginModeField('Margin mode: 1 cross, 3 isolated; the current one where left out.'),
  ),
  longLeverage: leverageField('Leverage of long positions, a whole number.'),
  shortLeverage: Type.Optional(
    leverageField('Leverage of short positions; that of long positions where left out.'),
  ),
});

export const LEVERAGE = ownPost([10, 20], {
  id: 'accountLeverage',
  path: '/account/leverage',
  request: LEVERAGE_BODY,
  response: DONE_RECORD,
  summary: 'Set leverage',
  text:
    'Refused while there are open orders on the contract, untriggered ones included. In cross ' +
    'margin both sides have the same leverage. Setting the same value again succeeds.',
  read: (caller, fields): SetLeverage | WireError => {
    const asked = readRequest(LEVERAGE_BODY, fields, caller);
    if (isWireError(asked)) return asked;
    const { symbol: contract, longLeverage, shortLeverage = longLeverage } = asked;
    return {
      kind: 'set-leverage',
      account: caller.account,
      contract: contract.id,
      marginMode: asked.marginMode ?? caller.marginModeOf(contract.id),
      longLeverage,
      shortLeverage,
    };
  },
  format: formatDone,
});

const HOLD_MODEL_BODY = Type.Object({
  symbol: contractField(),
  marginMode: marginModeField('Margin mode: 1 cross, 3 isolated.'),
  separatedMode: Type.Optional(
    codeField(['1'], { description: 'Position mode: 1 combined, the only one.', default: 1 }),
  ),
});

export const HOLD_MODEL = ownPost([20, 50], {
  id: 'accountHoldModel',
  path: '/account/position/changeHoldModel',
  request: HOLD_MODEL_BODY,
  response: DONE_RECORD,
  summary: 'Set the margin mode of a contract',
  text: 'Refused while there are positions or orders on the contract.',
  read: (caller, fields): SetMarginMode | WireError => {
    const asked = readRequest(HOLD_MODEL_BODY, fields, caller);
    if (isWireError(asked)) return asked;
    const { symbol: contract, marginMode } = asked;
    const { account } = caller;
    return { kind: 'set-margin-mode', account, contract: contract.id, marginMode };
  },
  format: formatDone,
});
