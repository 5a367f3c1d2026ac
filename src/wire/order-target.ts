/** Names an order by its id, or by a client id of the caller or of the venue. */

import type { Static, TObject, TOptional, TUnsafe } from 'typebox';
import type { AmendOrder, AmendTrigger, CancelOrder, OrderTarget } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, type ContractId, type OrderId, orderId } from '../domain/ids.ts';
import { ID_MAX } from '../domain/limits.ts';
import type { Order, TriggerSource } from '../domain/order.ts';
import type { PositionSide } from '../domain/side.ts';
import type { Lots, Millis, Ticks } from '../domain/units.ts';
import type { Caller } from './caller.ts';
import type { WireError } from './errors.ts';
import { type FoundOrder, findAssignedOrder } from './order-figures.ts';

/** Orders that were placed, those that have or had a trigger, or all. */
export type OrderKind = 'placed' | 'conditional' | 'any';

/** An order of the caller, which is found only where it belongs. */
export interface TracedTarget {
  readonly target: OrderTarget;
  /** Null for any. */
  readonly contract: Contract | null;
  readonly kind: OrderKind;
}

/** The place of a row in a list by time; a page goes on behind it. */
export interface ListPlace {
  readonly at: Millis;
  readonly id: number;
}

/** An exit that a position should have. */
export interface ExitWish {
  readonly triggerPrice: Ticks;
  readonly source: TriggerSource;
  /** Null for the whole position, whose exit of this kind it replaces. */
  readonly size: Lots | null;
  /** Null for the market. */
  readonly limit: Ticks | null;
}

export interface TrailWish {
  readonly distance: Ticks;
  readonly activation: Ticks | null;
}

/** Of each exit: null takes it away, undefined leaves it as it is. */
export interface ExitsAsked {
  readonly contract: Contract;
  /** Null for the one position that is held. */
  readonly positionSide: PositionSide | null;
  readonly takeProfit: ExitWish | null | undefined;
  readonly stopLoss: ExitWish | null | undefined;
  readonly trailing: TrailWish | null | undefined;
  /** The errors where there is no position, and nothing to change. */
  readonly missing: WireError;
  readonly same: WireError;
}

/** A change of an order that rests, and whether the dialect lets this order be changed so. */
export interface AskedAmendment extends TracedTarget {
  readonly change: Pick<AmendOrder, 'size' | 'price' | 'priceMatch'>;
  /** The change of one that still waits for its price, in a dialect with one call for both. */
  readonly waiting?: (
    found: FoundOrder,
  ) => Pick<AmendTrigger, 'triggerPrice' | 'triggerSource' | 'price'>;
  readonly check: (found: FoundOrder) => WireError | undefined;
  /** The caller's own name for the change. */
  readonly name: string | null;
}

/** An amendment as it was carried out. */
export interface Amendment {
  readonly id: number;
  readonly order: OrderId;
  readonly clientOrderId: string;
  readonly contract: ContractId;
  readonly at: Millis;
  readonly before: Pick<Order, 'price' | 'size'>;
  readonly after: Pick<Order, 'price' | 'size'>;
  /** How many times this order was amended, this one included. */
  readonly count: number;
  readonly name: string | null;
}

const idTarget = (id: number): OrderTarget => ({
  by: 'id',
  order: orderId(Math.min(id, ID_MAX)),
});

/** Returns the target. A client id that the venue assigned becomes the order's id. */
export function clientTarget(clientOrderId: string): OrderTarget {
  const order = findAssignedOrder(clientOrderId);
  return order === undefined ? { by: 'client-order-id', clientOrderId } : { by: 'id', order };
}

/** Returns the cancels of a batch, all by id or all by client id. */
export const cancelsOf = (
  account: AccountId,
  { isById, sent }: { readonly isById: boolean; readonly sent: readonly string[] },
): CancelOrder[] =>
  sent.map((name) => {
    const target = isById ? idTarget(Number(name)) : clientTarget(name);
    return { kind: 'cancel-order', account, target };
  });

export const findNoId = (sent: readonly string[]): string | undefined =>
  sent.find((text) => !/^\d{1,19}$/.test(text));

type ExitChange = TObject<{
  orderId: TUnsafe<OrderId>;
  triggerPrice: TUnsafe<Ticks>;
  executePrice: TOptional<TUnsafe<Ticks | null>>;
  triggerPriceType: TOptional<TUnsafe<TriggerSource>>;
}>;

export const exitChangeOf = (exit: Static<ExitChange>, { account }: Caller): AmendTrigger => ({
  kind: 'amend-trigger',
  account,
  target: { by: 'id', order: exit.orderId },
  triggerPrice: exit.triggerPrice,
  triggerSource: exit.triggerPriceType ?? 'last',
  price: exit.executePrice ?? null,
});
