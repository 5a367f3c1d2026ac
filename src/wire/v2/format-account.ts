/** The records of an account: assets, settings, collateral, bills. */
import type { AccountTerms } from '../../domain/account.ts';
import type { Contract } from '../../domain/contract.ts';
import type { BillRow } from '../../domain/history.ts';
import type { PostingKind } from '../../domain/posting.ts';
import type { Millis } from '../../domain/units.ts';
import {
  type AccountReading,
  type AssetReading,
  assetFigures,
  billFigures,
  type ContractSettings,
  feeRatesOf,
  type IsolatedMargin,
  totalText,
} from '../account-figures.ts';
import { feeRateText, leverageText, moneyText } from '../amount-text.ts';
import { COIN_NAME } from '../words.ts';
import type {
  AccountRecord,
  AssetRecord,
  BillRecord,
  CollateralRecord,
  DoneRecord,
  FeeSetting,
  SettingsRecord,
  SymbolSettings,
} from './account-records.ts';
import { MARGIN_MODE_NAMES } from './codes.ts';

export const assetRecord = (asset: AssetReading): AssetRecord => ({
  coinName: COIN_NAME,
  ...assetFigures(asset),
});

export const settingsRecord = (settings: readonly ContractSettings[]): SettingsRecord =>
  Object.fromEntries(settings.map((setting) => [setting.contract.symbol, leverages(setting)]));

const leverages = (setting: ContractSettings): SymbolSettings => ({
  isolated_long_leverage: leverageText(setting.longLeverage),
  isolated_short_leverage: leverageText(setting.shortLeverage),
  cross_leverage: leverageText(setting.crossLeverage),
});

export const accountRecord = (account: AccountReading): AccountRecord => ({
  account: {
    defaultFeeSetting: feeSetting(account.terms, account.settings[0]?.contract),
    feeSetting: account.settings.map(({ contract }) => ({
      symbol: contract.symbol,
      ...feeSetting(account.terms, contract),
    })),
    modeSetting: account.settings.map(({ contract, marginMode }) => ({
      symbol: contract.symbol,
      marginMode: MARGIN_MODE_NAMES[marginMode],
      separatedMode: 'COMBINED',
      positionMode: 'HEDGE',
      separatedModeEnum: 'COMBINED',
      positionModeEnum: 'HEDGE',
    })),
    leverageSetting: account.settings.map((setting) => ({
      symbol: setting.contract.symbol,
      ...leverages(setting),
    })),
    createOrderRateLimitPerMinute: 0,
    createOrderDelayMilliseconds: 0,
    createdTime: account.notes.openedAt,
    updatedTime: account.notes.updatedAt,
  },
  collateral: [crossCollateral(account), ...account.isolated.map(isolatedCollateral)],
  version: null,
});

/** The account's own rates, or else those of the contract. */
function feeSetting(terms: AccountTerms, contract: Contract | undefined): FeeSetting {
  const rates = contract === undefined ? undefined : feeRatesOf(terms, contract);
  return {
    is_set_fee_rate: terms.makerFee !== null || terms.takerFee !== null,
    taker_fee_rate: rates === undefined ? '0' : feeRateText(rates.taker),
    maker_fee_rate: rates === undefined ? '0' : feeRateText(rates.maker),
    is_set_fee_discount: false,
    fee_discount: '0',
    is_set_taker_maker_fee_discount: false,
    taker_fee_discount: '0',
    maker_fee_discount: '0',
  };
}

function crossCollateral(account: AccountReading): CollateralRecord {
  const total = (kind: PostingKind): string => totalText(account, kind);
  return {
    ...NOTHING,
    marginMode: 'SHARED',
    isolatedPositionId: 0,
    amount: moneyText(account.collateral),
    is_liquidating: account.liquidating,
    legacy_amount: moneyText(account.wallet),
    cum_deposit_amount: total('deposit'),
    cum_withdraw_amount: total('withdrawal'),
    cum_transfer_in_amount: total('transfer-in'),
    cum_transfer_out_amount: total('transfer-out'),
    cum_margin_move_in_amount: moneyText(account.notes.marginMovedIn),
    cum_margin_move_out_amount: moneyText(account.notes.marginMovedOut),
    cum_position_open_long_amount: total('open-long'),
    cum_position_open_short_amount: total('open-short'),
    cum_position_close_long_amount: total('close-long'),
    cum_position_close_short_amount: total('close-short'),
    cum_position_fill_fee_amount: total('fee'),
    cum_position_liquidate_fee_amount: total('liquidation-fee'),
    cum_position_funding_amount: total('funding'),
    cum_order_fill_fee_income_amount: total('fee-income'),
    cum_order_liquidate_fee_income_amount: total('liquidation-fee-income'),
    created_time: account.notes.openedAt,
    updated_time: account.notes.updatedAt,
  };
}

const isolatedCollateral = (isolated: IsolatedMargin): CollateralRecord => ({
  ...NOTHING,
  marginMode: 'ISOLATED',
  isolatedPositionId: isolated.position,
  amount: moneyText(isolated.margin),
  legacy_amount: moneyText(isolated.margin),
  created_time: isolated.openedAt,
  updated_time: isolated.updatedAt,
});

/** A row in which nothing has happened, in the order of its fields. */
const NOTHING = {
  coin: COIN_NAME,
  marginMode: 'SHARED',
  crossSymbol: null,
  isolatedPositionId: 0,
  amount: '0',
  pending_deposit_amount: '0',
  pending_withdraw_amount: '0',
  pending_transfer_in_amount: '0',
  pending_transfer_out_amount: '0',
  is_liquidating: false,
  legacy_amount: '0',
  cum_deposit_amount: '0',
  cum_withdraw_amount: '0',
  cum_transfer_in_amount: '0',
  cum_transfer_out_amount: '0',
  cum_margin_move_in_amount: '0',
  cum_margin_move_out_amount: '0',
  cum_position_open_long_amount: '0',
  cum_position_open_short_amount: '0',
  cum_position_close_long_amount: '0',
  cum_position_close_short_amount: '0',
  cum_position_fill_fee_amount: '0',
  cum_position_liquidate_fee_amount: '0',
  cum_position_funding_amount: '0',
  cum_order_fill_fee_income_amount: '0',
  cum_order_liquidate_fee_income_amount: '0',
} as const;

/** The contract is null where the money moved without one. */
export function billRecord(contract: Contract | null, bill: BillRow): BillRecord {
  const { type, amount, ...figures } = billFigures(bill);
  return {
    billId: bill.id,
    coin: COIN_NAME,
    symbol: contract?.symbol ?? '',
    amount,
    businessType: type,
    ...figures,
    ctime: bill.at,
  };
}

export const doneRecord = (now: Millis): DoneRecord => ({
  msg: 'success',
  requestTime: now,
  code: '200',
});
