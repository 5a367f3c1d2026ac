/** The newest ticker of every contract, drawn once per frame however many arrive. */
import { type Signal, signal } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import { NO_TICKS, type Ticks, ticks } from '../../domain/units.ts';
import { findDecimal } from '../../wire/quantity.ts';
import type { SocketTicker } from '../../wire/v2/format-socket.ts';
import { ask, publicLink, ROUTINE } from '../client/call.ts';
import { every } from '../parts/again.ts';
import { drawMarketSoon } from '../shell/frame.ts';
import { contracts } from './contracts.ts';

export interface ShownTicker {
  readonly last: Ticks;
  readonly mark: Ticks;
  /** As sent: prices with their decimals, the change as a fraction. */
  readonly row: SocketTicker;
  /** Which way the last price moved. */
  readonly way: 'up' | 'down' | 'same';
}

const newest = new Map<string, SocketTicker>();
const shown = new Map<string, Signal<ShownTicker | undefined>>();

export function tickerOf(symbol: string): Signal<ShownTicker | undefined> {
  const known = shown.get(symbol);
  if (known !== undefined) return known;
  const made = signal<ShownTicker | undefined>(undefined);
  shown.set(symbol, made);
  return made;
}

export const markOf = (symbol: string): Ticks => tickerOf(symbol).value?.mark ?? NO_TICKS;

/** Also for prices that are averages: truncated to whole ticks. */
export const ticksOf = (contract: Contract, text: string): Ticks => {
  const units = findDecimal(text, contract.priceDecimals);
  return units === undefined ? NO_TICKS : ticks(Number(units / BigInt(contract.priceEndStep)));
};

export function watchTickers(): void {
  for (const contract of contracts.value) {
    const { symbol } = contract;
    const ticker = tickerOf(symbol);
    const draw = (): void => {
      const row = newest.get(symbol);
      if (row !== undefined) ticker.value = read(contract, row, ticker.peek());
    };
    publicLink.subscribe(`ticker.${symbol}`, ({ data: [row] }) => {
      if (row === undefined) return;
      newest.set(symbol, row);
      drawMarketSoon(draw);
    });
  }
}

function read(contract: Contract, row: SocketTicker, before: ShownTicker | undefined): ShownTicker {
  const last = ticksOf(contract, row.lastPrice);
  const mark = ticksOf(contract, row.markPrice);
  const way =
    before === undefined || before.last === last
      ? (before?.way ?? 'same')
      : last > before.last
        ? 'up'
        : 'down';
  return { last, mark, row, way };
}

/** Closing prices of half hours, oldest first, by symbol. */
export const sparklines = signal<ReadonlyMap<string, readonly number[]>>(new Map());

const EVERY = 60_000;

/** For the life of the page. */
export function watchSparklines(): void {
  const read = async (): Promise<void> => {
    const outcome = await ask(({ perpetua }) => perpetua.sparklines({}, ROUTINE));
    if (outcome.ok)
      sparklines.value = new Map(
        outcome.value.map((row) => [row.symbol, row.closes.map(Number)] as const),
      );
  };
  void read();
  every(EVERY, read);
}
