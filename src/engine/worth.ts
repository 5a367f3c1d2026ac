/** What the engine keeps of the sums over the cross positions of an account; risk makes them. */
import {
  type Lots,
  type Money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ppm,
  ppm,
  type Ticks,
} from '../domain/units.ts';

interface Worth {
  /** The unrealised result of positions. */
  pnl: Money;
  /** What they are held with in cross margin, and what they must keep there. */
  initial: Money;
  requirement: Money;
}

/** Of all cross positions of an account, as it was asked for at a count of changes. */
export interface CrossWorth extends Worth {
  at: number;
}

/** The sums of a desk at a mark, below everything that they follow from. */
export interface DeskWorth extends Worth {
  mark: Ticks;
  longSize: Lots;
  longValue: Money;
  shortSize: Lots;
  shortValue: Money;
  leverage: number;
  takerFee: Ppm;
}

export const createCrossWorth = (): CrossWorth => ({
  at: -1,
  pnl: NO_MONEY,
  initial: NO_MONEY,
  requirement: NO_MONEY,
});

export const createDeskWorth = (): DeskWorth => ({
  mark: NO_TICKS,
  longSize: NO_LOTS,
  longValue: NO_MONEY,
  shortSize: NO_LOTS,
  shortValue: NO_MONEY,
  leverage: 0,
  takerFee: ppm(0),
  pnl: NO_MONEY,
  initial: NO_MONEY,
  requirement: NO_MONEY,
});
