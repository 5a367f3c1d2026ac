/**
 * A real replica on a simulated connection: what it sends, how it follows the log, where it was
 * when it was stopped or killed. It follows as the homes of a remote log do: each message must be
 * the next one, at a gap or after silence the missing ones are read, again and again; and after a
 * break it makes sure that the log still has what was applied.
 */
import type { Entry } from '../../domain/command.ts';
import type { BatchReader } from '../../journal/batch-reader.ts';
import type { EntryContent } from '../../journal/encode-entry.ts';
import { createPresent, type Present } from '../../venue/present.ts';
import { BareReplica, type Sending, type Settled } from '../../venue/replica/bare-replica.ts';
import type { Applied } from '../../venue/venue.ts';
import { nextWord } from '../random-words.ts';
import { type Bug, createBatchReader, renamed } from './bugs.ts';
import type { Link, SimulatedLog, StoredMessage } from './simulated-log.ts';
import type { World } from './world.ts';

/** The venue that all of them are replicas of. */
export const MAKER = { venue: '00000000000c1057', engine: 2 };

export interface ReplicaSettings {
  readonly world: World;
  readonly log: SimulatedLog;
  readonly name: string;
  /** How wrong its wall clock is. */
  readonly skew: number;
  readonly flightsMax: number;
  readonly present?: Present;
  readonly bug: Bug | undefined;
  readonly onApplied: (replica: SimulatedReplica, entry: Entry, applied: Applied) => void;
  readonly onSent: (replica: SimulatedReplica, sending: Sending) => void;
  readonly onSkipped: (why: string) => void;
}

const READ_AFTER = 300;
const TICK_EVERY = 50;
const MARK_EVERY = 100;

export class SimulatedReplica implements Link {
  readonly name: string;
  readonly core: BareReplica;
  readonly present: Present;
  readonly reader: Pick<BatchReader, 'read' | 'confirm' | 'position' | 'confirmPosition'>;
  canSend = true;
  canHear = true;
  connection = 0;
  isAlive = true;
  readonly #settings: ReplicaSettings;
  #entry: Entry | undefined;
  /** Messages beyond a gap. */
  readonly #early = new Map<number, StoredMessage>();
  #heardAt: number;
  #readAt: number | undefined;
  /** Whether the log is known to be the one that was applied. */
  #isConfirmed = true;
  #wakesAt = 0;
  #backlog: (() => void)[] = [];

