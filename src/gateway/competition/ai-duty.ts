/**
 * Whether each order has the log it needs. Where a season requires it, an order without a log a
 * minute after it was placed is reported; a log that comes later is late. Kept in memory, and
 * worked out again from the archive and the kept logs when the venue starts.
 */
import type { Event } from '../../domain/event.ts';
import { type AccountId, NO_ORDER, type OrderId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Applied } from '../../venue/venue.ts';

/** How long after an order its log may come. */
export const LOG_WAIT = millis(60_000);

export interface MissingLog {
  readonly account: AccountId;
  readonly order: OrderId;
  readonly placedAt: Millis;
  /** When a log came after all; null where none did. */
  readonly loggedAt: Millis | null;
}

export interface AiDuty {
  /** Follows the venue. */
  readonly look: (applied: Applied) => void;
  readonly noteOrder: (account: AccountId, order: OrderId, at: Millis) => void;
  readonly noteLog: (account: AccountId, order: OrderId, at: Millis) => void;
  /** Orders of an account that had no log in time, oldest first. */
  readonly missing: (account: AccountId, now: Millis) => readonly MissingLog[];
  readonly countOf: (account: AccountId, now: Millis) => number;
}

interface Duty {
  readonly placedAt: Millis;
  loggedAt: Millis | null;
}

export function createAiDuty(isRequired: (account: AccountId) => boolean): AiDuty {
  const duties = new Map<AccountId, Map<OrderId, Duty>>();
  const dutiesOf = (account: AccountId): Map<OrderId, Duty> => {
    const known = duties.get(account) ?? new Map<OrderId, Duty>();
    duties.set(account, known);
    return known;
  };
  const noteOrder = (account: AccountId, order: OrderId, placedAt: Millis): void => {
    const own = dutiesOf(account);
    if (!own.has(order)) own.set(order, { placedAt, loggedAt: null });
  };
  const missing = (account: AccountId, now: Millis): MissingLog[] => {
    const own = duties.get(account);
    if (own === undefined) return [];
    return [...own].flatMap(([order, { placedAt, loggedAt }]) =>
      (loggedAt ?? now) - placedAt > LOG_WAIT ? [{ account, order, placedAt, loggedAt }] : [],
    );
  };
  return {
    look: ({ events, at }) => {
      for (const event of events)
        if (isPlaced(event) && isRequired(event.account)) noteOrder(event.account, event.order, at);
    },
    noteOrder,
    noteLog: (account, order, at) => {
      const own = duties.get(account)?.get(order);
      if (own === undefined || own.loggedAt !== null) return;
      // In time and done: nothing is left to remember.
      if (at - own.placedAt <= LOG_WAIT) duties.get(account)?.delete(order);
      else own.loggedAt = at;
    },
    missing,
    countOf: (account, now) => missing(account, now).length,
  };
}

/** Placed by the team itself: neither by the venue nor as the exit of another order. */
const isPlaced = (event: Event): event is Extract<Event, { kind: 'order-accepted' }> =>
  event.kind === 'order-accepted' && event.origin === 'trader' && event.parent === NO_ORDER;
