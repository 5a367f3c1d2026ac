/**
 * Whether each order has the log it needs. Where a season requires it, an order without a log a
 * minute after it was placed is reported; a log that comes later is late. Kept in memory, and
 * worked out again from the archive and the kept logs when the venue starts. A team that never
 * sends a log would fill the memory: of each account the newest are kept, and older ones counted.
 */
import type { Event } from '../../domain/event.ts';
import { type AccountId, NO_ORDER, type OrderId } from '../../domain/ids.ts';
import type { SeasonRules } from '../../domain/season.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Applied } from '../../venue/venue.ts';
import { keepNewest } from '../kept-map.ts';

/** How long after an order its log may come. */
export const LOG_WAIT = millis(60_000);
/** How many orders of an account the report names: enough to see what a team does. */
export const MISSING_KEPT = 200;

export interface MissingLog {
  readonly account: AccountId;
  readonly order: OrderId;
  readonly placedAt: Millis;
  /** When a log came after all; null where none did. */
  readonly loggedAt: Millis | null;
}

export interface MissingLogs {
  /** The newest, at most `MISSING_KEPT`, oldest of them first. */
  readonly rows: readonly MissingLog[];
  /** How many there are before these. */
  readonly older: number;
}

interface Duty {
  readonly placedAt: Millis;
  loggedAt: Millis | null;
}

interface Duties {
  /** Orders that wait for their log, or had none in time. */
  readonly known: Map<OrderId, Duty>;
  /** Orders without a log in time that are no longer known. */
  older: number;
  /** How many may be known before the older ones are looked for. */
  full: number;
  /** The latest time an order was placed at. */
  latest: Millis;
}

/** After the end positions are only closed, however late the end is told. */
export const isLogDue = ({ requiresAiLog, endAt }: SeasonRules, placedAt: Millis): boolean =>
  requiresAiLog && placedAt < endAt;

export type AiDuty = ReturnType<typeof createAiDuty>;

export function createAiDuty(isRequired: (account: AccountId, placedAt: Millis) => boolean) {
  const accounts = new Map<AccountId, Duties>();
  const early = new Map<OrderId, Millis>();
  /** In any sequence, each order once; with the time of its first log where that is known. */
  const noteOrder = (
    account: AccountId,
    order: OrderId,
    placedAt: Millis,
    loggedAt: Millis | null = null,
  ): void => {
    const own = accounts.get(account) ?? createDuties();
    accounts.set(account, own);
    own.latest = millis(Math.max(own.latest, placedAt));
    const firstAt = loggedAt ?? early.get(order) ?? null;
    early.delete(order);
    if (own.known.has(order) || (firstAt !== null && !isLate(placedAt, firstAt))) return;
    own.known.set(order, { placedAt, loggedAt: firstAt });
    if (own.known.size > own.full) forgetOlder(own);
  };
  return {
    /** Follows the venue. */
    look: ({ events, at }: Applied): void => {
      for (const event of events)
        if (isPlaced(event) && isRequired(event.account, at))
          noteOrder(event.account, event.order, at);
    },
    noteOrder,
    noteLog: (account: AccountId, order: OrderId, at: Millis): void => {
      const known = accounts.get(account)?.known;
      const duty = known?.get(order);
      if (duty === undefined && !early.has(order)) keepNewest(early, EARLY_KEPT, order, at);
      if (duty === undefined || duty.loggedAt !== null) return;
      // In time and done: nothing is left to remember.
      if (isLate(duty.placedAt, at)) duty.loggedAt = at;
      else known?.delete(order);
    },
    /** Orders of an account that had no log in time. */
    missing: (account: AccountId, now: Millis): MissingLogs => {
      const own = accounts.get(account);
      if (own === undefined) return { rows: [], older: 0 };
      const overdue = overdueAt(own, now);
      const rows = overdue.slice(-MISSING_KEPT).map(([order, duty]) => ({
        account,
        order,
        placedAt: duty.placedAt,
        loggedAt: duty.loggedAt,
      }));
      return { rows, older: own.older + overdue.length - rows.length };
    },
    countOf: (account: AccountId, now: Millis): number => {
      const own = accounts.get(account);
      return own === undefined ? 0 : own.older + overdueAt(own, now).length;
    },
  };
}

/**
 * A replica that is behind may hear of a log before it has applied the order. Logs of orders that
 * need none are among these too, so only the newest are kept.
 */
const EARLY_KEPT = 2_000;

const createDuties = (): Duties => ({
  known: new Map(),
  older: 0,
  full: 2 * MISSING_KEPT,
  latest: millis(0),
});

const isLate = (placedAt: Millis, at: Millis): boolean => at - placedAt > LOG_WAIT;

/** By id, hence by age. */
const overdueAt = ({ known }: Duties, now: Millis): [OrderId, Duty][] =>
  [...known]
    .filter(([, { placedAt, loggedAt }]) => isLate(placedAt, loggedAt ?? now))
    .sort(([first], [second]) => first - second);

/**
 * What is forgotten stays counted, whatever log comes. So an order is only forgotten when its log
 * is another minute late: one that came in time may still be on its way to the disk. The next look
 * comes after as many more orders, so that a burst of them costs no more than each alone.
 */
function forgetOlder(own: Duties): void {
  const decided = overdueAt(own, millis(own.latest - LOG_WAIT));
  for (const [order] of decided.slice(0, -MISSING_KEPT)) {
    own.known.delete(order);
    own.older += 1;
  }
  own.full = own.known.size + MISSING_KEPT;
}

/** Placed by the team itself: neither by the venue nor as the exit of another order. */
const isPlaced = (event: Event): event is Extract<Event, { kind: 'order-accepted' }> =>
  event.kind === 'order-accepted' && event.origin === 'trader' && event.parent === NO_ORDER;
