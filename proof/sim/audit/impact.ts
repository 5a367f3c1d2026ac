/** Impact prices, recomputed from the auditor's own book as exact fractions. */

import type { EventOf } from '../../../src/domain/event.ts';
import { toBigInt } from '../../../src/domain/units.ts';
import { broken } from './broken.ts';
import { floorDivide } from './exact.ts';
import type { ModelContract, ModelOrder } from './model.ts';
import { remainingOf } from './model.ts';

/** The engine counts lots in millionths, so the last hundredth of a tick may differ by a few. */
const SLACK = 3;
const SCALE = 10n ** 18n;

export function checkImpact(contract: ModelContract, event: EventOf<'funding-estimated'>): void {
  compare(contract, 'bid', contract.bids, event.impactBid);
  compare(contract, 'ask', contract.asks, event.impactAsk);
}

function compare(
  contract: ModelContract,
  name: string,
  queue: readonly ModelOrder[],
  given: number,
): void {
  const worst = queue.at(-1);
  if (worst === undefined) broken('FND-1', `a sample with an empty ${name} side`);
  const { tickLotValue, impactNotional } = contract.terms;
  let left: bigint = toBigInt(impactNotional);
  let lots = 0n;
  for (const order of queue) {
    const perLot = BigInt(order.working) * toBigInt(tickLotValue);
    const here = BigInt(remainingOf(order)) * perLot;
    const taken = here < left ? here : left;
    lots += (taken * SCALE) / perLot;
    left -= taken;
  }
  lots += (left * SCALE) / (BigInt(worst.working) * toBigInt(tickLotValue));
  const price = Number(
    floorDivide(toBigInt(impactNotional) * SCALE * 100n, lots * toBigInt(tickLotValue)),
  );
  const tolerance = SLACK + Math.ceil((price * 4) / Math.max(1, Number(lots / 10n ** 12n)));
  if (Math.abs(price - given) > tolerance)
    broken('FND-1', `impact ${name} is ${given}, expected ${price}`);
}
