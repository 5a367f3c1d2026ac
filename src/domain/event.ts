/**
 * The events of the venue, a closed union. Everything that people look at is a fold of them. Events
 * that take money or a position from someone carry their inputs, so that anyone can check them by
 * hand.
 */
import type { AccountRole, AccountStatus, AccountTerms, PositionMode } from './account.ts';
import type { Command, SlotMemory } from './command.ts';
import type { CommandOutcome } from './command-outcome.ts';
import type { Contract } from './contract.ts';
import type { FillSide, FillVenue } from './fill.ts';
import type { AccountId, ContractId, OrderId, TradeId } from './ids.ts';
import type { MarginMode } from './margin.ts';
import type { CancelReason, OrderOrigin, TimeInForce, Trigger, TriggerOptions } from './order.ts';
import type { PostingKind } from './posting.ts';
import type { Reject } from './reject.ts';
import type {
  AccountEnrolled,
  AccountLeft,
  AccountSanctioned,
  SeasonClosed,
  SeasonEnded,
  SeasonOpened,
  SeasonReset,
  SeasonRulesChanged,
  SeasonStarted,
} from './season-event.ts';
import type { Effect, PositionSide, Side } from './side.ts';
import type { TriggerActivated, TriggerAmended, TriggerFired } from './trigger-event.ts';
import type { FineTicks, FundingRate, Lots, Millis, Money, Ppm, Ticks } from './units.ts';
import type {
  DeficitCovered,
  Deleveraged,
  FundingPaid,
  LiquidationEnded,
  LiquidationStarted,
} from './why.ts';

export type Event =
  | CommandRejected
  | RequestAnswered
  | BatchItemStarted
  | BatchEnded
  | ContractListed
  | ContractStatusChanged
  | PricesMarked
  | AccountOpened
  | AccountTermsSet
  | AccountStatusChanged
  | CollateralMoved
  | LeverageSet
  | MarginModeSet
  | PositionModeSet
  | IsolatedMarginMoved
  | AutoTopUpSet
  | CountdownSet
  | OrderAccepted
  | OrderRepeated
  | OrderRested
  | OrderAmended
  | OrderTurned
  | OrderCanceled
  | FillSettled
  | TriggerFired
  | TriggerActivated
  | TriggerAmended
  | FundingEstimated
  | FundingPaid
  | FundingSettled
  | LiquidationStarted
  | LiquidationEnded
  | Deleveraged
  | DeficitCovered
  | AccountReset
  | NoteRecorded
  | MarketBeatKept
  | SeasonOpened
  | SeasonRulesChanged
  | AccountEnrolled
  | AccountLeft
  | SeasonReset
  | SeasonStarted
  | SeasonEnded
  | SeasonClosed
  | AccountSanctioned;

/** The command changed nothing. */
export interface CommandRejected {
  readonly kind: 'command-rejected';
  readonly command: Command['kind'];
  readonly account: AccountId | null;
  readonly reject: Reject;
}

/** The answer to a signed request. A repeat gets the same answer and changes nothing. */
export interface RequestAnswered {
  readonly kind: 'request-answered';
  readonly isRepeat: boolean;
  readonly outcome: CommandOutcome;
}

/** The events up to the next marker belong to this command of the batch. */
export interface BatchItemStarted {
  readonly kind: 'batch-item-started';
  readonly item: number;
}

/** Later events of the entry were caused by the whole batch: triggers, liquidations. */
export interface BatchEnded {
  readonly kind: 'batch-ended';
}

export interface ContractListed {
  readonly kind: 'contract-listed';
  readonly contract: Contract;
}

export interface ContractStatusChanged {
  readonly kind: 'contract-status-changed';
  readonly contract: ContractId;
  readonly halted: boolean;
}

export interface PricesMarked {
  readonly kind: 'prices-marked';
  readonly contract: ContractId;
  readonly index: FineTicks;
  readonly mark: Ticks;
}

export interface AccountOpened {
  readonly kind: 'account-opened';
  readonly account: AccountId;
  readonly role: AccountRole;
  readonly terms: AccountTerms;
  readonly positionMode: PositionMode;
}

export interface AccountTermsSet {
  readonly kind: 'account-terms-set';
  readonly account: AccountId;
  readonly terms: AccountTerms;
}

export interface AccountStatusChanged {
  readonly kind: 'account-status-changed';
  readonly account: AccountId;
  readonly status: AccountStatus;
  readonly note: string;
}

/** Money in or out of an account other than by a fill, funding or a liquidation fee. */
export interface CollateralMoved {
  readonly kind: 'collateral-moved';
  readonly account: AccountId;
  readonly reason: PostingKind;
  readonly amount: Money;
  readonly wallet: Money;
  readonly collateral: Money;
}

export interface LeverageSet {
  readonly kind: 'leverage-set';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly marginMode: MarginMode;
  readonly longLeverage: number;
  readonly shortLeverage: number;
}

