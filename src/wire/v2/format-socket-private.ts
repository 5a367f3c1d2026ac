/** The frames of the private channels. */
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import type { Order, OrderStatus } from '../../domain/order.ts';
import { NO_TICKS } from '../../domain/units.ts';
import type { TrackedOrder } from '../../views/orders.ts';
import { type AccountReading, socketAccountFigures } from '../account-figures.ts';
import type { PrivateChannel } from '../channels.ts';
import { socketFillFigures } from '../fill-figures.ts';
import { socketOrderFigures } from '../order-figures.ts';
import { type PositionFacts, socketPositionFigures } from '../position-figures.ts';
import type { PrivatePayload } from '../private-event.ts';
import { COIN_NAME, executionOf } from '../words.ts';
import { MARGIN_MODE_NAMES, TIME_IN_FORCE_NAMES } from './codes.ts';
import type { SocketAccount, SocketFill, SocketOrder, SocketPosition } from './socket-records.ts';

/** The name of the field that holds the rows, by channel. */
const ROWS_NAMES = {
  account: 'collateral',
  positions: 'position',
  orders: 'order',
  fill: 'orderFillTransaction',
} as const satisfies Readonly<Record<PrivateChannel, string>>;

type RowOf = {
  readonly account: SocketAccount;
  readonly positions: SocketPosition;
  readonly orders: SocketOrder;
  readonly fill: SocketFill;
};

export const privatePayload = <Channel extends PrivateChannel>(
  channel: Channel,
  { event, version, at }: PrivatePayload,
  rows: readonly RowOf[Channel][],
) => ({
  type: 'trade-event' as const,
  channel,
  event: 'payload' as const,
  msg: { msgEvent: event, version, data: { [ROWS_NAMES[channel]]: rows }, time: at },
});

export const socketAccount = (account: AccountReading): SocketAccount => ({
  coinId: COIN_NAME,
  marginMode: 'SHARED',
  crossContractId: '0',
  ...socketAccountFigures(account),
});

export const socketPosition = (facts: PositionFacts): SocketPosition => ({
  coinId: COIN_NAME,
  contractId: facts.contract.symbol,
  marginMode: MARGIN_MODE_NAMES[facts.marginMode],
  ...socketPositionFigures(facts),
});

export const socketFill = (contract: Contract, fill: FillRow): SocketFill => ({
  coinId: COIN_NAME,
  contractId: contract.symbol,
  marginMode: MARGIN_MODE_NAMES[fill.marginMode],
  ...socketFillFigures(contract, fill),
});

export function socketOrder(contract: Contract, tracked: Readonly<TrackedOrder>): SocketOrder {
  const { order } = tracked;
  return {
    coinId: COIN_NAME,
    contractId: contract.symbol,
    marginMode: MARGIN_MODE_NAMES[order.marginMode],
    type: kindOf(order),
    timeInForce: TIME_IN_FORCE_NAMES[executionOf(order)],
    status: order.status.toUpperCase() as Uppercase<OrderStatus>,
    ...socketOrderFigures(contract, tracked),
  };
}

function kindOf({ price, trigger }: Readonly<Order>): SocketOrder['type'] {
  const form = price === NO_TICKS ? 'MARKET' : 'LIMIT';
  if (trigger === null) return form;
  return trigger.purpose === 'take-profit' ? `TAKE_PROFIT_${form}` : `STOP_${form}`;
}
