/** What happened to an account, as the private channels number and name it. */
import type { Millis } from '../domain/units.ts';

/** What set the rows off. */
export type PrivateEvent =
  | 'OrderUpdate'
  | 'PositionFundingSettle'
  | 'PositionUpdate'
  | 'DepositUpdate'
  | 'WithdrawUpdate'
  | 'Snapshot';

export interface PrivatePayload {
  readonly event: PrivateEvent;
  /** Rises by one with each event of the account. */
  readonly version: number;
  readonly at: Millis;
}
