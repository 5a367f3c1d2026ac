/** A queue of the venue that shrinks because the recorded level did, without a trade. */
import type { OrderId } from '../domain/ids.ts';
import type { QueueModel } from './queue-model.ts';
import type { StandingRecorded } from './recorded-orders.ts';

export interface Queued extends StandingRecorded {
  left: number;
}

export interface Shrinkage {
  /** Lots of the tape there, before and after. */
  readonly held: number;
  readonly target: number;
  readonly model: QueueModel;
  /** What rounding to lots left of how far ahead the queue of an order is. */
  readonly residues: Map<OrderId, number>;
}

/** Between two traders the newest of the tape's orders give way first. */
export function shrinkQueue(orders: Queued[], shrinkage: Shrinkage): void {
  const { held, target, model, residues } = shrinkage;
  const lost = held - target;
  let front = 0;
  let kept = 0;
  let stretch: Queued[] = [];
  for (const each of orders) {
    if (each.isOwn) {
      front += each.left;
      stretch.push(each);
      continue;
    }
    const { order } = each;
    const ahead = front + (order === undefined ? 0 : (residues.get(order) ?? 0));
    const exact = model(ahead, held - ahead, lost);
    const most = Math.min(target, kept + sumOf(stretch));
    const next = Math.max(kept, Math.min(most, Math.round(exact)));
    if (order !== undefined) residues.set(order, exact - next);
    trim(stretch, next - kept);
    kept = next;
    stretch = [];
  }
  const left = trim(stretch, target - kept);
  if (left > 0) orders.push({ order: undefined, isOwn: true, left });
}

const sumOf = (orders: readonly Queued[]): number =>
  orders.reduce((sum, { left }) => sum + left, 0);

/** Leaves these so many lots together, the oldest first. Returns what they cannot hold. */
function trim(orders: readonly Queued[], most: number): number {
  let left = most;
  for (const each of orders) {
    each.left = Math.min(each.left, left);
    left -= each.left;
  }
  return left;
}
