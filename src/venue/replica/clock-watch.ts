/**
 * How far the clock of this machine is from that of the log, by the replica's own batches: each
 * carries the time of its sender, and the log notes when it took it. A message takes a while, so
 * the smallest of the last differences counts. That it comes back after the log took it bounds the
 * difference from the other side.
 */
import type { Log } from '../log.ts';

const BATCHES_KEPT = 4;
/** The operator is told. */
export const CLOCK_TOLD_MILLIS = 500;
/** Callers are refused: a clock that is further off may be wrong by anything in a moment. */
export const CLOCK_CLOSED_MILLIS = 5_000;

/** Of an own batch: by this machine when it was sent and came back, by the log when it took it. */
interface BatchMoments {
  readonly logAt: number;
  readonly sentAt: number;
  readonly heardAt: number;
}

export class ClockWatch {
  readonly #log: Log;
  readonly #differences: number[] = [];
  readonly #leasts: number[] = [];
  #isTold = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** By how much the log is ahead of this machine; null before the first batch came back. */
  get offset(): number | null {
    return this.#differences.length === 0 ? null : Math.min(...this.#differences);
  }

  /**
   * What makes the clock of this machine that of the log, as far as is certain: none while the two
   * may agree. Callers and their windows are judged by the time of the log.
   */
  get correction(): number {
    const { offset } = this;
    if (offset === null || offset < 0) return offset ?? 0;
    return Math.max(0, Math.min(offset, Math.max(...this.#leasts)));
  }

  note({ logAt, sentAt, heardAt }: BatchMoments): void {
    keep(this.#differences, logAt - sentAt);
    keep(this.#leasts, logAt - heardAt);
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

function keep(list: number[], last: number): void {
  list.push(last);
  if (list.length > BATCHES_KEPT) list.shift();
}

const describe = (offset: number): string =>
  `the clock of this machine is ${Math.abs(offset)} ms ${offset > 0 ? 'behind' : 'ahead of'} ` +
  'that of the log';
