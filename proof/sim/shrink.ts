/**
 * Shortens a failing journal: drops chunks of commands, then single ones, while the same promise is
 * still broken. A dropped command is replaced by the passing of time, so that the others keep their
 * sequence numbers.
 */
import type { Command, Entry } from '../../src/domain/command.ts';
import { millis, seq } from '../../src/domain/units.ts';
import { AuditFailure } from './audit/broken.ts';
import { type SimOutcome, simulateEntries } from './simulate.ts';

/** How many runs shrinking may take. */
const RUNS_MAX = 3_000;

export function shrink(outcome: SimOutcome): SimOutcome {
  if (outcome.failure === null) return outcome;
  const rule = ruleOf(outcome);
  let best = outcome;
  let runs = 0;
  const attempt = (entries: readonly Entry[]): boolean => {
    runs += 1;
    const tried = simulateEntries(outcome.seed, renumbered(entries));
    if (ruleOf(tried) !== rule) return false;
    const reached = tried.failure?.entry.seq ?? 0;
    best = { ...tried, entries: tried.entries.slice(0, reached) };
    return true;
  };
  for (let chunk = Math.ceil(best.entries.length / 2); chunk >= 1; ) {
    const before = best.entries.length;
    for (let at = best.entries.length - chunk; at >= 0 && runs < RUNS_MAX; at -= chunk)
      attempt([...best.entries.slice(0, at), ...best.entries.slice(at + chunk)]);
    if (runs >= RUNS_MAX) break;
    if (chunk > 1) chunk = Math.floor(chunk / 2);
    else if (best.entries.length === before) break;
  }
  unbatch(() => best, attempt);
  return best;
}

/** A batch with fewer commands, if that still fails. */
function unbatch(best: () => SimOutcome, attempt: (entries: readonly Entry[]) => boolean): void {
  for (let at = best().entries.length - 1; at >= 0; at -= 1) {
    const entry = best().entries[at];
    if (entry?.command.kind !== 'batch') continue;
    for (let item = entry.command.commands.length - 1; item >= 0; item -= 1) {
      const now = best().entries[at];
      if (now?.command.kind !== 'batch') break;
      const command: Command = {
        kind: 'batch',
        commands: now.command.commands.filter((_, place) => place !== item),
      };
      attempt(best().entries.map((other, place) => (place === at ? { ...other, command } : other)));
    }
  }
}

const renumbered = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry, at) => ({ ...entry, seq: seq(at + 1), at: millis(entry.at) }));

function ruleOf({ failure }: SimOutcome): string {
  if (failure === null) return '';
  return failure.error instanceof AuditFailure ? failure.error.rule : failure.error.message;
}
