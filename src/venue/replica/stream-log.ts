/**
 * A log elsewhere that only stores and orders messages: which of them count, every replica decides
 * for itself. This is the follower of log-follower.ts with its timers, which asks what is missing
 * and passes on what comes; the simulator drives that in its place.
 */
import { reasonOf } from '../../domain/reason-of.ts';
import type { VenueState } from '../../engine/state.ts';
import type { BatchMaker } from '../../journal/log-batch.ts';
import type { Clock } from '../clock.ts';
import { type Logger, logNothing } from '../logger.ts';
import type { LogEar, LogStanding, SharedLog } from '../venue-log.ts';
import type { Sending } from './bare-replica.ts';
import { BatchReader, type StoredBatch } from './batch-reader.ts';
import type { AppendSign } from './batch-sender.ts';
import { ClockWatch } from './clock-watch.ts';
import { LogFollower } from './log-follower.ts';

/** Every question may stay without an answer; whoever asks has a deadline, and asks again. */
export interface MessageList {
  /** An early sign only. Rejects with LogRefused if sending it again cannot help. */
  readonly append: (bytes: Uint8Array) => Promise<AppendSign>;
  /**
   * Some messages from this place on, in order; none if there are none. There should be those up
   * to `upTo`. This and `look` reject with LogGone if the servers say that there is no such log.
   */
  readonly read: (from: number, upTo?: number) => Promise<readonly StoredBatch[]>;
  /** What the leader has at this place; undefined if the log ends before. */
  readonly look: (position: number) => Promise<StoredBatch | undefined>;
  /** The places of messages as they are stored, in any order, and each new connection. */
  readonly listen: (ear: MessageEar) => void;
  /** The name of the server whose clock is that of the log. */
  readonly findLeader: () => Promise<string>;
  /** Goes to another server. Returns the name of the one that is left. */
  readonly leave: () => string;
  readonly close: () => Promise<void>;
}

export interface MessageEar {
  /** A hint only: anyone may give it. */
  readonly hear: (position: number) => void;
  readonly reconnect: () => void;
}

/** The log will not take this, however often it is sent; the message says what to do. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

/** The servers work, and have no such log. They may say so for a moment after they were started. */
export class LogGone extends Error {
  override readonly name = 'LogGone';
}

export interface StreamLogParts {
  readonly messages: MessageList;
  readonly maker: BatchMaker;
  readonly clock: Clock;
  readonly logger?: Logger;
}

const TICK_MILLIS = 25;
/**
 * So many ticks on end in which nothing of the log came: two and a half seconds. Never longer: in
 * an election no server has anything, and whoever waits for its end at the one that is cut off
 * waits on after it.
 */
const QUIET_TICKS_MAX = 100;

const FOREIGN_ADVICE =
  '. No replica of this venue wrote it: see who reaches the NATS servers. More of them are ' +
  'counted as perpetua_log_foreign_messages';

/** What there is while a replica follows. */
interface Following {
  readonly ear: LogEar;
  readonly reader: BatchReader;
  readonly follower: LogFollower;
  readonly timer: NodeJS.Timeout;
}

export class StreamLog implements SharedLog {
  readonly maker: BatchMaker;
  readonly clockWatch: ClockWatch;
  readonly #parts: StreamLogParts;
  readonly #logger: Logger;
  #following: Following | undefined;
  /** Messages that did not count, by why. */
  readonly #skipped = new Map<string, number>();
  #refusal: string | undefined;
  /** The last message that was read when something of the log came, and the ticks since then. */
  #seen = 0;
  #quietTicks = 0;
  /** Told once each until something comes: without a majority this goes on for as long as that. */
  readonly #left = new Set<string>();
  #isDue = false;