export interface MarginModeSet {
  readonly kind: 'margin-mode-set';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly marginMode: MarginMode;
}

export interface PositionModeSet {
  readonly kind: 'position-mode-set';
  readonly account: AccountId;
  readonly mode: PositionMode;
}

/**
 * Between the cross wallet and an isolated position: by hand, by a leverage change or by top-up.
 */
export interface IsolatedMarginMoved {
  readonly kind: 'isolated-margin-moved';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly cause: 'user' | 'leverage' | 'top-up';
  readonly amount: Money;
  readonly isolatedMargin: Money;
}

export interface AutoTopUpSet {
  readonly kind: 'auto-top-up-set';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly enabled: boolean;
}

export interface CountdownSet {
  readonly kind: 'countdown-set';
  readonly account: AccountId;
  readonly contract: ContractId;
  /** Null if it was stopped. */
  readonly endsAt: Millis | null;
}

export interface OrderAccepted {
  readonly kind: 'order-accepted';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly timeInForce: TimeInForce;
  readonly origin: OrderOrigin;
  readonly clientOrderId: string | null;
  readonly price: Ticks;
  readonly workingPrice: Ticks;
  readonly size: Lots;
  readonly frozen: Money;
  /** The inputs of the remainder's freeze; see orderFreeze. */
  readonly freezePrice: Ticks;
  readonly openLoss: Ticks;
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly makerFee: Ppm;
  readonly takerFee: Ppm;
  readonly takeProfit: Ticks;
  readonly stopLoss: Ticks;
  readonly parent: OrderId;
  /** A copy; present while the order waits for its trigger. */
  readonly trigger: Readonly<Trigger> | null;
  readonly options: TriggerOptions | null;
}

/** The same client order id with the same content: the first order answers again. */
export interface OrderRepeated {
  readonly kind: 'order-repeated';
  readonly account: AccountId;
  readonly order: OrderId;
  readonly clientOrderId: string;
}

export interface OrderRested {
  readonly kind: 'order-rested';
  readonly order: OrderId;
  readonly contract: ContractId;
  readonly side: Side;
  readonly price: Ticks;
  readonly remaining: Lots;
}

export interface OrderAmended {
  readonly kind: 'order-amended';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly side: Side;
  readonly price: Ticks;
  readonly workingPrice: Ticks;
  readonly size: Lots;
  readonly frozen: Money;
  readonly freezePrice: Ticks;
  readonly openLoss: Ticks;
  /** The lots on the book before, and whether the order is still there, shrunk in place. */
  readonly removed: Lots;
  readonly removedFrom: Ticks;
}

/** More or less of a working net order would open a position than before; so its freeze changed. */
export interface OrderTurned {
  readonly kind: 'order-turned';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  /** The lots that would open a position if they filled now. */
  readonly opening: Lots;
  readonly frozen: Money;
}

export interface OrderCanceled {
  readonly kind: 'order-canceled';
  readonly order: OrderId;
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly side: Side;
  readonly reason: CancelReason;
  /** Lots taken off the book at this price; zero where it was not resting. */
  readonly removed: Lots;
  readonly removedFrom: Ticks;
  /** Why a triggered order was refused when it fired. */
  readonly reject: Reject | null;
}

export interface FillSettled {
  readonly kind: 'fill-settled';
  readonly trade: TradeId;
  readonly contract: ContractId;
  readonly venue: FillVenue;
  /** The side that took. */
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly size: Lots;
  readonly value: Money;
  readonly maker: FillSide;
  readonly taker: FillSide;
}

/** The running estimate of the current interval, and the sample behind it. */
export interface FundingEstimated {
  readonly kind: 'funding-estimated';
  readonly contract: ContractId;
  readonly impactBid: FineTicks;
  readonly impactAsk: FineTicks;
  readonly premium: FundingRate;
  readonly samples: number;
  readonly estimate: FundingRate;
}

export interface FundingSettled {
  readonly kind: 'funding-settled';
  readonly contract: ContractId;
  /** The scheduled moment, which may be a little before the entry that carries it. */
  readonly settledAt: Millis;
  readonly rate: FundingRate;
  readonly mark: Ticks;
  readonly meanPremium: FundingRate;
  readonly samples: number;
  readonly positions: number;
  /** Rounding left over, to the insurance fund. */
  readonly residue: Money;
}

export interface AccountReset {
  readonly kind: 'account-reset';
  readonly account: AccountId;
  readonly ordersCanceled: number;
  readonly positionsCleared: number;
  /** Received from the treasury, or given to it where negative. */
  readonly transferred: Money;
  readonly wallet: Money;
}

/** A note was recorded; nothing else happened. */
export interface NoteRecorded {
  readonly kind: 'note-recorded';
  readonly actor: string;
  readonly topic: string;
  readonly text: string;
}

/** What the market remembers was recorded; nothing else happened. */
export interface MarketBeatKept {
  readonly kind: 'market-beat-kept';
  readonly beat: number;
  readonly memories: readonly SlotMemory[];
}
