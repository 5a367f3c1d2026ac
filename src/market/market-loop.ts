/** The beat of the market: decides what happens at a beat and submits it as one command. */
import type { Batch, Command } from '../domain/command.ts';

export interface LoopPorts {
  readonly decide: () => Batch | undefined;
  readonly submit: (command: Command) => Promise<unknown>;
  /** Called once when beats begin to fail, and once when they work again. */
  readonly warn: (message: string) => void;
}

export interface MarketLoop {
  /** One beat; false if it failed. Beats must not overlap. */
  readonly tick: () => Promise<boolean>;
}

export function createMarketLoop({ decide, submit, warn }: LoopPorts): MarketLoop {
  let failing = false;
  const tick = async (): Promise<boolean> => {
    try {
      const batch = decide();
      if (batch !== undefined) await submit(batch);
      if (failing) warn('the market is updating again');
      failing = false;
    } catch (error) {
      if (!failing) warn(`the market is not updating: ${wordsOf(error)}`);
      failing = true;
    }
    return !failing;
  };
  return { tick };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