  constructor(parts: StreamLogParts) {
    this.#parts = parts;
    this.#logger = parts.logger ?? logNothing;
    this.maker = parts.maker;
    this.clockWatch = new ClockWatch(this.#logger, parts.messages.findLeader);
  }

  get lead(): number {
    return this.clockWatch.lead;
  }

  follow(state: VenueState, ear: LogEar): void {
    const { messages, clock } = this.#parts;
    const reader = new BatchReader(state, this.maker);
    const follower = new LogFollower({
      replica: ear,
      reader,
      onBatch: ({ session, sentAt }, logAt, counts) => {
        const moments = { logAt, sentAt, heardAt: clock.wallNow() };
        if (session === ear.session) this.clockWatch.note(moments);
        // What is left of a session that has ended may be sent by anybody.
        else if (counts) this.clockWatch.noteOther(session, moments);
      },
      onSkipped: (why) => this.#note(why),
    });
    const timer = setInterval(() => {
      this.#leaveIfQuiet();
      this.#tick();
    }, TICK_MILLIS);
    this.#following = { ear, reader, follower, timer };
    messages.listen({
      hear: (position) => this.#hear(() => follower.hear(position)),
      reconnect: () => this.#hear(() => follower.reconnect(clock.monotonicNow())),
    });
  }

  async append(sending: Sending): Promise<void> {
    const { messages, clock } = this.#parts;
    try {
      const sign = await messages.append(sending.bytes);
      this.#refusal = undefined;
      this.#following?.ear.hear(sending, sign, clock.monotonicNow());
    } catch (error) {
      // It is sent again when it is due: without an answer, or until there is room.
      if (!(error instanceof LogRefused)) return;
      if (this.#refusal === undefined) this.#logger('error', reasonOf(error));
      this.#refusal = reasonOf(error);
    }
  }

  findClosed(): string | undefined {
    return this.#refusal ?? this.clockWatch.findFault();
  }

  standing(): LogStanding {
    return {
      position: this.#position,
      clockOffset: this.clockWatch.offset,
      isOnTime: this.clockWatch.findFault() === undefined,
      foreign: this.#skipped.get('foreign') ?? 0,
      behind: 0,
    };
  }

  stop(): void {
    clearInterval(this.#following?.timer);
    this.#following = undefined;
  }

  close(): Promise<void> {
    return this.#parts.messages.close();
  }

  get #position(): number {
    return this.#following?.reader.position ?? this.#seen;
  }

  /** The first of each kind is told: whoever can write one can write a million. */
  #note(why: string): void {
    const count = (this.#skipped.get(why) ?? 0) + 1;
    this.#skipped.set(why, count);
    if (count > 1 || why === 'repeat') return;
    const advice = why === 'foreign' ? FOREIGN_ADVICE : '';
    this.#logger('warn', `message ${this.#position} of the log is passed over: ${why}${advice}`);
  }

  #hear(run: () => void): void {
    if (this.#following === undefined) return;
    run();
    this.#tickSoon();
  }

  /** After everything else of this turn, so that its commands share a batch. */
  readonly #tickSoon = (): void => {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#tick());
  };

  #tick(): void {
    this.#isDue = false;
    if (this.#following === undefined) return;
    this.#ask(this.#following);
    this.#following.ear.send();
  }

  /** Without an answer it is asked again. */
  #ask({ follower, ear }: Following): void {
    const { messages, clock } = this.#parts;
    const now = clock.monotonicNow;
    const question = follower.next(now());
    if (question === undefined) return;
    const asking =
      question.kind === 'read'
        ? messages.read(question.from, question.upTo).then((found) => {
            this.#hear(() => follower.hearRead(found, now()));
            // A copy of the log that is behind is asked again earlier than the next tick.
            const wait = (follower.dueAt ?? 0) - now();
            if (wait > 0 && wait < TICK_MILLIS) setTimeout(this.#tickSoon, wait);
          })
        : messages.look(question.position).then((found) => {
            this.#hear(() => follower.hearLook(question.position, found, now()));
          });
    asking.catch((error: unknown) => {
      const because = reasonOf(error);
      if (error instanceof LogRefused) ear.halt(because);
      if (error instanceof LogGone) this.#hear(() => follower.hearGone(because, now()));
    });
  }

  /**
   * A server that has lost the others answers pings, and that is all. Nothing of the log comes,
   * though a batch of this replica is under way. Ticks are counted, because a replica that was
   * stopped for a while has not waited.
   */
  #leaveIfQuiet(): void {
    if (this.#following === undefined) return;
    const { ear, reader } = this.#following;
    const { position } = reader;
    const isQuiet = position === this.#seen && ear.waitingCount > 0;
    this.#seen = position;
    if (!isQuiet || this.#refusal !== undefined || ear.haltedBecause !== null) {
      this.#quietTicks = 0;
      if (!isQuiet) this.#left.clear();
      return;
    }
    this.#quietTicks += 1;
    if (this.#quietTicks < QUIET_TICKS_MAX) return;
    this.#quietTicks = 0;
    const server = this.#parts.messages.leave();
    if (this.#left.has(server)) return;
    this.#left.add(server);
    this.#logger('warn', 'nothing comes from this server of the log: asks another', { server });
  }
}
