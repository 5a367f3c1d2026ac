/** One result of one surveillance test. */
import type { AccountId } from '../../domain/ids.ts';
import type { PairEvidence } from './watch.ts';

export type SurveillanceTest =
  | 'pair-matching'
  | 'value-transfer'
  | 'mirrored-positions'
  | 'copying'
  | 'self-trading'
  | 'order-flooding'
  | 'spoofing'
  | 'feed-exploitation'
  | 'lagging-contracts'
  | 'price-moving'
  | 'closing-push'
  | 'shared-address';

export interface SurveillanceFinding {
  readonly test: SurveillanceTest;
  /** One entrant, a pair or a group. Of a copying pair the leader comes first. */
  readonly accounts: readonly AccountId[];
  /** In the unit of its limit: ppm, or a count. */
  readonly score: bigint;
  readonly limit: bigint;
  readonly isFlagged: boolean;
  /** The evidence behind the score, in words. */
  readonly facts: readonly string[];
  readonly fills: readonly PairEvidence[];
}
