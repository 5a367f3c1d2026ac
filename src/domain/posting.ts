/**
 * The reasons for which collateral moves. Every movement has one, every account keeps a running
 * total for each, and the totals of an account sum to its collateral.
 */
export const POSTING_KINDS = [
  'deposit',
  'withdrawal',
  'transfer-in',
  'transfer-out',
  'open-long',
  'open-short',
  'close-long',
  'close-short',
  'fee',
  'liquidation-fee',
  'funding',
  'fee-income',
  'liquidation-fee-income',
  'funding-residue',
  'deficit-cover',
] as const;

export type PostingKind = (typeof POSTING_KINDS)[number];
