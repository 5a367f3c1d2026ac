/**
 * The commands of the venue, a closed union. Time, prices and randomness reach the engine only in
 * them. A changed meaning is a new kind, never a reused field.
 */
import type { AccountRole, AccountStatus, AccountTerms, PositionMode } from './account.ts';
import type { Contract } from './contract.ts';
import type { AccountId, ContractId, OrderId } from './ids.ts';
import type { MarginMode } from './margin.ts';
import type {
  OrderGroup,
  OrderOptions,
  PriceMatch,
  TimeInForce,
  TriggerOptions,
  TriggerPurpose,
  TriggerSource,
} from './order.ts';
import type { BeginBatch, Mandate, MarkState, TakeDuty } from './replica-command.ts';
import type { RequestIdentity } from './request-identity.ts';
import type { SanctionStep, SeasonNumber, SeasonRules } from './season.ts';
import type { Effect, PositionSide } from './side.ts';
import type { FineTicks, Lots, Millis, Money, Seq, Ticks } from './units.ts';

/** A command with its place and time: what the journal stores and the engine applies. */
export interface Entry {
  readonly seq: Seq;
  readonly at: Millis;
  readonly command: Command;
  /** The signed request behind it: the same one again changes nothing. */
  readonly request?: RequestIdentity;
  /** The term of the duty it was sent for. */
  readonly mandate?: Mandate;
  /** The wall time after which it no longer takes effect; of a command that somebody waits for. */
  readonly until?: Millis;
  /** The wall time at which it got its place, by the log's own clock; where `until` is there. */
  readonly takenAt?: Millis;
}

export type Command =
  | AdvanceClock
  | ListContract
  | HaltContract
  | ResumeContract
  | SetIndexPrice
  | OpenAccount
  | SetAccountTerms
  | SetAccountStatus
  | Deposit
  | Withdraw
  | ResetAccount
  | SetLeverage
  | SetMarginMode
  | SetPositionMode
  | AdjustIsolatedMargin
  | SetAutoTopUp
  | SetCountdown
  | PlaceOrder
  | PlaceTrigger
  | AmendOrder
  | AmendTrigger
  | CancelOrder
  | CancelAllOrders
  | ClosePositions
  | RecordNote
  | OpenSeason
  | ChangeSeasonRules
  | EnrolTeam
  | LeaveSeason
  | ResetSeason
  | StartSeason
  | EndSeason
  | CloseSeason
  | SanctionAccount
  | MarketBeat
  | BeginBatch
  | TakeDuty
  | MarkState
  | Batch;

/** Nothing but the passing of time. */
export interface AdvanceClock {
  readonly kind: 'advance-clock';
}

/** The contract's id must be the number of contracts listed before it. */
export interface ListContract {
  readonly kind: 'list-contract';
  readonly contract: Contract;
}

/** No new orders; cancels, queries and risk go on. */
export interface HaltContract {
  readonly kind: 'halt-contract';
  readonly contract: ContractId;
}

export interface ResumeContract {
  readonly kind: 'resume-contract';
  readonly contract: ContractId;
}

export interface SetIndexPrice {
  readonly kind: 'set-index-price';
  readonly contract: ContractId;
  readonly price: FineTicks;
}

export interface OpenAccount {
  readonly kind: 'open-account';
  readonly role: Extract<AccountRole, 'trader' | 'house'>;
  readonly terms: AccountTerms;
  /** Hedge if missing. */
  readonly positionMode?: PositionMode;
}

export interface SetAccountTerms {
  readonly kind: 'set-account-terms';
  readonly account: AccountId;
  readonly terms: AccountTerms;
}

/** Leaving `active` cancels the account's orders. Its positions stay, and stay subject to risk. */
export interface SetAccountStatus {
  readonly kind: 'set-account-status';
  readonly account: AccountId;
  readonly status: AccountStatus;
  readonly note: string;
}

export interface Deposit {
  readonly kind: 'deposit';
  readonly account: AccountId;
  readonly amount: Money;
}

export interface Withdraw {
  readonly kind: 'withdraw';
  readonly account: AccountId;
  readonly amount: Money;
}

/**
 * Orders canceled, positions cleared at the mark, settings back to default, wallet exactly this.
 */
export interface ResetAccount {
  readonly kind: 'reset-account';
  readonly account: AccountId;
  readonly wallet: Money;
}

export interface SetLeverage {
  readonly kind: 'set-leverage';
  readonly account: AccountId;
  readonly contract: ContractId;
  /** Must be the contract's current mode, or be free to change; see SetMarginMode. */
  readonly marginMode: MarginMode;
  readonly longLeverage: number;
  readonly shortLeverage: number;
}

export interface SetMarginMode {
  readonly kind: 'set-margin-mode';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly marginMode: MarginMode;
}

/** Of all contracts at once; only while the account has no order and no position. */
export interface SetPositionMode {
  readonly kind: 'set-position-mode';
  readonly account: AccountId;
  readonly mode: PositionMode;
}

/** Positive adds margin to an isolated position, negative removes. */
export interface AdjustIsolatedMargin {
  readonly kind: 'adjust-isolated-margin';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly amount: Money;
}

/** An isolated position about to be liquidated takes what it needs from the wallet first. */
export interface SetAutoTopUp {
  readonly kind: 'set-auto-top-up';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly enabled: boolean;
}

/** Cancels the account's working orders there when it ends; zero stops it. */
export interface SetCountdown {
  readonly kind: 'set-countdown';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly millis: Millis;
}

