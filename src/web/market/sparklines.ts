/** The last 24 hours of every contract, read for all of them at once. */
import { signal } from '@preact/signals';
import { ask, ROUTINE } from '../client/call.ts';

/** Closing prices of half hours, oldest first, by symbol. */
export const sparklines = signal<ReadonlyMap<string, readonly number[]>>(new Map());

const EVERY = 60_000;

/** For the life of the page. */
export function watchSparklines(): void {
  const read = async (): Promise<void> => {
    if (document.hidden) return;
    const outcome = await ask(({ perpetua }) => perpetua.sparklines({}, ROUTINE));
    if (outcome.ok)
      sparklines.value = new Map(
        outcome.value.map((row) => [row.symbol, row.closes.map(Number)] as const),
      );
  };
  void read();
  setInterval(() => void read(), EVERY);
}
