/** The words a column may hold. The compiler asks for each word of the domain's unions here. */
import type { PositionMode } from '../domain/account.ts';
import type { FillVenue } from '../domain/fill.ts';
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

export const SIDE_WORDS: Words<Side> = { buy: true, sell: true };
export const POSITION_SIDE_WORDS: Words<PositionSide> = { long: true, short: true };
export const EFFECT_WORDS: Words<Effect> = { open: true, close: true };
export const MARGIN_MODE_WORDS: Words<MarginMode> = { cross: true, isolated: true };

export const POSITION_MODE_WORDS: Words<PositionMode> = { hedge: true, net: true };

export const ORIGIN_WORDS: Words<OrderOrigin> = {
  trader: true,
  reduction: true,
  liquidation: true,
  deleveraging: true,
  reset: true,
  unwind: true,
};

export const STATUS_WORDS: Words<OrderStatus> = {
  pending: true,
  open: true,
  filled: true,
  canceling: true,
  canceled: true,
  untriggered: true,
};

export const TIME_IN_FORCE_WORDS: Words<TimeInForce> = {
  normal: true,
  'post-only': true,
  fok: true,
  ioc: true,
};

export const CANCEL_REASON_WORDS: Words<CancelReason> = {
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
  expired: true,
  countdown: true,
  'reduce-only': true,
  uncovered: true,
};

export const PURPOSE_WORDS: Words<TriggerPurpose> = {
  plan: true,
  'take-profit': true,
  'stop-loss': true,
};
export const SOURCE_WORDS: Words<TriggerSource> = { last: true, mark: true, index: true };
export const DIRECTION_WORDS: Words<TriggerDirection> = { rising: true, falling: true };

export const FILL_VENUE_WORDS: Words<FillVenue> = {
  book: true,
  netting: true,
  takeover: true,
  deleveraging: true,
  reset: true,
};

export const POSTING_WORDS: Words<PostingKind> = {
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
