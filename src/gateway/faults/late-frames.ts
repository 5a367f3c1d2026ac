/** Frames that wait until they are due. Their order is kept, so later ones wait behind them. */

import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from '../../machine/timers.ts';

interface Waiting {
  readonly frame: Buffer;
  readonly due: number;
}

export class LateFrames {
  readonly #write: (frame: Buffer) => void;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (frame: Buffer) => void) {
    this.#write = write;
  }

  add(frame: Buffer, waitMillis: number): void {
    if (this.#waiting.length === 0 && waitMillis === 0) {
      this.#write(frame);
      return;
    }
    const due = Math.max(performance.now() + waitMillis, this.#waiting.at(-1)?.due ?? 0);
    this.#waiting.push({ frame, due });
    this.#timer ??= this.#arm();
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #arm(): NodeJS.Timeout | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    // Node warns of a time that is over.
    const leftMillis = Math.max(0, first.due - performance.now());
    return setTimeout(() => this.#writeDue(), leftMillis).unref();
  }

  #writeDue(): void {
    const now = performance.now();
    const rest = this.#waiting.findIndex(({ due }) => due > now);
    const due = this.#waiting.splice(0, rest < 0 ? this.#waiting.length : rest);
    for (const { frame } of due) this.#write(frame);
    this.#timer = this.#arm();
  }
}
