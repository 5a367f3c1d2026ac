/** The events of a season and its entrants. Scores and standings fold them. */
import type { AccountId } from './ids.ts';
import type { Sanction, SanctionStep, SeasonNumber, SeasonPhase, SeasonRules } from './season.ts';
import type { Millis, Money } from './units.ts';

export interface SeasonOpened {
  readonly kind: 'season-opened';
  readonly season: SeasonNumber;
  readonly rules: SeasonRules;
}

export interface SeasonRulesChanged {
  readonly kind: 'season-rules-changed';
  readonly season: SeasonNumber;
  readonly rules: SeasonRules;
  /** Back to enrolling where the change needs another reset. */
  readonly phase: SeasonPhase;
}

/** Follows the event that opened the account. */
export interface AccountEnrolled {
  readonly kind: 'account-enrolled';
  readonly season: SeasonNumber;
  readonly account: AccountId;
  readonly team: string;
}

export interface AccountLeft {
  readonly kind: 'account-left';
  readonly season: SeasonNumber;
  readonly account: AccountId;
}

/** Follows an account-reset of each of its accounts. */
export interface SeasonReset {
  readonly kind: 'season-reset';
  readonly season: SeasonNumber;
  readonly accounts: number;
  readonly wallet: Money;
}

export interface SeasonStarted {
  readonly kind: 'season-started';
  readonly season: SeasonNumber;
  readonly startedAt: Millis;
  readonly entrants: number;
}

export interface SeasonEnded {
  readonly kind: 'season-ended';
  readonly season: SeasonNumber;
  /** The time of the rules, however late the command came; earlier where a reason was given. */
  readonly endedAt: Millis;
  readonly ordersCanceled: number;
  readonly reason: string | null;
}

export interface SeasonClosed {
  readonly kind: 'season-closed';
  readonly season: SeasonNumber;
  /** Where it stood before: anything but `ended` means that it was given up. */
  readonly phase: SeasonPhase;
}

/** What a step leads to (freezing, closing of positions) follows as events of its own. */
export interface AccountSanctioned {
  readonly kind: 'account-sanctioned';
  readonly season: SeasonNumber;
  readonly account: AccountId;
  readonly step: SanctionStep;
  /** The sanction in force after this step. */
  readonly sanction: Sanction;
  readonly reason: string;
  readonly actor: string;
  readonly evidence: string;
}
