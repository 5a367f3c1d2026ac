/** insuranceBalance and symbolAdlRisk: what comes after a bankruptcy. */
import type { Static } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import type { Millis, Money } from '../../../domain/units.ts';
import { ANY_CONTRACT, coin, plainSymbolText } from '../../plain-fields.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, list, moment, record, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { v1 } from '../endpoint.ts';
import { formatOneOrAll, oneOrAll } from '../one-or-all.ts';

const RISK_RECORD = record({
  symbol: plainSymbolText(),
  adlRisk: word(['low'], 'Always low: the insurance fund comes first'),
  updateTime: moment('When it was taken'),
});

export const SYMBOL_ADL_RISK = v1.openGet(1, {
  id: 'binanceSymbolAdlRisk',
  path: '/symbolAdlRisk',
  ...ANY_CONTRACT,
  response: oneOrAll(RISK_RECORD),
  summary: 'How near deleveraging is',
  text: 'An object with `symbol`, a list of all without.',
  format: (contracts: readonly Contract[], asked, { venueNow }) =>
    formatOneOrAll(
      (contract: Contract): Static<typeof RISK_RECORD> => ({
        symbol: symbolOf(contract),
        adlRisk: 'low',
        updateTime: venueNow(),
      }),
    )(contracts, asked),
});

const FUND_RECORD = record({
  symbols: list(plainSymbolText()),
  assets: list(
    record({
      asset: coin(),
      marginBalance: decimal('What the fund holds', '1000000.00000000'),
      updateTime: moment('When it last changed'),
    }),
  ),
});

interface FundTold {
  readonly contracts: readonly Contract[];
  readonly balance: Money;
  readonly updatedAt: Millis;
}

const fundRecord = ({ contracts, balance, updatedAt }: FundTold): Static<typeof FUND_RECORD> => ({
  symbols: contracts.map(symbolOf),
  assets: [{ asset: COIN_NAME, marginBalance: formatMoney(balance), updateTime: updatedAt }],
});

export const INSURANCE_BALANCE = v1.openGet(1, {
  id: 'binanceInsuranceBalance',
  path: '/insuranceBalance',
  ...ANY_CONTRACT,
  response: oneOrAll(FUND_RECORD),
  summary: 'The insurance fund',
  text: 'One fund for all contracts: an object with `symbol`, a list of one without.',
  format: (fund: FundTold, asked) => formatOneOrAll(fundRecord)([fund], asked),
});
