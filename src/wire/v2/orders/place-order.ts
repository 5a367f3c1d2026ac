/** order/placeOrder: one order, limit or market. */
import { type Static, Type } from 'typebox';
import type { PlaceOrder } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { OrderId } from '../../../domain/ids.ts';
import type { MarginMode } from '../../../domain/margin.ts';
import type { Caller } from '../../caller.ts';
import { isWireError } from '../../errors.ts';
import {
  contractField,
  limitField,
  meaningField,
  optionalPriceField,
  type PriceReason,
  positionModeField,
  sizeField,
} from '../../field.ts';
import { findForeign } from '../../foreign-fields.ts';
import { optionsMeant } from '../../order-options.ts';
import { type Fields, type Formed, readRequest } from '../../read-request.ts';
import { idText, nullable, record, text } from '../../record-field.ts';
import { EXECUTIONS, ORDER_WORDS } from '../codes.ts';
import { ownPost } from '../endpoint.ts';
import { clientOrderIdField, directionField, ORDER_SIZE, orderMarginMode } from './order-fields.ts';

const presetField = (what: string, reason: PriceReason) =>
  Type.Optional(
    optionalPriceField(
      {
        description: `${what} to create as the order fills; none where left out or 0.`,
        examples: ['90000.0'],
      },
      reason,
    ),
  );

/** The fields of one order besides its contract and margin mode. */
const ORDER_FIELDS = {
  client_oid: clientOrderIdField(),
  size: sizeField(ORDER_SIZE),
  type: directionField(),
  order_type: Type.Optional(
    meaningField(EXECUTIONS, {
      description: '0 normal, 1 post-only, 2 fill-or-kill, 3 immediate-or-cancel.',
      default: '0',
      examples: ['0'],
    }),
  ),
  match_price: meaningField<'limit' | 'market'>(
    { '0': 'limit', '1': 'market' },
    {
      description: '0 limit at `price`, 1 market. A market order is always immediate-or-cancel.',
      examples: ['0'],
    },
  ),
  price: Type.Optional(
    limitField('Limit price, a multiple of the tick; ignored for market orders.', {
      market: ['match_price', 'market'],
    }),
  ),
  presetTakeProfitPrice: presetField('Take-profit', 'take-profit-invalid'),
  presetStopLossPrice: presetField('Stop-loss', 'stop-loss-invalid'),
  positionMode: positionModeField(),
};

const BODY = Type.Object({
  symbol: contractField(),
  ...ORDER_FIELDS,
  marginMode: orderMarginMode(),
});

/** An order of a batch. The batch names the contract and the margin mode for all. */
export const BATCH_ITEM = Type.Object(ORDER_FIELDS);
export type OrderRequest = Static<typeof BATCH_ITEM>;

const executionOf = ({ match_price, order_type = 'normal' }: Formed<OrderRequest>) =>
  match_price === 'market' ? 'ioc' : order_type;

const refuseIn = (schema: typeof BODY | typeof BATCH_ITEM) => {
  return (order: Formed<OrderRequest>, fields: Fields, hasOthers: boolean) => {
    if (!hasOthers) return undefined;
    const { effect } = order.type;
    const execution = executionOf(order);
    return findForeign({ schema, fields, kind: 'order', effect, execution }, ORDER_WORDS);
  };
};

const refuseOrder = refuseIn(BODY);
export const refuseItem = refuseIn(BATCH_ITEM);

/** Returns the command of an order. */
export const placing = (
  caller: Caller,
  contract: Contract,
  marginMode: MarginMode | undefined,
  order: OrderRequest,
): PlaceOrder => ({
  kind: 'place-order',
  account: caller.account,
  contract: contract.id,
  ...order.type,
  size: order.size,
  price: order.price ?? null,
  timeInForce: executionOf(order),
  clientOrderId: order.client_oid ?? null,
  takeProfit: order.presetTakeProfitPrice ?? null,
  stopLoss: order.presetStopLossPrice ?? null,
  marginMode: marginMode ?? null,
  ...optionsMeant(order),
});

export const PLACED_RECORD = record({
  client_oid: nullable(text('The caller’s own id as it was sent', 'my-order-1')),
  order_id: idText('The order'),
});
export type PlacedRecord = Static<typeof PLACED_RECORD>;

/** Returns the order with the caller's own id, or null if none was sent. */
export const formatPlaced = (
  { order }: { readonly order: OrderId },
  { clientOrderId }: { readonly clientOrderId: string | null },
): PlacedRecord => ({ client_oid: clientOrderId, order_id: String(order) });

export const PLACE_ORDER = ownPost([2, 5], {
  id: 'orderPlaceOrder',
  path: '/order/placeOrder',
  orderRate: 'place',
  request: BODY,
  response: PLACED_RECORD,
  summary: 'Place an order',
  text:
    'The answer means that the order was accepted; `order/detail` tells what became of it. The ' +
    'same `client_oid` with the same content answers with the first order and places nothing.',
  read: (caller, fields) => {
    const order = readRequest(BODY, fields, caller, refuseOrder);
    if (isWireError(order)) return order;
    return placing(caller, order.symbol, order.marginMode, order);
  },
  format: formatPlaced,
});
