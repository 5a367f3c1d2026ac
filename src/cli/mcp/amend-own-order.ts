/** Changes an order in place: it keeps its id, and nothing happens to it where that is refused. */
import type { OrderDetailAnswer, PerpetuaClient } from '../../client/client.ts';
import { type Outcome, readFate } from './act-and-log.ts';
import type { CapGuard } from './caps.ts';
import { isOpening } from './order-words.ts';

type Decimal = string | number;

interface AskedChange {
  readonly orderId: Decimal;
  readonly price?: Decimal;
  readonly size?: Decimal;
  readonly triggerPrice?: Decimal;
}

export async function amendOwnOrder(
  client: PerpetuaClient,
  caps: CapGuard,
  asked: AskedChange,
): Promise<Outcome> {
  const { order, perpetua } = client;
  const { orderId, price, size, triggerPrice } = asked;
  if (price === undefined && size === undefined && triggerPrice === undefined)
    throw new Error('Nothing to change: give a price, a size or a triggerPrice.');
  const old = await order.detail({ orderId });
  if (old.status === 'untriggered') {
    if (triggerPrice === undefined)
      throw new Error('This order waits for a price: give a triggerPrice, or cancel it.');
    await order.modifyTpSl({ orderId, triggerPrice, executePrice: price });
  } else {
    if (triggerPrice !== undefined)
      throw new Error('triggerPrice is for an order that has not been triggered.');
    if (isOpening(old.type)) await caps.expectOpening(client, growthOf(old, asked));
    await perpetua.amend({ orderId, price, size });
  }
  return { orders: [orderId], told: await readFate(order, orderId) };
}

/** The order as it is to be. It counts once, so the old one is taken off. */
const growthOf = (old: OrderDetailAnswer, { price = old.price, size = old.size }: AskedChange) => ({
  symbol: old.symbol,
  price,
  size,
  instead: Number(old.price) * (Number(old.size) - Number(old.filled_qty)),
});
