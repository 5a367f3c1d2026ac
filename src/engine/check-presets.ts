/** The exits that an opening order brings along are checked with it. */
import { PRICE_TICKS_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { NO_TICKS, type Ticks } from '../domain/units.ts';
import type { Intent } from './intent.ts';
import type { Desk } from './state.ts';

/** The take-profit and stop-loss of an opening order must lie on the correct sides of its price. */
export function checkPresets(desk: Desk, intent: Intent): Reject | undefined {
  const { takeProfit, stopLoss } = intent;
  if (takeProfit === null && stopLoss === null) return undefined;
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
