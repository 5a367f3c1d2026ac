/** Words of the interface that are the same in every dialect. */
import type { MarginMode } from '../domain/margin.ts';
import type { Order, TimeInForce, TriggerSource } from '../domain/order.ts';
import { type Effect, type PositionSide, type Side, sideOf } from '../domain/side.ts';
import { NO_TICKS } from '../domain/units.ts';

/** The only coin of the venue. */
export const COIN_NAME = 'USDT';

export const isCoin = (text: string): boolean => text.toUpperCase() === COIN_NAME;

export const POSITION_SIDE_NAMES = { long: 'LONG', short: 'SHORT' } as const;
export const SIDE_NAMES = { buy: 'BUY', sell: 'SELL' } as const satisfies Record<Side, string>;

/** Names of ours, turned round: what each of them means. */
export const meaningsOf = <const Names extends Readonly<Record<string, string>>>(names: Names) =>
  Object.fromEntries(Object.entries(names).map(([ours, name]) => [name, ours])) as unknown as {
    readonly [Ours in keyof Names as Names[Ours]]: Ours;
  };

export const SIDES = meaningsOf(SIDE_NAMES);
export const POSITION_SIDES = meaningsOf(POSITION_SIDE_NAMES);

/** Returns the effect on the position: buying opens a long and closes a short. */
export const effectOf = (side: Side, positionSide: PositionSide): Effect =>
  sideOf(positionSide, 'open') === side ? 'open' : 'close';

export const TRIGGER_SOURCE_NAMES = {
  last: 'CONTRACT_PRICE',
  mark: 'MARK_PRICE',
  index: 'INDEX_PRICE',
} as const satisfies Readonly<Record<TriggerSource, string>>;

export type MarginWords = Readonly<Record<MarginMode, string>>;

/** Returns the time in force. A market order is always immediate-or-cancel. */
export const executionOf = (order: Pick<Order, 'price' | 'timeInForce'>): TimeInForce =>
  order.price === NO_TICKS ? 'ioc' : order.timeInForce;
