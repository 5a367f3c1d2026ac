/** The words a column may hold. The compiler asks for each word of the domain's unions here. */
import type { FillVenue } from '../domain/event.ts';
import type { MarginMode } from '../domain/margin.ts';
import type {
  CancelReason,
  OrderOrigin,
  OrderStatus,
  TimeInForce,
  TriggerDirection,
  TriggerPurpose,
  TriggerSource,
} from '../domain/order.ts';
import type { PostingKind } from '../domain/posting.ts';
import type { Effect, PositionSide, Side } from '../domain/side.ts';

type Words<Word extends string> = Readonly<Record<Word, true>>;

export const SIDES: Words<Side> = { buy: true, sell: true };
export const POSITION_SIDES: Words<PositionSide> = { long: true, short: true };
export const EFFECTS: Words<Effect> = { open: true, close: true };
export const MARGIN_MODES: Words<MarginMode> = { cross: true, isolated: true };

export const ORIGINS: Words<OrderOrigin> = {
  trader: true,
  reduction: true,
  liquidation: true,
  deleveraging: true,
  reset: true,
  unwind: true,
};

export const STATUSES: Words<OrderStatus> = {
  pending: true,
  open: true,
  filled: true,
  canceling: true,
  canceled: true,
  untriggered: true,
};

export const TIMES_IN_FORCE: Words<TimeInForce> = {
  normal: true,
  'post-only': true,
  fok: true,
  ioc: true,
};

export const CANCEL_REASONS: Words<CancelReason> = {
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
  'season-ended': true,
  reset: true,
  'amended-to-filled': true,
};

export const PURPOSES: Words<TriggerPurpose> = {
  plan: true,
  'take-profit': true,
  'stop-loss': true,
};
export const SOURCES: Words<TriggerSource> = { last: true, mark: true, index: true };
export const DIRECTIONS: Words<TriggerDirection> = { rising: true, falling: true };

export const FILL_VENUES: Words<FillVenue> = {
  book: true,
  netting: true,
  takeover: true,
  deleveraging: true,
  reset: true,
};

export const POSTINGS: Words<PostingKind> = {
  deposit: true,
  withdrawal: true,
  'transfer-in': true,
  'transfer-out': true,
  'open-long': true,
  'open-short': true,
  'close-long': true,
  'close-short': true,
  fee: true,
  'liquidation-fee': true,
  funding: true,
  'fee-income': true,
  'liquidation-fee-income': true,
  'funding-residue': true,
  'deficit-cover': true,
};
