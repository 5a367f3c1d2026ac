/**
 * The beat of the market: decides what happens at it, on the state that every earlier entry led to,
 * and submits it as one command.
 */

import type { Batch, Command } from '../domain/command.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Millis } from '../domain/units.ts';

export interface LoopPorts {
  readonly decide: (at: Millis) => Batch | undefined;
  /** Stores what is decided at exactly this time. */
  readonly submitAt: (at: Millis, decide: () => Command | undefined) => Promise<unknown>;
  /** Called once when beats begin to fail, and once when they work again. */
  readonly warn: (message: string) => void;
}

export function createMarketLoop({ decide, submitAt, warn }: LoopPorts) {
  let failing = false;
  /** One beat, at this venue time; false if it failed. Beats must not overlap. */
  const tick = async (at: Millis): Promise<boolean> => {
    try {
      await submitAt(at, () => decide(at));
      if (failing) warn('the market is updating again');
      failing = false;
    } catch (error) {
      if (!failing) warn(`the market is not updating: ${reasonOf(error)}`);
      failing = true;
    }
    return !failing;
  };
  return { tick };
}
