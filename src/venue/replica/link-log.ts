/**
 * The log of the process with the files, over its socket. That process decides what counts and
 * proves that the log goes on; entries come as the bytes of its journal.
 */
import { reasonOf } from '../../domain/reason-of.ts';
import { seq as toSeq } from '../../domain/units.ts';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import type { VenueState } from '../../engine/state.ts';
import { type BatchMaker, decodeRecords, type RecordsEnd } from '../../journal/log-batch.ts';
import { type Chain, formatChain } from '../../journal/record.ts';
import type { Clock } from '../clock.ts';
import { VenueUnavailable } from '../venue.ts';
import type { LogEar, LogStanding, SharedLog } from '../venue-log.ts';
import type { Sending } from './bare-replica.ts';
import { type BatchRefusal, ownerSocketOf, type Welcome } from './messages.ts';
import { NOT_REACHED, OwnerLink } from './owner-link.ts';

export interface LinkLogParts {
  readonly dataFolder: string;
  readonly name: string;
  readonly clock: Pick<Clock, 'monotonicNow'>;
  /** What the other process says at each connection, since notices may have been missed. */
  readonly onFacts: (facts: unknown) => void;
  /** Heeded before anything later is heard. */
  readonly onNotice: (topic: string, value: never) => void;
  /** The other process is gone, or cannot be followed. */
  readonly onEnd: (because: string) => void;
}

export class LinkLog implements SharedLog {
  readonly link: OwnerLink;
  readonly lead = 0;
  readonly #parts: LinkLogParts;
  readonly #welcomed = Promise.withResolvers<Welcome>();
  readonly #caughtUp = Promise.withResolvers<void>();
  #maker: BatchMaker = { venue: '', engine: SNAPSHOT_VERSION };
  #end: RecordsEnd | undefined;
  #ear: LogEar | undefined;
  /** Of the snapshot that the state to follow from comes from; the first record continues it. */
  chain: Chain | undefined;
  /** The last entry that the other process is known to have. */
  lastKnown = 0;

  constructor(parts: LinkLogParts) {
    this.#parts = parts;
    this.#caughtUp.promise.catch(() => undefined);
    this.link = new OwnerLink({
      path: ownerSocketOf(parts.dataFolder),
      hello: { name: parts.name, pid: process.pid, engine: SNAPSHOT_VERSION },
      hearer: {
        welcome: (welcome) => {
          parts.onFacts(welcome.facts);
          this.#maker = { ...this.#maker, venue: welcome.id };
          this.#welcomed.resolve(welcome);
          // Connected again: what was missed is read before anything is sent again.
          if (this.#end !== undefined) this.link.follow(this.#end.seq + 1);
        },
        records: (bytes) => this.#take(bytes),
        // All entries that were durable are applied: what has not come back by now may be lost.
        caughtUp: () => {
          this.#caughtUp.resolve();
          this.#ear?.reconnect(this.#parts.clock.monotonicNow());
          this.#ear?.send();
        },
        verdict: (verdict) => this.#hearVerdict(verdict),
        notice: parts.onNotice,
        ended: (because) => this.#fail(because),
      },
    });
  }

  /** After `welcomed`. */
  get maker(): BatchMaker {
    return this.#maker;
  }

  async welcomed(): Promise<void> {
    await this.#welcomed.promise;
  }

  /** Everything that was durable when it was asked is applied. */
  caughtUp(): Promise<void> {
    return this.#caughtUp.promise;
  }

  follow({ seq }: VenueState, ear: LogEar): void {
    this.#end = { seq, chain: this.chain };
    this.#ear = ear;
    this.link.follow(seq + 1);
  }

  append({ bytes }: Sending): void {
    this.link.append(bytes);
  }

  findClosed(): string | undefined {
    return this.link.isReached ? undefined : NOT_REACHED;
  }

  standing(): LogStanding {
    const { seq = 0, chain } = this.#end ?? {};
    const text = chain === undefined ? '' : formatChain(chain);
    return {
      position: 0,
      clockOffset: 0,
      isOnTime: true,
      foreign: 0,
      behind: Math.max(0, this.lastKnown - seq),
      journal: { id: this.#maker.venue, seq: toSeq(seq), chain: text },
    };
  }

  stop(): void {
    this.#ear = undefined;
  }

  async close(): Promise<void> {
    this.link.close();
  }

  #take(bytes: Buffer): void {
    if (this.#end === undefined) return;
    try {
      this.#ear?.apply(decodeRecords(bytes, this.#end));
    } catch (error) {
      this.#fail(`the log cannot be followed: ${reasonOf(error)}`);
    }
  }

  #hearVerdict({ session, number, why, because = '', reason, fate }: BatchRefusal): void {
    const batch = { session, number };
    if (why === 'refused')
      this.#ear?.drop(batch, new VenueUnavailable(reason ?? 'overloaded', because, fate));
    else this.#ear?.refuse(batch, why, this.#parts.clock.monotonicNow());
    this.#ear?.send();
  }

  #fail(because: string): void {
    const error = new Error(because);
    this.#welcomed.reject(error);
    this.#caughtUp.reject(error);
    this.#parts.onEnd(because);
  }
}
