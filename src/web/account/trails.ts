/** The trailing stops of the account. No socket tells where a stop has moved, so they are read. */
import { computed, effect, signal } from '@preact/signals';
import type { TrailRecord } from '../../wire/v2/extensions/trail.ts';
import { askOwn, isCutOff, ROUTINE, session } from '../client/call.ts';
import { every } from '../parts/again.ts';
import { livingOrders } from './account-state.ts';
import { isWaitingOrder } from './change-order.ts';

/** By order. */
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
