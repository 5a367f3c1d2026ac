/**
 * The terms of an order that are settled before its checks (its end, a price of the book), and the
 * exits that it brings along.
 */
import { bestTicks, nextTicks } from '../book/book.ts';
import type { PlaceOrder } from '../domain/command.ts';
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import type { OrderOptions, PriceMatch } from '../domain/order.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import { type Millis, NO_TICKS, type Ticks } from '../domain/units.ts';
import type { Desk, Listing } from './state.ts';

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

/** The terms of a wanted order: of a placed one, a fired trigger or an amendment. */
export type Intent = Pick<
  PlaceOrder,
  | 'positionSide'
  | 'effect'
  | 'size'
  | 'price'
  | 'timeInForce'
  | 'takeProfit'
  | 'stopLoss'
  | 'marginMode'
  | 'options'
>;

/** What the prices of an order follow from. */
export type PriceIntent = Pick<Intent, 'positionSide' | 'effect' | 'size' | 'price'>;

/** The take-profit and stop-loss of an opening order must lie on the correct sides of its price. */
export function checkPresets(desk: Desk, intent: Omit<Intent, 'options'>): Reject | undefined {
  const { takeProfit, stopLoss } = intent;
  if (intent.effect === 'close') return reject('preset-on-close');
  if (takeProfit !== null && !isPrice(takeProfit))
    return reject('take-profit-invalid', { given: takeProfit });
  if (stopLoss !== null && !isPrice(stopLoss))
    return reject('stop-loss-invalid', { given: stopLoss });
  const reference = referencePrice(desk, intent.price);
  const isLong = intent.positionSide === 'long';
  if (takeProfit !== null && (isLong ? takeProfit <= reference : takeProfit >= reference))
    return reject('take-profit-wrong-side', { given: takeProfit, limit: reference });
  if (stopLoss !== null && (isLong ? stopLoss >= reference : stopLoss <= reference))
    return reject('stop-loss-wrong-side', { given: stopLoss, limit: reference });
  return undefined;
}

export const isPrice = (price: number): boolean =>
  Number.isSafeInteger(price) && price > 0 && price <= PRICE_TICKS_MAX;

/** The limit as it was sent. For a market order, the last trade, or the mark if there is none. */
function referencePrice(desk: Desk, price: Ticks | null): Ticks {
  if (price !== null) return price;
  return desk.listing.last === NO_TICKS ? desk.listing.mark : desk.listing.last;
}
