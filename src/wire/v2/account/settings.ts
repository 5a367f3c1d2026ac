/** account/settings: leverage by contract, and the words for settings. */
import { type Static, Type } from 'typebox';
import type { DeskSettings } from '../../../domain/margin.ts';
import { leverageText } from '../../amount-text.ts';
import { anyContract } from '../../contract-query.ts';
import { decimal, record, word } from '../../record-field.ts';
import { ownGet } from '../endpoint.ts';

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

export const SETTINGS = ownGet([1, 1], {
  id: 'accountSettings',
  path: '/account/settings',
  ...anyContract(),
  response: RECORD,
  summary: 'Leverage settings by contract',
  text: 'An object whose fields are symbols.',
  format: settingsRecord,
});
