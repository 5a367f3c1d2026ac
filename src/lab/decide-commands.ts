/**
 * Turns an action into commands, by what the agent has seen and was told. A trader's position has
 * two sides here, and an agent thinks of one signed number: buying closes the short first and then
 * opens a long.
 */
import type { Batch, PlaceOrder } from '../domain/command.ts';
import type { Effect, PositionSide, Side } from '../domain/side.ts';
import { lots, type Ticks, ticks } from '../domain/units.ts';
import type { DeskStanding, StandingOrder } from '../venue/read-account.ts';
import type { LabLife, LabMarket, LabSeat } from './lab-life.ts';
import { ACTION_WIDTHS } from './lab-terms.ts';

type Commands = Batch['commands'];

/** One account at one contract: what an order is for. */
interface Desk {
  readonly life: LabLife;
  readonly market: LabMarket;
  readonly seat: LabSeat;
  readonly standing: DeskStanding;
}

/** The numbers of each contract follow each other. */
export function decideCommands(life: LabLife, seat: LabSeat, action: Float64Array): Commands {
  const { terms, markets } = life;
  const width = ACTION_WIDTHS[terms.actions];
  return markets.flatMap((market, at) => {
    const standing = seat.told.standings[at]!;
    const part = action.subarray(at * width, (at + 1) * width);
    return decideAt({ life, market, seat, standing }, part);
  });
}

function decideAt(desk: Desk, action: Float64Array): Commands {
  const { life, market, standing } = desk;
  const { positionLots, orderLots } = market;
  const held = standing.long - standing.short;
  const part = action[0]!;
  switch (life.terms.actions) {
    case 'target':
      return trade(desk, Math.round(part * positionLots) - held);
    case 'orders': {
      const wanted = held + Math.round(part * orderLots);
      const bounded = Math.max(-positionLots, Math.min(positionLots, wanted));
      return trade(desk, bounded - held);
    }
    case 'quotes':
      return quote(desk, action);
  }
}

/** Market orders for so many lots, negative to sell. */
const trade = (desk: Desk, change: number): Commands =>
  ordersFor(desk, {
    side: change > 0 ? 'buy' : 'sell',
    size: Math.abs(change),
    price: null,
  });

interface Wish {
  readonly side: Side;
  /** In lots. */
  readonly size: number;
  /** Null for a market order. */
  readonly price: Ticks | null;
}

/** One order, or two where it closes one side of the position and opens the other. */
function ordersFor(desk: Desk, wish: Wish): PlaceOrder[] {
  const { standing, market } = desk;
  const { side, size } = wish;
  const closing = Math.min(size, side === 'buy' ? standing.short : standing.long);
  const closed: PositionSide = side === 'buy' ? 'short' : 'long';
  const opened: PositionSide = side === 'buy' ? 'long' : 'short';
  const orders: PlaceOrder[] = [];
  const { orderLotsMin } = market.contract;
  const add = (positionSide: PositionSide, effect: Effect, count: number): void => {
    if (count >= orderLotsMin) orders.push(orderOf(desk, wish, positionSide, effect, count));
  };
  add(closed, 'close', closing);
  add(opened, 'open', size - closing);
  return orders;
}

const orderOf = (
  { seat, market }: Desk,
  { price }: Wish,
  positionSide: PositionSide,
  effect: Effect,
  size: number,
): PlaceOrder => ({
  kind: 'place-order',
  account: seat.account,
  contract: market.contract.id,
  positionSide,
  effect,
  price,
  size: lots(size),
  timeInForce: price === null ? 'ioc' : 'post-only',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});

/** A bid and an ask that rest. Those that rest as wanted stay and keep their place in the queue. */
function quote(desk: Desk, action: Float64Array): Commands {
  const { life, market, seat, standing } = desk;
  const { positionLots, orderLots } = market;
  const { account } = seat;
  const { middle } = market;
  const held = standing.long - standing.short;
  const reach = (life.terms.offsetPpm / 1e6) * middle;
  const [bidOffset = 0, askOffset = 0, bidSize = 0, askSize = 0] = action;
  // A quote that would take is refused, so it stays a tick behind the other side's best price.
  const bid = Math.min(Math.floor(middle - bidOffset * reach), Math.ceil(middle) - 1);
  const ask = Math.max(Math.ceil(middle + askOffset * reach), Math.floor(middle) + 1);
  const sizeOf = (part: number, room: number): number =>
    Math.max(0, Math.min(Math.round(part * orderLots), room));
  const wanted = [
    ...ordersFor(desk, {
      side: 'buy',
      size: sizeOf(bidSize, positionLots - held),
      price: ticks(bid),
    }),
    ...ordersFor(desk, {
      side: 'sell',
      size: sizeOf(askSize, positionLots + held),
      price: ticks(ask),
    }),
  ];
  const stale = standing.orders.filter((order) => !wanted.some((each) => isSame(each, order)));
  const fresh = wanted.filter((each) => !standing.orders.some((order) => isSame(each, order)));
  const cancels = stale.map(({ id }) => {
    const target = { by: 'id', order: id } as const;
    return { kind: 'cancel-order', account, target } as const;
  });
  return [...cancels, ...fresh];
}

const isSame = (wanted: PlaceOrder, order: StandingOrder): boolean =>
  wanted.positionSide === order.positionSide &&
  wanted.effect === order.effect &&
  wanted.price === order.price &&
  wanted.size === order.size - order.filled;
