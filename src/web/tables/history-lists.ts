/** The history of the account: orders, trigger orders, fills, bills and explanations. */
import type { BillRecord, BillsRecord } from '../../wire/v2/account/bills.ts';
import type { FundingPaymentRecord } from '../../wire/v2/extensions/funding-payments.ts';
import type { LiquidationRecord } from '../../wire/v2/extensions/liquidations.ts';
import type { FillRecord, FillsRecord } from '../../wire/v2/orders/fills.ts';
import type { PlansRecord } from '../../wire/v2/orders/order-history.ts';
import type { OrderRecord, PlanRecord } from '../../wire/v2/orders/order-record.ts';
import { type Asked, askOwn, type CallOutcome } from '../client/call.ts';
import { symbol } from '../market/contracts.ts';
import { PagedList, type PageOf } from './paged-list.ts';

const PAGE = 50;

async function page<Answer, Row>(
  asked: Asked,
  read: (answer: Answer) => PageOf<Row>,
): Promise<CallOutcome<PageOf<Row>>> {
  const outcome = await askOwn<Answer>(asked);
  return outcome.ok ? { ok: true, value: read(outcome.value) } : outcome;
}

const whole = <Row>(rows: readonly Row[]): PageOf<Row> => ({ rows, hasMore: rows.length === PAGE });

export const pastOrders = new PagedList<OrderRecord>({
  read: (endCreateDate) =>
    page<OrderRecord[], OrderRecord>(
      { path: '/order/history', fields: { pageSize: PAGE, endCreateDate } },
      whole,
    ),
  keyOf: ({ order_id }) => order_id,
  timeOf: ({ createTime }) => Number(createTime),
});

/** The interface lists them by contract: the selected one. */
export const pastPlans = new PagedList<PlanRecord>({
  read: (endTime) =>
    page<PlansRecord, PlanRecord>(
      { path: '/order/historyPlan', fields: { symbol: symbol.peek(), pageSize: PAGE, endTime } },
      ({ list, nextPage }) => ({ rows: list, hasMore: nextPage }),
    ),
  keyOf: ({ order_id }) => order_id,
  timeOf: ({ createTime }) => Number(createTime),
});

export const pastFills = new PagedList<FillRecord>({
  read: (endTime) =>
    page<FillsRecord, FillRecord>(
      { path: '/order/fills', fields: { limit: PAGE, endTime } },
      ({ list, nextFlag }) => ({ rows: list, hasMore: nextFlag }),
    ),
  keyOf: ({ tradeId, orderId }) => `${tradeId}-${orderId}`,
  timeOf: ({ createdTime }) => createdTime,
});

export const bills = new PagedList<BillRecord>({
  read: (endTime) =>
    page<BillsRecord, BillRecord>(
      { method: 'POST', path: '/account/bills', fields: { limit: PAGE, endTime } },
      ({ items, hasNextPage }) => ({ rows: items, hasMore: hasNextPage }),
    ),
  keyOf: ({ billId }) => String(billId),
  timeOf: ({ ctime }) => ctime,
});

export const liquidations = new PagedList<LiquidationRecord>({
  read: (endTime) =>
    page<LiquidationRecord[], LiquidationRecord>(
      { path: '/perpetua/liquidations', fields: { limit: PAGE, endTime } },
      whole,
    ),
  keyOf: ({ id }) => String(id),
  timeOf: ({ time }) => time,
});

export const fundingPayments = new PagedList<FundingPaymentRecord>({
  read: (endTime) =>
    page<FundingPaymentRecord[], FundingPaymentRecord>(
      { path: '/perpetua/funding', fields: { limit: PAGE, endTime } },
      whole,
    ),
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
