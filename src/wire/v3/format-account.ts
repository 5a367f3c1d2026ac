/** The records of an account: balance, settings, positions, income. */
import type { AccountTerms } from '../../domain/account.ts';
import type { Contract } from '../../domain/contract.ts';
import type { BillRow } from '../../domain/history.ts';
import type { Millis } from '../../domain/units.ts';
import {
  type AssetReading,
  assetFigures,
  billFigures,
  type ContractSettings,
  feeRatesOf,
} from '../account-figures.ts';
import { markedFigures, type PositionReading, positionFigures } from '../position-figures.ts';
import { formatPpm } from '../quantity.ts';
import { COIN_NAME } from '../words.ts';
import type {
  Balance,
  CommissionRate,
  Done,
  Income,
  PositionRow,
  SymbolConfig,
} from './account-records.ts';
import { MARGIN_TYPE_NAMES } from './codes.ts';
import { symbolOf } from './symbol.ts';

export function balance(asset: AssetReading): Balance {
  const figures = assetFigures(asset);
  return {
    asset: COIN_NAME,
    balance: figures.equity,
    availableBalance: figures.available,
    frozen: figures.frozen,
    unrealizePnl: figures.unrealizePnl,
  };
}

export function commissionRate(terms: AccountTerms, contract: Contract): CommissionRate {
  const { maker, taker } = feeRatesOf(terms, contract);
  return {
    symbol: symbolOf(contract),
    makerCommissionRate: formatPpm(maker),
    takerCommissionRate: formatPpm(taker),
  };
}

export const leverageSet = (settings: ContractSettings) => ({
  symbol: symbolOf(settings.contract),
  marginType: MARGIN_TYPE_NAMES[settings.marginMode],
  crossLeverage: String(settings.crossLeverage),
  isolatedLongLeverage: String(settings.longLeverage),
  isolatedShortLeverage: String(settings.shortLeverage),
});

export const symbolConfig = (settings: ContractSettings): SymbolConfig => ({
  ...leverageSet(settings),
  separatedType: 'COMBINED',
});

export const positionRow = (reading: PositionReading): PositionRow => ({
  id: reading.position.id,
  asset: COIN_NAME,
  symbol: symbolOf(reading.contract),
  marginType: MARGIN_TYPE_NAMES[reading.marginMode],
  separatedOpenOrderId: 0,
  isAutoAppendIsolatedMargin: reading.autoTopUp,
  ...positionFigures(reading),
  ...markedFigures(reading),
  createdMatchSequenceId: reading.position.openedSeq,
  updatedMatchSequenceId: reading.position.updatedSeq,
  createdTime: reading.position.openedAt,
  updatedTime: reading.position.updatedAt,
});

/** The contract is null where the money moved without one. */
export function income(contract: Contract | null, bill: BillRow): Income {
  const { type, amount, ...figures } = billFigures(bill);
  return {
    billId: bill.id,
    asset: COIN_NAME,
    symbol: contract === null ? '' : symbolOf(contract),
    income: amount,
    incomeType: type,
    ...figures,
    time: bill.at,
  };
}

export const done = (now: Millis): Done => ({ code: '200', requestTime: now });
