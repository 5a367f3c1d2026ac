/**
 * Messages of LOBSTER: seconds after midnight, what happened, the order, its size, its price times
 * ten thousand, and the side of the resting order. The name of the file has the symbol and the day,
 * such as `AAPL_2012-06-21_34200000_57600000_message_10.csv`; `lot-0.001` in it says what a size of
 * one is. Every order is known, so queues are exact.
 */
import type { Side } from '../domain/side.ts';
import type { TapeCounts, TapeEvent } from './tape-event.ts';
import { type LineReader, type TapeFormat, toAmount } from './tape-format.ts';

const LINE = /^\d+(?:\.\d+)?,[1-7],-?\d+,\d+,-?\d+(?:\.\d+)?,-?1\s*$/;
const NAME = /^([^_]+)_(\d{4}-\d{2}-\d{2})_/;
const LOT = /lot-(\d+(?:\.\d+)?)/;
const PRICE_TIMES = 10_000;
const MICROS = 1_000_000;

/** Its kinds of messages. */
export const LOBSTER_TYPES = { add: 1, reduce: 2, remove: 3, fill: 4, hidden: 5 } as const;

interface Resting {
  readonly side: Side;
  readonly price: number;
  left: number;
}

export const LOBSTER: TapeFormat = {
  name: 'LOBSTER, messages',
  isBegunBy: (text) => LINE.test(text),
  createReader: (counts, _first, name) => readMessages(counts, name),
};

function readMessages(counts: TapeCounts, name: string): LineReader {
  const [, symbol, day] = NAME.exec(name) ?? [];
  if (symbol === undefined || day === undefined)
    throw new Error('the name of a LOBSTER file begins with its symbol and day: AAPL_2012-06-21_…');
  const midnight = Date.parse(`${day}T00:00:00Z`) * 1_000;
  const lot = Number(LOT.exec(name)?.[1] ?? 1);
  const orders = new Map<number, Resting>();
  const read = (text: string): readonly TapeEvent[] => {
    const [seconds, type, order, size, price, side] = text.trim().split(',');
    const at = midnight + Math.round(toAmount(seconds) * MICROS);
    const moment = { at, receivedAt: 0, symbol: symbol.toUpperCase() };
    const id = Number(order);
    const count = toAmount(size);
    const change = (resting: Resting, left: number): TapeEvent => {
      resting.left = Math.max(0, left);
      if (resting.left === 0) orders.delete(id);
      return {
        kind: 'order',
        ...moment,
        id,
        side: resting.side,
        price: resting.price,
        size: inSizes(resting.left, lot),
      };
    };
    const given = {
      side: side === '1' ? ('buy' as const) : ('sell' as const),
      price: Number(price) / PRICE_TIMES,
    };
    const print = (): TapeEvent => ({
      kind: 'trade',
      ...moment,
      price: given.price,
      size: inSizes(count, lot),
      takerSide: given.side === 'buy' ? 'sell' : 'buy',
    });
    const known = orders.get(id);
    switch (Number(type)) {
      case LOBSTER_TYPES.add: {
        const added = known ?? { ...given, left: 0 };
        orders.set(id, added);
        return [change(added, added.left + count)];
      }
      case LOBSTER_TYPES.hidden:
        return [print()];
      case LOBSTER_TYPES.fill:
        return known === undefined ? [print()] : [print(), change(known, known.left - count)];
      case LOBSTER_TYPES.reduce:
      case LOBSTER_TYPES.remove:
        // Orders from before the file are not known.
        if (known === undefined) break;
        return [change(known, Number(type) === LOBSTER_TYPES.remove ? 0 : known.left - count)];
      default:
    }
    counts.unread += 1;
    return [];
  };
  return { read, end: () => [] };
}

/** Without the noise of binary fractions. */
const inSizes = (count: number, lot: number): number => Number((count * lot).toFixed(10));
