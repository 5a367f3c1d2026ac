/** Changes an order of the account: one in the book, or the trigger of one that waits. */
import type { ToldOrder } from '../../client/client.ts';
import { askOwn, type CallOutcome } from '../client/call.ts';

export const isWaitingOrder = ({ status }: ToldOrder): boolean => status === 'UNTRIGGERED';

export const movablePrice = (order: ToldOrder): string =>
  isWaitingOrder(order) ? order.triggerPrice : order.price;

export interface OrderChange {
  /** The price of an order in the book, the trigger of one that waits. */
  readonly at: string;
  /** Of an order in the book, with what is filled. */
  readonly size?: string | undefined;
  /** Of an order that waits: its limit once triggered. */
  readonly limit?: string | undefined;
}

export function changeOrder(
  order: ToldOrder,
  { at, size, limit = order.price }: OrderChange,
): Promise<CallOutcome<unknown>> {
  const { id: orderId } = order;
  if (!isWaitingOrder(order))
    return askOwn(({ perpetua }) => perpetua.amend({ orderId, price: at, size }));
  const asked = {
    orderId,
    triggerPrice: at,
    executePrice: limit,
    triggerPriceType: order.triggerPriceType === 'MARK_PRICE' ? '3' : '1',
  } as const;
  return askOwn(({ order: calls }) => calls.modifyTpSl(asked));
}
