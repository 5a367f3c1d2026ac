/** The endpoints that read living orders, and the one that reads any order. */
import type { Order } from '../../domain/order.ts';
import { findLivingOrder, type LivingQuery, livingOrders } from '../../venue/read-account.ts';

import { isWireError, type WireError } from '../../wire/v2/errors.ts';
import { orderRecord, planRecord } from '../../wire/v2/format-order.ts';
import {
  type CurrentQuery,
  parseCurrentPlanQuery,
  parseCurrentQuery,
  parseOrderQuery,
} from '../../wire/v2/parse-order-query.ts';
import type { Answer, PrivateCall } from '../call.ts';
import { contractAt } from './caller.ts';
import { findOwnOrder, unknownOrder } from './find-order.ts';
import type { PageLists } from './page-lists.ts';
import type { RecentOrders } from './recent-orders.ts';

export async function readOrder(recent: RecentOrders, call: PrivateCall): Promise<Answer> {
  const query = parseOrderQuery(call.fields);
  if (isWireError(query)) return query;
  const order = await findOwnOrder(call, recent, query.order);
  if (order === undefined) return unknownOrder();
  return orderRecord(contractAt(call.venue, order.contract), order);
}

export function readCurrent(pages: PageLists, call: PrivateCall): Answer {
  const query = parseCurrentQuery(call.findContract, call.fields);
  return read(pages, call, 'working', query, orderRecord);
}

export function readCurrentPlan(pages: PageLists, call: PrivateCall): Answer {
  const query = parseCurrentPlanQuery(call.findContract, call.fields);
  return read(pages, call, 'untriggered', query, planRecord);
}

function read(
  pages: PageLists,
  call: PrivateCall,
  group: LivingQuery['group'],
  query: CurrentQuery | WireError,
  format: typeof orderRecord | typeof planRecord,
): Answer {
  if (isWireError(query)) return query;
  const { venue, account, now } = call;
  const contract = query.contract?.id ?? null;
  const { limit, page, order, from, to } = query;
  const present = livingOrders(venue, { account, contract, group })
    .filter((tracked) => isAsked(tracked.order, query))
    .map((tracked) => tracked.order.id);
  const name = [account, group, contract, order, from, to, limit].join();
  return pages.pageOf({ name, limit, page, now }, present).flatMap((id) => {
    const living = findLivingOrder(venue, id)?.order;
    return living === undefined || !isIn(living, group)
      ? []
      : [format(contractAt(venue, living.contract), living)];
  });
}

const isAsked = ({ id, createdAt }: Order, { order, from, to }: CurrentQuery): boolean =>
  (order === null || id === order) &&
  (from === null || createdAt >= from) &&
  (to === null || createdAt <= to);

/** An order of a kept list may have been triggered since. */
const isIn = ({ status }: Order, group: LivingQuery['group']): boolean =>
  (status === 'untriggered') === (group === 'untriggered');
