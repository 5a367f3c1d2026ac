/** Changes an order of the account: one in the book, or the trigger of one that waits. */
import type { ToldOrder } from '../../client/client.ts';
import { askOwn, type CallOutcome } from '../client/call.ts';

export const isWaitingOrder = ({ status }: ToldOrder): boolean => status === 'UNTRIGGERED';

export const movablePrice = (order: ToldOrder): string =>
  isWaitingOrder(order) ? order.triggerPrice : order.price;

/** The new size, with what is filled, counts for an order in the book alone. */
export function changeOrder(
  order: ToldOrder,
  price: string,
  size?: string,
): Promise<CallOutcome<unknown>> {
  const { id: orderId } = order;
  if (!isWaitingOrder(order))
    return askOwn(({ perpetua }) => perpetua.amend({ orderId, price, size }));
  const asked = {
    orderId,
    triggerPrice: price,
    executePrice: order.price,
    triggerPriceType: order.triggerPriceType === 'MARK_PRICE' ? '3' : '1',
  } as const;
  return askOwn(({ order: calls }) => calls.modifyTpSl(asked));
}
