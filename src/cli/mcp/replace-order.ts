/**
 * Changes an order. Version 2 changes take-profits and stop-losses in place. A limit order is
 * canceled first and then placed again, so that both can never fill together.
 */
import { type OrderDetailAnswer, type PerpetuaClient, PerpetuaError } from '../../client/client.ts';
import { findDecimal, formatDecimal } from '../../wire/quantity.ts';
import { type Outcome, readFate } from './act-and-log.ts';
import { actionCode, findAction } from './order-words.ts';

type Decimal = string | number;

interface AskedChange {
  readonly orderId: Decimal;
  readonly price?: Decimal;
  readonly size?: Decimal;
  readonly triggerPrice?: Decimal;
}

export async function replaceOrder(
  order: PerpetuaClient['order'],
  asked: AskedChange,
): Promise<Outcome> {
  const { orderId, price, size, triggerPrice } = asked;
  if (price === undefined && size === undefined && triggerPrice === undefined)
    throw new Error('Nothing to change: give a price, a size or a triggerPrice.');
  const { status } = await order.detail({ orderId });
  if (status === 'untriggered') {
    if (triggerPrice === undefined)
      throw new Error('This order waits for a price: give a triggerPrice, or cancel it.');
    await order.modifyTpSl({ orderId, triggerPrice, executePrice: price });
    return { orders: [orderId], told: await readFate(order, orderId) };
  }
  if (triggerPrice !== undefined)
    throw new Error('triggerPrice is for a take-profit or stop-loss that has not been triggered.');
  await order.cancelOrder({ orderId });
  const canceled = await order.detail({ orderId });
  try {
    const successor = await placeSuccessor(order, canceled, asked);
    const told = { canceled: String(orderId), order: await readFate(order, successor) };
    return { orders: [successor], told };
  } catch (error) {
    if (!(error instanceof PerpetuaError)) throw error;
    const { code, message, status: http, fate, retryAfterMillis } = error;
    const left =
      fate === 'unknown' ? 'no answer came about the new one' : 'the new one was not placed';
    const words = `Order ${orderId} is canceled, but ${left}: ${message}`;
    throw new PerpetuaError(code, words, { status: http, fate, retryAfterMillis });
  }
}

async function placeSuccessor(
  order: PerpetuaClient['order'],
  old: OrderDetailAnswer,
  { price = old.price, size = restOf(old) }: AskedChange,
): Promise<string> {
  const action = findAction(old.type);
  if (action === undefined) throw new Error(`An order of type ${old.type} is not placed by hand.`);
  const placed = await order.placeOrder({
    symbol: old.symbol,
    size,
    type: actionCode(action),
    order_type: old.order_type === 'postOnly' ? '1' : '0',
    match_price: '0',
    price: String(price),
    presetTakeProfitPrice: old.presetTakeProfitPrice ?? undefined,
    presetStopLossPrice: old.presetStopLossPrice ?? undefined,
  });
  return placed.order_id;
}

/** What was not filled. */
function restOf({ size, filled_qty: filled }: OrderDetailAnswer): string {
  const decimals = size.split('.')[1]?.length ?? 0;
  const units = (text: string): bigint => findDecimal(text, decimals) ?? 0n;
  return formatDecimal(units(size) - units(filled), decimals);
}
