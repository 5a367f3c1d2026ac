/**
 * How far the clock of this machine is from that of the log, by the replica's own batches: each
 * carries the time of its sender, and the log notes when it took it. A message takes a while, so
 * the smallest of the last differences counts. That it comes back after the log took it bounds the
 * difference from the other side.
 *
 * Which of the two clocks is wrong, the batches of the other replicas say. The clock of the log is
 * that of its leader, a server like any other: if more replicas agree with this one than differ
 * from it, it is the log that is wrong, and nobody is closed for it.
 */
import type { Incarnation } from '../../domain/replica-command.ts';
import type { Logger } from '../logger.ts';

const BATCHES_KEPT = 4;
/** The operator is told. */
export const CLOCK_TOLD_MILLIS = 500;
/** Callers are refused: a clock that is further off may be wrong by anything in a moment. */
export const CLOCK_CLOSED_MILLIS = 5_000;
/** Two clocks that differ less agree. */
export const CLOCK_ALIKE_MILLIS = 1_000;
/** A replica that wrote nothing for so long is gone: each writes twice a second. */
const GONE_MILLIS = 3_000;

/** Of a batch: by its sender when it was sent, by the log when it took it, by us when it came. */
interface BatchMoments {
  readonly logAt: number;
  readonly sentAt: number;
  readonly heardAt: number;
}

interface OtherClock {
  readonly difference: number;
  /** Its place among all that were noted. */
  readonly count: number;
  readonly heardAt: number;
}

/** Whose clock is wrong; `unknown` until the others have been heard. */
type Blame = 'nobody' | 'this' | 'log' | 'unknown';

export class ClockWatch {
  readonly #logger: Logger;
  /** The name of the server whose clock is that of the log. */
  readonly #findLeader: () => Promise<string>;
  readonly #differences: number[] = [];
  readonly #leasts: number[] = [];
  readonly #others = new Map<Incarnation, OtherClock>();
  #count = 0;
  /** Since when, in batches noted, the own ones differ. */
  #offSince: number | undefined;
  #blame: Blame = 'nobody';
  #told: Blame = 'nobody';

  constructor(logger: Logger, findLeader: () => Promise<string>) {
    this.#logger = logger;
    this.#findLeader = findLeader;
  }

  /** By how much the log is ahead of this machine; null before the first batch came back. */
  get offset(): number | null {
    return this.#differences.length === 0 ? null : Math.min(...this.#differences);
  }

  /**
   * What makes the clock of this machine that of the log, as far as is certain: none while the two
   * may agree, and none if the log's is the wrong one. Callers and their windows are judged by the
   * time of the log.
   */
  get correction(): number {
    const { offset } = this;
    if (this.#mayLogBeWrong) return 0;
    if (offset === null || offset < 0) return offset ?? 0;
    return Math.max(0, Math.min(offset, Math.max(...this.#leasts)));
  }

  /** By how much the log is ahead of the time that callers are judged by. */
  get lead(): number {
    return this.#mayLogBeWrong ? (this.offset ?? 0) : 0;
  }

  get #mayLogBeWrong(): boolean {
    return this.#blame === 'log' || this.#blame === 'unknown';
  }

  /** A batch of another replica. */
  noteOther(session: Incarnation, { logAt, sentAt, heardAt }: BatchMoments): void {
    this.#count += 1;
    this.#others.set(session, { difference: logAt - sentAt, count: this.#count, heardAt });
  }

  /** A batch of this replica. */
  note({ logAt, sentAt, heardAt }: BatchMoments): void {
    this.#count += 1;
    const difference = logAt - sentAt;
    keep(this.#differences, difference);
    keep(this.#leasts, logAt - heardAt);
    if (Math.abs(difference) <= CLOCK_TOLD_MILLIS) this.#offSince = undefined;
    else this.#offSince ??= this.#count;
    this.#blame = this.#judge(heardAt);
    this.#tell();
  }

  /** Why nobody may be answered. */
  findFault(): string | undefined {
    const { offset } = this;
    if (offset === null || Math.abs(offset) <= CLOCK_CLOSED_MILLIS) return undefined;
    if (this.#blame !== 'this') return undefined;
    return `${describe(offset)}; set it by NTP, and the doors open by themselves`;
  }

  #judge(now: number): Blame {
    const { offset } = this;
    if (offset === null || Math.abs(offset) <= CLOCK_TOLD_MILLIS) return 'nobody';
    for (const [session, { heardAt }] of this.#others)
      if (now - heardAt > GONE_MILLIS) this.#others.delete(session);
    // What they wrote before does not say how they stand to the clock that the log has now.
    const since = this.#offSince ?? this.#count;
    const heard = [...this.#others.values()].filter(({ count }) => count > since);
    if (heard.length === 0) return this.#others.size === 0 ? 'this' : 'unknown';
    const alike = heard.filter(
      ({ difference }) => Math.abs(difference - offset) <= CLOCK_ALIKE_MILLIS,
    );
    return 2 * alike.length > heard.length ? 'log' : 'this';
  }

  #tell(): void {
    const { offset } = this;
    if (this.#blame === this.#told || this.#blame === 'unknown' || offset === null) return;
    this.#told = this.#blame;
    if (this.#blame === 'nobody')
      this.#logger('info', 'the clock of this machine agrees with the log again');
    else if (this.#blame === 'this') this.#logger('warn', `${describe(offset)}: set it by NTP`);
    else void this.#tellOfLeader(offset);
  }

  async #tellOfLeader(offset: number): Promise<void> {
    const leader = await this.#findLeader().catch(() => 'unknown');
    this.#logger('warn', describeLeader(leader, offset));
  }
}

function keep(list: number[], last: number): void {
  list.push(last);
  if (list.length > BATCHES_KEPT) list.shift();
}

const describe = (offset: number): string =>
  `the clock of this machine is ${Math.abs(offset)} ms ${offset > 0 ? 'behind' : 'ahead of'} ` +
  'that of the log';

/** The replicas agree, and differ from the log by so much. */
export const describeLeader = (leader: string, offset: number): string =>
  `the clock of ${leader}, the leader of the log, is ${Math.abs(offset)} ms ` +
  `${offset > 0 ? 'ahead of' : 'behind'} those of the replicas: set it by NTP. Trading goes on`;
