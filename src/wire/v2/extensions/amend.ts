/** perpetua/amend: a new price or size for an order in the book. */
import { Type } from 'typebox';
import { both, type WireError, wireError } from '../../errors.ts';
import { exitField, ifSent, priceField } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { AskedAmendment } from '../../order-target.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { decimal, record } from '../../record-field.ts';
import { placePost } from '../endpoint.ts';
import { orderSizeField } from '../orders/place-order.ts';

export const AMEND = placePost('/perpetua/amend', [2, 5], {
  id: 'perpetuaAmend',
  request: Type.Object({
    orderId: exitField('The order in the book.'),
    price: ifSent(priceField('The new price; as it was where left out.', '90000.0')),
    size: ifSent(orderSizeField('The new size, with what is filled; as it was where left out.')),
  }),
  response: record({
    order_id: Type.String({ description: 'The order', examples: ['1000042'] }),
    price: decimal('Its price now', '90000.0'),
    size: decimal('Its size now, with what is filled', '0.0100'),
  }),
  summary: 'Change the price or size of an order in the book',
  text:
    'The order keeps its id. A smaller size keeps its place in the queue; a new price or a ' +
    'larger size loses it. A refused change changes nothing. `order/modifyTpSlOrder` changes ' +
    'orders that still wait.',
  read: ({ orderId: order, price = null, size = null }): AskedAmendment | WireError => {
    if (price === null && size === null)
      return wireError('40017', { field: 'price', detail: both('price or size is required') });
    return {
      target: { by: 'id', order },
      contract: null,
      kind: 'placed',
      change: { price, size },
      check: () => undefined,
      name: null,
    };
  },
  format: ({ order }: FoundOrder, _asked, { contractOf }) => {
    const contract = contractOf(order.contract);
    return {
      order_id: String(order.id),
      price: formatTicks(contract, order.price),
      size: formatLots(contract, order.size),
    };
  },
});
