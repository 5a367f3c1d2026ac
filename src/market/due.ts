/**
 * Which markets act at a beat, and whether it brings news, by what the journal remembers of each.
 */
import { FINE_PER_TICK } from '../domain/units.ts';
import type { KeptMemory, MarketMemory } from '../views/market-memory.ts';
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

/** What is asked of a market at every beat. */
interface Plan {
  readonly kept: KeptMemory;
  /** When it acts next, and from when on its makers look when it does. */
  readonly next: number;
  readonly looks: number;
  /** When its makers looked last. */
  readonly looked: number;
  /** By how much it has moved its simulated index, in ppm. */
  readonly lift: number;
  /** The price it published last, and what that would be without what orders moved, in ticks. */
  readonly index: number;
  readonly outside: number;
}

/** The plan of each market; undefined for a new one. */
export type Plans = (place: number) => Plan | undefined;

/** Bytes are read once, although every beat asks for every market. */
export function createPlans({ slots }: MarketMemory): Plans {
  const read: (Plan | undefined)[] = [];
  return (place) => {
    const kept = slots.get(mindSlot(place));
    const plan = read[place];
    if (kept === undefined || plan?.kept === kept) return kept && plan;
    const made = planOf(kept);
    read[place] = made;
    return made;
  };
}

function planOf(kept: KeptMemory): Plan {
  const at = timeOf(kept.beat);
  const number = (name: Parameters<typeof recallNumber>[1]): number =>
    recallNumber(kept.bytes, name);
  const rested = number('rested');
  return {
    kept,
    next: at + (number('wait') || OLDER_WAIT),
    looks: at + number('look') - rested,
    looked: at - rested,
    lift: number('lift'),
    index: number('index'),
    outside: number('outside'),
  };
}

/** When a market acts next; a new one does as soon as possible. */
export const nextActOf = (plans: Plans, place: number): number => plans(place)?.next ?? 0;

/** Whether the makers of a market look at their quotes at a beat, or a taker comes at most. */
export const isLookedAt = (plans: Plans, place: number, beat: number): boolean =>
  beat >= (plans(place)?.looks ?? 0);

/** When the makers of any market looked last, and so asked for prices. */
export function lastLook(plans: Plans, contracts: number): number {
  let last = 0;
  for (let place = 0; place < contracts; place += 1)
    last = Math.max(last, plans(place)?.looked ?? 0);
  return last;
}

/** The contracts that act at a beat, those that have waited longest first. */
export function dueAt(plans: Plans, contracts: number, beat: number): number[] {
  const due: number[] = [];
  for (let place = 0; place < contracts; place += 1)
    if (nextActOf(plans, place) <= beat) due.push(place);
  if (due.length < 2) return due;
  return due.sort((one, other) => nextActOf(plans, one) - nextActOf(plans, other) || one - other);
}

/** Whether a price has moved so far since it was published that every market should know. */
export function isNews(plans: Plans, heard: IndexPrice): boolean {
  const plan = plans(heard.contract);
  if (plan === undefined) return false;
  return isFar(unmovedOf(heard), plan.outside) || isFar(heard.price / FINE_PER_TICK, plan.index);
}

const isFar = (now: number, before: number): boolean =>
  Math.abs(now - before) * 1e6 > before * NEWS_PPM;

/** In ticks. */
export const unmovedOf = ({ price, unmoved = price }: IndexPrice): number =>
  unmoved / FINE_PER_TICK;
