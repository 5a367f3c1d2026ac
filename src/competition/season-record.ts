/** A season as the competition remembers it: plain data, so that it can be saved directly. */
import type { AccountId } from '../domain/ids.ts';
import type {
  Sanction,
  SanctionStep,
  SeasonNumber,
  SeasonPhase,
  SeasonRules,
} from '../domain/season.ts';
import type { Millis, Money, Seq } from '../domain/units.ts';
import type { MarketNote } from '../views/market-memory.ts';
import type { Curve } from './curve.ts';
import type { Holding } from './holding.ts';
import type { MarkWindow } from './mark-window.ts';
import type { Score } from './score.ts';
import type { Watch, WatchRow } from './surveillance/watch.ts';

export interface SeasonRecord {
  readonly season: SeasonNumber;
  rules: SeasonRules;
  phase: SeasonPhase;
  readonly openedSeq: Seq;
  closedSeq: Seq | null;
  reset: ResetRecord | null;
  startedAt: Millis | null;
  endedAt: Millis | null;
  /** What the market is drawn from until the end of the season; null if nobody can check it. */
  market: MarketNote | null;
  /** What the venue said of itself if it was a sandbox while the season was open. */
  sandbox?: string;
  /** How often the operator changed venue time meanwhile. */
  timeChanges?: number;
  /** Final equity has been taken: nothing more is counted. */
  isScored: boolean;
  /** The next minute at which equity is sampled. */
  sampleAt: Millis;
  /** In the order of enrolment. */
  entrants: EntrantRecord[];
  /** By contract id; empty unless the season is running. */
  marks: MarkWindow[];
  /** Moments of the leaderboard that its delay still needs, oldest first. */
  board: BoardMoment[];
  readonly sanctions: SanctionRecord[];
  watch: Watch;
}

export interface EntrantRecord {
  readonly account: AccountId;
  readonly team: string;
  sanction: Sanction;
  score: Score;
  holding: Holding;
  curve: Curve;
  watch: WatchRow;
}

/** The attestation of the reset: the number of accounts, their exact balance, and the entry. */
export interface ResetRecord {
  readonly seq: Seq;
  readonly at: Millis;
  readonly accounts: number;
  readonly wallet: Money;
}

export interface BoardMoment {
  readonly at: Millis;
  readonly scores: readonly Score[];
}

export interface SanctionRecord {
  readonly seq: Seq;
  readonly at: Millis;
  readonly account: AccountId;
  readonly step: SanctionStep;
  readonly reason: string;
  readonly actor: string;
  readonly evidence: string;
}
