/**
 * The beat of the market: at each tick it asks the feed for prices and the house for what to do
 * about them, and submits both as one command. Ticks never overlap: a slow venue gets fewer.
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
  /** Told once when ticks begin to fail, and once when they work again. */
  readonly warn: (message: string) => void;
}

export interface MarketLoop {
  /** One beat; start does it again and again. */
  readonly tick: () => Promise<void>;
  readonly start: (everyMillis: number) => void;
  /** Resolves when the beat that was under way is over. */
  readonly stop: () => Promise<void>;
}

export const TICK_MILLIS = 500;

export function createMarketLoop(ports: MarketPorts): MarketLoop {
  let before: Millis | undefined;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const tick = async (): Promise<void> => {
    const at = ports.now();
    const elapsed = before === undefined ? TICK_MILLIS : Math.max(0, at - before);
    before = at;
    try {
      const batch = decideTick(ports.house, ports.picture(), ports.feed.next(at), elapsed);
      await ports.submit(batch);
      if (failing) ports.warn('the market ticks again');
      failing = false;
    } catch (error) {
      if (!failing) ports.warn(`the market stands still: ${wordsOf(error)}`);
      failing = true;
    }
  };
  const start = (everyMillis: number): void => {
    let dueAt = performance.now() + everyMillis;
    const beat = (): void => {
      running = tick().then(() => {
        if (timer === undefined) return;
        dueAt = Math.max(dueAt + everyMillis, performance.now());
        timer = setTimeout(beat, Math.max(0, dueAt - performance.now()));
      });
    };
    timer = setTimeout(beat, everyMillis);
  };
  const stop = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await running;
  };
  return { tick, start, stop };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