export interface PlaceOrder {
  readonly kind: 'place-order';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly size: Lots;
  /** Null for a market order, which is immediate-or-cancel whatever timeInForce says. */
  readonly price: Ticks | null;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId: string | null;
  /** Trigger prices of the exits to create as the order fills. */
  readonly takeProfit: Ticks | null;
  readonly stopLoss: Ticks | null;
  /** Null if the caller does not care; otherwise it must be the contract's current mode. */
  readonly marginMode: MarginMode | null;
  readonly options?: OrderOptions;
}

export interface PlaceTrigger {
  readonly kind: 'place-trigger';
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly purpose: TriggerPurpose;
  readonly positionSide: PositionSide;
  /** Take-profit and stop-loss always close. */
  readonly effect: Effect;
  /** Null follows the whole position; take-profit and stop-loss only. */
  readonly size: Lots | null;
  /** NO_TICKS for a trailing stop. */
  readonly triggerPrice: Ticks;
  readonly triggerSource: TriggerSource;
  /** The limit once triggered; null for market. */
  readonly price: Ticks | null;
  readonly clientOrderId: string | null;
  readonly marginMode: MarginMode | null;
  readonly options?: TriggerOptions;
}

/** Shrinking keeps the place in the queue; a new price or a larger size loses it. */
export interface AmendOrder {
  readonly kind: 'amend-order';
  readonly account: AccountId;
  readonly target: OrderTarget;
  readonly size: Lots | null;
  readonly price: Ticks | null;
  /** Takes the price from the book; then `price` is null. */
  readonly priceMatch?: PriceMatch;
}

export interface AmendTrigger {
  readonly kind: 'amend-trigger';
  readonly account: AccountId;
  readonly target: OrderTarget;
  readonly triggerPrice: Ticks;
  readonly triggerSource: TriggerSource;
  /** The limit once triggered; null for market. */
  readonly price: Ticks | null;
}

export type OrderTarget =
  | { readonly by: 'id'; readonly order: OrderId }
  | { readonly by: 'client-order-id'; readonly clientOrderId: string };

export interface CancelOrder {
  readonly kind: 'cancel-order';
  readonly account: AccountId;
  readonly target: OrderTarget;
}

export interface CancelAllOrders {
  readonly kind: 'cancel-all-orders';
  readonly account: AccountId;
  /** Null for every contract. */
  readonly contract: ContractId | null;
  readonly scope: OrderGroup;
}

/** For each position: cancels its working closes, then closes it at market. */
export interface ClosePositions {
  readonly kind: 'close-positions';
  readonly account: AccountId;
  readonly contract: ContractId | null;
}

/** The season's number must be the one after the last. */
export interface OpenSeason {
  readonly kind: 'open-season';
  readonly season: SeasonNumber;
  readonly rules: SeasonRules;
}

/** Only before the start. Rules that the reset carries out need another reset. */
export interface ChangeSeasonRules {
  readonly kind: 'change-season-rules';
  readonly season: SeasonNumber;
  readonly rules: SeasonRules;
}

/** Opens an account under the season's terms, with test money, in the name of a team. */
export interface EnrolTeam {
  readonly kind: 'enrol-team';
  readonly season: SeasonNumber;
  readonly team: string;
}

/** Only before the start. The account is cleared and closed, its money goes to the treasury. */
export interface LeaveSeason {
  readonly kind: 'leave-season';
  readonly season: SeasonNumber;
  readonly account: AccountId;
}

/** Every entrant at once: a crash leaves all of them reset, or none. */
export interface ResetSeason {
  readonly kind: 'reset-season';
  readonly season: SeasonNumber;
}

/** Refused before the time of the rules. */
export interface StartSeason {
  readonly kind: 'start-season';
  readonly season: SeasonNumber;
}

/** Cancels the entrants' orders; their positions stay. */
export interface EndSeason {
  readonly kind: 'end-season';
  readonly season: SeasonNumber;
  /** Null waits for the time of the rules; a reason ends it at once. */
  readonly reason: string | null;
}

/** The review is done and the result is final, or the season is abandoned before its start. */
export interface CloseSeason {
  readonly kind: 'close-season';
  readonly season: SeasonNumber;
}

export interface SanctionAccount {
  readonly kind: 'sanction-account';
  readonly account: AccountId;
  readonly step: SanctionStep;
  readonly reason: string;
  readonly actor: string;
  /** The hash of the evidence for the decision; empty if there is none. */
  readonly evidence: string;
}

/**
 * Changes nothing. It records in the journal what an operator or the program around the venue did:
 * chaos, another feed, another speed of the clock.
 */
export interface RecordNote {
  readonly kind: 'record-note';
  readonly actor: string;
  readonly topic: string;
  readonly text: string;
}

/**
 * Changes nothing. It begins each beat of the market and keeps what the market must remember, so
 * that whoever has the journal and the seed can decide the next beat.
 */
export interface MarketBeat {
  readonly kind: 'market-beat';
  /** Counted in half seconds of venue time from 1970. */
  readonly beat: number;
  readonly memories: readonly SlotMemory[];
}

/** The newest bytes of a slot replace the ones before. */
export interface SlotMemory {
  readonly slot: number;
  readonly bytes: Uint8Array;
}

/** Several commands as one: nothing comes between them; each succeeds or is refused by itself. */
export interface Batch {
  readonly kind: 'batch';
  readonly commands: readonly Exclude<Command, Batch>[];
}
