/**
 * An address that keeps sending requests after being told to wait, or keeps guessing credentials,
 * is ignored for a while: first for a short time, then twice as long with each repeat. Good
 * behaviour for a day clears the record.
 */
import type { Monotonic } from '../../domain/units.ts';
import { KeptMap } from '../kept-map.ts';

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

/** Offences within their windows; a few are soon forgotten. */
interface Offences {
  readonly refusals: Count;
  readonly failures: Count;
}

/** A punished address is remembered for long. */
interface Punishment {
  readonly blockedUntil: number;
  /** How long the next penalty lasts. */
  readonly nextMillis: number;
  readonly at: number;
  /** Whether the address has been told of its penalty. */
  isTold: boolean;
}

interface Count {
  from: number;
  count: number;
}

export interface Penalties {
  readonly terms: PenaltyTerms;
  readonly offences: KeptMap<string, Offences>;
  readonly punished: KeptMap<string, Punishment>;
}

export const createPenalties = (terms: PenaltyTerms, keptMax: number): Penalties => ({
  terms,
  offences: new KeptMap({
    keptMax,
    lifeMillis: Math.max(terms.refusalWindowMillis, terms.authFailureWindowMillis),
  }),
  punished: new KeptMap({
    keptMax,
    lifeMillis: Math.max(terms.forgottenAfterMillis, terms.longestMillis),
  }),
});

/** How much longer this address is ignored; zero if it is not. */
export function penaltyMillis({ punished }: Penalties, group: string, now: Monotonic): number {
  const punishment = punished.find(group);
  return punishment === undefined ? 0 : Math.max(0, punishment.blockedUntil - now);
}

/** Whether this address is not listened to and knows it. */
export function wasTold({ punished }: Penalties, group: string, now: Monotonic): boolean {
  const punishment = punished.find(group);
  return punishment?.isTold === true && punishment.blockedUntil > now;
}

/** Answers whether there was anything to tell: that the address is not listened to. */
export function noteTold(penalties: Penalties, group: string, now: Monotonic): boolean {
  const punishment = penalties.punished.find(group);
  if (punishment === undefined || punishment.blockedUntil <= now) return false;
  punishment.isTold = true;
  return true;
}

export function noteRefusal(penalties: Penalties, group: string, now: Monotonic, count = 1): void {
  const { refusalsMax, refusalWindowMillis } = penalties.terms;
  const { refusals } = getOffences(penalties, group, now);
  if (countUp(refusals, refusalWindowMillis, now, count) > refusalsMax)
    punish(penalties, group, now);
}

export function noteAuthFailure(penalties: Penalties, group: string, now: Monotonic): void {
  const { authFailuresMax, authFailureWindowMillis } = penalties.terms;
  const { failures } = getOffences(penalties, group, now);
  const count = countUp(failures, authFailureWindowMillis, now);
  if (count > authFailuresMax) punish(penalties, group, now);
}

function countUp(counted: Count, windowMillis: number, now: Monotonic, by = 1): number {
  if (now - counted.from >= windowMillis) {
    counted.from = now;
    counted.count = 0;
  }
  counted.count += by;
  return counted.count;
}

/** For as long as another process said, or for the time that it deserves. */
export function punish(
  { terms, offences, punished }: Penalties,
  group: string,
  now: Monotonic,
  forMillis?: number,
): void {
  const before = punished.find(group);
  const isForgotten = before === undefined || now - before.at > terms.forgottenAfterMillis;
  const millis = forMillis ?? (isForgotten ? terms.firstMillis : before.nextMillis);
  const nextMillis = Math.min(millis * 2, terms.longestMillis);
  const blockedUntil = now + millis;
  // Whoever said so has told it.
  const isTold = forMillis !== undefined;
  punished.keep(group, { blockedUntil, nextMillis, at: now, isTold }, now);
  offences.keep(group, createOffences(now), now);
}

function getOffences({ offences }: Penalties, group: string, now: Monotonic): Offences {
  const found = offences.find(group) ?? createOffences(now);
  offences.keep(group, found, now);
  return found;
}

const createOffences = (now: Monotonic): Offences => ({
  refusals: { from: now, count: 0 },
  failures: { from: now, count: 0 },
});
