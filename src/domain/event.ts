/**
 * The events of the venue, a closed union, described once like the commands. Everything that people
 * look at is a fold of them. Events that take money or a position from someone carry their inputs,
 * so that anyone can check them by hand.
 */
import { ACCOUNT_ROLE, ACCOUNT_STATUS, ACCOUNT_TERMS, POSITION_MODES } from './account.ts';
import { type Command, SLOT_MEMORY } from './command.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { CONTRACT } from './contract.ts';
import { FILL_SIDE, FILL_VENUE } from './fill.ts';
import { ORDER_LOTS_MAX } from './limits.ts';
import { MARGIN_MODE } from './margin.ts';
import {
  CANCEL_REASON,
  ORDER_ORIGIN,
  TIME_IN_FORCE,
  TRIGGER,
  TRIGGER_DIRECTION,
  TRIGGER_OPTIONS,
  TRIGGER_SOURCE,
} from './order.ts';
import { POSTING_KIND } from './posting.ts';
import { REJECT } from './reject.ts';
import { SANCTION, SANCTION_STEP, SEASON_PHASE, SEASON_RULE_TABLE } from './season.ts';
import {
  ACCOUNT_ID,
  bounded,
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
  type NamedShape,
  nullOr,
  ORDER_ID,
  optional,
  PPM,
  RATE,
  type RecordOf,
  recordOf,
  TEXT,
  TICKS,
  TRADE_ID,
  type UnionOf,
  wordOf,
} from './shape.ts';
import { EFFECT, POSITION_SIDE, SIDE } from './side.ts';
import { WHY_EVENTS } from './why.ts';

const COMMAND_KIND: NamedShape<Command['kind']> = { form: 'named', name: 'kind of a command' };
const COMMAND_OUTCOME: NamedShape<CommandOutcome> = { form: 'named', name: 'CommandOutcome' };

const TOLD_FUNDING = { estimate: RATE, nextAt: MILLIS };
export type ToldFunding = RecordOf<typeof TOLD_FUNDING>;

const PLAYED = bounded(COUNT, { unit: 'played', min: -ORDER_LOTS_MAX });

