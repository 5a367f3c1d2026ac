/**
 * What the engine remembers of the log that many replicas share: how far the numbering of each
 * sender is, and where the last batch was. A venue that has its journal for itself has nothing of
 * this, and its states keep the form and hash they always had.
 */
import { assert } from '../domain/assert.ts';
import { createHasher, type Hasher, hashNumber, hashText } from '../domain/hash.ts';
import {
  countBatch,
  type Incarnations,
  type IncarnationUse,
  judgeBatch,
} from '../domain/judge-batch.ts';
import { DUTY_SILENCE_MAX, SILENCE_STEP_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type {
  BeginBatch,
  Duty,
  Incarnation,
  Mandate,
  TakeDuty,
} from '../domain/replica-command.ts';
import { type Millis, millis } from '../domain/units.ts';

export interface LogMemory {
  readonly incarnations: Incarnations;
  /** The incarnation whose batch came last. */
  sender: Incarnation | null;
  /** Where that batch is in a log elsewhere. */
  position: number;
  /** The time of that batch. */
  at: Millis;
  /** A running hash over the places and times of all batches. */
  readonly chain: Hasher;
  readonly duties: Map<Duty, DutyHold>;
}

interface DutyHold {
  readonly holder: Incarnation;
  readonly term: number;
  /** How long nothing came from the holder while others wrote. */
  silence: number;
}

export const createLogMemory = (): LogMemory => ({
  incarnations: new Map(),
  sender: null,
  position: 0,
  at: millis(0),
  chain: createHasher(),
  duties: new Map(),
});

/**
 * The home of the log lets no other batch through. If one gets here nevertheless, its commands
 * would be applied twice or out of turn; the venue stops instead.
 */
export function beginBatch(log: LogMemory, command: BeginBatch, now: Millis): undefined {
  const { session, number, sentAt, position } = command;
  const verdict = judgeBatch(log.incarnations, command, { logAt: sentAt, at: now });
  assert(verdict === 'counts', `batch ${number} of incarnation ${session} does not count`, verdict);
  countBatch(log.incarnations, command, now);
  const step = Math.min(now - log.at, SILENCE_STEP_MAX);
  for (const hold of log.duties.values()) hold.silence += step;
  Object.assign(log, { sender: session, position, at: now });
  hashText(log.chain, session);
  for (const value of [number, position, now]) hashNumber(log.chain, value);
}

export interface LogData {
  readonly log: {
    /** In the order of their last use. */
    readonly sessions: readonly (IncarnationUse & { readonly session: Incarnation })[];
    readonly sender: Incarnation | null;
    readonly position: number;
    readonly at: Millis;
    readonly chain: readonly [number, number];
    /** In the order in which they were first taken. */
    readonly duties: readonly (DutyHold & { readonly duty: Duty })[];
  };
}

/** Nothing if no replica ever wrote. */
export function logData(memory: LogMemory): LogData | undefined {
  const { sender, position, at, chain } = memory;
  if (sender === null && memory.duties.size === 0) return undefined;
  const sessions = [...memory.incarnations].map(([session, use]) => ({ session, ...use }));
  const duties = [...memory.duties].map(([duty, hold]) => ({ duty, ...hold }));
  return {
    log: { sessions, sender, position, at, chain: [chain.first, chain.second], duties },
  };
}

export function recoverLog({ log }: Partial<LogData>): LogMemory {
  const memory = createLogMemory();
  if (log === undefined) return memory;
  for (const { session, ...use } of log.sessions) memory.incarnations.set(session, use);
  for (const { duty, ...hold } of log.duties) memory.duties.set(duty, { ...hold });
  const [first, second] = log.chain;
  Object.assign(memory.chain, { first, second });
  return Object.assign(memory, { sender: log.sender, position: log.position, at: log.at });
}

/**
 * Duties: what one replica does for all of them, such as the beats of the market. Who has a duty
 * is part of the state, and the log has one order, so a term has one holder. What an older term
 * sends arrives too late and changes nothing.
 */
export function takeDuty(log: LogMemory, command: TakeDuty): Reject | undefined {
  const { duty, holder, term } = command;
  const limit = nextTerm(log, duty);
  if (term !== limit) return reject('duty-term-wrong', { given: term, limit });
  const held = log.duties.get(duty);
  const mayPass = held === undefined || held.holder === log.sender;
  if (!mayPass && held.silence <= DUTY_SILENCE_MAX)
    return reject('duty-held', { given: duty, limit: held.holder });
  log.duties.set(duty, { holder, term, silence: 0 });
  return undefined;
}

/** Whether the command may be applied. It ends the silence of the holder if so. */
export function checkMandate(log: LogMemory, { duty, term }: Mandate): Reject | undefined {
  const held = log.duties.get(duty);
  if (held === undefined || held.term !== term)
    return reject('duty-term-wrong', { given: term, limit: held?.term ?? 0 });
  if (held.holder !== log.sender) return reject('duty-held', { given: duty, limit: held.holder });
  held.silence = 0;
  return undefined;
}

const nextTerm = ({ duties }: LogMemory, duty: Duty): number => (duties.get(duty)?.term ?? 0) + 1;
