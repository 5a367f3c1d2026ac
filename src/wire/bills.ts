/** Queries about bills, the kinds that all dialects know, and who paid a funding bill. */
import { type Contract, notionalOf } from '../domain/contract.ts';
import { fundingPayment } from '../domain/funding.ts';
import type { BillRow, FundingRow, Window } from '../domain/history.ts';
import { negate } from '../domain/money.ts';
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';
import type { PositionSide } from '../domain/side.ts';
import { FUNDING_SCALE, type Lots, lots, toBigInt } from '../domain/units.ts';
import { type FindContract, invalid } from './caller.ts';
import { type WireError, wireError } from './errors.ts';
import { parseWindow } from './parse-window.ts';
import { isCoin } from './words.ts';

export const BUSINESS_TYPES = [
  'deposit',
  'withdraw',
  'transfer_in',
  'transfer_out',
  'margin_move_in',
  'margin_move_out',
  'position_open_long',
  'position_open_short',
  'position_close_long',
  'position_close_short',
  'position_funding',
  'order_fill_fee_income',
  'order_liquidate_fee_income',
  'start_liquidate',
  'finish_liquidate',
  'order_fix_margin_amount',
  'tracking_follow_pay',
  'tracking_system_pre_receive',
  'tracking_follow_back',
  'tracking_trader_income',
  'tracking_third_party_share',
] as const;
type BusinessType = (typeof BUSINESS_TYPES)[number];

/**
 * A fee is part of the bill of its fill. Where a liquidation fee stands alone it carries the name
 * under which the venue books it, with the opposite sign.
 */
export const BUSINESS_TYPE_OF: Readonly<Record<PostingKind, BusinessType>> = {
  deposit: 'deposit',
  withdrawal: 'withdraw',
  'transfer-in': 'transfer_in',
  'transfer-out': 'transfer_out',
  'open-long': 'position_open_long',
  'open-short': 'position_open_short',
  'close-long': 'position_close_long',
  'close-short': 'position_close_short',
  fee: 'order_fill_fee_income',
  'liquidation-fee': 'order_liquidate_fee_income',
  funding: 'position_funding',
  'fee-income': 'order_fill_fee_income',
  'liquidation-fee-income': 'order_liquidate_fee_income',
  'funding-residue': 'position_funding',
  'deficit-cover': 'order_fix_margin_amount',
};

/** Returns the kinds of postings of a business type; none if the venue has no such business. */
export const postingKindsOf = (type: BusinessType): PostingKind[] =>
  POSTING_KINDS.filter((kind) => BUSINESS_TYPE_OF[kind] === type);

export interface BillsQuery extends Window {
  readonly contract: Contract | null;
  /** Null means every kind. The list is empty for a kind that the venue does not have. */
  readonly kinds: readonly PostingKind[] | null;
  readonly limit: number;
}

/** The answer to such a query, as acts hand it to dialects. */
export interface BillsPage {
  readonly rows: readonly BillRow[];
  readonly hasMore: boolean;
}

/** The fields that were sent, under the same names for every dialect. */
interface BillsTerms {
  readonly coin: string | undefined;
  /** The name under which the coin was sent. */
  readonly coinField: string;
  readonly symbol: string | undefined;
  readonly kind: BusinessType | undefined;
  readonly window: Parameters<typeof parseWindow>[0];
  readonly limit: number | undefined;
}

const LIMIT_FALLBACK = 20;

export function parseBills(find: FindContract, terms: BillsTerms): BillsQuery | WireError {
  const { coin, kind } = terms;
  if (coin !== undefined && !isCoin(coin)) return invalid(terms.coinField, `'${coin}' is not held`);
  const contract = terms.symbol === undefined ? null : find(terms.symbol);
  if (contract === undefined) return wireError('40020', { field: 'symbol' });
  const kinds = kind === undefined ? null : postingKindsOf(kind);
  return parseWindow(terms.window, { contract, kinds, limit: terms.limit ?? LIMIT_FALLBACK });
}

/** A funding bill, with the settlements of its contract that it may belong to. */
export interface FundingBill {
  readonly bill: BillRow;
  readonly contract: Contract;
  readonly settlements: readonly FundingRow[];
}

const SIDES: readonly PositionSide[] = ['long', 'short'];

/**
 * Returns the position that paid. A bill does not store the size, but the formula gives it: of the
 * sizes near the quotient, the one that pays exactly this amount.
 */
export function findPaying(
  contract: Contract,
  { amount }: BillRow,
  { mark, rate }: FundingRow,
): { readonly side: PositionSide; readonly size: Lots } | undefined {
  const perLot = toBigInt(notionalOf(contract, mark, lots(1))) * BigInt(rate);
  if (perLot === 0n) return undefined;
  const near = (-toBigInt(amount) * FUNDING_SCALE) / perLot;
  const count = Number(near < 0n ? -near : near);
  for (const side of SIDES)
    for (const size of [count, count - 1, count + 1].map(lots))
      if (
        size > 0 &&
        fundingPayment(side, notionalOf(contract, mark, size), rate) === negate(amount)
      )
        return { side, size };
  return undefined;
}
