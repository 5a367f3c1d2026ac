/** The endpoints that read what is over, newest first. */
import { isWireError, type WireError } from '../../wire/errors.ts';
import { fillRecord, fillsRecord } from '../../wire/v2/format-fill.ts';
import { orderRecord, planRecord } from '../../wire/v2/format-order.ts';
import type { FillsRecord, HistoryPlanRecord, OrderRecord } from '../../wire/v2/order-records.ts';
import {
  parseFillsQuery,
  parseHistoryPlanQuery,
  parseHistoryQuery,
} from '../../wire/v2/parse-order-query.ts';
import { readFillRows, readFinished, readTriggers, withinReach } from '../acts/read-history.ts';
import type { PrivateCall } from '../call.ts';

export async function readHistory(call: PrivateCall): Promise<OrderRecord[] | WireError> {
  const now = call.venue.read.now();
  const fields = withinReach(call.fields, ['createDate', 'endCreateDate'], now);
  const query = parseHistoryQuery(call.findContract, fields, now);
  if (isWireError(query)) return query;
  const found = await readFinished(call, query);
  return found.map(({ order }) =>
    orderRecord(call.venue.read.listing.contract(order.contract), order),
  );
}

export async function readHistoryPlan(call: PrivateCall): Promise<HistoryPlanRecord | WireError> {
  const query = parseHistoryPlanQuery(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { orders, hasMore } = await readTriggers(call, query);
  return { list: orders.map(({ order }) => planRecord(query.contract, order)), nextPage: hasMore };
}

export async function readFills(call: PrivateCall): Promise<FillsRecord | WireError> {
  const query = parseFillsQuery(call.findContract, call.fields);
  if (isWireError(query)) return query;
  const { fills, hasMore, count } = await readFillRows(call, query);
  return fillsRecord(
    fills.map((fill) => fillRecord(call.venue.read.listing.contract(fill.contract), fill)),
    { hasMore, total: await count() },
  );
}
