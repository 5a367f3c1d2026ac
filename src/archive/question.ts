/** The queries of an archive as data, in the form that travels between threads. */
import { unreachable } from '../domain/assert.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import type {
  Archive,
  BillQuery,
  FillFilter,
  FillQuery,
  FundingQuery,
  LiquidationQuery,
  OrderQuery,
  TriggerQuery,
} from './archive.ts';

export type Question =
  | { readonly kind: 'archived-up-to' }
  | { readonly kind: 'order'; readonly id: OrderId }
  | {
      readonly kind: 'client-order';
      readonly account: AccountId;
      readonly clientOrderId: string;
    }
  | { readonly kind: 'orders'; readonly query: OrderQuery }
  | { readonly kind: 'trigger-orders'; readonly query: TriggerQuery }
  | { readonly kind: 'fills'; readonly query: FillQuery }
  | { readonly kind: 'fill-count'; readonly filter: FillFilter; readonly max: number }
  | { readonly kind: 'bills'; readonly query: BillQuery }
  | { readonly kind: 'funding'; readonly query: FundingQuery }
  | { readonly kind: 'liquidations'; readonly query: LiquidationQuery };

export function answer(archive: Archive, question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'archived-up-to':
      return archive.archivedUpTo();
    case 'order':
      return archive.findOrder(question.id);
    case 'client-order':
      return archive.findClientOrder(question.account, question.clientOrderId);
    case 'orders':
      return archive.orders(question.query);
    case 'trigger-orders':
      return archive.triggerOrders(question.query);
    case 'fills':
      return archive.fills(question.query);
    case 'fill-count':
      return archive.countFills(question.filter, question.max);
    case 'bills':
      return archive.bills(question.query);
    case 'funding':
      return archive.funding(question.query);
    case 'liquidations':
      return archive.liquidations(question.query);
    default:
      return unreachable(question);
  }
}
