/**
 * The commands of the venue, a closed union, described once: types, journal, random commands and
 * docs/COMMANDS.md derive from the table. Time, prices and randomness reach the engine only in
 * commands. A changed meaning is a new kind, never a reused field.
 */
import { ACCOUNT_STATUS, ACCOUNT_TERMS, POSITION_MODES } from './account.ts';
import { CONTRACT } from './contract.ts';
import { LATENCY } from './latency.ts';
import {
  COUNTDOWN_MAX,
  NOTE_ACTOR_LENGTH_MAX,
  NOTE_TEXT_LENGTH_MAX,
  NOTE_TOPIC_LENGTH_MAX,
  SANCTION_TEXT_LENGTH_MAX,
  TEAM_NAME_LENGTH_MAX,
} from './limits.ts';
import { MARGIN_MODE } from './margin.ts';
import {
  CLIENT_ORDER_ID,
  ORDER_GROUP,
  ORDER_OPTIONS,
  PRICE_MATCH,
  TIME_IN_FORCE,
  TRIGGER_OPTIONS,
  TRIGGER_PURPOSE,
  TRIGGER_SOURCE,
} from './order.ts';
import { type Mandate, REPLICA_COMMANDS } from './replica-command.ts';
import type { RequestIdentity } from './request-identity.ts';
import { SANCTION_STEP, SEASON_RULE_TABLE } from './season.ts';
import {
  ACCOUNT_ID,
  type BytesShape,
  bounded,
  type ChoiceShape,
  CONTRACT_ID,
  COUNT,
  FINE_TICKS,
  FLAG,
  type KindOf,
  LEVERAGE_TIMES,
  LOTS,
  MILLIS,
  MONEY,
  manyOf,
  nullOr,
  ORDER_ID,
  optional,
  RATE,
  type RecordOf,
  recordOf,
  TEXT,
  TICKS,
  textUpTo,
  type UnionOf,
  type ValueOf,
  wordOf,
} from './shape.ts';
import { EFFECT, POSITION_SIDE } from './side.ts';
import type { Millis, Seq } from './units.ts';

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

export type Command = PlainCommand | Batch;

/** Every command but a batch of them. */
export type PlainCommand = UnionOf<typeof COMMANDS>;

/** Several commands as one: nothing comes between them; each succeeds or is refused by itself. */
export interface Batch {
  readonly kind: 'batch';
  readonly commands: readonly PlainCommand[];
}

const TARGETS = { id: { order: ORDER_ID }, 'client-order-id': { clientOrderId: CLIENT_ORDER_ID } };
const ORDER_TARGET: ChoiceShape<'by', typeof TARGETS> = {
  form: 'choice',
  by: 'by',
  cases: TARGETS,
};
export type OrderTarget = ValueOf<typeof ORDER_TARGET>;

const BYTES: BytesShape = { form: 'bytes' };
/** The newest bytes of a slot replace the ones before. */
export const SLOT_MEMORY = { slot: COUNT, bytes: BYTES };
export type SlotMemory = RecordOf<typeof SLOT_MEMORY>;

