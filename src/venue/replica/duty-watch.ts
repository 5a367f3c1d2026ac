/** What a replica asks the state about duties, and those it has, for those who act on them. */

import { DUTY_SILENCE_MAX } from '../../domain/limits.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { Duty, Incarnation, Mandate, TakeDuty } from '../../domain/replica-command.ts';
import type { LogMemory } from '../../engine/log-memory.ts';
import type { Logger } from '../logger.ts';

interface Mandates {
  readonly mandates: () => readonly Mandate[];
}

export type DutyListener = (duty: Duty, isHeld: boolean) => void;

export class DutyWatch {
  readonly #replica: Mandates;
  readonly #logger: Logger;
  /** The terms in which they are held. */
  #held: ReadonlyMap<Duty, number> = new Map();
  #listeners: readonly DutyListener[] = [];
  #hasEnded = false;

  constructor(replica: Mandates, logger: Logger) {
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

/** What a replica sends to get the duty; undefined while another has it, or it has it itself. */
export function findDutyAsk(
  log: LogMemory,
  duty: Duty,
  session: Incarnation,
): TakeDuty | undefined {
  const held = log.duties.get(duty);
  const isFree = held === undefined || held.silence > DUTY_SILENCE_MAX;
  if (!isFree) return undefined;
  return { kind: 'take-duty', duty, holder: session, term: (held?.term ?? 0) + 1 };
}

/** What a replica that leaves sends: its duties pass to whoever else wrote last. */
export function findHandOvers(log: LogMemory, session: Incarnation): TakeDuty[] {
  const others = [...log.incarnations].filter(([other]) => other !== session);
  const [holder, use] = others.at(-1) ?? [];
  if (holder === undefined || use === undefined) return [];
  if (log.at - use.usedAt > DUTY_SILENCE_MAX) return [];
  return [...log.duties]
    .filter(([, held]) => held.holder === session)
    .map(([duty, { term }]) => ({ kind: 'take-duty', duty, holder, term: term + 1 }));
}

/** The term of the duty, if this incarnation holds it. */
export function findMandate(
  { duties }: LogMemory,
  duty: Duty,
  session: Incarnation,
): Mandate | undefined {
  const held = duties.get(duty);
  return held?.holder === session ? { duty, term: held.term } : undefined;
}
