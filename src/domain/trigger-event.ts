/** The events of orders that wait for a price. */
import type { AccountId, ContractId, OrderId } from './ids.ts';
import type { TimeInForce, Trigger, TriggerDirection, TriggerSource } from './order.ts';
import type { FineTicks, Lots, Money, Ticks } from './units.ts';

export interface TriggerFired {
  readonly kind: 'trigger-fired';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly source: TriggerSource;
  readonly direction: TriggerDirection;
  readonly triggerPrice: Ticks;
  /** The limit, which may have been taken from the book; NO_TICKS for market. */
  readonly price: Ticks;
  readonly sourcePrice: Ticks;
  readonly workingPrice: Ticks;
  readonly size: Lots;
  readonly frozen: Money;
  readonly freezePrice: Ticks;
  readonly openLoss: Ticks;
}

/** A trailing stop follows the price from here on. */
export interface TriggerActivated {
  readonly kind: 'trigger-activated';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly source: TriggerSource;
  readonly sourcePrice: FineTicks;
  /** Where it would fire now; the stop moves on with the price. */
  readonly stop: Ticks;
}

export interface TriggerAmended {
  readonly kind: 'trigger-amended';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly size: Lots;
  readonly price: Ticks;
  readonly timeInForce: TimeInForce;
  readonly trigger: Readonly<Trigger>;
}
