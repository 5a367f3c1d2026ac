/**
 * A replica of a log elsewhere, with its timers: it sends what is due, asks what is missing, and
 * passes on what comes. What it decides is in bare-replica.ts and log-follower.ts, which the
 * simulator drives in its place.
 */
import { reasonOf } from '../../domain/reason-of.ts';
import type { EntryContent } from '../../journal/encode-entry.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../clock.ts';
import { type Log, logNothing } from '../log.ts';
import {
  BareReplica,
  type BareReplicaParts,
  type OwnWrites,
  type Sending,
  type Settled,
} from './bare-replica.ts';
import { BatchReader } from './batch-reader.ts';
import { ClockWatch } from './clock-watch.ts';
import { type FollowerParts, LogFollower } from './log-follower.ts';
import { OwnSegments } from './own-segments.ts';
import { LogGone, LogRefused, type RemoteLog } from './remote-log.ts';

export interface RemoteReplicaParts extends BareReplicaParts {
  readonly log: RemoteLog;
  readonly clock: Clock;
  readonly tell?: Log;
  /** Where whole batches are kept once they are applied. */
  readonly journal?: Journal;
}

const TICK_MILLIS = 25;
/** So many ticks on end in which nothing of the log came: two and a half seconds. */
const QUIET_TICKS = 100;
/** Where no server has anything, as in an election, it moves ever more slowly. */
const QUIET_TICKS_MAX = 400;

const BEHIND = 'this replica does not follow the log at the moment; try again';

const FOREIGN_ADVICE =
  '. No replica of this venue wrote it: see who reaches the NATS servers. More of them are ' +
  'counted as perpetua_log_foreign_messages';

export class RemoteReplica {
  readonly replica: BareReplica;
  readonly clockWatch: ClockWatch;
  readonly #parts: RemoteReplicaParts;
  readonly #reader: BatchReader;
  readonly #follower: LogFollower;
  readonly #segments: OwnSegments | undefined;
  readonly #timer: NodeJS.Timeout;
  /** Messages that did not count, by why. */
  readonly #skipped = new Map<string, number>();
  #refusal: string | undefined;
  /** The last message that was read when something of the log came, and the ticks since then. */
  #seen = 0;
  #quietTicks = 0;
  #quietTicksMax = QUIET_TICKS;
  #isDue = false;
  #isClosed = false;

