/**
 * A replica without its connection and its timers: it applies the entries of the log, answers its
 * own callers when their entry comes back, asks for duties, and knows whether its doors may be
 * open. Whoever owns it passes entries in and sends out what `next` gives.
 */
import { randomBytes } from 'node:crypto';
import { assert } from '../../domain/assert.ts';
import type { Entry } from '../../domain/command.ts';
import type { HistoryRows } from '../../domain/history.ts';
import type { BatchVerdict } from '../../domain/judge-batch.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { BatchIdentity, Duty, Incarnation, Mandate } from '../../domain/replica-command.ts';
import type { Millis, Monotonic } from '../../domain/units.ts';
import type { EntryContent } from '../../journal/entry-codec.ts';
import { type BatchMaker, encodeLogBatch, encodeLogCommand } from '../../journal/log-batch.ts';
import { applyEntry, type Present } from '../present.ts';
import type { Applied } from '../venue.ts';
import { type AppendSign, BatchSender, type UnderWay } from './batch-sender.ts';
import { findDutyAsk, findMandate } from './duty-watch.ts';
import { type LastStateHash, OWNER_PACE, StateHashWatch } from './state-hash-watch.ts';

/** A replica writes at least this often, so that time, silences and its own proof go on. */
const WRITE_EVERY_MILLIS = 500;
/** Doors are open while the replica knows everything that was stored this long ago. */
const BEHIND_MAX_MILLIS = 2_000;
/** Who writes state hashes where one process orders the log; it is no incarnation itself. */
const OWNER: Incarnation = 'the owner';

export interface BareReplicaParts extends ReplicaHooks {
  readonly present: Present;
  readonly maker: BatchMaker;
  readonly newIncarnation: () => Incarnation;
  /** What it writes by itself; undefined if it writes only what its callers submit. */
  readonly own?: OwnWrites | undefined;
  readonly flightsMax?: number;
}

export interface OwnWrites {
  /** The duties that this replica is ready to take. */
  readonly duties: readonly Duty[];
  /** After how many entries it writes the hash of its state. */
  readonly hashEvery: number;
  /** Whether it may have this duty at the moment; others take it over if not. */
  readonly isFit?: (duty: Duty) => boolean;
}

/** What the owner of a replica is told; nothing of it may throw. */
export interface ReplicaHooks {
  /** Each entry, in order, before its submitter is told. */
  readonly onApplied: (entry: Entry, applied: Applied, rows: HistoryRows) => void;
  /** So many entries are applied; the next ones are of another batch. */
  readonly onBatch?: (entries: number) => void;
  /** A batch of its own came back, and its commands follow. */
  readonly onOwn?: (batch: { readonly firstSentAt: Monotonic }) => void;
  readonly onHalted?: (because: string) => void;
}

export type Settled = (applied: Applied) => void;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly settled: Settled | undefined;
}

/** A batch on its way to the log. */
export interface Sending {
  readonly session: Incarnation;
  readonly number: number;
  readonly bytes: Uint8Array;
}

export const drawIncarnation = (): Incarnation => randomBytes(8).toString('hex');

export class BareReplica {
  /** Why it can follow no further, in words for the operator. */
  haltedBecause: string | null = null;
  readonly #parts: BareReplicaParts;
  readonly #sender: BatchSender<Waiting>;
  readonly #hashes: StateHashWatch;
  /** The own batch whose entries come now, and how many have. */
  #coming: UnderWay<Waiting> | undefined;
  #come = 0;
  /** Everything that was stored before this moment is applied. */
  #knownUpTo: Monotonic | undefined;
  #wroteAt: Monotonic | undefined;
  /** Beats and requests of its own that have not come back. */
  #writing = 0;

  constructor(parts: BareReplicaParts) {
    this.#parts = parts;
    this.#sender = new BatchSender(parts.newIncarnation, parts.flightsMax);
    const [every, apart] = parts.own === undefined ? OWNER_PACE : [parts.own.hashEvery];
    this.#hashes = new StateHashWatch(every, apart);
  }

  get session(): Incarnation {
    return this.#sender.session;
  }

  get waitingCount(): number {
    return this.#sender.waitingCount;
  }

  /** The last state hash of its own, and what others found at the same entry. */
  get lastStateHash(): LastStateHash | undefined {
    return this.#hashes.last;
  }

