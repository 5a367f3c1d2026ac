/** The endpoints that read living orders, and the one that reads any order. */
import type { LivingQuery } from '../../venue/read-account.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { orderRecord, planRecord } from '../../wire/v2/format-order.ts';
import {
  type CurrentQuery,
  parseCurrentPlanQuery,
  parseCurrentQuery,
  parseOrderQuery,
} from '../../wire/v2/parse-order-query.ts';
import { findOwnOrder, unknownOrder } from '../acts/find-order.ts';
import type { PageLists } from '../acts/page-lists.ts';
import { readLiving } from '../acts/read-orders.ts';
import type { RecentOrders } from '../acts/recent-orders.ts';
import type { Answer, PrivateCall } from '../call.ts';

export async function readOrder(recent: RecentOrders, call: PrivateCall): Promise<Answer> {
  const query = parseOrderQuery(call.fields);
  if (isWireError(query)) return query;
  const found = await findOwnOrder(call, recent, query.order);
  if (found === undefined) return unknownOrder();
  return orderRecord(call.venue.read.listing.contract(found.order.contract), found.order);
}

export function readCurrent(pages: PageLists, call: PrivateCall): Answer {
  const query = parseCurrentQuery(call.findContract, call.fields);
  return read(pages, call, 'working', query, orderRecord);
}

export function readCurrentPlan(pages: PageLists, call: PrivateCall): Answer {
  const query = parseCurrentPlanQuery(call.findContract, call.fields);
  return read(pages, call, 'untriggered', query, planRecord);
}

const read = (
  pages: PageLists,
  call: PrivateCall,
  group: LivingQuery['group'],
  query: CurrentQuery | WireError,
  format: typeof orderRecord | typeof planRecord,
): Answer =>
  isWireError(query)
    ? query
    : readLiving(pages, call, group, query).map(({ order }) =>
        format(call.venue.read.listing.contract(order.contract), order),
      );