export const COMMANDS = {
  /** Nothing but the passing of time. */
  'advance-clock': {},
  /** The contract's id must be the number of contracts listed before it. */
  'list-contract': { contract: recordOf(CONTRACT) },
  /** No new orders; cancels, queries and risk go on. */
  'halt-contract': { contract: CONTRACT_ID },
  'resume-contract': { contract: CONTRACT_ID },
  'set-index-price': {
    contract: CONTRACT_ID,
    price: FINE_TICKS,
    /** Of a recorded market, until the next index price; what is missing the venue works out. */
    mark: optional(FINE_TICKS, 3),
    fundingRate: optional(RATE, 3),
    /** When it is settled. */
    fundingAt: optional(MILLIS, 3),
  },
  'open-account': {
    role: wordOf('trader', 'house'),
    terms: recordOf(ACCOUNT_TERMS),
    /** Hedge if missing. */
    positionMode: optional(POSITION_MODES, 2),
  },
  'set-account-terms': { account: ACCOUNT_ID, terms: recordOf(ACCOUNT_TERMS) },
  /** Of its terms alone how late it sees, acts and is told; no delays take it away. */
  'set-latency': { account: ACCOUNT_ID, latency: recordOf(LATENCY) },
  /** Leaving `active` cancels the account's orders. Its positions stay, subject to risk. */
  'set-account-status': { account: ACCOUNT_ID, status: ACCOUNT_STATUS, note: TEXT },
  deposit: { account: ACCOUNT_ID, amount: MONEY },
  withdraw: { account: ACCOUNT_ID, amount: MONEY },
  /**
   * Orders canceled, positions cleared at the mark, settings back to default, wallet exactly this.
   */
  'reset-account': { account: ACCOUNT_ID, wallet: MONEY },
  'set-leverage': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    /** Must be the contract's current mode, or be free to change; see SetMarginMode. */
    marginMode: MARGIN_MODE,
    longLeverage: LEVERAGE_TIMES,
    shortLeverage: LEVERAGE_TIMES,
  },
  'set-margin-mode': { account: ACCOUNT_ID, contract: CONTRACT_ID, marginMode: MARGIN_MODE },
  /** Of all contracts at once; only while the account has no order and no position. */
  'set-position-mode': { account: ACCOUNT_ID, mode: POSITION_MODES },
  /** Positive adds margin to an isolated position, negative removes. */
  'adjust-isolated-margin': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    amount: MONEY,
  },
  /** An isolated position about to be liquidated takes what it needs from the wallet first. */
  'set-auto-top-up': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    enabled: FLAG,
  },
  /** Cancels the account's working orders there when it ends; zero stops it. */
  'set-countdown': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    millis: bounded(MILLIS, { max: COUNTDOWN_MAX }),
  },
  'place-order': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    effect: EFFECT,
    size: LOTS,
    /** Null for a market order, which is immediate-or-cancel whatever timeInForce says. */
    price: nullOr(TICKS),
    timeInForce: TIME_IN_FORCE,
    clientOrderId: nullOr(CLIENT_ORDER_ID),
    /** Trigger prices of the exits to create as the order fills. */
    takeProfit: nullOr(TICKS),
    stopLoss: nullOr(TICKS),
    /** Null if the caller does not care; otherwise it must be the contract's current mode. */
    marginMode: nullOr(MARGIN_MODE),
    options: optional(recordOf(ORDER_OPTIONS), 2),
  },
  'place-trigger': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    /** Take-profit and stop-loss always close. */
    effect: EFFECT,
    /** Null follows the whole position; take-profit and stop-loss only. */
    size: nullOr(LOTS),
    purpose: TRIGGER_PURPOSE,
    /** The limit once triggered; null for market. */
    price: nullOr(TICKS),
    /** NO_TICKS for a trailing stop. */
    triggerPrice: TICKS,
    triggerSource: TRIGGER_SOURCE,
    clientOrderId: nullOr(CLIENT_ORDER_ID),
    marginMode: nullOr(MARGIN_MODE),
    options: optional(recordOf(TRIGGER_OPTIONS), 2),
  },
  /** Shrinking keeps the place in the queue; a new price or a larger size loses it. */
  'amend-order': {
    account: ACCOUNT_ID,
    target: ORDER_TARGET,
    size: nullOr(LOTS),
    price: nullOr(TICKS),
    /** Takes the price from the book; then `price` is null. */
    priceMatch: optional(recordOf(PRICE_MATCH), 2),
  },
  'amend-trigger': {
    account: ACCOUNT_ID,
    target: ORDER_TARGET,
    triggerPrice: TICKS,
    triggerSource: TRIGGER_SOURCE,
    /** The limit once triggered; null for market. */
    price: nullOr(TICKS),
  },
  'cancel-order': { account: ACCOUNT_ID, target: ORDER_TARGET },
  'cancel-all-orders': {
    account: ACCOUNT_ID,
    /** Null for every contract. */
    contract: nullOr(CONTRACT_ID),
    scope: ORDER_GROUP,
  },
  /** For each position: cancels its working closes, then closes it at market. */
  'close-positions': { account: ACCOUNT_ID, contract: nullOr(CONTRACT_ID) },
  /** The season's number must be the one after the last. */
  'open-season': { season: COUNT, rules: recordOf(SEASON_RULE_TABLE) },
  /** Only before the start. Rules that the reset carries out need another reset. */
  'change-season-rules': { season: COUNT, rules: recordOf(SEASON_RULE_TABLE) },
  /** Opens an account under the season's terms, with test money, in the name of a team. */
  'enrol-team': { season: COUNT, team: textUpTo(TEAM_NAME_LENGTH_MAX) },
  /** Only before the start. The account is cleared and closed, its money goes to the treasury. */
  'leave-season': { season: COUNT, account: ACCOUNT_ID },
  /** Every entrant at once: a crash leaves all of them reset, or none. */
  'reset-season': { season: COUNT },
  /** Refused before the time of the rules. */
  'start-season': { season: COUNT },
  /** Cancels the entrants' orders; their positions stay. */
  'end-season': {
    season: COUNT,
    /** Null waits for the time of the rules; a reason ends it at once. */
    reason: nullOr(TEXT),
  },
  /** The review is done and the result is final, or the season is abandoned before its start. */
  'close-season': { season: COUNT },
  'sanction-account': {
    account: ACCOUNT_ID,
    step: SANCTION_STEP,
    reason: textUpTo(SANCTION_TEXT_LENGTH_MAX),
    actor: textUpTo(SANCTION_TEXT_LENGTH_MAX),
    /** The hash of the evidence for the decision; empty if there is none. */
    evidence: textUpTo(SANCTION_TEXT_LENGTH_MAX),
  },
  /**
   * Changes nothing. It records in the journal what an operator or the program around the venue
   * did: chaos, another feed, another speed of the clock.
   */
  'record-note': {
    actor: textUpTo(NOTE_ACTOR_LENGTH_MAX),
    topic: textUpTo(NOTE_TOPIC_LENGTH_MAX),
    text: textUpTo(NOTE_TEXT_LENGTH_MAX),
  },
  /**
   * Changes nothing. It begins each beat of the market and keeps what the market must remember, so
   * that whoever has the journal and the seed can decide the next beat.
   */
  'market-beat': {
    /** Counted in half seconds of venue time from 1970. */
    beat: COUNT,
    memories: manyOf(recordOf(SLOT_MEMORY)),
  },
  /** A moment of a recorded market. Both accounts are the house's, and in net mode. */
  'play-tape': {
    contract: CONTRACT_ID,
    /** Whose orders the recorded levels are, and who takes what was traded. */
    maker: ACCOUNT_ID,
    taker: ACCOUNT_ID,
    /** What happened, as `src/domain/tape-steps.ts` writes it. */
    steps: BYTES,
  },
  ...REPLICA_COMMANDS,
};