  constructor(settings: ReplicaSettings) {
    const { world, log, present = createPresent(), bug } = settings;
    this.#settings = settings;
    this.name = settings.name;
    this.present = present;
    this.#heardAt = -READ_AFTER;
    this.reader = createBatchReader(present.state, MAKER, bug);
    this.core = new BareReplica({
      present,
      maker: MAKER,
      newSession: () => newSession(world),
      duties: ['market', 'snapshots'],
      markEvery: MARK_EVERY,
      flightsMax: settings.flightsMax,
      onApplied: (applied) => settings.onApplied(this, this.#entry!, applied),
    });
    log.links.add(this);
    this.#reconnect();
    world.every(TICK_EVERY, () => {
      this.#whenAwake(() => this.tick());
      return this.isAlive;
    });
  }

  get isPaused(): boolean {
    return this.#settings.world.now < this.#wakesAt;
  }

  get isOpen(): boolean {
    const { bug, world } = this.#settings;
    if (!this.isAlive || this.isPaused) return false;
    return bug === 'doors-stay-open' || this.core.isOpen(world.monotonicNow);
  }

  readonly deliver = (message: StoredMessage): void => {
    this.#whenAwake(() => {
      this.#heardAt = this.#settings.world.now;
      if (message.position <= this.reader.position) this.#read(message);
      else this.#early.set(message.position, message);
      this.#readEarly();
    });
  };

  submit(content: EntryContent, settled: Settled): void {
    this.core.submit(content, (applied) => this.isAlive && settled(applied));
    this.tick();
  }

  /** Everything that comes meanwhile waits until it wakes. */
  pause(forMillis: number): void {
    const { world } = this.#settings;
    this.#wakesAt = world.now + forMillis;
    world.after(forMillis, () => {
      const backlog = this.#backlog;
      this.#backlog = [];
      if (this.isAlive) for (const run of backlog) run();
    });
  }

  kill(): void {
    this.isAlive = false;
    this.#settings.log.links.delete(this);
  }

  /** The connection broke: what is under way may be lost, and the log may be another. */
  breakOff(): void {
    this.connection += 1;
    this.#whenAwake(() => this.#reconnect());
  }

  tick(): void {
    const { world, log, onSent, bug, skew } = this.#settings;
    this.#follow();
    const wallNow = world.wallNow(skew);
    for (const sending of this.core.next(world.monotonicNow, wallNow)) {
      onSent(this, sending);
      const { bytes } = bug === 'no-identity' ? this.#rename(sending) : sending;
      log.append(this, bytes, (sign) => {
        this.#whenAwake(() => this.core.hear(sending, sign, world.monotonicNow));
        if (bug === 'answers-early' && sign === 'stored') this.onStored?.(sending);
      });
    }
  }

  /** Set where a planted bug answers before the entry is applied. */
  onStored: ((sending: Sending) => void) | undefined;

  #sent = new Set<string>();

  /** The planted bug: what is sent again gets a new name. */
  #rename(sending: Sending): Sending {
    const name = `${sending.session} ${sending.number}`;
    if (!this.#sent.has(name)) {
      this.#sent.add(name);
      return sending;
    }
    return renamed(sending, newSession(this.#settings.world), MAKER);
  }

  #reconnect(): void {
    this.#isConfirmed = false;
    this.#readAt = undefined;
    this.#early.clear();
    this.core.reconnect(this.#settings.world.monotonicNow);
  }

  /** Reads what is missing, and confirms what was read; asks again until it is answered. */
  #follow(): void {
    const { world, log } = this.#settings;
    const isSilent = world.now - this.#heardAt >= READ_AFTER;
    if (!isSilent && this.#early.size === 0 && this.#isConfirmed) return;
    if (this.#readAt !== undefined && world.now - this.#readAt < READ_AFTER) return;
    this.#readAt = world.now;
    if (!this.#isConfirmed) {
      const { confirmPosition } = this.reader;
      log.look(this, confirmPosition, (found) =>
        this.#whenAwake(() => this.#confirm(confirmPosition, found)),
      );
      return;
    }
    log.read(this, this.reader.position + 1, (messages) =>
      this.#whenAwake(() => {
        this.#readAt = undefined;
        for (const message of messages) this.#early.set(message.position, message);
        this.#readEarly();
      }),
    );
  }

  #confirm(position: number, found: StoredMessage | undefined): void {
    if (this.#isConfirmed || position !== this.reader.confirmPosition) return;
    const because = this.reader.confirm(found);
    if (because !== undefined) this.core.halt(because);
    this.#isConfirmed = true;
    this.#readAt = undefined;
    this.#readEarly();
  }

  #readEarly(): void {
    if (!this.#isConfirmed) return;
    for (;;) {
      const message = this.#early.get(this.reader.position + 1);
      if (message === undefined || this.core.haltedBecause !== null) break;
      this.#early.delete(message.position);
      this.#read(message);
    }
    for (const position of this.#early.keys())
      if (position <= this.reader.position) this.#early.delete(position);
    this.tick();
  }

  #read(message: StoredMessage): void {
    const { world, onSkipped } = this.#settings;
    if (!this.#isConfirmed || this.core.haltedBecause !== null) return;
    const reading = this.reader.read(message);
    if (reading.kind === 'stopped') this.core.halt(reading.because);
    else if (reading.kind === 'entries') this.#apply(reading.entries);
    else {
      if (reading.batch !== undefined || reading.why !== 'repeat') onSkipped(reading.why);
      const { why, batch } = reading;
      if (batch === undefined || why === 'malformed' || why === 'foreign') return;
      this.core.refuse(batch, why, world.monotonicNow);
    }
  }

  #apply(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#entry = entry;
      this.core.apply([entry]);
    }
  }

  #whenAwake(run: () => void): void {
    if (!this.isAlive) return;
    if (this.isPaused) this.#backlog.push(run);
    else run();
  }
}

function newSession({ dice }: World): string {
  const word = (): string => nextWord(dice).toString(16).padStart(8, '0');
  return word() + word();
}
