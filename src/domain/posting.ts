/**
 * The reasons for which collateral moves. Every movement has one, every account keeps a running
 * total for each, and the totals of an account sum to its collateral.
 */
import { type ValueOf, wordOf } from './shape.ts';

export const POSTING_KIND = wordOf(
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
);
export const POSTING_KINDS = POSTING_KIND.words;
export type PostingKind = ValueOf<typeof POSTING_KIND>;
