/**
 * Which markets act at a beat, and whether it brings news, by what the journal remembers of each.
 */
import { FINE_PER_TICK } from '../domain/units.ts';
import type { MarketMemory } from '../views/market-memory.ts';
import type { IndexPrice } from './feed.ts';
import { mindSlot, timeOf } from './memory.ts';
import { recallNumber } from './mind.ts';

/** A market of an earlier version did not say when it would act: after so many milliseconds. */
const OLDER_WAIT = 500;
/**
 * A move that no market sleeps through. It is less than it costs to take what another market still
 * quotes and to leave again as a maker, so nobody is paid for being faster than a market.
 */
export const NEWS_PPM = 500;

/** When a market acts next; a new one does as soon as possible. */
export function nextActOf(memory: MarketMemory, place: number): number {
  const kept = memory.slots.get(mindSlot(place));
  if (kept === undefined) return 0;
  return timeOf(kept.beat) + (recallNumber(kept.bytes, 'wait') || OLDER_WAIT);
}

/** Whether the makers of a market look at their quotes at a beat, or a taker comes at most. */
export function isLookedAt(memory: MarketMemory, place: number, beat: number): boolean {
  const kept = memory.slots.get(mindSlot(place));
  if (kept === undefined) return true;
  const left = recallNumber(kept.bytes, 'look') - recallNumber(kept.bytes, 'rested');
  return beat - timeOf(kept.beat) >= left;
}

/** When the makers of any market looked last, and so asked for prices. */
export function lastLook({ slots }: MarketMemory, contracts: number): number {
  let last = 0;
  for (let place = 0; place < contracts; place += 1) {
    const kept = slots.get(mindSlot(place));
    if (kept !== undefined)
      last = Math.max(last, timeOf(kept.beat) - recallNumber(kept.bytes, 'rested'));
  }
  return last;
}

/** By how much a market has moved its simulated index, in ppm. */
export function liftOf({ slots }: MarketMemory, place: number): number {
  const kept = slots.get(mindSlot(place));
  return kept === undefined ? 0 : recallNumber(kept.bytes, 'lift');
}

/** The contracts that act at a beat, those that have waited longest first. */
export function dueAt(memory: MarketMemory, contracts: number, beat: number): number[] {
  const due: number[] = [];
  for (let place = 0; place < contracts; place += 1)
    if (nextActOf(memory, place) <= beat) due.push(place);
  if (due.length < 2) return due;
  const nexts = due.map((place) => nextActOf(memory, place));
  return due
    .map((place, at) => ({ place, next: nexts[at] ?? 0 }))
    .sort((one, other) => one.next - other.next || one.place - other.place)
    .map(({ place }) => place);
}

/** Whether a price has moved so far since it was published that every market should know. */
export function isNews({ slots }: MarketMemory, index: IndexPrice): boolean {
  const kept = slots.get(mindSlot(index.contract));
  if (kept === undefined) return false;
  const isFar = (now: number, before: number): boolean =>
    Math.abs(now - before) * 1e6 > before * NEWS_PPM;
  return (
    isFar(unmovedOf(index), recallNumber(kept.bytes, 'outside')) ||
    isFar(index.price / FINE_PER_TICK, recallNumber(kept.bytes, 'index'))
  );
}

/** In ticks. */
export const unmovedOf = ({ price, unmoved = price }: IndexPrice): number =>
  unmoved / FINE_PER_TICK;
