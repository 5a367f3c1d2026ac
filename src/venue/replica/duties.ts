/** What a replica asks the state about duties. */
import { DUTY_SILENCE_MAX } from '../../domain/limits.ts';
import type { Duty, Incarnation, Mandate, TakeDuty } from '../../domain/replica-command.ts';
import type { LogMemory } from '../../engine/log-memory.ts';

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
