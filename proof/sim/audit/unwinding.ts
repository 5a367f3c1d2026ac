/** The venue sells what it holds a little at a time, near the mark. */
import { broken, same } from './broken.ts';
import { boundAt, reaches } from './exact.ts';
import { type ModelContract, type ModelOrder, queueOf, remainingOf } from './model.ts';

/** Not further than this from the mark, in millionths. */
const REACH = 5_000;
/** A twentieth of what stands within ten basis points of the touch. */
const PART = 20;
const NEAR = 1_000;

export function checkUnwinding(contract: ModelContract, order: ModelOrder): void {
  if (order.effect === 'open') broken('INS-1', `the venue opens a position with ${order.id}`);
  const bound = boundAt(order.side, contract.mark, REACH);
  same('INS-1', `price of unwinding order ${order.id}`, order.working, bound);
  const queue = queueOf(contract, order.side === 'buy' ? 'sell' : 'buy');
  const touch = queue[0]?.working ?? 0;
  if (!reaches(order.side, bound, touch)) broken('INS-1', `order ${order.id} cannot trade`);
  const depth = queue
    .filter(({ working }) => Math.abs(working - touch) * 1_000_000 <= touch * NEAR)
    .reduce((total, other) => total + remainingOf(other), 0);
  if (order.size > Math.max(1, Math.floor(depth / PART)))
    broken('INS-1', `order ${order.id} sells ${order.size} into ${depth}`);
}
