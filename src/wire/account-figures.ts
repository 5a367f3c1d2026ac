/** What every dialect says of an account in the same words. */
import type { AccountTerms } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import type { BillRow } from '../domain/history.ts';
import type { PositionId } from '../domain/ids.ts';
import type { DeskSettings } from '../domain/margin.ts';
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';
import { type Millis, type Money, money, NO_MONEY } from '../domain/units.ts';
import type { AccountNotes } from '../views/accounts.ts';
import { moneyText } from './amount-text.ts';
import { BUSINESS_TYPE_OF } from './bill-kinds.ts';
import { formatMoney } from './quantity.ts';

export interface AssetReading {
  readonly available: Money;
  readonly equity: Money;
  readonly frozen: Money;
  readonly unrealisedPnl: Money;
}

/** What is available is never shown below zero. */
export const assetFigures = (asset: AssetReading) => ({
  available: moneyText(asset.available > 0n ? asset.available : NO_MONEY),
  equity: moneyText(asset.equity),
  frozen: moneyText(asset.frozen),
  unrealizePnl: moneyText(asset.unrealisedPnl),
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
  readonly settings: readonly DeskSettings[];
  readonly isolated: readonly IsolatedMargin[];
}

export interface IsolatedMargin {
  readonly position: PositionId;
  readonly margin: Money;
  readonly openedAt: Millis;
  readonly updatedAt: Millis;
}

/** The rates that an account pays at a contract: its own, or else those of the contract. */
export const feeRatesOf = (terms: AccountTerms, contract: Contract) => ({
  maker: terms.makerFee ?? contract.makerFee,
  taker: terms.takerFee ?? contract.takerFee,
});

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

/** A row of the sockets, but for what the dialects name in words of their own. */
export function socketAccountFigures(account: AccountReading) {
  const total = (kind: PostingKind): string => totalText(account, kind);
  return {
    isolatedPositionId: '0',
    amount: moneyText(account.collateral),
    pendingDepositAmount: '0',
    pendingWithdrawAmount: '0',
    pendingTransferInAmount: '0',
    pendingTransferOutAmount: '0',
    legacyAmount: moneyText(account.wallet),
    cumDepositAmount: total('deposit'),
    cumWithdrawAmount: total('withdrawal'),
    cumTransferInAmount: total('transfer-in'),
    cumTransferOutAmount: total('transfer-out'),
    cumMarginMoveInAmount: moneyText(account.notes.marginMovedIn),
    cumMarginMoveOutAmount: moneyText(account.notes.marginMovedOut),
    cumPositionOpenLongAmount: total('open-long'),
    cumPositionOpenShortAmount: total('open-short'),
    cumPositionCloseLongAmount: total('close-long'),
    cumPositionCloseShortAmount: total('close-short'),
    cumPositionFillFeeAmount: total('fee'),
    cumPositionLiquidateFeeAmount: total('liquidation-fee'),
    cumPositionFundingAmount: total('funding'),
    cumOrderFillFeeIncomeAmount: total('fee-income'),
    cumOrderLiquidateFeeIncomeAmount: total('liquidation-fee-income'),
    createdTime: String(account.notes.openedAt),
    updatedTime: String(account.notes.updatedAt),
    liquidating: account.liquidating,
  };
}

/** A movement of money; the contract is null where it moved without one. */
export const billFigures = (bill: BillRow) => ({
  amount: formatMoney(bill.amount),
  type: BUSINESS_TYPE_OF[bill.kind],
  balance: formatMoney(bill.collateral),
  fillFee: moneyText(bill.fee),
  transferReason:
    bill.kind === 'transfer-in' || bill.kind === 'transfer-out'
      ? ('USER_TRANSFER' as const)
      : ('UNKNOWN_TRANSFER_REASON' as const),
});
