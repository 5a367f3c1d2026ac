/**
 * Bills: one row for each movement of an account's collateral. The amounts of an account sum to its
 * collateral. This includes the fee pool and the insurance fund, whose side of a movement is in no
 * event.
 */

import { FEE_POOL, INSURANCE_FUND } from '../domain/account.ts';
import { assert, unreachable } from '../domain/assert.ts';
import type { EventOf, FillSettled, FundingSettled } from '../domain/event.ts';
import { changesOf, type FillChange, type FillSide } from '../domain/fill.ts';
import { type BillRow, ROWS_PER_ENTRY_MAX } from '../domain/history.ts';
import type { AccountId, ContractId } from '../domain/ids.ts';
import { minus, negate, plus } from '../domain/money.ts';
import type { PostingKind } from '../domain/posting.ts';
import { type PositionSide, sideOf } from '../domain/side.ts';
import { type Millis, type Money, NO_MONEY, type Seq } from '../domain/units.ts';
import type { DeficitCovered } from '../domain/why.ts';

/** The collateral of an account after a movement. */
interface Standing {
  readonly wallet: Money;
  readonly collateral: Money;
}

/** The balances of the fee pool and the insurance fund, which events do not state. */
export interface BillsView {
  feePool: Standing;
  insuranceFund: Standing;
}

/** The bills of one entry as they are written. */
export interface BillBook {
  readonly seq: Seq;
  readonly at: Millis;
  readonly bills: BillRow[];
  /** Fees of fills so far; the pool gets one row for all of them. */
  feeIncome: Money;
}

const NOTHING: Standing = { wallet: NO_MONEY, collateral: NO_MONEY };

export const createBillsView = (): BillsView => ({ feePool: NOTHING, insuranceFund: NOTHING });

type BillNews =
  | EventOf<'collateral-moved'>
  | FillSettled
  | EventOf<'funding-paid'>
  | FundingSettled
  | DeficitCovered;

export function foldBills(view: BillsView, book: BillBook, event: BillNews): void {
  switch (event.kind) {
    case 'collateral-moved':
      if (event.account === FEE_POOL) payFees(view, book);
      addBill(view, book, bill(event.account, null, event.reason, event.amount), event);
      return;
    case 'fill-settled':
      addSides(view, book, event, event.maker);
      addSides(view, book, event, event.taker);
      book.feeIncome = plus(plus(book.feeIncome, event.maker.fee), event.taker.fee);
      return;
    case 'funding-paid': {
      const { account, contract, payment } = event;
      addBill(view, book, bill(account, contract, 'funding', negate(payment)), event);
      return;
    }
    case 'funding-settled':
      addFund(view, book, event.contract, 'funding-residue', event.residue);
      return;
    case 'deficit-covered':
      addCover(view, book, event);
      return;
    default:
      unreachable(event);
  }
}

type Bill = ReturnType<typeof bill>;

const bill = (
  account: AccountId,
  contract: ContractId | null,
  kind: PostingKind,
  amount: Money,
) => ({ account, contract, kind, amount, fee: NO_MONEY });

function addBill(view: BillsView, book: BillBook, entry: Bill, after: Standing): void {
  const { wallet, collateral } = after;
  if (entry.account === FEE_POOL) view.feePool = { wallet, collateral };
  if (entry.account === INSURANCE_FUND) view.insuranceFund = { wallet, collateral };
  if (entry.amount === NO_MONEY) return;
  const place = book.bills.length;
  assert(place < ROWS_PER_ENTRY_MAX, 'an entry moves money more often than ids allow', book.seq);
  const id = book.seq * ROWS_PER_ENTRY_MAX + place;
  const { account, contract, kind, amount, fee } = entry;
  book.bills.push({ id, account, contract, kind, amount, fee, collateral, wallet, at: book.at });
}

/** A fill that closed one position and opened another has a row for each. */
function addSides(view: BillsView, book: BillBook, fill: FillSettled, side: FillSide): void {
  if (side.closed === null) addSide(view, book, fill.contract, { side, value: fill.value });
  else for (const change of changesOf(fill, side)) addSide(view, book, fill.contract, change);
}

/** The value with its fee in one row, a liquidation fee and the fund's income in their own. */
function addSide(
  view: BillsView,
  book: BillBook,
  contract: ContractId,
  { side, value }: Pick<FillChange, 'side' | 'value'>,
): void {
  const { account, fee, liquidationFee, wallet, collateral } = side;
  const isBuy = sideOf(side.positionSide, side.effect) === 'buy';
  const amount = minus(isBuy ? negate(value) : value, fee);
  const traded = { account, contract, kind: fillKind(side), amount, fee };
  addBill(view, book, traded, {
    wallet: plus(wallet, liquidationFee),
    collateral: plus(collateral, liquidationFee),
  });
  if (liquidationFee === NO_MONEY) return;
  addBill(view, book, bill(account, contract, 'liquidation-fee', negate(liquidationFee)), side);
  addFund(view, book, contract, 'liquidation-fee-income', liquidationFee);
}

const KINDS: Readonly<Record<FillSide['effect'], Readonly<Record<PositionSide, PostingKind>>>> = {
  open: { long: 'open-long', short: 'open-short' },
  close: { long: 'close-long', short: 'close-short' },
};

const fillKind = ({ effect, positionSide }: FillSide): PostingKind => KINDS[effect][positionSide];

function addCover(view: BillsView, book: BillBook, event: DeficitCovered): void {
  const { account, contract, amount } = event;
  addBill(view, book, bill(account, contract, 'deficit-cover', amount), event);
  addFund(view, book, contract, 'deficit-cover', negate(amount));
}

function addFund(
  view: BillsView,
  book: BillBook,
  contract: ContractId | null,
  kind: PostingKind,
  amount: Money,
): void {
  const after = moved(view.insuranceFund, amount);
  addBill(view, book, bill(INSURANCE_FUND, contract, kind, amount), after);
}

/** Gives the pool its row for the fees so far; the last thing in the book of an entry. */
export function payFees(view: BillsView, book: BillBook): void {
  const amount = book.feeIncome;
  if (amount === NO_MONEY) return;
  book.feeIncome = NO_MONEY;
  const after = moved(view.feePool, amount);
  addBill(view, book, bill(FEE_POOL, null, 'fee-income', amount), after);
}

const moved = ({ wallet, collateral }: Standing, amount: Money): Standing => ({
  wallet: plus(wallet, amount),
  collateral: plus(collateral, amount),
});
