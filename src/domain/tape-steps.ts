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

interface TapeLevelStep {
  readonly kind: 'level';
  readonly side: Side;
  readonly price: Ticks;
  /** Of the recorded orders there, in the order of the queue; those beyond them are new. */
  readonly sizes: readonly number[];
}

interface TapePrintStep {
  readonly kind: 'print';
  /** Who took. */
  readonly side: Side;
  readonly price: Ticks;
  readonly size: Lots;
}

export type TapeStep = TapeLevelStep | TapePrintStep;

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

export function encodeSteps(steps: readonly TapeStep[]): Uint8Array {
  let most = 0;
  for (const step of steps)
    most += NUMBER_BYTES_MAX * (2 + (step.kind === 'print' ? 1 : step.sizes.length));
  const bytes = new Uint8Array(most);
  let place = 0;
  const put = (value: number): void => {
    let left = value;
    while (left > SEVEN_BITS) {
      bytes[place] = (left & SEVEN_BITS) | MORE_BIT;
      place += 1;
      left = Math.floor(left / (SEVEN_BITS + 1));
    }
    bytes[place] = left;
    place += 1;
  };
  for (const step of steps) {
    const sizes = step.kind === 'print' ? [step.size] : step.sizes;
    const bits = (step.side === 'sell' ? SELL_BIT : 0) | (step.kind === 'print' ? PRINT_BIT : 0);
    put((sizes.length << HEAD_SHIFT) | bits);
    put(step.price);
    for (const size of sizes) put(size);
  }
  return bytes.slice(0, place);
}

/** Whether the bytes are whole steps with prices and sizes that a book can have. */
export function areSteps(bytes: Uint8Array): boolean {
  return visitSteps(bytes, { level: () => undefined, print: () => undefined });
}

/** False if the bytes are not whole steps; those before the fault have been visited. */
export function visitSteps(bytes: Uint8Array, visitor: StepVisitor): boolean {
  const sizes: number[] = [];
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
    if (!(price >= 1 && price <= PRICE_TICKS_MAX)) return false;
    if (count > bytes.length || (isPrint && count !== 1)) return false;
    sizes.length = 0;
    for (let left = count; left > 0; left -= 1) {
      const size = take();
      if (!(size >= 0 && size <= ORDER_LOTS_MAX)) return false;
      sizes.push(size);
    }
    const side = (head & SELL_BIT) === 0 ? 'buy' : 'sell';
    if (!isPrint) visitor.level(side, ticks(price), sizes);
    else if (sizes[0] === 0) return false;
    else visitor.print(side, ticks(price), lots(sizes[0]!));
  }
  return true;
}
