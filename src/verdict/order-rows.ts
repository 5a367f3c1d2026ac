/** The orders of an account as they come and go. */
import type { Contract } from '../domain/contract.ts';
import type { EventOf, OrderAccepted, OrderCanceled } from '../domain/event.ts';
import { sideOf } from '../domain/side.ts';
import { type Lots, NO_TICKS } from '../domain/units.ts';
import type { TableRow } from './tables.ts';
import { priceOf, sizeUnitsOf } from './units-of.ts';

interface Moment {
  readonly at: number;
  readonly seq: number;
}

export type OrderRows = ReturnType<typeof createOrderRows>;

type OrderRow = { -readonly [Column in keyof TableRow<'orders'>]: TableRow<'orders'>[Column] };

export function createOrderRows(contracts: readonly Contract[], rowsMax: number) {
  const rows = new Map<number, { readonly row: OrderRow; readonly contract: Contract }>();
  let count = 0;
  return {
    accept: (order: OrderAccepted, { at, seq }: Moment): void => {
      const contract = contracts[order.contract];
      count += 1;
      if (contract === undefined || rows.size >= rowsMax) return;
      const { positionSide, effect, price } = order;
      const row: OrderRow = {
        order: order.order,
        at,
        seq,
        clientOrderId: order.clientOrderId,
        contract: contract.base,
        side: sideOf(positionSide, effect),
        positionSide,
        effect,
        kind: order.timeInForce,
        origin: order.origin,
        price: price === NO_TICKS ? null : priceOf(contract, price),
        size: sizeUnitsOf(contract, order.size),
        filled: 0n,
        endedAt: null,
        end: 'open',
      };
      rows.set(order.order, { row, contract });
    },
    amend: ({ order, price, size }: EventOf<'order-amended' | 'trigger-amended'>): void => {
      const found = rows.get(order);
      if (found === undefined) return;
      found.row.price = price === NO_TICKS ? null : priceOf(found.contract, price);
      found.row.size = sizeUnitsOf(found.contract, size);
    },
    fill: (order: number, remaining: Lots, { at }: Moment): void => {
      const found = rows.get(order);
      if (found === undefined) return;
      found.row.filled = found.row.size - sizeUnitsOf(found.contract, remaining);
      if (remaining === 0) Object.assign(found.row, { endedAt: at, end: 'filled' });
    },
    cancel: ({ order, reason }: OrderCanceled, { at }: Moment): void => {
      const found = rows.get(order);
      if (found !== undefined) Object.assign(found.row, { endedAt: at, end: reason });
    },
    list: () => [...rows.values()].map(({ row }) => row),
    count: () => count,
    leftOut: () => count - rows.size,
  };
}
