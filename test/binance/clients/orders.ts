/** Orders in both position modes, and an order held against the same one in version 2. */
import { expect } from 'vitest';
import { type Anything, BTC, type Fields } from '../../gateway-v2/rest-kit.ts';
import { n, type Seat, SYMBOL, v2Symbol } from './seat.ts';

export type Side = 'BUY' | 'SELL';

/** An order that opens. In hedge mode it says which side. */
export const opening = ({ mode }: Seat, side: Side): Fields => ({
  ...{ symbol: SYMBOL, side },
  ...(mode === 'net' ? {} : { positionSide: side === 'BUY' ? 'LONG' : 'SHORT' }),
});

/** An order that closes: a SELL closes a long. */
export const closing = ({ mode }: Seat, side: Side): Fields => ({
  ...{ symbol: SYMBOL, side },
  ...(mode === 'net'
    ? { reduceOnly: 'true' }
    : { positionSide: side === 'SELL' ? 'LONG' : 'SHORT' }),
});

export const resting = (price: string, quantity = '0.0100') =>
  ({ type: 'LIMIT', timeInForce: 'GTC', quantity, price }) as const;

/** Places an order, reads it back, and holds it against version 2. */
export async function placed(seat: Seat, fields: Fields): Promise<Anything> {
  const ack = await seat.ask('POST order', { newOrderRespType: 'RESULT', ...fields });
  await expectSameOrder(seat, ack);
  return ack;
}

const IN_FORCE: Readonly<Record<string, string>> = {
  normal: 'GTC',
  ioc: 'IOC',
  fok: 'FOK',
  postOnly: 'GTX',
};

const isOver: Readonly<Record<string, readonly string[]>> = {
  filled: ['FILLED'],
  canceled: ['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH'],
};

export async function expectSameOrder({ v2, mode }: Seat, order: Anything): Promise<Anything> {
  const detail = await v2('orderDetail', { orderId: String(order.orderId) });
  const [effect, side] = detail.type.split('_');
  const isBuy = (effect === 'open') === (side === 'long');
  const isMarket = n(detail.price) === 0;
  expect({
    id: n(order.orderId),
    symbol: v2Symbol(order.symbol),
    client: order.clientOrderId,
    side: order.side,
    positionSide: order.positionSide,
    type: order.type,
    size: n(order.origQty),
    filled: n(order.executedQty),
    price: n(order.price),
    average: n(order.avgPrice),
    inForce: isMarket ? 'GTC' : order.timeInForce,
  }).toEqual({
    id: n(detail.order_id),
    symbol: detail.symbol,
    client: detail.client_oid,
    side: isBuy ? 'BUY' : 'SELL',
    positionSide: mode === 'net' ? 'BOTH' : side.toUpperCase(),
    type: isMarket ? 'MARKET' : 'LIMIT',
    size: n(detail.size),
    filled: n(detail.filled_qty),
    price: n(detail.price),
    average: n(detail.price_avg),
    inForce: isMarket ? 'GTC' : IN_FORCE[detail.order_type],
  });
  const living = n(detail.filled_qty) === 0 ? ['NEW'] : ['PARTIALLY_FILLED'];
  expect(isOver[detail.status] ?? living).toContain(order.status);
  if (mode === 'net') expect(order.reduceOnly).toBe(effect === 'close');
  return detail;
}

/** Positions in version 2, signed. */
export async function holding({ v2 }: Seat, symbol = BTC): Promise<number> {
  const rows = (await v2('accountAllPosition')).filter((row: Anything) => row.symbol === symbol);
  return rows.reduce(
    (sum: number, row: Anything) => sum + (row.side === 'LONG' ? 1 : -1) * n(row.size),
    0,
  );
}

/** Somebody trades at the best ask or bid, which becomes the last price. */
export async function tradeAt({ kit }: Pick<Seat, 'kit'>, side: 'ask' | 'bid'): Promise<void> {
  const order = { symbol: BTC, size: '0.0010', match_price: '1', order_type: '0' };
  await kit.ok('orderPlaceOrder', { ...order, type: side === 'ask' ? '1' : '2' });
}
