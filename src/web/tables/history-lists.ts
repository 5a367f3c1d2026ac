/** The history of the account: orders, trigger orders, fills, bills and explanations. */
import type { PerpetuaLiquidationsRow } from '../../client/client.ts';
import type { BillRecord } from '../../wire/v2/account/account.ts';
import type { FundingPaymentRecord } from '../../wire/v2/extensions/why.ts';
import type { FillRecord, OrderRecord, PlanRecord } from '../../wire/v2/orders/read-orders.ts';
import { askOwn, type CallOutcome, type VenueCall } from '../client/call.ts';
import { symbol } from '../market/contracts.ts';
import { PagedList, type PageOf } from './paged-list.ts';

const PAGE = 50;

async function page<Answer, Row>(
  call: VenueCall<Answer>,
  read: (answer: Answer) => PageOf<Row>,
): Promise<CallOutcome<PageOf<Row>>> {
  const outcome = await askOwn(call);
  return outcome.ok ? { ok: true, value: read(outcome.value) } : outcome;
}

const whole = <Row>(rows: readonly Row[]): PageOf<Row> => ({ rows, hasMore: rows.length === PAGE });

export const pastOrders = new PagedList<OrderRecord>({
  read: (endCreateDate, terms) =>
    page(({ order }) => order.history({ pageSize: PAGE, endCreateDate }, terms), whole),
  keyOf: ({ order_id }) => order_id,
  timeOf: ({ createTime }) => Number(createTime),
});

/** The interface lists them by contract: the selected one. */
export const pastPlans = new PagedList<PlanRecord>({
  read: (endTime, terms) =>
    page(
      ({ order }) => order.historyPlan({ symbol: symbol.peek(), pageSize: PAGE, endTime }, terms),
      ({ list, nextPage }) => ({ rows: list, hasMore: nextPage }),
    ),
  keyOf: ({ order_id }) => order_id,
  timeOf: ({ createTime }) => Number(createTime),
});

export const pastFills = new PagedList<FillRecord>({
  read: (endTime, terms) =>
    page(
      ({ order }) => order.fills({ limit: PAGE, endTime }, terms),
      ({ list, nextFlag }) => ({ rows: list, hasMore: nextFlag }),
    ),
  keyOf: ({ tradeId, orderId }) => `${tradeId}-${orderId}`,
  timeOf: ({ createdTime }) => createdTime,
});

export const bills = new PagedList<BillRecord>({
  read: (endTime, terms) =>
    page(
      ({ account }) => account.bills({ limit: PAGE, endTime }, terms),
      ({ items, hasNextPage }) => ({ rows: items, hasMore: hasNextPage }),
    ),
  keyOf: ({ billId }) => String(billId),
  timeOf: ({ ctime }) => ctime,
});

export const liquidations = new PagedList<PerpetuaLiquidationsRow>({
  read: (endTime, terms) =>
    page(({ perpetua }) => perpetua.liquidations({ limit: PAGE, endTime }, terms), whole),
  keyOf: ({ id }) => String(id),
  timeOf: ({ time }) => time,
});

export const fundingPayments = new PagedList<FundingPaymentRecord>({
  read: (endTime, terms) =>
    page(({ perpetua }) => perpetua.funding({ limit: PAGE, endTime }, terms), whole),
  keyOf: ({ id }) => String(id),
  timeOf: ({ time }) => time,
});

export const HISTORY_LISTS = [
  pastOrders,
  pastPlans,
  pastFills,
  bills,
  liquidations,
  fundingPayments,
] as const;
