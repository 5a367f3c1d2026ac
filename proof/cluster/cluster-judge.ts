/**
 * Watches a simulated cluster from outside and knows everything: what was sent, what the log has,
 * what each replica applied and what callers were told. It checks the obligations CLU-1 to CLU-8
 * and CLU-40 as they come to pass, with rules of its own; it does not ask the code that it judges.
 */
import type { Entry } from '../../src/domain/command.ts';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import type { Sending } from '../../src/venue/replica/bare-replica.ts';
import type { Applied } from '../../src/venue/venue.ts';
import type { SimulatedLog } from './simulated-log.ts';
import type { SimulatedReplica } from './simulated-replica.ts';

/** An obligation was broken. */
export class ObligationBroken extends Error {
  override readonly name = 'ObligationBroken';
}

const HASH_EVERY = 32;
const SENDER_AHEAD = 2_000;
const BEHIND_MAX = 2_000;
/** How far the clocks of two leaders, and what replicas know of them, are apart at most. */
const CLOCKS_APART = 15_000;

/** What a caller asked for: under which name its effect is known, and what its entry holds. */
export interface Marked {
  readonly mark: string | null;
  readonly text: string;
}

export class ClusterJudge {
  readonly #log: SimulatedLog;
  /** What the first replica applied at each place; the others must do the same. */
  readonly #truth: string[] = [];
  readonly #hashes = new Map<number, string>();
  readonly #numbers = new Map<string, number>();
  readonly #contents = new Map<string, string>();
  readonly #holders = new Map<number, string>();
  readonly #actors = new Map<number, string>();
  /** Where each marked command took effect. */
  readonly effects = new Map<string, number>();
  readonly acknowledged = new Map<string, number>();
  /** In the time of the world, until when each may take effect. */
  readonly #until = new Map<string, number>();
  /** What callers were told has not happened, when that was final. */
  readonly #absent = new Set<string>();
  /** When the log took the last batch. */
  #storedAt = 0;
  #at = 0;
  #term = 0;
  batches = 0;
  /** Nothing more is judged: the log has lost its end. */
  isOver = false;

  constructor(log: SimulatedLog) {
    this.#log = log;
  }

  /** Kept, because a replica that applies an entry takes what is thrown for its own failure. */
  failure: ObligationBroken | undefined;

  broken(id: string, what: string): void {
    this.failure ??= new ObligationBroken(`${id}: ${what}`);
  }

  get entries(): number {
    return this.#truth.length;
  }

  /** Every sending of a batch has the same commands. */
  sent({ session, number, bytes }: Sending): void {
    const name = `${session} ${number}`;
    // From the count of commands on: only the time of the sender, and so the checksum, may differ.
    const content = Buffer.from(bytes.subarray(44)).toString('latin1');
    const known = this.#contents.get(name);
    if (known !== undefined && known !== content) this.broken('CLU-2', `batch ${name} changed`);
    this.#contents.set(name, content);
  }

  applied(replica: SimulatedReplica, entry: Entry, applied: Applied): void {
    if (this.isOver) return;
    const text = stringifyPlain(entry);
    const place = entry.seq - 1;
    const known = this.#truth[place];
    if (known === undefined) {
      this.#truth[place] = text;
      this.#judgeNew(entry, applied);
    } else if (known !== text) {
      this.broken('CLU-3', `${replica.name} applied ${text} where another had ${known}`);
    }
    if (entry.seq % HASH_EVERY === 0) this.compareHash(replica);
  }

  compareHash({ name, present }: SimulatedReplica): void {
    const { seq } = present.state;
    const hash = stateHash(present.state);
    const known = this.#hashes.get(seq) ?? hash;
    this.#hashes.set(seq, known);
    if (known !== hash) this.broken('CLU-3', `after entry ${seq} the state of ${name} differs`);
  }

  /** A copy of it was sent that is good until then. */
  asked({ mark }: Marked, until: number): void {
    if (mark !== null) this.#until.set(mark, Math.max(until, this.#until.get(mark) ?? 0));
  }

