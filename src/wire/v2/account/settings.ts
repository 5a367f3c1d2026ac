/** Settings of an account at a contract: leverage, margin mode, isolated margin. */

import { type Static, Type } from 'typebox';
import type { AdjustIsolatedMargin, SetLeverage, SetMarginMode } from '../../../domain/command.ts';
import type { DeskSettings, MarginMode } from '../../../domain/margin.ts';
import { leverageText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { AUTO_APPEND_TERMS, anyContract } from '../../contract-query.ts';
import type { WireError } from '../../errors.ts';
import {
  codeField,
  contractField,
  ifSent,
  meaningField,
  positionField,
  signedMoneyField,
  wholeField,
} from '../../field.ts';
import { decimal, moment, record, word } from '../../record-field.ts';
import { MARGIN_MODES } from '../codes.ts';
import { ownGet, ownPost } from '../endpoint.ts';

const DONE_RECORD = record({
  msg: word(['success'], 'Always success'),
  requestTime: moment('When it was answered'),
  code: word(['200'], 'Always 200'),
});

export const formatDone = (
  _told: unknown,
  _asked: unknown,
  { now }: Pick<Visitor, 'now'>,
): Static<typeof DONE_RECORD> => ({ msg: 'success', requestTime: now, code: '200' });

const DONE = { response: DONE_RECORD, format: formatDone };

export const marginModeWord = () => word(['SHARED', 'ISOLATED'], 'Cross or isolated margin');
export const combinedWord = () => word(['COMBINED'], 'Fills of one direction make one position');

export const LEVERAGE_FIELDS = {
  isolated_long_leverage: decimal('Leverage of longs in isolated margin', '20.00'),
  isolated_short_leverage: decimal('Leverage of shorts in isolated margin', '20.00'),
  cross_leverage: decimal('Leverage in cross margin', '20.00'),
};
const SYMBOL_SETTINGS = record(LEVERAGE_FIELDS);

export const leverages = (setting: DeskSettings): Static<typeof SYMBOL_SETTINGS> => ({
  isolated_long_leverage: leverageText(setting.longLeverage),
  isolated_short_leverage: leverageText(setting.shortLeverage),
  cross_leverage: leverageText(setting.crossLeverage),
});

/** By symbol. */
const RECORD = Type.Record(Type.String(), SYMBOL_SETTINGS);

export const settingsRecord = (settings: readonly DeskSettings[]): Static<typeof RECORD> =>
  Object.fromEntries(settings.map((setting) => [setting.contract.symbol, leverages(setting)]));

export const SETTINGS = ownGet('/account/settings', [1, 1], {
  id: 'accountSettings',
  ...anyContract(),
  response: RECORD,
  summary: 'Leverage settings by contract',
  text: 'An object whose fields are symbols.',
  format: settingsRecord,
});

const marginModeField = (description: string) =>
  meaningField<MarginMode>(MARGIN_MODES, description, 1);

const leverageField = (description: string) => wholeField(description, '20');

export const LEVERAGE = ownPost('/account/leverage', [10, 20], {
  id: 'accountLeverage',
  request: Type.Object({
    symbol: contractField(),
    marginMode: ifSent(
      marginModeField('Margin mode: 1 cross, 3 isolated; the current one where left out.'),
    ),
    longLeverage: leverageField('Leverage of long positions, a whole number.'),
    shortLeverage: ifSent(
      leverageField('Leverage of short positions; that of long positions where left out.'),
    ),
  }),
  ...DONE,
  summary: 'Set leverage',
  text:
    'Refused while there are open orders on the contract, untriggered ones included. In cross ' +
    'margin both sides have the same leverage. Setting the same value again succeeds.',
  read: (asked, caller): SetLeverage | WireError => {
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
});

export const HOLD_MODEL = ownPost('/account/position/changeHoldModel', [20, 50], {
  id: 'accountHoldModel',
  request: Type.Object({
    symbol: contractField(),
    marginMode: marginModeField('Margin mode: 1 cross, 3 isolated.'),
    separatedMode: ifSent(
      codeField(['1'], 'Position mode: 1 combined, the only one.', { default: 1 }),
    ),
  }),
  ...DONE,
  summary: 'Set the margin mode of a contract',
  text: 'Refused while there are positions or orders on the contract.',
  read: ({ symbol: contract, marginMode }, caller): SetMarginMode => {
    const { account } = caller;
    return { kind: 'set-margin-mode', account, contract: contract.id, marginMode };
  },
});

export const ADJUST_MARGIN = ownPost('/account/adjustMargin', [15, 30], {
  id: 'accountAdjustMargin',
  request: Type.Object({
    coinId: ifSent(codeField(['2'], 'The coin: 2 is USDT.', { default: 2 })),
    isolatedPositionId: positionField('The `id` of an isolated position.'),
    collateralAmount: signedMoneyField('Margin to add; negative to remove.', {
      examples: ['12.5', '-3'],
    }),
  }),
  ...DONE,
  summary: 'Add or remove isolated margin',
  text: 'Positive amounts add, negative ones remove.',
  read: (
    { isolatedPositionId: place, collateralAmount: amount },
    caller,
  ): AdjustIsolatedMargin => ({
    kind: 'adjust-isolated-margin',
    account: caller.account,
    ...place,
    amount,
  }),
});

export const AUTO_APPEND = ownPost('/account/modifyAutoAppendMargin', [15, 30], {
  ...AUTO_APPEND_TERMS,
  id: 'accountAutoAppend',
  ...DONE,
});
