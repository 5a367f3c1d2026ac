/**
 * Reads what is over, out of the archive, newest first. The archive is written behind the
 * acknowledgements; it is waited for, so that nothing acknowledged is missing.
 */
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import type { OrderId } from '../../domain/ids.ts';
import { DAY } from '../../domain/limits.ts';
import type { Effect, PositionSide } from '../../domain/side.ts';
import type { Millis } from '../../domain/units.ts';
import { type ClosedWindow, HISTORY_DAYS_MAX, type Window } from '../../wire/parse-window.ts';
import type { Fields } from '../../wire/read-request.ts';
import type { PrivateCall } from '../call.ts';
import { type FoundOrder, foundOf } from './find-order.ts';

export interface HistoryQuery extends ClosedWindow {
  readonly contract: Contract | null;
  readonly limit: number;
}

export async function readFinished(
  { venue, account }: PrivateCall,
  { contract, from, to, limit }: HistoryQuery,
): Promise<FoundOrder[]> {
  await venue.archived();
  const page = await venue.archive.orders({ account, contract: contract?.id, from, to, limit });
  return page.rows.map(foundOf);
}

export interface TriggersQuery extends Window {
  readonly contract: Contract | null;
  readonly limit: number;
  readonly direction?: { readonly effect: Effect; readonly positionSide: PositionSide } | null;
}

export interface TriggersPage {
  readonly orders: readonly FoundOrder[];
  readonly hasMore: boolean;
}

export async function readTriggers(
  { venue, account }: PrivateCall,
  { contract, from, to, limit, direction }: TriggersQuery,
): Promise<TriggersPage> {
  await venue.archived();
  const page = await venue.archive.triggerOrders({
    account,
    contract: contract?.id,
    from: from ?? undefined,
    to: to ?? undefined,
    effect: direction?.effect,
    positionSide: direction?.positionSide,
    limit,
  });
  return { orders: page.rows.map(foundOf), hasMore: page.next !== null };
}

export interface FillsQuery extends Window {
  readonly contract: Contract | null;
  readonly order: OrderId | null;
  readonly limit: number;
}

export interface FillsPage {
  readonly fills: readonly FillRow[];
  readonly hasMore: boolean;
  /** How many there are in all, as far as anybody looks. */
  readonly count: () => Promise<number>;
}

/** Nobody looks at a total beyond this. */
const FILLS_COUNTED_MAX = 10_000;

export async function readFillRows(
  { venue, account }: PrivateCall,
  query: FillsQuery,
): Promise<FillsPage> {
  const filter = {
    account,
    contract: query.contract?.id,
    order: query.order ?? undefined,
    from: query.from ?? undefined,
    to: query.to ?? undefined,
  };
  await venue.archived();
  const { rows, next } = await venue.archive.fills({ ...filter, limit: query.limit });
  return {
    fills: rows,
    hasMore: next !== null,
    count: async () =>
      next === null ? rows.length : venue.archive.countFills(filter, FILLS_COUNTED_MAX),
  };
}

/** As far as the clock of a caller may be off. */
const CLOCK_SLACK_MILLIS = 30_000;
const DAYS_MAX_MILLIS = HISTORY_DAYS_MAX * DAY;

/**
 * A window that has only a beginning ends now, by the clock of the venue. Whoever counts it by its
 * own clock is not refused for what the two differ, nor for the time that a request takes.
 */
export function withinReach(
  fields: Fields,
  [fromName, toName]: readonly [from: string, to: string],
  now: Millis,
): Fields {
  const sent = fields.get(fromName);
  if (typeof sent !== 'string' || !/^\d{1,16}$/.test(sent) || fields.get(toName)) return fields;
  const from = Number(sent);
  const nearest = Math.min(now, Math.max(from, now - DAYS_MAX_MILLIS));
  if (nearest === from || Math.abs(nearest - from) > CLOCK_SLACK_MILLIS) return fields;
  return new Map([...fields, [fromName, String(nearest)]]);
}