  /** Whether an answer about it must be true for ever. */
  isFinal({ mark }: Marked, now: number): boolean {
    return mark === null || now > (this.#until.get(mark) ?? 0) + CLOCKS_APART + BEHIND_MAX;
  }

  /** A caller was told by this replica whether it took effect. */
  tell({ present }: SimulatedReplica, { mark }: Marked): void {
    if (mark === null) return;
    const seq = this.effects.get(mark);
    if (seq === undefined || seq > present.state.seq) this.#absent.add(mark);
  }

  /** A caller was told that its command was done, or came too late, as this entry. */
  acknowledge(
    replica: SimulatedReplica,
    { mark, text }: Marked,
    seq: number,
    isLate: boolean,
  ): void {
    if (this.isOver) return;
    const known = this.#truth[seq - 1];
    if (known === undefined || !known.includes(text))
      this.broken('CLU-1', `${text} was acknowledged as entry ${seq}, which the log does not have`);
    if (replica.present.state.seq < seq)
      this.broken('CLU-4', `${replica.name} answered entry ${seq} before it had applied it`);
    if (mark !== null && isLate) this.#absent.add(mark);
    else if (mark !== null) this.acknowledged.set(mark, seq);
  }

  /** A caller was answered a query by this replica, and has seen so much already. */
  answered(replica: SimulatedReplica, seen: number, now: number): number {
    const { seq } = replica.present.state;
    if (this.isOver) return seq;
    if (seq < seen)
      this.broken('CLU-4', `${replica.name} shows entry ${seq} to one who saw ${seen}`);
    const missed = this.#log.messages[replica.reader.position];
    if (missed !== undefined && missed.storedAt < now - BEHIND_MAX)
      this.broken('CLU-8', `${replica.name} answers without message ${missed.position}`);
    if (replica.core.haltedBecause !== null)
      this.broken('CLU-8', `${replica.name} answers, and halted`);
    return seq;
  }

  /** A replica acts for a duty. */
  acted({ name, core }: SimulatedReplica, term: number): void {
    if (this.isOver) return;
    const known = this.#actors.get(term) ?? core.session;
    this.#actors.set(term, known);
    if (known !== core.session)
      this.broken('CLU-6', `${name} acts in term ${term}, and so does another`);
  }

  /** At the end: all that was acknowledged is in the log, and took effect. */
  judgeEnd(): void {
    for (const [mark, seq] of this.acknowledged) {
      if (!this.effects.has(mark))
        this.broken('CLU-1', `${mark}, acknowledged as ${seq}, had no effect`);
    }
    const end = this.#log.messages.length;
    for (const text of this.#truth) {
      const position = Number(/"begin-batch".*"position":(\d+)/.exec(text)?.[1] ?? 0);
      if (position > end)
        this.broken('CLU-1', `message ${position} was applied and is not in the log`);
    }
  }

  /** The first time that anyone applies an entry. */
  #judgeNew({ at, command, mandate }: Entry, { events, seq }: Applied): void {
    if (at < this.#at) this.broken('CLU-5', `entry ${seq} goes back in time`);
    if (command.kind === 'begin-batch') this.#judgeBatch(command, at, seq);
    if (at !== this.#at && command.kind !== 'begin-batch')
      this.broken('CLU-5', `entry ${seq} has another time than its batch`);
    this.#at = at;
    for (const event of events) {
      if (event.kind === 'note-recorded') this.#effect(event.text, seq);
      if (event.kind === 'collateral-moved' && event.reason === 'deposit')
        this.#effect(`deposit ${event.amount}`, seq);
    }
    const isRefused = events.some(({ kind }) => kind === 'command-rejected');
    if (command.kind === 'take-duty' && !isRefused && command.duty === 'market') {
      if (command.term !== this.#term + 1)
        this.broken('CLU-6', `term ${command.term} follows another`);
      this.#term = command.term;
      this.#holders.set(command.term, command.holder);
    }
    if (command.kind === 'market-beat' && !isRefused && mandate?.term !== this.#term)
      this.broken('CLU-6', `a beat of term ${mandate?.term} counts in term ${this.#term}`);
  }

  #judgeBatch(
    { session, number, sentAt, position }: Extract<Entry['command'], { kind: 'begin-batch' }>,
    at: number,
    seq: number,
  ): void {
    this.batches += 1;
    const last = this.#numbers.get(session) ?? 0;
    if (number !== last + 1)
      this.broken('CLU-2', `batch ${number} of ${session} takes effect after ${last}`);
    this.#numbers.set(session, number);
    if (at > Math.max(this.#at, sentAt + SENDER_AHEAD))
      this.broken('CLU-5', `entry ${seq} is ${at - sentAt} ms past the clock of its sender`);
    const message = this.#log.messages[position - 1];
    if (message === undefined) return;
    this.#storedAt = message.storedAt;
    const content = Buffer.from(message.bytes.subarray(44)).toString('latin1');
    const sent = this.#contents.get(`${session} ${number}`);
    if (sent !== undefined && content !== sent)
      this.broken('CLU-2', `batch ${number} of ${session} is not what was sent`);
  }

  #effect(mark: string, seq: number): void {
    const before = this.effects.get(mark);
    if (before !== undefined)
      this.broken('CLU-2', `${mark} took effect as ${before} and as ${seq}`);
    if (this.#absent.has(mark))
      this.broken('CLU-40', `${mark} took effect as ${seq} after it was told that it had not`);
    const late = this.#storedAt - (this.#until.get(mark) ?? this.#storedAt);
    if (late > CLOCKS_APART) this.broken('CLU-40', `${mark} took effect ${late} ms too late`);
    this.effects.set(mark, seq);
  }
}
