/** Where orders stand in the queues of the book, in whatever words it is told. */
import type { Static } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import type { Order } from '../domain/order.ts';
import { type Side, sideOf } from '../domain/side.ts';
import { type Lots, lots } from '../domain/units.ts';
import { formatLots, formatTicks } from './quantity.ts';
import { decimal, record, text, word } from './record-field.ts';

/** The place of an order in the queue at its price. */
export interface QueuePlace {
  readonly contract: Contract;
  readonly order: Readonly<Order>;
  readonly ahead: Lots;
  readonly behind: Lots;
}

export interface QueuePlaces {
  /** How a recorded queue shrinks; `exact` where every order of the book is a real one. */
  readonly model: string;
  readonly places: readonly QueuePlace[];
}

const SIDES: readonly Side[] = ['buy', 'sell'];

/** The same for calls and sockets. */
export const QUEUE_PLACE = record({
  order_id: text('The order', '1000042'),
  symbol: text('Its contract', 'cmt_btcusdt'),
  side: word(SIDES, 'Its side'),
  price: decimal('The price it rests at', '90000.0'),
  size: decimal('What is left of it', '0.0100'),
  ahead: decimal('What trades before it at this price', '1.2500'),
  behind: decimal('What trades after it at this price', '0.3000'),
  model: text('How a recorded queue shrinks; exact where every order is a real one', 'exact'),
});

export const formatPlaces = ({ model, places }: QueuePlaces): Static<typeof QUEUE_PLACE>[] =>
  places.map(({ contract, order, ahead, behind }) => ({
    order_id: String(order.id),
    symbol: contract.symbol,
    side: sideOf(order.positionSide, order.effect),
    price: formatTicks(contract, order.workingPrice),
    size: formatLots(contract, lots(order.size - order.filled)),
    ahead: formatLots(contract, ahead),
    behind: formatLots(contract, behind),
    model,
  }));
