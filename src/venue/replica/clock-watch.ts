/**
 * How far the clock of this machine is from that of the log, by the replica's own batches: each
 * carries the time of its sender, and the log notes when it took it. A message takes a while, so
 * the smallest of the last differences counts.
 */
import type { Log } from '../log.ts';

const BATCHES_KEPT = 4;
/** The operator is told. */
export const CLOCK_TOLD_MILLIS = 500;
/** Callers are refused: signatures and the times of answers go by this clock. */
export const CLOCK_CLOSED_MILLIS = 5_000;

export class ClockWatch {
  readonly #log: Log;
  readonly #differences: number[] = [];
  #isTold = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** By how much the log is ahead of this machine; null before the first batch came back. */
  get offset(): number | null {
    return this.#differences.length === 0 ? null : Math.min(...this.#differences);
  }

  note({ logAt, sentAt }: { readonly logAt: number; readonly sentAt: number }): void {
    this.#differences.push(logAt - sentAt);
    if (this.#differences.length > BATCHES_KEPT) this.#differences.shift();
    const { offset } = this;
    const isOff = offset !== null && Math.abs(offset) > CLOCK_TOLD_MILLIS;
    if (isOff === this.#isTold) return;
    this.#isTold = isOff;
    if (isOff) this.#log('warn', `${describe(offset)}: set it by NTP`);
    else this.#log('info', 'the clock of this machine agrees with the log again');
  }

  /** Why nobody may be answered. */
  findFault(): string | undefined {
    const { offset } = this;
    if (offset === null || Math.abs(offset) <= CLOCK_CLOSED_MILLIS) return undefined;
    return `${describe(offset)}; set it by NTP, and the doors open by themselves`;
  }
}

const describe = (offset: number): string =>
  `the clock of this machine is ${Math.abs(offset)} ms ${offset > 0 ? 'behind' : 'ahead of'} ` +
  'that of the log';
