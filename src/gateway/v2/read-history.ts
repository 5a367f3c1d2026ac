/**
 * The endpoints that read what is over, out of the archive, newest first. The archive is written
 * behind the acknowledgements; it is waited for, so that nothing acknowledged is missing.
 */
import { DAY } from '../../domain/limits.ts';
import type { Millis } from '../../domain/units.ts';
import { venueTime } from '../../venue/read-market.ts';
import { isWireError, type WireError } from '../../wire/v2/errors.ts';
import { fillRecord, fillsRecord } from '../../wire/v2/format-fill.ts';
import { orderRecord, planRecord } from '../../wire/v2/format-order.ts';
import type { FillsRecord, HistoryPlanRecord, OrderRecord } from '../../wire/v2/order-records.ts';
import { HISTORY_DAYS_MAX } from '../../wire/v2/order-requests.ts';
import {
  parseFillsQuery,
  parseHistoryPlanQuery,
  parseHistoryQuery,
} from '../../wire/v2/parse-order-query.ts';
import type { Fields } from '../../wire/v2/read-request.ts';
import type { PrivateCall } from '../call.ts';
import { contractAt } from './caller.ts';

export async function readHistory(call: PrivateCall): Promise<OrderRecord[] | WireError> {
  const { venue, account } = call;
  const now = venueTime(venue);
  const query = parseHistoryQuery(call.findContract, withinReach(call.fields, now), now);
  if (isWireError(query)) return query;
  const { contract, from, to, limit } = query;
  await venue.archived();
  const page = await venue.archive.orders({ account, contract: contract?.id, from, to, limit });
  return page.rows.map(({ order }) => orderRecord(contractAt(venue, order.contract), order));
}

/** As far as the clock of a caller may be off. */
const CLOCK_SLACK_MILLIS = 30_000;
const DAYS_MAX_MILLIS = HISTORY_DAYS_MAX * DAY;

/**
 * A window that has only a beginning ends now, by the clock of the venue. Whoever counts it by its
 * own clock is not refused for what the two differ, nor for the time that a request takes.
 */
function withinReach(fields: Fields, now: Millis): Fields {
  const sent = fields.get('createDate');
  if (typeof sent !== 'string' || !/^\d{1,16}$/.test(sent) || fields.get('endCreateDate'))
    return fields;
  const from = Number(sent);
  const nearest = Math.min(now, Math.max(from, now - DAYS_MAX_MILLIS));
  if (nearest === from || Math.abs(nearest - from) > CLOCK_SLACK_MILLIS) return fields;
  return new Map([...fields, ['createDate', String(nearest)]]);
}

export async function readHistoryPlan(call: PrivateCall): Promise<HistoryPlanRecord | WireError> {
  const { venue, account } = call;
  const query = parseHistoryPlanQuery(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { contract, from, to, limit, direction } = query;
  await venue.archived();
  const page = await venue.archive.triggerOrders({
    account,
    contract: contract.id,
    from: from ?? undefined,
    to: to ?? undefined,
    effect: direction?.effect,
    positionSide: direction?.positionSide,
    limit,
  });
  return {
    list: page.rows.map(({ order }) => planRecord(contract, order)),
    nextPage: page.next !== null,
  };
}

/** Nobody looks at a total beyond this. */
const FILLS_COUNTED_MAX = 10_000;

export async function readFills(call: PrivateCall): Promise<FillsRecord | WireError> {
  const { venue, account } = call;
  const query = parseFillsQuery(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const filter = {
    account,
    contract: query.contract?.id,
    order: query.order ?? undefined,
    from: query.from ?? undefined,
    to: query.to ?? undefined,
  };
  await venue.archived();
  const { rows, next } = await venue.archive.fills({ ...filter, limit: query.limit });
  const total =
    next === null ? rows.length : await venue.archive.countFills(filter, FILLS_COUNTED_MAX);
  return fillsRecord(
    rows.map((fill) => fillRecord(contractAt(venue, fill.contract), fill)),
    { hasMore: next !== null, total },
  );
}
