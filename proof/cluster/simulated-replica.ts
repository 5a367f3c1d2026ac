/**
 * A real replica on a simulated connection. Only the connection, the timers and the clocks are
 * simulated, and it may be stopped and killed at any moment.
 */
import type { Entry } from '../../src/domain/command.ts';
import { type Millis, millis } from '../../src/domain/units.ts';
import type { EntryContent } from '../../src/journal/entry-codec.ts';
import { logNothing } from '../../src/venue/logger.ts';
import { createPresent, type Present } from '../../src/venue/present.ts';
import { BareReplica, type Sending, type Settled } from '../../src/venue/replica/bare-replica.ts';
import type { StoredBatch } from '../../src/venue/replica/batch-reader.ts';
import { ClockWatch } from '../../src/venue/replica/clock-watch.ts';
import { LogFollower } from '../../src/venue/replica/log-follower.ts';
import type { Applied } from '../../src/venue/venue.ts';
import { nextWord } from '../sim/random-words.ts';
import { type Bug, createBatchReader, renamed } from './bugs.ts';
import type { Link, SimulatedLog } from './simulated-log.ts';
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

const TICK_EVERY = 50;
const HASH_EVERY = 100;

export class SimulatedReplica implements Link {
  readonly name: string;
  readonly core: BareReplica;
  readonly present: Present;
  readonly reader: ReturnType<typeof createBatchReader>;
  canSend = true;
  canHear = true;
  connection = 0;
  isAlive = true;
  /** Set where a planted bug answers before the entry is applied. */
  onStored: ((sending: Sending) => void) | undefined;
  readonly #settings: ReplicaSettings;
  readonly #follower: LogFollower;
  readonly #clock = new ClockWatch(logNothing, async () => 'the log');
  #wakesAt = 0;
  #backlog: (() => void)[] = [];
  readonly #sent = new Set<string>();

  constructor(settings: ReplicaSettings) {
    const { world, log, present = createPresent(), bug, onSkipped } = settings;
    this.#settings = settings;
    this.name = settings.name;
    this.present = present;
    this.reader = createBatchReader(present.state, MAKER, bug);
    this.core = new BareReplica({
      present,
      maker: MAKER,
      newIncarnation: () => newIncarnation(world),
      own: { duties: ['market', 'snapshots'], hashEvery: HASH_EVERY },
      flightsMax: settings.flightsMax,
      onApplied: (entry, applied) => settings.onApplied(this, entry, applied),
    });
    this.#follower = new LogFollower({
      replica: this.core,
      reader: this.reader,
      onSkipped,
      onBatch: ({ session, sentAt }, logAt) => {
        if (session !== this.core.session) return;
        this.#clock.note({ logAt, sentAt, heardAt: world.wallNow(settings.skew) });
      },
    });
    log.links.add(this);
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
    if (bug === 'doors-stay-open') return true;
    return this.#clock.findFault() === undefined && this.core.isOpen(world.monotonicNow);
  }

  /** The time of the log, as far as it knows. */
  get wallNow(): Millis {
    const { world, skew } = this.#settings;
    return millis(world.wallNow(skew) + this.#clock.correction);
  }

  readonly deliver = ({ position }: StoredBatch): void =>
    this.#hear(() => this.#follower.hear(position));

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

  /** The connection broke, and there is a new one. */
  breakOff(): void {
    this.connection += 1;
    this.#hear((now) => this.#follower.reconnect(now));
  }

  tick(): void {
    const { world, onSent, skew } = this.#settings;
    this.#ask();
    for (const sending of this.core.next(world.monotonicNow, world.wallNow(skew))) {
      onSent(this, sending);
      this.#send(sending);
    }
  }

  #send(sending: Sending): void {
    const { world, log, bug } = this.#settings;
    const { bytes } = bug === 'no-identity' ? this.#rename(sending) : sending;
    log.append(this, bytes, (sign) => {
      this.#whenAwake(() => this.core.hear(sending, sign, world.monotonicNow));
      if (bug === 'answers-early' && sign === 'stored') this.onStored?.(sending);
    });
  }

  #ask(): void {
    const { world, log } = this.#settings;
    const question = this.#follower.next(world.monotonicNow);
    if (question?.kind === 'read') {
      log.read(this, question.from, (messages) =>
        this.#hear((now) => this.#follower.hearRead(messages, now)),
      );
    } else if (question?.kind === 'look') {
      const { position } = question;
      log.look(this, position, (found) =>
        this.#hear((now) => this.#follower.hearLook(position, found, now)),
      );
    }
  }

  /** The planted bug: what is sent again gets a new name. */
  #rename(sending: Sending): Sending {
    const name = `${sending.session} ${sending.number}`;
    const isFirst = !this.#sent.has(name);
    this.#sent.add(name);
    return isFirst ? sending : renamed(sending, newIncarnation(this.#settings.world), MAKER);
  }

  /** Something came from the log; what follows from it goes out at once. */
  #hear(run: (now: World['monotonicNow']) => void): void {
    this.#whenAwake(() => {
      run(this.#settings.world.monotonicNow);
      this.tick();
    });
  }

  #whenAwake(run: () => void): void {
    if (!this.isAlive) return;
    if (this.isPaused) this.#backlog.push(run);
    else run();
  }
}

function newIncarnation({ dice }: World): string {
  const word = (): string => nextWord(dice).toString(16).padStart(8, '0');
  return word() + word();
}
