/**
 * Who keeps knocking after being told to wait, or keeps guessing credentials, is not listened to
 * for a while: first for a short time, then twice as long with each repeat. Good behaviour for a
 * day clears the record.
 */
import type { Millis } from '../../domain/units.ts';

export interface PenaltyTerms {
  /** Refusals by a limit within the window that are still tolerated. */
  readonly refusalsMax: number;
  readonly refusalWindowMillis: number;
  readonly authFailuresMax: number;
  readonly authFailureWindowMillis: number;
  readonly firstMillis: number;
  readonly longestMillis: number;
  readonly forgottenAfterMillis: number;
}

interface Offender {
  refusals: Count;
  failures: Count;
  blockedUntil: number;
  /** How long the next penalty lasts. */
  nextMillis: number;
  lastPenaltyAt: number;
}

interface Count {
  from: number;
  count: number;
}

export interface Penalties {
  readonly terms: PenaltyTerms;
  readonly keptMax: number;
  readonly offenders: Map<string, Offender>;
}

export const createPenalties = (terms: PenaltyTerms, keptMax: number): Penalties => ({
  terms,
  keptMax,
  offenders: new Map(),
});

/** How much longer this address is not listened to; zero where it is. */
export function penaltyMillis({ offenders }: Penalties, group: string, now: Millis): number {
  const offender = offenders.get(group);
  return offender === undefined ? 0 : Math.max(0, offender.blockedUntil - now);
}

export function noteRefusal(penalties: Penalties, group: string, now: Millis): void {
  const { refusalsMax, refusalWindowMillis } = penalties.terms;
  const offender = getOffender(penalties, group, now);
  const count = countUp(offender.refusals, refusalWindowMillis, now);
  if (count > refusalsMax) punish(penalties.terms, offender, now);
}

export function noteAuthFailure(penalties: Penalties, group: string, now: Millis): void {
  const { authFailuresMax, authFailureWindowMillis } = penalties.terms;
  const offender = getOffender(penalties, group, now);
  const count = countUp(offender.failures, authFailureWindowMillis, now);
  if (count > authFailuresMax) punish(penalties.terms, offender, now);
}

function countUp(counted: Count, windowMillis: number, now: Millis): number {
  if (now - counted.from >= windowMillis || now < counted.from) {
    counted.from = now;
    counted.count = 0;
  }
  counted.count += 1;
  return counted.count;
}

function punish(terms: PenaltyTerms, offender: Offender, now: Millis): void {
  if (now - offender.lastPenaltyAt > terms.forgottenAfterMillis)
    offender.nextMillis = terms.firstMillis;
  offender.blockedUntil = now + offender.nextMillis;
  offender.lastPenaltyAt = now;
  offender.nextMillis = Math.min(offender.nextMillis * 2, terms.longestMillis);
  offender.refusals.count = 0;
  offender.failures.count = 0;
}

/** Kept in the order of last offence; the oldest are forgotten first. */
function getOffender(penalties: Penalties, group: string, now: Millis): Offender {
  const { offenders, keptMax, terms } = penalties;
  const offender = offenders.get(group) ?? {
    refusals: { from: now, count: 0 },
    failures: { from: now, count: 0 },
    blockedUntil: 0,
    nextMillis: terms.firstMillis,
    lastPenaltyAt: 0,
  };
  offenders.delete(group);
  offenders.set(group, offender);
  for (const oldest of offenders.keys()) {
    if (offenders.size <= keptMax) break;
    offenders.delete(oldest);
  }
  return offender;
}