type CommandOf<Kind extends keyof typeof COMMANDS> = KindOf<'kind', Kind, (typeof COMMANDS)[Kind]>;
export type AdvanceClock = CommandOf<'advance-clock'>;
export type ListContract = CommandOf<'list-contract'>;
export type HaltContract = CommandOf<'halt-contract'>;
export type ResumeContract = CommandOf<'resume-contract'>;
export type SetIndexPrice = CommandOf<'set-index-price'>;
/** What a recorded market told with the index; the venue works out the rest. */
export type ToldPrices = Pick<SetIndexPrice, 'mark' | 'fundingRate'>;
export type OpenAccount = CommandOf<'open-account'>;
export type SetAccountTerms = CommandOf<'set-account-terms'>;
export type SetLatency = CommandOf<'set-latency'>;
export type SetAccountStatus = CommandOf<'set-account-status'>;
export type Deposit = CommandOf<'deposit'>;
export type Withdraw = CommandOf<'withdraw'>;
export type ResetAccount = CommandOf<'reset-account'>;
export type SetLeverage = CommandOf<'set-leverage'>;
export type SetMarginMode = CommandOf<'set-margin-mode'>;
export type SetPositionMode = CommandOf<'set-position-mode'>;
export type AdjustIsolatedMargin = CommandOf<'adjust-isolated-margin'>;
export type SetAutoTopUp = CommandOf<'set-auto-top-up'>;
export type SetCountdown = CommandOf<'set-countdown'>;
export type PlaceOrder = CommandOf<'place-order'>;
export type PlaceTrigger = CommandOf<'place-trigger'>;
export type AmendOrder = CommandOf<'amend-order'>;
export type AmendTrigger = CommandOf<'amend-trigger'>;
export type CancelOrder = CommandOf<'cancel-order'>;
export type CancelAllOrders = CommandOf<'cancel-all-orders'>;
export type ClosePositions = CommandOf<'close-positions'>;
export type OpenSeason = CommandOf<'open-season'>;
export type ChangeSeasonRules = CommandOf<'change-season-rules'>;
export type EnrolTeam = CommandOf<'enrol-team'>;
export type LeaveSeason = CommandOf<'leave-season'>;
export type ResetSeason = CommandOf<'reset-season'>;
export type StartSeason = CommandOf<'start-season'>;
export type EndSeason = CommandOf<'end-season'>;
export type CloseSeason = CommandOf<'close-season'>;
export type SanctionAccount = CommandOf<'sanction-account'>;
export type RecordNote = CommandOf<'record-note'>;
export type MarketBeat = CommandOf<'market-beat'>;
export type PlayTape = CommandOf<'play-tape'>;
