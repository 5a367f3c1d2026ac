/**
 * A log that misbehaves in every way a replicated one was seen to: messages are late, lost, doubled
 * and overtaken; a leader dies and nothing is taken for seconds; what was stored is answered with
 * an error, or not at all; the new leader has another clock; reads lag or never answer. Only one
 * thing is certain: it has one order. And after a power failure not even its end is.
 */
import { type Millis, millis } from '../../src/domain/units.ts';
import type { StoredBatch } from '../../src/venue/replica/batch-reader.ts';
import type { AppendSign } from '../../src/venue/replica/batch-sender.ts';
import { chance, pick, roll } from '../sim/dice.ts';
import type { World } from './world.ts';

/** How bad it is, in hundredths and milliseconds. */
export interface Weather {
  readonly delayMax: number;
  readonly lostPercent: number;
  readonly doubledPercent: number;
  /** Messages that take very long. */
  readonly strayPercent: number;
  readonly unreadPercent: number;
  /** How many messages a read may lag behind. */
  readonly lagMax: number;
}

export const FAIR: Weather = {
  delayMax: 3,
  lostPercent: 0,
  doubledPercent: 0,
  strayPercent: 0,
  unreadPercent: 0,
  lagMax: 0,
};

export interface StoredMessage extends StoredBatch {
  /** In the time of the world. */
  readonly storedAt: number;
}

/** One replica's way to the log. */
export interface Link {
  readonly deliver: (message: StoredMessage) => void;
  /** Whether messages get through, in each direction. */
  canSend: boolean;
  canHear: boolean;
  /** Grows with each connection: what was on its way over an earlier one is lost. */
  connection: number;
}

const UNAPPLIED_MILLIS = 1_000;

export class SimulatedLog {
  readonly messages: StoredMessage[] = [];
  readonly links = new Set<Link>();
  weather: Weather;
  /** How far its clock is off. */
  clockSkew = 0;
  readonly #world: World;
  #electsUntil = 0;

  constructor(world: World, weather: Weather) {
    this.#world = world;
    this.weather = weather;
  }

  get isElecting(): boolean {
    return this.#world.now < this.#electsUntil;
  }

  append(link: Link, bytes: Uint8Array, answer: (sign: AppendSign) => void): void {
    const { dice } = this.#world;
    const { lostPercent, doubledPercent } = this.weather;
    if (!link.canSend || chance(dice, lostPercent)) return;
    const copies = chance(dice, doubledPercent) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      this.#world.after(this.#delay(), () => this.#arrive(link, bytes, answer));
    }
  }

  /** Some messages from this place on; it may never answer. */
  read(link: Link, from: number, reply: (messages: readonly StoredMessage[]) => void): void {
    const { dice } = this.#world;
    if (!link.canSend || this.isElecting || chance(dice, this.weather.unreadPercent)) return;
    this.#world.after(this.#delay(), () => {
      const end = this.messages.length - roll(dice, 0, this.weather.lagMax);
      const found = this.messages.slice(from - 1, Math.min(end, from + roll(dice, 1, 60)));
      this.#reply(link, () => reply(found));
    });
  }

  /** What its leader has at a place; undefined if it ends before. It may never answer. */
  look(link: Link, position: number, reply: (found: StoredMessage | undefined) => void): void {
    if (!link.canSend || this.isElecting || chance(this.#world.dice, this.weather.unreadPercent))
      return;
    this.#world.after(this.#delay(), () => {
      const found = this.#isUnapplied(position) ? undefined : this.messages[position - 1];
      this.#reply(link, () => reply(found));
    });
  }

  /** A new leader has the last messages, but may need a moment before it shows them. */
  #isUnapplied(position: number): boolean {
    const { now, dice } = this.#world;
    const isNew = now >= this.#electsUntil && now < this.#electsUntil + UNAPPLIED_MILLIS;
    return isNew && position > this.messages.length - roll(dice, 0, 3);
  }

  /** The leader dies. Nothing is taken for a while, and the next leader has another clock. */
  elect(forMillis: number, clockSkew: number): void {
    this.#electsUntil = this.#world.now + forMillis;
    this.clockSkew = clockSkew;
  }

  /** Anyone may write to it. */
  inject(bytes: Uint8Array): void {
    this.#store(bytes);
  }

  /** All servers lose what they had not written to their disks. */
  losePower(count: number): void {
    this.messages.length -= Math.min(count, this.messages.length);
  }

  #arrive(link: Link, bytes: Uint8Array, answer: (sign: AppendSign) => void): void {
    const { dice } = this.#world;
    if (!this.isElecting) {
      this.#store(bytes);
      this.#reply(link, () => answer('stored'));
      return;
    }
    const fate = pick(dice, ['lost', 'refused', 'refused', 'stored', 'stored-and-refused']);
    if (fate.startsWith('stored')) this.#store(bytes);
    if (fate.endsWith('refused')) this.#reply(link, () => answer('unavailable'));
  }

  #store(bytes: Uint8Array): void {
    const { now } = this.#world;
    const position = this.messages.length + 1;
    const message = { position, logAt: this.#clock(), bytes, storedAt: now };
    this.messages.push(message);
    for (const link of this.links) {
      const isLost = chance(this.#world.dice, this.weather.lostPercent);
      if (!isLost) this.#reply(link, () => link.deliver(message));
    }
  }

  #clock = (): Millis => millis(this.#world.wallNow(this.clockSkew));

  #reply(link: Link, run: () => void): void {
    if (!link.canHear || chance(this.#world.dice, this.weather.lostPercent)) return;
    const { connection } = link;
    this.#world.after(this.#delay(), () => {
      if (link.canHear && link.connection === connection) run();
    });
  }

  #delay(): number {
    const { dice } = this.#world;
    const { delayMax, strayPercent } = this.weather;
    return chance(dice, strayPercent) ? roll(dice, 500, 8_000) : roll(dice, 0, delayMax);
  }
}
