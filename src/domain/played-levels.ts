/**
 * What a moment of a tape did to resting orders, as plain numbers: levels change by the thousand,
 * and an event for each would cost more than what it says. Four for each change: the order, its
 * side, its price, and the lots that came to rest, negative where they went.
 */
import { type OrderId, orderId } from './ids.ts';
import type { Side } from './side.ts';
import { type Ticks, ticks } from './units.ts';

interface PlayedOrder {
  readonly id: OrderId;
  readonly side: Side;
  readonly workingPrice: Ticks;
}

type PlayedVisitor = (order: OrderId, side: Side, price: Ticks, change: number) => void;

const NUMBERS_PER_CHANGE = 4;

export function addPlayed(changes: number[], order: PlayedOrder, change: number): void {
  changes.push(order.id, order.side === 'buy' ? 0 : 1, order.workingPrice, change);
}

export function visitPlayed(changes: readonly number[], visit: PlayedVisitor): void {
  for (let place = 0; place < changes.length; place += NUMBERS_PER_CHANGE) {
    const side = changes[place + 1] === 0 ? 'buy' : 'sell';
    visit(orderId(changes[place]!), side, ticks(changes[place + 2]!), changes[place + 3]!);
  }
}
