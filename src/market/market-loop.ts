/**
 * The beat of the market: at each tick it asks the feed for prices and the house for its commands,
 * on the state that every earlier entry led to, and submits both as one command.
 */
import type { Command } from '../domain/command.ts';
import type { Millis } from '../domain/units.ts';
import type { Feed } from './feed.ts';
import { decideTick, type House } from './house.ts';
import type { HousePicture } from './picture.ts';

export interface MarketPorts {
  readonly feed: Feed;
  readonly house: House;
  readonly picture: () => HousePicture;
  /** Stores what is decided at exactly this time. */
  readonly submitAt: (at: Millis, decide: () => Command) => Promise<unknown>;
  /** Called once when ticks begin to fail, and once when they work again. */
  readonly warn: (message: string) => void;
}

export interface MarketLoop {
  /** One beat, at this venue time; false if it failed. Beats must not overlap. */
  readonly tick: (at: Millis) => Promise<boolean>;
}

/** The time that counts as having passed before the first beat. */
const FIRST_MILLIS = 500;

export function createMarketLoop(ports: MarketPorts): MarketLoop {
  let before: Millis | undefined;
  let failing = false;
  const decide = (at: Millis): Command => {
    const elapsed = before === undefined ? FIRST_MILLIS : Math.max(0, at - before);
    before = at;
    return decideTick(ports.house, ports.picture(), ports.feed.next(at), elapsed);
  };
  const tick = async (at: Millis): Promise<boolean> => {
    try {
      await ports.submitAt(at, () => decide(at));
      if (failing) ports.warn('the market is updating again');
      failing = false;
    } catch (error) {
      if (!failing) ports.warn(`the market is not updating: ${wordsOf(error)}`);
      failing = true;
    }
    return !failing;
  };
  return { tick };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
