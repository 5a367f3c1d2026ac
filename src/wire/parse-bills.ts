/** Reads the query of bills, which is the same in every dialect under other names. */
import type { Contract } from '../domain/contract.ts';
import type { BillRow, Window } from '../domain/history.ts';
import type { PostingKind } from '../domain/posting.ts';
import { type BusinessType, postingKindsOf } from './bill-kinds.ts';
import { type FindContract, invalid } from './caller.ts';
import { isWireError, type WireError, wireError } from './errors.ts';
import { parseWindow } from './parse-window.ts';
import { isCoin } from './words.ts';

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
export interface BillsTerms {
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
  const window = parseWindow(terms.window);
  if (isWireError(window)) return window;
  const kinds = kind === undefined ? null : postingKindsOf(kind);
  return { contract, kinds, ...window, limit: terms.limit ?? LIMIT_FALLBACK };
}
