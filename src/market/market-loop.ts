/**
 * The beat of the market: at each tick it asks the feed for prices and the house for its commands,
 * and submits both as one command.
 */
import type { Command } from '../domain/command.ts';
import type { Millis } from '../domain/units.ts';
import type { Feed } from './feed.ts';
import { decideTick, type House } from './house.ts';
import type { HousePicture } from './picture.ts';

export interface MarketPorts {
  readonly feed: Feed;
  readonly house: House;
  /** Venue time. */
  readonly now: () => Millis;
  readonly picture: () => HousePicture;
  readonly submit: (command: Command) => Promise<unknown>;
  /** Called once when ticks begin to fail, and once when they work again. */
  readonly warn: (message: string) => void;
}

export interface MarketLoop {
  /** One beat, at the current venue time; false if it failed. Beats must not overlap. */
  readonly tick: () => Promise<boolean>;
}

/** The time that counts as having passed before the first beat. */
const FIRST_MILLIS = 500;

export function createMarketLoop(ports: MarketPorts): MarketLoop {
  let before: Millis | undefined;
  let failing = false;
  const tick = async (): Promise<boolean> => {
    const at = ports.now();
    const elapsed = before === undefined ? FIRST_MILLIS : Math.max(0, at - before);
    before = at;
    try {
      const batch = decideTick(ports.house, ports.picture(), ports.feed.next(at), elapsed);
      await ports.submit(batch);
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
