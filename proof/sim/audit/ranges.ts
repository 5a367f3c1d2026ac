/** The prices that triggers look at, and between which bounds they moved during the entry. */
import type { Trigger, TriggerSource } from '../../../src/domain/order.ts';
import type { Model, ModelContract } from './model.ts';

const AUDITED_SOURCES: readonly TriggerSource[] = ['last', 'mark', 'index'];
const FINE = 100;

/** In hundredths of a tick; zero if there is no price yet. */
export function sourcePrice(contract: ModelContract, source: TriggerSource): number {
  if (source === 'index') return contract.index;
  const { mark, last } = contract;
  return (source === 'mark' || last === 0 || isFarApart(contract) ? mark : last) * FINE;
}

/** Whether the last price is more than two percent from the mark. */
export const isFarApart = ({ mark, last }: ModelContract): boolean =>
  last !== 0 && Math.abs(last - mark) * 50 > mark;

export function isSatisfiedAt(trigger: Readonly<Trigger>, price: number): boolean {
  if (price === 0) return false;
  return trigger.direction === 'rising'
    ? price >= trigger.price * FINE
    : price <= trigger.price * FINE;
}

export function startRanges(model: Model): void {
  model.ranges.clear();
  model.calm.clear();
  for (const contract of model.contracts) noteRange(model, contract);
}

export function noteRange(model: Model, contract: ModelContract): void {
  if (!isFarApart(contract)) model.calm.add(contract.terms.id);
  for (const source of AUDITED_SOURCES) {
    const price = sourcePrice(contract, source);
    if (price === 0) continue;
    const key = `${contract.terms.id}|${source}`;
    const known = model.ranges.get(key);
    if (known === undefined) model.ranges.set(key, { low: price, high: price });
    else {
      known.low = Math.min(known.low, price);
      known.high = Math.max(known.high, price);
    }
  }
}

export function moveLast(model: Model, contract: ModelContract, price: number): void {
  contract.last = price;
  noteRange(model, contract);
}
