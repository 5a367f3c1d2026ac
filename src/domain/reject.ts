/**
 * The reasons for refusing a command. A reason is a phrase a person can act on; the wire turns it
 * into the interface's code and text, with the value that was given and the limit it met.
 */

import {
  type NamedShape,
  ORDER_ID,
  optional,
  type RecordOf,
  type ValueOf,
  wordOf,
} from './shape.ts';
import { type Money, toBigInt } from './units.ts';

const REJECT_REASON = wordOf(
  'account-unknown',
  'account-frozen',
  'account-liquidating',
  'account-disqualified',
  'account-enrolled',
  'account-closed',
  'account-role-forbidden',
  'account-not-empty',
  'account-not-enrolled',
  'amount-invalid',
  'amount-above-available',
  'batch-too-large',
  'callback-invalid',
  'client-order-id-invalid',
  'client-order-id-taken',
  'close-above-position',
  'close-size-locked',
  'command-late',
  'contract-exists',
  'contract-halted',
  'contract-not-permitted',
  'contract-terms-unsound',
  'contract-unknown',
  'countdown-invalid',
  'duty-held',
  'duty-term-wrong',
  'exit-exists',
  'expiry-invalid',
  'fee-rate-invalid',
  'index-missing',
  'index-stale',
  'isolated-margin-too-thin',
  'latency-invalid',
  'leverage-above-cap',
  'leverage-invalid',
  'leverage-open-orders',
  'leverage-sides-differ',
  'margin-insufficient',
  'margin-mode-in-use',
  'margin-mode-mismatch',
  'margin-mode-orders',
  'margin-removal-too-large',
  'market-size-above-maximum',
  'nonce-invalid',
  'note-too-long',
  'notional-below-minimum',
  'order-not-open',
  'order-unknown',
  'orders-too-many',
  'position-limit',
  'position-missing',
  'position-mode-mismatch',
  'position-mode-net',
  'position-mode-orders',
  'position-mode-positions',
  'position-mode-same',
  'position-value-limit',
  'position-not-isolated',
  'post-only-would-take',
  'preset-on-close',
  'price-invalid',
  'price-match-empty',
  'price-match-invalid',
  'price-too-far',
  'sanction-stands',
  'sanction-text-invalid',
  'season-empty',
  'season-full',
  'season-in-progress',
  'season-not-started',
  'season-over',
  'season-phase',
  'season-rules-invalid',
  'season-times-invalid',
  'season-too-early',
  'season-unknown',
  'size-above-maximum',
  'size-below-minimum',
  'size-invalid',
  'stop-loss-invalid',
  'stop-loss-wrong-side',
  'take-profit-invalid',
  'take-profit-wrong-side',
  'team-enrolled',
  'team-name-invalid',
  'tier-limit',
  'trigger-already-satisfied',
  'trigger-price-invalid',
  'trigger-trails',
  'triggers-too-many',
);
export type RejectReason = ValueOf<typeof REJECT_REASON>;

/** In the engine's own units. */
const SCALAR: NamedShape<number | bigint | string> = { form: 'named', name: 'scalar' };

export const REJECT = {
  reason: REJECT_REASON,
  /** The value that was refused. */
  given: optional(SCALAR, 1),
  /** The bound it met. */
  limit: optional(SCALAR, 1),
  /** The order that stands in the way. */
  order: optional(ORDER_ID, 1),
};
export type Reject = RecordOf<typeof REJECT>;

/** Details of money are bigints, so that they can be told from counts and prices. */
export const rejectAmount = (reason: RejectReason, given: Money, limit?: Money): Reject =>
  reject(reason, {
    given: toBigInt(given),
    ...(limit === undefined ? {} : { limit: toBigInt(limit) }),
  });

export const reject = (reason: RejectReason, detail: Omit<Reject, 'reason'> = {}): Reject => ({
  reason,
  ...detail,
});
