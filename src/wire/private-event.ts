/** Events of an account, as the private channels name and number them. */
import type { Millis } from '../domain/units.ts';

/** The cause of the rows. */
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
