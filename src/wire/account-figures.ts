/** The figures of an account and of a position that every dialect writes alike. */
import type { AccountTerms, PositionMode } from '../domain/account.ts';
import { type Contract, notionalOf } from '../domain/contract.ts';
import type { BillRow } from '../domain/history.ts';
import type { AccountId, PositionId } from '../domain/ids.ts';
import { type LiquidationInputs, liquidationPrice } from '../domain/liquidation-price.ts';
import { type DeskSettings, initialMargin, type MarginMode } from '../domain/margin.ts';
import { negate } from '../domain/money.ts';
import { type Position, unrealisedPnl } from '../domain/position.ts';
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';
import { type Millis, type Money, NO_MONEY, type Ticks } from '../domain/units.ts';
import type { AccountNotes } from '../views/accounts.ts';
import { lotsText, moneyText, priceText } from './amount-text.ts';
import { BUSINESS_TYPE_OF } from './bills.ts';
import { formatMoney } from './quantity.ts';
import { POSITION_SIDE_NAMES } from './words.ts';

export interface AssetReading {
  readonly available: Money;
  readonly equity: Money;
  readonly frozen: Money;
  readonly unrealisedPnl: Money;
}

/** Returns the money of an account. The available part is never shown below zero. */
export const assetFigures = (asset: AssetReading) => ({
  available: moneyText(asset.available > NO_MONEY ? asset.available : NO_MONEY),
  equity: moneyText(asset.equity),
  frozen: moneyText(asset.frozen),
  unrealizePnl: moneyText(asset.unrealisedPnl),
});

export interface AccountReading {
  readonly terms: AccountTerms;
  readonly positionMode: PositionMode;
  readonly notes: AccountNotes;
  readonly wallet: Money;
  readonly collateral: Money;
  readonly liquidating: boolean;
  /** The collateral moved by each kind of posting, in the order of `POSTING_KINDS`. */
  readonly totals: readonly Money[];
  /** The settings of the account at every contract. */
  readonly settings: readonly DeskSettings[];
  readonly isolated: readonly IsolatedMargin[];
}

export interface IsolatedMargin {
  readonly position: PositionId;
  readonly margin: Money;
  readonly openedAt: Millis;
  readonly updatedAt: Millis;
}

/** What an account pays at contracts. */
export interface ContractFees {
  readonly terms: AccountTerms;
  readonly contracts: readonly Contract[];
}

/** Returns the fee rates of an account: its own if it has any, otherwise the contract's. */
export const feeRatesOf = (terms: AccountTerms, contract: Contract) => ({
  maker: terms.makerFee ?? contract.makerFee,
  taker: terms.takerFee ?? contract.takerFee,
});

/** Postings that take money out. Their totals are written as positive amounts. */
const OUTGOING: readonly PostingKind[] = [
  'withdrawal',
  'transfer-out',
  'open-long',
  'close-short',
  'fee',
  'liquidation-fee',
];

/** Returns the total of one kind of posting. Funding keeps its sign: paid is negative. */
export function totalText({ totals }: Pick<AccountReading, 'totals'>, kind: PostingKind): string {
  const total = totals[POSTING_KINDS.indexOf(kind)] ?? NO_MONEY;
  return moneyText(OUTGOING.includes(kind) ? negate(total) : total);
}

/** Returns a row of the sockets, without the fields that dialects name differently. */
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

/** A position with the data that its figures need. */
export interface PositionReading {
  readonly account: AccountId;
  readonly contract: Contract;
  readonly position: Readonly<Position>;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoTopUp: boolean;
  readonly mark: Ticks;
  readonly liquidation: LiquidationInputs;
}

/** A position to send. A closed position is sent once more, with size zero. */
export type PositionTold = Omit<PositionReading, 'account'>;

/** The data that does not depend on the mark. */
export type PositionFacts = Omit<PositionReading, 'account' | 'mark' | 'liquidation'>;

/** Returns the stored figures. A closed position has size `0`. */
export const positionFigures = ({ contract, position, leverage }: PositionFacts) => ({
  side: POSITION_SIDE_NAMES[position.side],
  separatedMode: 'COMBINED' as const,
  leverage: String(leverage),
  size: lotsText(contract, position.size),
  openValue: moneyText(position.openValue),
  openFee: moneyText(position.openFee),
  fundingFee: moneyText(position.fundingFee),
  isolatedMargin: moneyText(position.isolatedMargin),
  cumOpenSize: lotsText(contract, position.cumOpenSize),
  cumOpenValue: moneyText(position.cumOpenValue),
  cumOpenFee: moneyText(position.cumOpenFee),
  cumCloseSize: lotsText(contract, position.cumCloseSize),
  cumCloseValue: moneyText(position.cumCloseValue),
  cumCloseFee: moneyText(position.cumCloseFee),
  cumFundingFee: moneyText(position.cumFunding),
  cumLiquidateFee: moneyText(position.cumLiquidationFee),
});

export const markedFigures = (reading: PositionTold) => ({
  marginSize: moneyText(marginOf(reading)),
  unrealizePnl: moneyText(unrealisedPnl(reading.contract, reading.position, reading.mark)),
  liquidatePrice: priceText(
    reading.contract,
    liquidationPrice(reading.contract, reading.liquidation),
  ),
});

/** Returns the margin: in cross margin the need at the mark, otherwise the isolated margin. */
function marginOf(reading: PositionTold): Money {
  const { contract, position, marginMode, leverage, mark } = reading;
  if (marginMode === 'isolated') return position.isolatedMargin;
  return initialMargin(notionalOf(contract, mark, position.size), leverage);
}

/** Returns a row of the sockets, without the fields that dialects name differently. */
export const socketPositionFigures = (facts: PositionFacts) => ({
  ...positionFigures(facts),
  id: String(facts.position.id),
  separatedOpenOrderId: '0' as const,
  createdMatchSequenceId: String(facts.position.openedSeq),
  updatedMatchSequenceId: String(facts.position.updatedSeq),
  createdTime: String(facts.position.openedAt),
  updatedTime: String(facts.position.updatedAt),
  autoAppendIsolatedMargin: facts.autoTopUp,
});
