/** Which duties this replica has, for those who act on them. */
import { reasonOf } from '../../domain/reason-of.ts';
import type { Duty } from '../../domain/replica-command.ts';
import type { Logger } from '../logger.ts';
import type { BareReplica } from './bare-replica.ts';

export type DutyListener = (duty: Duty, isHeld: boolean) => void;

export class DutyWatch {
  readonly #replica: Pick<BareReplica, 'mandates'>;
  readonly #logger: Logger;
  /** The terms in which they are held. */
  #held: ReadonlyMap<Duty, number> = new Map();
  #listeners: readonly DutyListener[] = [];
  #hasEnded = false;

  constructor(replica: Pick<BareReplica, 'mandates'>, logger: Logger) {
    this.#replica = replica;
    this.#logger = logger;
  }

  holds(duty: Duty): boolean {
    return this.#held.has(duty);
  }

  /** Returns a function that stops it. */
  listen(listener: DutyListener): () => void {
    const own: DutyListener = (duty, isHeld) => listener(duty, isHeld);
    this.#listeners = [...this.#listeners, own];
    for (const duty of this.#held.keys()) this.#tell([own], duty, true);
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== own);
    };
  }

  /** After each batch. A duty that was lost and taken again is told as both. */
  look(): void {
    if (this.#hasEnded) return;
    this.#change(new Map(this.#replica.mandates().map(({ duty, term }) => [duty, term])));
  }

  /** Nothing is held from here on. */
  end(): void {
    this.#hasEnded = true;
    this.#change(new Map());
  }

  #change(now: ReadonlyMap<Duty, number>): void {
    const before = this.#held;
    this.#held = now;
    for (const [duty, term] of before) {
      if (now.get(duty) === term) continue;
      this.#logger('info', 'duty lost', { duty, term });
      this.#tell(this.#listeners, duty, false);
    }
    for (const [duty, term] of now) {
      if (before.get(duty) === term) continue;
      this.#logger('info', 'duty taken', { duty, term });
      this.#tell(this.#listeners, duty, true);
    }
  }

  #tell(listeners: readonly DutyListener[], duty: Duty, isHeld: boolean): void {
    for (const listener of listeners) {
      try {
        listener(duty, isHeld);
      } catch (error) {
        this.#logger('error', 'a listener failed', { duty, because: reasonOf(error) });
      }
    }
  }
}
