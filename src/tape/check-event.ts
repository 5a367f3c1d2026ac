/**
 * What every format must hold to, whoever wrote the file: times that a calendar has, names that are
 * names, numbers that a book can have. Nothing else reaches the order of events or a book.
 */
import type { FlatLevels, TapeEvent } from './tape-event.ts';

/** 1 January 2100, in microseconds. */
const MICROS_MAX = 4_102_444_800_000_000;
/** Whole numbers below it are exact. */
const AMOUNT_MAX = 2 ** 53;
const SYMBOL = /^[\w.:/-]{1,40}$/;
/** A file for each of them is open while a tape is converted. */
export const SYMBOLS_MAX = 1_000;

/** For one file; what it returns throws the reason. */
export function createCheck(): (event: TapeEvent) => void {
  const known = new Set<string>();
  const checkSymbol = (symbol: string): void => {
    if (known.has(symbol)) return;
    if (!SYMBOL.test(symbol)) throw new Error(`${JSON.stringify(symbol)} is no symbol`);
    if (known.size === SYMBOLS_MAX) throw new Error(`it has more than ${SYMBOLS_MAX} symbols`);
    known.add(symbol);
  };
  return (event) => {
    const { at, receivedAt, symbol } = event;
    checkTime(at);
    if (!(receivedAt >= 0 && receivedAt < MICROS_MAX))
      throw new Error(`${receivedAt} is no time in microseconds`);
    checkSymbol(symbol);
    if (event.kind === 'levels') {
      checkLevels(event.bids);
      checkLevels(event.asks);
    } else if (event.kind === 'trade' || event.kind === 'order') {
      checkAmount(event.price);
      checkAmount(event.size);
    } else if (event.kind === 'index') {
      const { price = 0, mark = 0, fundingAt = at } = event;
      checkAmount(price);
      checkAmount(mark);
      checkTime(fundingAt);
    }
  };
}

function checkTime(at: number): void {
  if (!(Number.isSafeInteger(at) && at > 0 && at < MICROS_MAX))
    throw new Error(`${at} is no time in microseconds`);
}

function checkLevels(levels: FlatLevels): void {
  for (const value of levels) checkAmount(value);
}

function checkAmount(value: number): void {
  if (!(value >= 0 && value < AMOUNT_MAX)) throw new Error(`${value} is no price and no size`);
}
