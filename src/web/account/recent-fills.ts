/** The newest fills of the account, read again after each fill. */
import { effect, signal } from '@preact/signals';
import type { FillRecord } from '../../wire/v2/orders/read-orders.ts';
import { askOwn, isCutOff, ROUTINE } from '../client/call.ts';
import { session } from '../client/session.ts';
import { symbol } from '../market/contracts.ts';
import { fillEvents } from './account-state.ts';

export const recentFills = signal<readonly FillRecord[]>([]);

const SOON = 250;
const READ = 100;

export function watchFills(): void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const who = session.value;
    const about = { symbol: symbol.value, events: fillEvents.value };
    clearTimeout(soon);
    if (isCutOff.value) return;
    if (who === undefined) {
      recentFills.value = [];
      return;
    }
    soon = setTimeout(() => void read(about.symbol), SOON);
  });
}

async function read(name: string): Promise<void> {
  const who = session.peek();
  const asked = { symbol: name, limit: READ };
  const outcome = await askOwn(({ order }) => order.fills(asked, ROUTINE));
  if (outcome.ok && session.peek() === who) recentFills.value = outcome.value.list;
}