  /** The term of the duty, while this replica holds it. */
  findMandate(duty: Duty): Mandate | undefined {
    return findMandate(this.#parts.present.state.log, duty, this.session);
  }

  /** Every duty that this replica holds. */
  mandates(): Mandate[] {
    return (this.#parts.own?.duties ?? []).flatMap((duty) => this.findMandate(duty) ?? []);
  }

  /**
   * Whether callers may be answered. A batch of this replica that came back proves that everything
   * before it was applied. So a replica that starts, was stopped or lost its log is closed until a
   * batch that it sent since then has come back.
   */
  isOpen(now: Monotonic): boolean {
    if (this.haltedBecause !== null || this.#knownUpTo === undefined) return false;
    return now - this.#knownUpTo <= BEHIND_MAX_MILLIS;
  }

  /** Throws NotStorable for a command that no batch can carry. */
  submit(content: EntryContent, settled?: Settled): void {
    this.#sender.push({ bytes: encodeLogCommand(content), settled });
  }

  /** Batches that are to be sent now, with the wall clock of this sending. */
  *next(now: Monotonic, wallNow: Millis): Generator<Sending, void> {
    if (this.haltedBecause !== null) return;
    if (this.#sender.isLost(now)) {
      this.halt('the log took no batch of this replica for half an hour; start it again');
      return;
    }
    this.#write(now);
    for (;;) {
      const batch = this.#sender.next(now);
      if (batch === undefined) return;
      const { session } = this;
      const { number, items } = batch;
      const commands = items.map(({ bytes }) => bytes);
      const identity = { session, number, sentAt: wallNow };
      yield { session, number, bytes: encodeLogBatch(identity, commands, this.#parts.maker) };
    }
  }

  hear(batch: Pick<BatchIdentity, 'session' | 'number'>, sign: AppendSign, now: Monotonic): void {
    this.#sender.hear(batch, sign, now);
  }

  reconnect(now: Monotonic): void {
    this.#sender.reconnect(now);
  }

  /**
   * The log refused a batch before it got a place, and its number is free. Returns those who wait
   * for its commands, which are not sent again.
   */
  drop(batch: Pick<BatchIdentity, 'session' | 'number'>): readonly Settled[] {
    return this.#sender.drop(batch).flatMap(({ settled }) => settled ?? []);
  }

  /** A message of the log did not count; everything before it is applied. */
  refuse(
    batch: Pick<BatchIdentity, 'session' | 'number'>,
    verdict: Exclude<BatchVerdict, 'counts'>,
    now: Monotonic,
  ): void {
    this.#sender.refuse(batch, verdict, now);
  }

  /** Entries of the log, in order and without a gap. */
  apply(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (this.haltedBecause !== null) return;
      try {
        this.#applyOne(entry);
      } catch (error) {
        this.halt(`entry ${entry.seq}, ${entry.command.kind}: ${reasonOf(error)}`);
        return;
      }
    }
    this.#parts.onBatch?.(entries.length);
  }

  /** Nothing more is applied or sent. */
  halt(because: string): void {
    if (this.haltedBecause !== null) return;
    this.haltedBecause = because;
    this.#parts.onHalted?.(because);
  }

  #applyOne(entry: Entry): void {
    const { present, onApplied, own } = this.#parts;
    const { applied, rows } = applyEntry(present, entry);
    onApplied(entry, applied, rows);
    const { command } = entry;
    if (command.kind === 'begin-batch') this.#begin(command);
    else this.#settle(applied);
    if (command.kind === 'mark-state') {
      // Without hashes of its own it follows the one process that writes them.
      const writer = own === undefined ? OWNER : present.state.log.sender;
      const difference = writer === null ? undefined : this.#hashes.compare(command, writer);
      if (difference !== undefined) this.halt(difference);
    }
    const isDue = this.#hashes.isDue(entry);
    // What is read on the way to the present was compared by those who were there.
    if (!isDue || (own !== undefined && this.#knownUpTo === undefined)) return;
    const hash = this.#hashes.take(present.state);
    if (own !== undefined) this.submit({ command: hash });
  }

  #begin(batch: Pick<BatchIdentity, 'session' | 'number'>): void {
    assert(this.#coming === undefined, 'a batch begins within another', batch.number);
    const own = this.#sender.settle(batch);
    if (own === undefined) return;
    this.#knownUpTo = own.firstSentAt;
    this.#coming = own.items.length === 0 ? undefined : own;
    this.#come = 0;
    this.#parts.onOwn?.(own);
  }

  #settle(applied: Applied): void {
    const coming = this.#coming;
    if (coming === undefined) return;
    const item = coming.items[this.#come]!;
    this.#come += 1;
    if (this.#come === coming.items.length) this.#coming = undefined;
    item.settled?.(applied);
  }

  /** A beat for each duty held, a request for each that is free, and at least something. */
  #write(now: Monotonic): void {
    const { own } = this.#parts;
    if (own === undefined) return;
    if (this.#wroteAt !== undefined && now - this.#wroteAt < WRITE_EVERY_MILLIS) return;
    this.#wroteAt = now;
    // While the log takes nothing, what waits for it is enough.
    if (this.#writing > 0) return;
    for (const duty of own.duties.filter((each) => own.isFit?.(each) !== false)) {
      const mandate = this.findMandate(duty);
      const ask = findDutyAsk(this.#parts.present.state.log, duty, this.session);
      if (mandate !== undefined) this.#submitOwn({ command: { kind: 'advance-clock' }, mandate });
      else if (ask !== undefined) this.#submitOwn({ command: ask });
    }
    if (this.#sender.isIdle) this.#submitOwn({ command: { kind: 'advance-clock' } });
  }

  #submitOwn(content: EntryContent): void {
    this.#writing += 1;
    this.submit(content, () => {
      this.#writing -= 1;
    });
  }
}
