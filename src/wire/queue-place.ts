/** Where orders stand in the queues of the book, in whatever words it is told. */
import type { Order } from '../domain/order.ts';
import type { Lots } from '../domain/units.ts';

/** The place of an order in the queue at its price. */
export interface QueuePlace {
  readonly order: Readonly<Order>;
  readonly ahead: Lots;
  readonly behind: Lots;
}

export interface QueuePlaces {
  /** How a recorded queue shrinks; `exact` where every order of the book is a real one. */
  readonly model: string;
  readonly places: readonly QueuePlace[];
}
