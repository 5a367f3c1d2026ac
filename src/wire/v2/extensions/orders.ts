/** Orders as only this venue has them: amended, followed by a stop, told their place in a queue. */

import { type Static, Type } from 'typebox';
import type { PlaceTrigger } from '../../../domain/command.ts';
import type { Trailing } from '../../../domain/order.ts';
import { NO_TICKS, type Ticks } from '../../../domain/units.ts';
import { invalid } from '../../caller.ts';
import { both, isWireError, type WireError, wireError } from '../../errors.ts';
import { contractField, decimalField, exitField, ifSent, priceField } from '../../field.ts';
import { findForeign } from '../../foreign-fields.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { OPTION_FIELDS, optionsMeant } from '../../order-options.ts';
import type { AskedAmendment } from '../../order-target.ts';
import { findDecimal, formatDecimal, formatLots, formatTicks } from '../../quantity.ts';
import { formatPlaces, QUEUE_PLACE, type QueuePlaces } from '../../queue-place.ts';
import type { Fields, Formed } from '../../read-request.ts';
import { decimal, idText, list, nullable, record, text } from '../../record-field.ts';
import { ORDER_WORDS } from '../codes.ts';
import { ownGet, placePost } from '../endpoint.ts';
import {
  clientOrderIdField,
  directionField,
  formatPlaced,
  orderMarginMode,
  orderSizeField,
  PLACED_RECORD,
  triggerPriceField,
} from '../orders/place-order.ts';

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

export const QUEUE = ownGet('/perpetua/queue', [2, 5], {
  id: 'perpetuaQueue',
  response: record({
    model: text('How a recorded queue shrinks; exact where every order is a real one', 'exact'),
    list: list(QUEUE_PLACE),
  }),
  summary: 'The places of your resting orders in their queues',
  text:
    'Sizes ahead and behind are those of the book at this moment, orders of all traders ' +
    'included. On a tape without orders, `model` says by which rule the recorded part shrinks.',
  format: (told: QueuePlaces) => ({ model: told.model, list: formatPlaces(told) }),
});

const BODY = Type.Object({
  symbol: contractField(),
  client_oid: clientOrderIdField(),
  size: orderSizeField(),
  type: directionField(),
  distance: ifSent(priceField('How far behind the last price it follows, as a price.', '250.0')),
  percent: ifSent(
    decimalField('The same in per cent, from 0.1 to 20 in steps of 0.1; one of the two.', '0.5'),
  ),
  activation_price: ifSent(
    triggerPriceField('The last price from which on it follows; at once where left out.'),
  ),
  marginMode: orderMarginMode(),
  ...OPTION_FIELDS,
});
type TrailRequest = Static<typeof BODY>;

const refuse = (
  { type: { effect } }: Formed<TrailRequest>,
  fields: Fields,
): WireError | undefined =>
  findForeign({ schema: BODY, fields, kind: 'trigger', effect, execution: 'ioc' }, ORDER_WORDS);

const PERCENT_DECIMALS = 1;

function trailingOf(asked: TrailRequest): Trailing | WireError {
  const { distance, percent, activation_price: activation = null } = asked;
  if ((distance === undefined) === (percent === undefined))
    return wireError('40017', { field: 'distance', detail: both('send distance or percent') });
  if (distance !== undefined) return { callback: 0, activation, distance };
  const tenths = findDecimal(percent ?? '', PERCENT_DECIMALS);
  if (tenths === undefined) return invalid('percent', 'must be a multiple of 0.1');
  return { callback: Number(tenths), activation };
}

export const PLACE_TRAIL = placePost('/perpetua/trail', [2, 5], {
  id: 'perpetuaPlaceTrail',
  request: BODY,
  response: PLACED_RECORD,
  summary: 'Place a trailing stop',
  text:
    'It follows the last price at a distance, never back, and is sent at market when the price ' +
    'comes back by that much. One that sells follows a rising price, one that buys a falling one.',
  refuse,
  read: (asked, caller): PlaceTrigger | WireError => {
    const trailing = trailingOf(asked);
    if (isWireError(trailing)) return trailing;
    return {
      kind: 'place-trigger',
      account: caller.account,
      contract: asked.symbol.id,
      purpose: 'plan',
      ...asked.type,
      size: asked.size,
      triggerPrice: NO_TICKS,
      triggerSource: 'last',
      price: null,
      clientOrderId: asked.client_oid ?? null,
      marginMode: asked.marginMode ?? null,
      options: { ...optionsMeant(asked).options, trailing },
    };
  },
  format: formatPlaced,
});

const price = (description: string, example: string) => nullable(decimal(description, example));

const TRAIL_RECORD = record({
  order_id: idText('The order'),
  symbol: text('The contract', 'cmt_btcusdt'),
  distance: price('How far behind it follows, as a price; null where it is in per cent', '250.0'),
  percent: price('The same in per cent; null where it is a price', '0.5'),
  activation_price: price('From where on it follows; null for at once', '95000.0'),
  trigger_price: price('Where it would be sent now; null before it follows', '94750.0'),
});

export type TrailRecord = Static<typeof TRAIL_RECORD>;

export const TRAILS = ownGet('/perpetua/trails', [2, 5], {
  id: 'perpetuaTrails',
  response: list(TRAIL_RECORD),
  summary: 'Your trailing stops that wait',
  text: 'Newest first, whoever placed them. Sockets do not tell where a stop has moved.',
  format: (found: readonly FoundOrder[], _asked, { contractOf }) =>
    found.flatMap(({ order: { id, contract, trigger, options } }) => {
      if (options?.trailing === undefined || trigger === null) return [];
      const { callback, activation, distance = null } = options.trailing;
      const known = contractOf(contract);
      const priceText = (value: Ticks | null) =>
        value === null ? null : formatTicks(known, value);
      return [
        {
          order_id: String(id),
          symbol: known.symbol,
          distance: priceText(distance),
          percent: distance === null ? formatDecimal(BigInt(callback), PERCENT_DECIMALS) : null,
          activation_price: priceText(activation),
          trigger_price: priceText(trigger.activatedAt === undefined ? null : trigger.price),
        },
      ];
    }),
});
