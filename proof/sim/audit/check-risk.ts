/**
 * Checks every account after an entry, by brute force: none is left that should have been
 * liquidated, and no untriggered order whose price is reached. This shows that the engine's watch
 * misses nobody.
 */
import { broken } from './broken.ts';
import { isPausedAt, isVenue, type Model } from './model.ts';
import { isFarApart, isSatisfiedAt, sourcePrice } from './ranges.ts';
import {
  crossEquityOf,
  crossHeld,
  crossRequirementOf,
  heldBy,
  isolatedEquityOf,
  isolatedRequirementOf,
} from './worth.ts';

export function checkRisk(model: Model): void {
  for (const account of model.accounts.values()) {
    if (isVenue(account)) continue;
    const cross = crossHeld(account);
    const waits = cross.some(({ contract }) => isPausedAt(contract, model.now));
    if (cross.length > 0 && !waits) {
      const equity = crossEquityOf(account);
      const requirement = crossRequirementOf(account);
      if (equity <= requirement)
        broken('LIQ-1', `account ${account.id} is left with ${equity} of ${requirement}`);
    }
    for (const held of heldBy(account)) {
      if (held.desk.mode !== 'isolated' || isPausedAt(held.contract, model.now)) continue;
      const equity = isolatedEquityOf(held);
      const requirement = isolatedRequirementOf(account, held);
      if (equity <= requirement)
        broken('LIQ-1', `isolated ${held.side} of ${account.id}: ${equity} of ${requirement}`);
    }
  }
}

/** The cap on triggers fired with one entry. */
const FIRED_MAX = 10_000;

export function checkTriggers(model: Model, fired: number): void {
  checkWaiting(model);
  if (fired >= FIRED_MAX) return;
  for (const order of model.orders.values()) {
    const { trigger } = order;
    if (order.status !== 'untriggered' || trigger === null) continue;
    checkExit(model, order.id, order.parent, order.size);
    const contract = model.contracts[order.contract];
    if (contract === undefined || isPausedAt(contract, model.now)) continue;
    if (order.options?.trailing !== undefined) continue;
    if (order.options?.priceProtect === true && isFarApart(contract)) continue;
    const price = sourcePrice(contract, trigger.source);
    if (isSatisfiedAt(trigger, price))
      broken('TRG-4', `order ${order.id} waits at ${trigger.price}, ${trigger.source} is ${price}`);
  }
}

/** Exits need a position; a whole-position exit is the only one of its kind and side. */
function checkWaiting(model: Model): void {
  const wholes = new Set<string>();
  for (const { id, account, contract, positionSide, trigger, status } of model.orders.values()) {
    if (status !== 'untriggered' || trigger === null || trigger.purpose === 'plan') continue;
    const position = model.accounts.get(account)?.desks.get(contract)?.[positionSide].position;
    if (position === null || position === undefined)
      broken('TRG-11', `exit ${id} of account ${account} has no position to close`);
    if (!trigger.wholePosition) continue;
    const key = `${account}|${contract}|${positionSide}|${trigger.purpose}`;
    if (wholes.has(key)) broken('TRG-10', `exit ${id} is the second of its kind`);
    wholes.add(key);
  }
  for (const [id, { filled, profit, loss }] of model.families) {
    if ((profit ?? filled) !== filled || (loss ?? filled) !== filled)
      broken('TRG-8', `order ${id} filled ${filled}, its exits were given ${profit} and ${loss}`);
  }
}

/** An exit never waits to close more than what its parent opened and is still open. */
function checkExit(model: Model, id: number, parent: number, size: number): void {
  const family = model.families.get(parent);
  if (family === undefined) return;
  const left = family.filled + family.added - family.exited;
  if (size > left) broken('30 pair', `exit ${id} waits with ${size}, ${left} are left`);
}
