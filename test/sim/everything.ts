/**
 * Every kind, reason, venue, stage and class there is. The compiler keeps the lists complete: a
 * name that is missing or too many does not compile.
 */
import type { DeleverageClass } from '../../src/domain/deleveraging.ts';
import type { Event, FillVenue } from '../../src/domain/event.ts';
import type { CancelReason } from '../../src/domain/order.ts';
import type { RejectReason } from '../../src/domain/reject.ts';

const EVENTS: Readonly<Record<Event['kind'], true>> = {
  'account-opened': true,
  'account-reset': true,
  'account-status-changed': true,
  'account-terms-set': true,
  'auto-top-up-set': true,
  'batch-ended': true,
  'batch-item-started': true,
  'collateral-moved': true,
  'command-rejected': true,
  'contract-listed': true,
  'contract-status-changed': true,
  'deficit-covered': true,
  deleveraged: true,
  'fill-settled': true,
  'funding-estimated': true,
  'funding-paid': true,
  'funding-settled': true,
  'isolated-margin-moved': true,
  'leverage-set': true,
  'liquidation-ended': true,
  'liquidation-started': true,
  'margin-mode-set': true,
  'order-accepted': true,
  'order-amended': true,
  'order-canceled': true,
  'order-repeated': true,
  'order-rested': true,
  'prices-marked': true,
  'trigger-amended': true,
  'trigger-fired': true,
};

const CANCELS: Readonly<Record<CancelReason, true>> = {
  user: true,
  'ioc-remainder': true,
  'fok-short': true,
  'post-only-would-take': true,
  'self-trade': true,
  bankruptcy: true,
  liquidation: true,
  deleveraging: true,
  'protective-exit': true,
  'position-closed': true,
  'no-position': true,
  oco: true,
  replaced: true,
  'trigger-check-failed': true,
  'account-status': true,
  reset: true,
  'amended-to-filled': true,
};

const REJECTS: Readonly<Record<RejectReason, true>> = {
  'account-unknown': true,
  'account-frozen': true,
  'account-liquidating': true,
  'account-disqualified': true,
  'account-closed': true,
  'account-role-forbidden': true,
  'account-not-empty': true,
  'amount-invalid': true,
  'amount-above-available': true,
  'batch-too-large': true,
  'client-order-id-invalid': true,
  'client-order-id-taken': true,
  'close-size-locked': true,
  'contract-exists': true,
  'contract-halted': true,
  'contract-not-permitted': true,
  'contract-terms-unsound': true,
  'contract-unknown': true,
  'fee-rate-invalid': true,
  'index-missing': true,
  'index-stale': true,
  'isolated-margin-too-thin': true,
  'leverage-above-cap': true,
  'leverage-invalid': true,
  'leverage-open-orders': true,
  'leverage-sides-differ': true,
  'margin-insufficient': true,
  'margin-mode-in-use': true,
  'margin-mode-mismatch': true,
  'margin-removal-too-large': true,
  'market-size-above-maximum': true,
  'order-not-open': true,
  'order-unknown': true,
  'orders-too-many': true,
  'position-limit': true,
  'position-missing': true,
  'position-not-isolated': true,
  'post-only-would-take': true,
  'preset-on-close': true,
  'price-invalid': true,
  'price-too-far': true,
  'size-above-maximum': true,
  'size-below-minimum': true,
  'size-invalid': true,
  'stop-loss-invalid': true,
  'stop-loss-wrong-side': true,
  'take-profit-invalid': true,
  'take-profit-wrong-side': true,
  'tier-limit': true,
  'trigger-already-satisfied': true,
  'trigger-price-invalid': true,
  'triggers-too-many': true,
};

const VENUES: Readonly<Record<FillVenue, true>> = {
  book: true,
  netting: true,
  takeover: true,
  deleveraging: true,
  reset: true,
};

const CLASSES: Readonly<Record<DeleverageClass, true>> = {
  fund: true,
  house: true,
  profitable: true,
  losing: true,
};

export const EVENT_KINDS = Object.keys(EVENTS);
export const CANCEL_REASONS = Object.keys(CANCELS);
export const REJECT_REASONS = Object.keys(REJECTS);
export const FILL_VENUES = Object.keys(VENUES);
export const DELEVERAGE_CLASSES = Object.keys(CLASSES);

/** As marks of coverage: what a liquidation goes through, in the order of the rulebook. */
export const LIQUIDATION_STAGES = [
  'liquidation cross',
  'liquidation isolated',
  'stage cancel',
  'venue netting',
  'stage reduction',
  'stage burst',
  'venue takeover',
  'stage deleveraging',
  'event deficit-covered',
  'outcome cross healthy',
  'outcome cross flat',
  'outcome isolated flat',
];
