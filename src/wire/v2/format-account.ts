/** The records of an account: assets, settings, collateral, bills. */
import type { AccountTerms } from '../../domain/account.ts';
import type { Contract } from '../../domain/contract.ts';
import type { BillRow } from '../../domain/history.ts';
import type { PositionId } from '../../domain/ids.ts';
import type { MarginMode } from '../../domain/margin.ts';
import { POSTING_KINDS, type PostingKind } from '../../domain/posting.ts';
import { type Millis, type Money, money, NO_MONEY, type Ppm } from '../../domain/units.ts';
import type { AccountNotes } from '../../views/accounts.ts';
import { formatMoney } from '../quantity.ts';
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
import { feeRateText, leverageText, moneyText } from './amount-text.ts';
import { BUSINESS_TYPE_OF } from './bill-kinds.ts';
import { MARGIN_MODE_NAMES } from './codes.ts';

export const COIN_NAME = 'USDT';

export interface AssetReading {
  readonly available: Money;
  readonly equity: Money;
  readonly frozen: Money;
  readonly unrealisedPnl: Money;
}

/** What is available is never shown below zero. */
export const assetRecord = (asset: AssetReading): AssetRecord => ({
  coinName: COIN_NAME,
  available: moneyText(asset.available > 0n ? asset.available : NO_MONEY),
  equity: moneyText(asset.equity),
  frozen: moneyText(asset.frozen),
  unrealizePnl: moneyText(asset.unrealisedPnl),
});

/** What an account has set at one contract. */
export interface ContractSettings {
  readonly contract: Contract;
  readonly marginMode: MarginMode;
  readonly crossLeverage: number;
  readonly longLeverage: number;
  readonly shortLeverage: number;
}

export const settingsRecord = (settings: readonly ContractSettings[]): SettingsRecord =>
  Object.fromEntries(settings.map((setting) => [setting.contract.symbol, leverages(setting)]));

const leverages = (setting: ContractSettings): SymbolSettings => ({
  isolated_long_leverage: leverageText(setting.longLeverage),
  isolated_short_leverage: leverageText(setting.shortLeverage),
  cross_leverage: leverageText(setting.crossLeverage),
});

export interface AccountReading {
  readonly terms: AccountTerms;
  readonly notes: AccountNotes;
  readonly wallet: Money;
  readonly collateral: Money;
  readonly liquidating: boolean;
  /** Collateral moved, in the order of `POSTING_KINDS`. */
  readonly totals: readonly Money[];
  /** Every contract, with what the account has set there. */
  readonly settings: readonly ContractSettings[];
  readonly isolated: readonly IsolatedMargin[];
}

export interface IsolatedMargin {
  readonly position: PositionId;
  readonly margin: Money;
  readonly openedAt: Millis;
  readonly updatedAt: Millis;
}

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
  const rate = (own: Ppm | null, usual: Ppm | undefined): string => {
    const paid = own ?? usual;
    return paid === undefined ? '0' : feeRateText(paid);
  };
  return {
    is_set_fee_rate: terms.makerFee !== null || terms.takerFee !== null,
    taker_fee_rate: rate(terms.takerFee, contract?.takerFee),
    maker_fee_rate: rate(terms.makerFee, contract?.makerFee),
    is_set_fee_discount: false,
    fee_discount: '0',
    is_set_taker_maker_fee_discount: false,
    taker_fee_discount: '0',
    maker_fee_discount: '0',
  };
}

/** Postings that take money out; their totals are told as positive amounts. */
const OUTGOING: readonly PostingKind[] = [
  'withdrawal',
  'transfer-out',
  'open-long',
  'close-short',
  'fee',
  'liquidation-fee',
];

/** The total of one kind of movement. Funding keeps its sign: negative was paid. */
export function totalText({ totals }: Pick<AccountReading, 'totals'>, kind: PostingKind): string {
  const total = totals[POSTING_KINDS.indexOf(kind)] ?? NO_MONEY;
  return moneyText(OUTGOING.includes(kind) ? money(-total) : total);
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
export const billRecord = (contract: Contract | null, bill: BillRow): BillRecord => ({
  billId: bill.id,
  coin: COIN_NAME,
  symbol: contract?.symbol ?? '',
  amount: formatMoney(bill.amount),
  businessType: BUSINESS_TYPE_OF[bill.kind],
  balance: formatMoney(bill.collateral),
  fillFee: moneyText(bill.fee),
  transferReason:
    bill.kind === 'transfer-in' || bill.kind === 'transfer-out'
      ? 'USER_TRANSFER'
      : 'UNKNOWN_TRANSFER_REASON',
  ctime: bill.at,
});

export const doneRecord = (now: Millis): DoneRecord => ({
  msg: 'success',
  requestTime: now,
  code: '200',
});
