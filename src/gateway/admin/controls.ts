/** What the opener of the venue provides for its operator: the market behind it, publication. */
import { FUNDING_RATE_MAX } from '../../domain/funding.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { Side } from '../../domain/side.ts';
import { FUNDING_SCALE, type Millis } from '../../domain/units.ts';
import type { TimeRefused } from '../../venue/time-control.ts';

/** A fall by more than this, or a rise, is no market any more. Fractions, like all rates here. */
export const CHANGE_LEAST = -0.95;
export const CHANGE_MOST = 4;

/** What the engine settles at most, and what its price bands leave room for. */
export const RATE_MOST = FUNDING_RATE_MAX / Number(FUNDING_SCALE);
export const BASIS_MOST = 0.01;

export interface ChaosRow {
  readonly kind: string;
  /** Its effect, in words. */
  readonly what: string;
  readonly symbols: readonly string[];
  readonly since: Millis;
  /** In venue time; null if it lasts until it is ended. */
  readonly until: Millis | null;
}

type Contracts = { readonly contracts: readonly ContractId[] };
/** In venue time; null until it is ended. */
type Lasting = { readonly forMillis: number | null };

/** Each answers with all that is on afterwards. */
export interface ChaosControl {
  readonly list: () => readonly ChaosRow[];
  readonly shock: (
    wanted: Contracts & { readonly factor: number; readonly overMillis: number },
  ) => ChaosAnswer;
  readonly regime: (wanted: Lasting & { readonly regime: string }) => ChaosAnswer;
  readonly thin: (wanted: Contracts & Lasting & { readonly depth: number }) => ChaosAnswer;
  readonly oneSided: (wanted: Contracts & Lasting & { readonly side: Side }) => ChaosAnswer;
  /** A rate and a premium are fractions. */
  readonly funding: (wanted: Contracts & Lasting & { readonly rate: number }) => ChaosAnswer;
  readonly basis: (wanted: Contracts & Lasting & { readonly premium: number }) => ChaosAnswer;
  readonly outage: (wanted: Contracts & Lasting) => ChaosAnswer;
  readonly halt: (wanted: Contracts & Lasting) => ChaosAnswer;
  readonly resume: (wanted: Contracts) => ChaosAnswer;
  readonly calm: () => ChaosAnswer;
}

export type ChaosAnswer = Promise<readonly ChaosRow[] | TimeRefused>;

export interface MarketControl {
  readonly chaos: ChaosControl;
  /** The source of prices, for people. */
  readonly source: () => string;
  /** The regime of the simulated price process. */
  readonly regime: () => string | null;
  readonly kinds: readonly string[];
  readonly chooseFeed: (kind: string) => Promise<{ readonly source: string } | TimeRefused>;
}

export interface PublicationControl {
  readonly show: () => PublicationState | null;
  /** Undefined if it began; otherwise why not. */
  readonly begin: (season: number) => string | undefined;
}

export interface PublicationState {
  readonly season: number;
  readonly step: 'publishing' | 'verifying' | 'done' | 'failed';
  /** What the program said last. */
  readonly lines: readonly string[];
  readonly folder: string;
}
