/** Orders of the account: which wait, where trailing stops are, and how one is changed. */
import { computed, effect, signal } from '@preact/signals';
import type { ToldOrder } from '../../client/client.ts';
import type { TrailRecord } from '../../wire/v2/extensions/orders.ts';
import { askOwn, type CallOutcome, isCutOff, ROUTINE, session } from '../client/call.ts';
import { every } from '../parts/again.ts';
import { livingOrders } from './account-state.ts';

export const isWaitingOrder = ({ status }: ToldOrder): boolean => status === 'UNTRIGGERED';

/** By order. No socket tells where a trailing stop has moved, so they are read. */
export const trails = signal<ReadonlyMap<string, TrailRecord>>(new Map());

const waitingIds = computed(() =>
  livingOrders.value
    .filter(isWaitingOrder)
    .map(({ id }) => id)
    .join(),
);

const EVERY = 1_000;

/** Read again while there are some. */
export function watchTrails(): void {
  effect(() => {
    if (isCutOff.value) return undefined;
    if (session.value === undefined || waitingIds.value === '') {
      trails.value = new Map();
      return undefined;
    }
    void read();
    return every(EVERY, () => trails.peek().size > 0 && read());
  });
}

async function read(): Promise<void> {
  const who = session.peek();
  const outcome = await askOwn(({ perpetua }) => perpetua.trails({}, ROUTINE));
  if (!outcome.ok || session.peek() !== who) return;
  trails.value = new Map(outcome.value.map((row) => [row.order_id, row]));
}

/** Where an order that waits would be sent now; zero before it follows. */
export const triggerNow = ({ id, triggerPrice }: { id: string; triggerPrice: string }): string =>
  trails.value.get(id)?.trigger_price ?? triggerPrice;

export const movablePrice = (order: ToldOrder): string =>
  isWaitingOrder(order) ? order.triggerPrice : order.price;

export interface OrderChange {
  /** The price of an order in the book, the trigger of one that waits. */
  readonly at: string;
  /** Of an order in the book, with what is filled. */
  readonly size?: string | undefined;
  /** Of an order that waits: its limit once triggered. */
  readonly limit?: string | undefined;
}

/** One in the book, or the trigger of one that waits. */
export function changeOrder(
  order: ToldOrder,
  { at, size, limit = order.price }: OrderChange,
): Promise<CallOutcome<unknown>> {
  const { id: orderId } = order;
  if (!isWaitingOrder(order))
    return askOwn(({ perpetua }) => perpetua.amend({ orderId, price: at, size }));
  const asked = {
    orderId,
    triggerPrice: at,
    executePrice: limit,
    triggerPriceType: order.triggerPriceType === 'MARK_PRICE' ? '3' : '1',
  } as const;
  return askOwn(({ order: calls }) => calls.modifyTpSl(asked));
}
