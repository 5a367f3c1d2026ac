/**
 * Duties: what one replica does for all of them, such as the beats of the market. Who has a duty is
 * part of the state, and the log has one order, so a term has one holder. What an older term sends
 * arrives too late and changes nothing.
 */
import { DUTY_SILENCE_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type { Duty, Mandate, TakeDuty } from '../domain/replica-command.ts';
import type { LogMemory } from './log-memory.ts';

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