export const EVENTS = {
  /** The command changed nothing. */
  'command-rejected': {
    command: COMMAND_KIND,
    account: nullOr(ACCOUNT_ID),
    reject: recordOf(REJECT),
  },
  /** The answer to a signed request. A repeat gets the same answer and changes nothing. */
  'request-answered': { isRepeat: FLAG, outcome: COMMAND_OUTCOME },
  /** The events up to the next marker belong to this command of the batch. */
  'batch-item-started': { item: COUNT },
  /** Later events of the entry were caused by the whole batch: triggers, liquidations. */
  'batch-ended': {},
  'contract-listed': { contract: recordOf(CONTRACT) },
  'contract-status-changed': { contract: CONTRACT_ID, halted: FLAG },
  'prices-marked': {
    contract: CONTRACT_ID,
    index: FINE_TICKS,
    mark: TICKS,
    /** Where a recorded market told the rate to be settled next, or when. */
    funding: optional(recordOf(TOLD_FUNDING), 1),
  },
  'account-opened': {
    account: ACCOUNT_ID,
    role: ACCOUNT_ROLE,
    terms: recordOf(ACCOUNT_TERMS),
    positionMode: POSITION_MODES,
  },
  'account-terms-set': { account: ACCOUNT_ID, terms: recordOf(ACCOUNT_TERMS) },
  'account-status-changed': { account: ACCOUNT_ID, status: ACCOUNT_STATUS, note: TEXT },
  /** Money in or out of an account other than by a fill, funding or a liquidation fee. */
  'collateral-moved': {
    account: ACCOUNT_ID,
    reason: POSTING_KIND,
    amount: MONEY,
    wallet: MONEY,
    collateral: MONEY,
  },
  'leverage-set': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    marginMode: MARGIN_MODE,
    longLeverage: LEVERAGE_TIMES,
    shortLeverage: LEVERAGE_TIMES,
  },
  'margin-mode-set': { account: ACCOUNT_ID, contract: CONTRACT_ID, marginMode: MARGIN_MODE },
  'position-mode-set': { account: ACCOUNT_ID, mode: POSITION_MODES },
  /**
   * Between the cross wallet and an isolated position: by hand, by a leverage change or by top-up.
   */
  'isolated-margin-moved': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    cause: wordOf('user', 'leverage', 'top-up'),
    amount: MONEY,
    isolatedMargin: MONEY,
  },
  'auto-top-up-set': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    enabled: FLAG,
  },
  'countdown-set': {
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    /** Null if it was stopped. */
    endsAt: nullOr(MILLIS),
  },
  'order-accepted': {
    order: ORDER_ID,
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    positionSide: POSITION_SIDE,
    effect: EFFECT,
    timeInForce: TIME_IN_FORCE,
    origin: ORDER_ORIGIN,
    clientOrderId: nullOr(TEXT),
    price: TICKS,
    workingPrice: TICKS,
    size: LOTS,
    frozen: MONEY,
    /** The inputs of the remainder's freeze; see orderFreeze. */
    freezePrice: TICKS,
    openLoss: TICKS,
    leverage: LEVERAGE_TIMES,
    marginMode: MARGIN_MODE,
    positionMode: POSITION_MODES,
    makerFee: PPM,
    takerFee: PPM,
    takeProfit: TICKS,
    stopLoss: TICKS,
    parent: ORDER_ID,
    /** A copy; present while the order waits for its trigger. */
    trigger: nullOr(recordOf(TRIGGER)),
    options: nullOr(recordOf(TRIGGER_OPTIONS)),
  },
  /** The same client order id with the same content: the first order answers again. */
  'order-repeated': { account: ACCOUNT_ID, order: ORDER_ID, clientOrderId: TEXT },
  'order-rested': {
    order: ORDER_ID,
    contract: CONTRACT_ID,
    side: SIDE,
    price: TICKS,
    remaining: LOTS,
  },
  'order-amended': {
    order: ORDER_ID,
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    side: SIDE,
    price: TICKS,
    workingPrice: TICKS,
    size: LOTS,
    frozen: MONEY,
    freezePrice: TICKS,
    openLoss: TICKS,
    /** The lots on the book before, and whether the order is still there, shrunk in place. */
    removed: LOTS,
    removedFrom: TICKS,
  },
  /**
   * Orders of a recorded market came, grew, shrank or went, other than by fills. Nobody is told of
   * them one by one; `src/domain/played-levels.ts` reads the changes.
   */
  'levels-played': { contract: CONTRACT_ID, changes: manyOf(PLAYED) },
  /** More or less of a working net order would open a position, so its freeze changed. */
  'order-turned': {
    order: ORDER_ID,
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    /** The lots that would open a position if they filled now. */
    opening: LOTS,
    frozen: MONEY,
  },
  'order-canceled': {
    order: ORDER_ID,
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    side: SIDE,
    reason: CANCEL_REASON,
    /** Lots taken off the book at this price; zero where it was not resting. */
    removed: LOTS,
    removedFrom: TICKS,
    /** Why a triggered order was refused when it fired. */
    reject: nullOr(recordOf(REJECT)),
  },
  'fill-settled': {
    trade: TRADE_ID,
    contract: CONTRACT_ID,
    venue: FILL_VENUE,
    /** The side that took. */
    takerSide: SIDE,
    price: TICKS,
    size: LOTS,
    value: MONEY,
    maker: recordOf(FILL_SIDE),
    taker: recordOf(FILL_SIDE),
  },
  /** The running estimate of the current interval, and the sample behind it. */
  'funding-estimated': {
    contract: CONTRACT_ID,
    impactBid: FINE_TICKS,
    impactAsk: FINE_TICKS,
    premium: RATE,
    samples: COUNT,
    estimate: RATE,
  },
  'funding-settled': {
    contract: CONTRACT_ID,
    /** The scheduled moment, which may be a little before the entry that carries it. */
    settledAt: MILLIS,
    rate: RATE,
    mark: TICKS,
    meanPremium: RATE,
    samples: COUNT,
    positions: COUNT,
    /** Rounding left over, to the insurance fund. */
    residue: MONEY,
  },
  'account-reset': {
    account: ACCOUNT_ID,
    ordersCanceled: COUNT,
    positionsCleared: COUNT,
    /** Received from the treasury, or given to it where negative. */
    transferred: MONEY,
    wallet: MONEY,
  },
  /** A note was recorded; nothing else happened. */
  'note-recorded': { actor: TEXT, topic: TEXT, text: TEXT },
  /** What the market remembers was recorded; nothing else happened. */
  'market-beat-kept': { beat: COUNT, memories: manyOf(recordOf(SLOT_MEMORY)) },
  'trigger-fired': {
    order: ORDER_ID,
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    source: TRIGGER_SOURCE,
    direction: TRIGGER_DIRECTION,
    triggerPrice: TICKS,
    /** The limit, which may have been taken from the book; NO_TICKS for market. */
    price: TICKS,
    sourcePrice: TICKS,
    workingPrice: TICKS,
    size: LOTS,
    frozen: MONEY,
    freezePrice: TICKS,
    openLoss: TICKS,
  },
  /** A trailing stop follows the price from here on. */
  'trigger-activated': {
    order: ORDER_ID,
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    source: TRIGGER_SOURCE,
    sourcePrice: FINE_TICKS,
    /** Where it would fire now; the stop moves on with the price. */
    stop: TICKS,
  },
  'trigger-amended': {
    order: ORDER_ID,
    account: ACCOUNT_ID,
    contract: CONTRACT_ID,
    size: LOTS,
    price: TICKS,
    timeInForce: TIME_IN_FORCE,
    trigger: recordOf(TRIGGER),
  },
  ...WHY_EVENTS,
  'season-opened': { season: COUNT, rules: recordOf(SEASON_RULE_TABLE) },
  'season-rules-changed': {
    season: COUNT,
    rules: recordOf(SEASON_RULE_TABLE),
    /** Back to enrolling where the change needs another reset. */
    phase: SEASON_PHASE,
  },
  /** Follows the event that opened the account. */
  'account-enrolled': { season: COUNT, account: ACCOUNT_ID, team: TEXT },
  'account-left': { season: COUNT, account: ACCOUNT_ID },
  /** Follows an account-reset of each of its accounts. */
  'season-reset': { season: COUNT, accounts: COUNT, wallet: MONEY },
  'season-started': { season: COUNT, startedAt: MILLIS, entrants: COUNT },
  'season-ended': {
    season: COUNT,
    /** The time of the rules, however late the command came; earlier where a reason was given. */
    endedAt: MILLIS,
    ordersCanceled: COUNT,
    reason: nullOr(TEXT),
  },
  'season-closed': {
    season: COUNT,
    /** Where it stood before: anything but `ended` means that it was given up. */
    phase: SEASON_PHASE,
  },
  /** What a step leads to (freezing, closing of positions) follows as events of its own. */
  'account-sanctioned': {
    season: COUNT,
    account: ACCOUNT_ID,
    step: SANCTION_STEP,
    /** The sanction in force after this step. */
    sanction: SANCTION,
    reason: TEXT,
    actor: TEXT,
    evidence: TEXT,
  },
};

export type Event = UnionOf<typeof EVENTS>;

export type EventOf<Kind extends keyof typeof EVENTS> = KindOf<'kind', Kind, (typeof EVENTS)[Kind]>;
export type ContractListed = EventOf<'contract-listed'>;
export type PricesMarked = EventOf<'prices-marked'>;
export type OrderAccepted = EventOf<'order-accepted'>;
export type OrderCanceled = EventOf<'order-canceled'>;
export type FillSettled = EventOf<'fill-settled'>;
export type FundingSettled = EventOf<'funding-settled'>;
