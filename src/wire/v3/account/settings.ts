/** The fee rates, permissions and settings of an account. */
import type { Static } from 'typebox';
import type { AccountTerms } from '../../../domain/account.ts';
import type { DeskSettings } from '../../../domain/margin.ts';
import type { Millis } from '../../../domain/units.ts';
import { feeRatesOf } from '../../account-figures.ts';
import { everything } from '../../contract-query.ts';
import { ANY_CONTRACT, marginType, ONE_CONTRACT, plainSymbolText } from '../../plain-fields.ts';
import { formatPpm } from '../../quantity.ts';
import { decimal, flag, list, moment, record } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { MARGIN_TYPE_NAMES } from '../codes.ts';
import { ownGet } from '../endpoint.ts';
import { combined } from '../fields.ts';

const COMMISSION_RECORD = record({
  symbol: plainSymbolText(),
  makerCommissionRate: decimal('Maker fee rate', '0.0002'),
  takerCommissionRate: decimal('Taker fee rate', '0.0008'),
});

export const COMMISSION_RATE = ownGet([5, 10], {
  id: 'v3AccountCommissionRate',
  path: '/account/commissionRate',
  ...ONE_CONTRACT,
  response: COMMISSION_RECORD,
  summary: 'Fee rates at a contract',
  text: 'The rates of the account if it has its own, otherwise those of the contract.',
  format: (terms: AccountTerms, { contract }): Static<typeof COMMISSION_RECORD> => {
    const { maker, taker } = feeRatesOf(terms, contract);
    return {
      symbol: symbolOf(contract),
      makerCommissionRate: formatPpm(maker),
      takerCommissionRate: formatPpm(taker),
    };
  },
});

const CONFIG_RECORD = record({
  canTrade: flag('Whether the key may trade, and the account'),
  canDeposit: flag('Always false: the operator deposits'),
  canWithdraw: flag('Always false'),
  dualSidePosition: flag('Always true: long and short may be held at once'),
  updateTime: moment('When its money last moved'),
});

interface Standing {
  readonly mayTrade: boolean;
  readonly updatedAt: Millis;
}

export const ACCOUNT_CONFIG = ownGet([5, 10], {
  id: 'v3AccountConfig',
  path: '/account/accountConfig',
  ...everything(),
  response: CONFIG_RECORD,
  summary: 'What the key and the account may do',
  text: 'Only the operator moves money in or out.',
  format: ({ mayTrade, updatedAt }: Standing): Static<typeof CONFIG_RECORD> => ({
    canTrade: mayTrade,
    canDeposit: false,
    canWithdraw: false,
    dualSidePosition: true,
    updateTime: updatedAt,
  }),
});

const leverages = {
  crossLeverage: decimal('Leverage in cross margin', '20'),
  isolatedLongLeverage: decimal('Leverage of longs in isolated margin', '20'),
  isolatedShortLeverage: decimal('Leverage of shorts in isolated margin', '20'),
};

export const LEVERAGE_RECORD = record({
  symbol: plainSymbolText(),
  marginType: marginType(),
  ...leverages,
});

export const leverageRecord = (settings: DeskSettings): Static<typeof LEVERAGE_RECORD> => ({
  symbol: symbolOf(settings.contract),
  marginType: MARGIN_TYPE_NAMES[settings.marginMode],
  crossLeverage: String(settings.crossLeverage),
  isolatedLongLeverage: String(settings.longLeverage),
  isolatedShortLeverage: String(settings.shortLeverage),
});

const SETTINGS_RECORD = record({
  symbol: plainSymbolText(),
  marginType: marginType(),
  separatedType: combined(),
  ...leverages,
});

const settingsRecord = (settings: DeskSettings): Static<typeof SETTINGS_RECORD> => ({
  ...leverageRecord(settings),
  separatedType: 'COMBINED',
});

export const SYMBOL_CONFIG = ownGet([5, 10], {
  id: 'v3AccountSymbolConfig',
  path: '/account/symbolConfig',
  ...ANY_CONTRACT,
  response: list(SETTINGS_RECORD),
  summary: 'Margin mode and leverage by contract',
  text: 'Always a list, even of one.',
  format: (settings: readonly DeskSettings[]) => settings.map(settingsRecord),
});
