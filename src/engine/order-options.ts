/** The options of an order that are settled before its checks: its end, and a price of the book. */
import { bestTicks, nextTicks } from '../book/book.ts';
import type { OrderOptions, PriceMatch } from '../domain/order.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import { type Millis, NO_TICKS, type Ticks } from '../domain/units.ts';
import type { Listing } from './state.ts';

/** An order that is good till a date must have some time to live. */
export function checkExpiry({ expiresAt }: OrderOptions, now: Millis): Reject | undefined {
  if (expiresAt === undefined) return undefined;
  return Number.isSafeInteger(expiresAt) && expiresAt > now
    ? undefined
    : reject('expiry-invalid', { given: expiresAt, limit: now });
}

const LEVELS: ReadonlySet<number> = new Set([1, 5, 10, 20]);

/** A price of the book comes instead of a price of the sender's own. */
export function checkMatch({ level }: PriceMatch, price: Ticks | null): Reject | undefined {
  if (price !== null) return reject('price-invalid', { given: price });
  return LEVELS.has(level) ? undefined : reject('price-match-invalid', { given: level });
}

/** The limit of an order whose price is taken from the book, or as it was sent. */
export function settleLimit(
  { book }: Listing,
  side: Side,
  price: Ticks | null,
  match: PriceMatch | undefined,
): Ticks | null | Reject {
  if (match === undefined) return price;
  const refused = checkMatch(match, price);
  if (refused !== undefined) return refused;
  const from = match.of === 'queue' ? side : oppositeSide(side);
  let found = bestTicks(book, from);
  for (let level = 1; level < match.level && found !== NO_TICKS; level += 1)
    found = nextTicks(book, from, found);
  return found === NO_TICKS ? reject('price-match-empty', { given: match.level }) : found;
}

export const isLimit = (limit: Ticks | null | Reject): limit is Ticks | null =>
  limit === null || typeof limit !== 'object';
