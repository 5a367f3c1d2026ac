/**
 * What a recorded market does to a book at one moment, as bytes: thousands of levels change in a
 * second of it, and a record for each would cost more than what it says. A level has the sizes of
 * the recorded orders at its price, from the front of the queue to its end. A print is a recorded
 * trade.
 *
 * Each step is a head (how many sizes, side, kind), its price, and its sizes, as numbers of seven
 * bits a byte, the lowest first.
 */
import { ORDER_LOTS_MAX, PRICE_TICKS_MAX } from './limits.ts';
import type { Side } from './side.ts';
import { type Lots, lots, type Ticks, ticks } from './units.ts';

/** The list of sizes is only lent. */
interface StepVisitor {
  readonly level: (side: Side, price: Ticks, sizes: readonly number[]) => void;
  readonly print: (side: Side, price: Ticks, size: Lots) => void;
}

const HEAD_SHIFT = 2;
const SELL_BIT = 2;
const PRINT_BIT = 1;
const MORE_BIT = 0x80;
const SEVEN_BITS = 0x7f;
const NUMBER_BITS_MAX = 35;
const NUMBER_BYTES_MAX = 5;
const BYTES_AT_ONCE = 65_536;

/** Writes steps one after another into bytes of which it hands out piece by piece. */
export class StepWriter implements StepVisitor {
  #bytes = new Uint8Array(BYTES_AT_ONCE);
  /** Where the steps begin that nobody has yet. */
  #begin = 0;
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === this.#begin;
  }

  /** The sizes of the recorded orders there, from the front of the queue; the last may be new. */
  readonly level = (side: Side, price: Ticks, sizes: readonly number[]): void => {
    this.#head(sizes.length, side === 'sell' ? SELL_BIT : 0, price);
    for (const size of sizes) this.#put(size);
  };

  /** A level of one order. */
  readonly sole = (side: Side, price: Ticks, size: number): void => {
    this.#head(1, side === 'sell' ? SELL_BIT : 0, price);
    this.#put(size);
  };

  /** The side is that of who took. */
  readonly print = (side: Side, price: Ticks, size: Lots): void => {
    this.#head(1, PRINT_BIT | (side === 'sell' ? SELL_BIT : 0), price);
    this.#put(size);
  };

  /** Adds the steps of another, and empties it. */
  readonly move = (other: StepWriter): void => {
    if (other.isEmpty) return;
    const moved = other.#bytes.subarray(other.#begin, other.#length);
    this.#need(moved.length);
    this.#bytes.set(moved, this.#length);
    this.#length += moved.length;
    other.#length = other.#begin;
  };

  /** What was written since the last time. */
  readonly take = (): Uint8Array => {
    const taken = this.#bytes.subarray(this.#begin, this.#length);
    this.#begin = this.#length;
    return taken;
  };

  #head(count: number, bits: number, price: Ticks): void {
    this.#need(NUMBER_BYTES_MAX * (2 + count));
    this.#put((count << HEAD_SHIFT) | bits);
    this.#put(price);
  }

  #need(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const written = this.#bytes.subarray(this.#begin, this.#length);
    const bytes = new Uint8Array(Math.max(BYTES_AT_ONCE, (written.length + more) * 2));
    bytes.set(written);
    this.#bytes = bytes;
    this.#begin = 0;
    this.#length = written.length;
  }

  #put(value: number): void {
    let left = value;
    while (left > SEVEN_BITS) {
      this.#bytes[this.#length] = (left & SEVEN_BITS) | MORE_BIT;
      this.#length += 1;
      left = Math.floor(left / (SEVEN_BITS + 1));
    }
    this.#bytes[this.#length] = left;
    this.#length += 1;
  }
}

/** Heads, prices and sizes; undefined if they are not whole steps, or none that a book can have. */
export function decodeSteps(bytes: Uint8Array): readonly number[] | undefined {
  const words: number[] = [];
  let place = 0;
  const take = (): number => {
    let value = 0;
    let times = 1;
    for (let bits = 0; bits < NUMBER_BITS_MAX; bits += 7) {
      const byte = bytes[place];
      if (byte === undefined) return Number.NaN;
      place += 1;
      value += (byte & SEVEN_BITS) * times;
      if (byte < MORE_BIT) return value;
      times *= SEVEN_BITS + 1;
    }
    return Number.NaN;
  };
  while (place < bytes.length) {
    const head = take();
    const price = take();
    const count = head >> HEAD_SHIFT;
    const isPrint = (head & PRINT_BIT) !== 0;
    if (!(price >= 1 && price <= PRICE_TICKS_MAX)) return undefined;
    if (count > bytes.length || (isPrint && count !== 1)) return undefined;
    words.push(head, price);
    for (let left = count; left > 0; left -= 1) {
      const size = take();
      if (!(size >= (isPrint ? 1 : 0) && size <= ORDER_LOTS_MAX)) return undefined;
      words.push(size);
    }
  }
  return words;
}

export function visitSteps(words: readonly number[], visitor: StepVisitor): void {
  const sizes: number[] = [];
  for (let place = 0; place < words.length; ) {
    const head = words[place]!;
    const price = ticks(words[place + 1]!);
    const side = (head & SELL_BIT) === 0 ? 'buy' : 'sell';
    const end = place + 2 + (head >> HEAD_SHIFT);
    sizes.length = 0;
    for (place += 2; place < end; place += 1) sizes.push(words[place]!);
    if ((head & PRINT_BIT) === 0) visitor.level(side, price, sizes);
    else visitor.print(side, price, lots(sizes[0]!));
  }
}
