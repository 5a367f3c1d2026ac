/** Changes an order in place: it keeps its id, and nothing happens to it where that is refused. */
import type { PerpetuaClient } from '../../client/client.ts';
import { type Outcome, readFate } from './act-and-log.ts';
import type { CapGuard } from './caps.ts';

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
  const { symbol, type } = old;
  if (old.status === 'untriggered') {
    if (triggerPrice === undefined)
      throw new Error('This order waits for a price: give a triggerPrice, or cancel it.');
    if (size !== undefined)
      throw new Error('The size of an order that waits stays: cancel it and place another.');
    const limit = price ?? old.price;
    const next = { symbol, type, size: old.size, price: limit, triggerPrice, instead: orderId };
    await caps.send(client, next, () =>
      order.modifyTpSl({ orderId, triggerPrice, executePrice: limit }),
    );
  } else {
    if (triggerPrice !== undefined)
      throw new Error('triggerPrice is for an order that has not been triggered.');
    const next = { symbol, type, size: size ?? old.size, price: price ?? old.price };
    await caps.send(client, { ...next, instead: orderId }, () =>
      perpetua.amend({ orderId, price, size }),
    );
  }
  return { orders: [orderId], told: await readFate(order, orderId) };
}
