/**
 * Simulated time: what is to happen waits in a heap, and the world goes from one moment to the
 * next. Everything random comes from one seed, so a run can be repeated exactly.
 */
import { type Millis, type Monotonic, millis, monotonic } from '../../src/domain/units.ts';
import { createNode, type Heap, putNode, removeNode } from '../../src/engine/heap.ts';
import { createDice, type Dice, roll } from '../sim/dice.ts';

const START = Date.UTC(2026, 0, 5);

export class World {
  readonly dice: Dice;
  now = 0;
  readonly #waiting: Heap<() => void> = [];

  constructor(seed: number) {
    this.dice = createDice(seed, 0xc1);
  }

  get monotonicNow(): Monotonic {
    return monotonic(this.now);
  }

  /** A wall clock that is wrong by this much. */
  wallNow(skew: number): Millis {
    return millis(START + Math.floor(this.now) + skew);
  }

  after(delay: number, run: () => void): void {
    putNode(this.#waiting, createNode(run), this.now + delay);
  }

  /** Again and again, at about this distance, while it says so. */
  every(distance: number, run: () => boolean): void {
    const again = (): void => {
      if (run()) this.after(distance + roll(this.dice, 0, 9), again);
    };
    this.after(roll(this.dice, 0, distance), again);
  }

  /** Lets everything happen that is due before this time, until `isOver` says that it is over. */
  runUntil(end: number, isOver: () => boolean): void {
    for (;;) {
      const first = this.#waiting[0];
      if (first === undefined || first.key > end) break;
      removeNode(this.#waiting, first);
      this.now = first.key;
      first.item();
      if (isOver()) return;
    }
    this.now = end;
  }
}
