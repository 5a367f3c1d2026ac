/** The kinds of bills: the interface's names for movements of collateral. */
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';

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
export type BusinessType = (typeof BUSINESS_TYPES)[number];

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
