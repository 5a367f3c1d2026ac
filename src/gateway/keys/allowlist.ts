/** Which addresses a key may be used from. */
import { type Address, type AddressRange, findRange, formatRange, isWithin } from '../address.ts';

/** A range wider than this is not a list of one's own machines. */
const SHORTEST_PREFIX = { 4: 24, 6: 48 } as const;
const ENTRIES_MAX = 64;

/** Null allows every address. */
export type Allowlist = readonly AddressRange[] | null;

/** The ranges in their one spelling, or what is wrong with which of them. */
export function parseAllowlist(
  texts: readonly string[],
): { readonly ranges: readonly AddressRange[] } | { readonly problem: string } {
  if (texts.length > ENTRIES_MAX) return { problem: `more than ${ENTRIES_MAX} entries` };
  const ranges: AddressRange[] = [];
  for (const text of texts) {
    const range = findRange(text);
    if (range === undefined) return { problem: `${text.slice(0, 50)} is no address or CIDR` };
    const shortest = SHORTEST_PREFIX[range.address.family];
    if (range.prefix < shortest) return { problem: `${text} is wider than /${shortest}` };
    ranges.push(range);
  }
  return { ranges };
}

export const formatAllowlist = (ranges: readonly AddressRange[]): string[] =>
  ranges.map(formatRange);

export const isAllowed = (ranges: Allowlist, address: Address): boolean =>
  ranges === null || ranges.some((range) => isWithin(address, range));
