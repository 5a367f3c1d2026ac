/**
 * One side of a book: which prices have a level, which level each has, and which price is best. A
 * ladder knows nothing of the orders inside its levels.
 */
import { PriceTable } from '../domain/price-table.ts';
import type { Side } from '../domain/side.ts';
import {
  addTick,
  createTickSet,
  NO_MEMBER,
  removeTick,
  type TickSet,
  tickAbove,
  tickBelow,
} from './tick-set.ts';

/** The level of a price that has none. */
export const NO_LEVEL = 0;

export interface Ladder {
  readonly side: Side;
  readonly prices: TickSet;
  /** From a price to the number of its level. */
  readonly levels: PriceTable;
  /** Best price in ticks; zero when the ladder is empty. */
  best: number;
  /** Level of the best price, kept because every order asks for it. */
  bestLevel: number;
}

export const createLadder = (side: Side): Ladder => ({
  side,
  prices: createTickSet(),
  levels: new PriceTable(),
  best: NO_MEMBER,
  bestLevel: NO_LEVEL,
});

export function addLevel(ladder: Ladder, tick: number, level: number): void {
  addTick(ladder.prices, tick);
  ladder.levels.set(tick, level);
  if (ladder.best !== NO_MEMBER && !isBetter(ladder, tick, ladder.best)) return;
  ladder.best = tick;
  ladder.bestLevel = level;
}

export function removeLevel(ladder: Ladder, tick: number): void {
  removeTick(ladder.prices, tick);
  ladder.levels.delete(tick);
  if (tick !== ladder.best) return;
  ladder.best = tickBeyond(ladder, tick);
  ladder.bestLevel = ladder.levels.get(ladder.best);
}

/** The nearest price with a level that is worse than `tick`, which need not have one itself. */
export function worseTick(ladder: Ladder, tick: number): number {
  return isBetter(ladder, tick, ladder.best) ? ladder.best : tickBeyond(ladder, tick);
}

/** Buyers walk down, sellers up. A bid ladder is asked about prices within its reach only. */
const tickBeyond = (ladder: Ladder, tick: number): number =>
  ladder.side === 'buy' ? tickBelow(ladder.prices, tick) : tickAbove(ladder.prices, tick);

const isBetter = (ladder: Ladder, tick: number, other: number): boolean =>
  ladder.side === 'buy' ? tick > other : tick < other;