  constructor(parts: RemoteReplicaParts) {
    const { log, present, maker, tell = logNothing } = parts;
    this.#parts = parts;
    this.clockWatch = new ClockWatch(tell, log.findLeader);
    this.replica = new BareReplica({ ...parts, own: parts.own && this.#onTime(parts.own) });
    this.#reader = new BatchReader(present.state, maker);
    const { replica } = this;
    this.#segments =
      parts.journal && new OwnSegments(parts.journal, (because) => replica.halt(because));
    this.#follower = new LogFollower({
      replica: this.#segments === undefined ? replica : keeping(replica, this.#segments),
      reader: this.#reader,
      onBatch: ({ session, sentAt }, logAt, counts) => {
        const moments = { logAt, sentAt, heardAt: parts.clock.wallNow() };
        if (session === this.replica.session) this.clockWatch.note(moments);
        // What is left of a session that has ended may be sent by anybody.
        else if (counts) this.clockWatch.noteOther(session, moments);
      },
      onSkipped: (why) => this.#note(why),
    });
    log.listen({
      hear: (position) => this.#hear(() => this.#follower.hear(position)),
      reconnect: () => this.#hear(() => this.#follower.reconnect(this.#now())),
    });
    this.#timer = setInterval(() => {
      this.#leaveIfQuiet();
      this.#tick();
    }, TICK_MILLIS);
  }

  /** Nobody has a duty whose clock is wrong. */
  #onTime(own: OwnWrites): OwnWrites {
    const isOnTime = (): boolean => this.clockWatch.findFault() === undefined;
    return { ...own, isFit: (duty) => isOnTime() && own.isFit?.(duty) !== false };
  }

  /** Why no caller may be answered now, in words. */
  findClosed(): string | undefined {
    const isOpen = this.replica.isOpen(this.#now());
    return this.#refusal ?? this.clockWatch.findFault() ?? (isOpen ? undefined : BEHIND);
  }

  /** Messages that no replica of this venue wrote. */
  get foreign(): number {
    return this.#skipped.get('foreign') ?? 0;
  }

  /** The message of the log that was read last. */
  get position(): number {
    return this.#reader.position;
  }

  /** Throws NotStorable for a command that no batch can carry. */
  submit(content: EntryContent, settled?: Settled): void {
    this.replica.submit(content, settled);
    this.sendSoon();
  }

  /** After everything else of this turn, so that its commands share a batch. */
  readonly sendSoon = (): void => {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#tick());
  };

  /** Nothing more is applied or sent. */
  readonly stop = (): void => {
    this.#isClosed = true;
    clearInterval(this.#timer);
  };

  /** Resolves when everything applied so far is in the segments, or nothing more can be. */
  readonly flush = async (): Promise<void> => {
    await this.#segments?.flush();
  };

  /** The first of each kind is told: whoever can write one can write a million. */
  #note(why: string): void {
    const count = (this.#skipped.get(why) ?? 0) + 1;
    this.#skipped.set(why, count);
    if (count > 1 || why === 'repeat') return;
    const advice = why === 'foreign' ? FOREIGN_ADVICE : '';
    this.#parts.tell?.(
      'warn',
      `message ${this.position} of the log is passed over: ${why}${advice}`,
    );
  }

  #now = (): ReturnType<Clock['monotonicNow']> => this.#parts.clock.monotonicNow();

  #hear(run: () => void): void {
    if (this.#isClosed) return;
    run();
    this.sendSoon();
  }

  /**
   * A server that has lost the others answers pings, and that is all. Nothing of the log comes,
   * though a batch of this replica is under way. Ticks are counted, because a replica that was
   * stopped for a while has not waited.
   */
  #leaveIfQuiet(): void {
    const { position, replica } = this;
    const isQuiet = position === this.#seen && replica.waitingCount > 0;
    this.#seen = position;
    if (!isQuiet || this.#refusal !== undefined || replica.haltedBecause !== null) {
      this.#quietTicks = 0;
      if (!isQuiet) this.#quietTicksMax = QUIET_TICKS;
      return;
    }
    this.#quietTicks += 1;
    if (this.#quietTicks < this.#quietTicksMax) return;
    this.#quietTicks = 0;
    this.#quietTicksMax = Math.min(QUIET_TICKS_MAX, 2 * this.#quietTicksMax);
    const server = this.#parts.log.leave();
    this.#parts.tell?.('warn', 'nothing comes from this server of the log: asks another', {
      server,
    });
  }

  #tick(): void {
    this.#isDue = false;
    if (this.#isClosed) return;
    this.#ask();
    const { clock } = this.#parts;
    for (const sending of this.replica.next(this.#now(), clock.wallNow())) void this.#send(sending);
  }

  async #send(sending: Sending): Promise<void> {
    try {
      const sign = await this.#parts.log.append(sending.bytes);
      this.#refusal = undefined;
      this.replica.hear(sending, sign, this.#now());
    } catch (error) {
      // It is sent again when it is due: without an answer, or until there is room.
      if (error instanceof LogRefused) this.#hearRefusal(reasonOf(error));
    }
  }

  #hearRefusal(because: string): void {
    if (this.#refusal === undefined) this.#parts.tell?.('error', because);
    this.#refusal = because;
  }

  /** A copy of the log that is behind is asked again earlier than the next tick. */
  #askAgain(): void {
    const wait = (this.#follower.dueAt ?? 0) - this.#now();
    if (wait > 0 && wait < TICK_MILLIS) setTimeout(this.sendSoon, wait);
  }

  /** Without an answer it is asked again. */
  #ask(): void {
    const question = this.#follower.next(this.#now());
    if (question === undefined) return;
    const { log } = this.#parts;
    const asking =
      question.kind === 'read'
        ? log.read(question.from, question.upTo).then((messages) => {
            this.#hear(() => this.#follower.hearRead(messages, this.#now()));
            this.#askAgain();
          })
        : log.look(question.position).then((found) => {
            this.#hear(() => this.#follower.hearLook(question.position, found, this.#now()));
          });
    asking.catch((error: unknown) => {
      const because = reasonOf(error);
      if (error instanceof LogRefused) this.replica.halt(because);
      if (error instanceof LogGone) this.#hear(() => this.#follower.hearGone(because, this.#now()));
    });
  }
}

/** Whole batches go to the segments once they are applied. */
const keeping = (replica: BareReplica, segments: OwnSegments): FollowerParts['replica'] => ({
  apply: (entries) => {
    replica.apply(entries);
    if (replica.haltedBecause === null) segments.keep(entries);
  },
  refuse: (...told) => replica.refuse(...told),
  reconnect: (now) => replica.reconnect(now),
  halt: (because) => replica.halt(because),
  get haltedBecause() {
    return replica.haltedBecause;
  },
});
