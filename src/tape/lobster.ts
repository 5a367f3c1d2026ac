/**
 * Messages of LOBSTER: seconds after midnight, what happened, the order, its size, its price times
 * ten thousand, and the side of the resting order. The name of the file has the symbol and the day,
 * such as `AAPL_2012-06-21_34200000_57600000_message_10.csv`; `lot-0.001` in it says what a size of
 * one is. Every order is known, so queues are exact. Behind a message may stand the row that the
 * file of books has for it: then what came before the file is known too, as deep as that goes.
 */
import type { Side } from '../domain/side.ts';
import { LobsterOrders } from './lobster-orders.ts';
import type { TapeCounts, TapeEvent } from './tape-event.ts';
import { type LineReader, type TapeFormat, toAmount } from './tape-format.ts';

const LINE =
  /^\d+(?:\.\d+)?,[1-7],-?\d+,\d+,-?\d+(?:\.\d+)?,-?1(?:(?:,-?\d+(?:\.\d+)?,\d+){2})*\s*$/;
const NAME = /^([^_]+)_(\d{4}-\d{2}-\d{2})_/;
const LOT = /lot-(\d+(?:\.\d+)?)/;
const PRICE_TIMES = 10_000;
const MICROS = 1_000_000;

/** Its kinds of messages. */
export const LOBSTER_TYPES = { add: 1, reduce: 2, remove: 3, fill: 4, hidden: 5 } as const;

export const LOBSTER: TapeFormat = {
  name: 'LOBSTER, messages',
  isBegunBy: (text) => LINE.test(text),
  createReader: (counts, _first, { name }) => readMessages(counts, name),
};

function readMessages(counts: TapeCounts, name: string): LineReader {
  const [, symbol, day] = NAME.exec(name) ?? [];
  if (symbol === undefined || day === undefined)
    throw new Error('the name of a LOBSTER file begins with its symbol and day: AAPL_2012-06-21_…');
  const midnight = Date.parse(`${day}T00:00:00Z`) * 1_000;
  const lot = Number(LOT.exec(name)?.[1] ?? 1);
  const orders = new LobsterOrders();
  const read = (text: string): readonly TapeEvent[] => {
    if (!LINE.test(text)) throw new Error('not a message of LOBSTER');
    const [seconds, type, order, size, price, direction, ...row] = text.trim().split(',');
    const at = midnight + Math.round(toAmount(seconds) * MICROS);
    const moment = { at, receivedAt: 0, symbol: symbol.toUpperCase() };
    const side: Side = direction === '1' ? 'buy' : 'sell';
    const given = { id: Number(order), side, price: Number(price) };
    const count = toAmount(size);
    const told: TapeEvent[] = [];
    const kind = Number(type);
    if (kind === LOBSTER_TYPES.fill || kind === LOBSTER_TYPES.hidden)
      told.push({
        kind: 'trade',
        ...moment,
        price: given.price / PRICE_TIMES,
        size: inSizes(count, lot),
        takerSide: side === 'buy' ? 'sell' : 'buy',
      });
    const known = orders.leftOf(given.id);
    if (kind === LOBSTER_TYPES.add) orders.set(given, (known ?? 0) + count);
    else if (known !== undefined && kind === LOBSTER_TYPES.remove) orders.set(given, 0);
    else if (known !== undefined && (kind === LOBSTER_TYPES.reduce || kind === LOBSTER_TYPES.fill))
      orders.set(given, known - count);
    // Orders from before the file are not known, and a halt or an auction is not played.
    else if (told.length === 0 && row.length === 0) counts.unread += 1;
    if (row.length > 0) orders.follow(row.map(Number));
    for (const { left, ...changed } of orders.takeChanged())
      told.push({
        kind: 'order',
        ...moment,
        ...changed,
        price: changed.price / PRICE_TIMES,
        size: inSizes(left, lot),
      });
    return told;
  };
  return { read, end: () => [] };
}

/** Without the noise of binary fractions. */
const inSizes = (count: number, lot: number): number => Number((count * lot).toFixed(10));
