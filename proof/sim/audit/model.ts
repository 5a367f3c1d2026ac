/**
 * What the auditor believes, built from commands and events alone. It uses plain maps and sorted
 * lists: slow, obvious, and nothing like the engine's structures.
 */
import type {
  AccountRole,
  AccountStatus,
  AccountTerms,
  PositionMode,
} from '../../../src/domain/account.ts';
import type { Command } from '../../../src/domain/command.ts';
import type { Contract } from '../../../src/domain/contract.ts';
import type { MarginMode } from '../../../src/domain/margin.ts';
import type {
  OrderOrigin,
  TimeInForce,
  Trigger,
  TriggerOptions,
} from '../../../src/domain/order.ts';
import type { SeasonRules } from '../../../src/domain/season.ts';
import type { Effect, PositionSide, Side } from '../../../src/domain/side.ts';
import { broken } from './broken.ts';

export interface ModelOrder {
  readonly id: number;
  readonly account: number;
  readonly contract: number;
  /** Whose it is, and where. */
  readonly owner: ModelAccount;
  readonly listing: ModelContract;
  readonly desk: ModelDesk;
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly side: Side;
  readonly origin: OrderOrigin;
  readonly clientOrderId: string | null;
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly positionMode: PositionMode;
  readonly makerFee: number;
  readonly takerFee: number;
  readonly takeProfit: number;
  readonly stopLoss: number;
  readonly parent: number;
  status: 'untriggered' | 'pending' | 'open';
  timeInForce: TimeInForce;
  price: number;
  working: number;
  size: number;
  filled: number;
  filledValue: bigint;
  fee: bigint;
  /** How many fills it has had. */
  fills: number;
  freezePrice: number;
  openLoss: number;
  frozen: bigint;
  /** In net mode, the lots that money is frozen for, and its age among the working orders. */
  opening: number;
  place: number;
  trigger: Readonly<Trigger> | null;
  readonly options: TriggerOptions | null;
  /** What a trailing stop has followed, at least and at most; null before it is active. */
  followed: { sure: number; perhaps: number } | null;
}

export interface ModelPosition {
  readonly id: number;
  size: number;
  openValue: bigint;
  margin: bigint;
}

export interface ModelSide {
  position: ModelPosition | null;
  leverage: number;
  autoTopUp: boolean;
}

export interface ModelDesk {
  readonly contract: ModelContract;
  mode: MarginMode;
  crossLeverage: number;
  readonly long: ModelSide;
  readonly short: ModelSide;
}

interface ModelClientOrder {
  readonly order: number;
  readonly content: string;
  /** Unique among open orders only. */
  readonly isOpenOnly: boolean;
  readonly createdAt: number;
  finalAt: number | null;
}

export interface ModelAccount {
  readonly id: number;
  readonly role: AccountRole;
  status: AccountStatus;
  terms: AccountTerms;
  positionMode: PositionMode;
  wallet: bigint;
  collateral: bigint;
  /** By contract id; made when something first happens there. */
  readonly desks: Map<number, ModelDesk>;
  readonly clientOrders: Map<string, ModelClientOrder>;
}

export interface ModelContract {
  readonly terms: Contract;
  halted: boolean;
  index: number;
  indexAt: number;
  mark: number;
  last: number;
  /** Resting orders, the first to trade in front. */
  readonly bids: ModelOrder[];
  readonly asks: ModelOrder[];
  /** The last sixty samples, oldest first. */
  readonly basis: number[];
  readonly funding: {
    nextAt: number;
    interval: number;
    lastRate: number;
    samples: number;
    weighted: bigint;
  };
}

interface ModelDebt {
  readonly account: number;
  readonly contract: number;
  readonly amount: bigint;
}

/** What one opening order's exits have closed so far, and what it has filled. */
interface ModelFamily {
  filled: number;
  exited: number;
  /** What their holder added by hand to exits that were triggered and work on the book. */
  added: number;
  /** The total of take-profits and stop-losses made for it; null if it asked for none. */
  profit: number | null;
  loss: number | null;
}

export interface ModelSeason {
  readonly number: number;
  rules: SeasonRules;
  phase: string;
  endedAt: number | null;
  readonly entrants: Map<number, { readonly team: string; rung: string }>;
}

export class Model {
  seq = 0;
  now = 0;
  /** The moments up to which time-driven work is done. */
  nextSecond = 0;
  readonly accounts = new Map<number, ModelAccount>();
  readonly contracts: ModelContract[] = [];
  readonly orders = new Map<number, ModelOrder>();
  readonly families = new Map<number, ModelFamily>();
  lastOrder = 0;
  lastTrade = 0;
  lastPosition = 0;
  lastAccount = 1_000;
  depositsNet = 0n;
  /** The command whose events are being folded; null in what time or a whole batch set off. */
  command: Command | null = null;
  /** Isolated losses beyond the margin that the fund must make good before anything else. */
  readonly owed: ModelDebt[] = [];
  /** Funding paid since the last settlement record, by contract. */
  readonly paid = new Map<number, { sum: bigint; positions: number }>();
  /** The scope under liquidation, if any. */
  liquidating: { readonly account: number; readonly cross: boolean } | null = null;
  /** Forced orders that had to look for counterparties outside the book. */
  readonly bankrupt = new Set<number>();
  /** Orders asked to be canceled one after the other by the present command: the last id seen. */
  lastCanceled = 0;
  /** When countdowns end, by `account|contract`, and the orders that this entry's must cancel. */
  readonly countdowns = new Map<string, number>();
  readonly doomed = new Set<number>();
  /** Contracts whose last price and mark were close to each other at some time of the entry. */
  readonly calm = new Set<number>();
  /** Highest and lowest trigger prices of the entry, by `contract|source`. */
  readonly ranges = new Map<string, { low: number; high: number }>();
  /** Who tried to close what with the present command; only the account if it was refused. */
  readonly attempts = new Set<string>();
  /** The forced order that the fund took over last. */
  takenOver = 0;
  /** How the command was answered: refused, repeated, accepted. */
  answers = 0;
  /** How many refusals the present command has met. */
  refusals = 0;
  /** The newest order when the present command began. */
  orderBefore = 0;
  /** The newest place among working orders. */
  lastPlace = 0;
  /** Sides of net desks that shrank in this entry, and where a reduce-only order came to rest. */
  readonly shrunk = new Set<string>();
  readonly arrived = new Set<string>();
  /** The last season opened. */
  season: ModelSeason | null = null;

  constructor() {
    addAccount(this, FEES, 'fees', VENUE_TERMS);
    addAccount(this, FUND, 'insurance', VENUE_TERMS);
    addAccount(this, TREASURER, 'treasury', VENUE_TERMS);
  }
}

export const FEES = 1;
export const FUND = 2;
const TREASURER = 3;

const VENUE_TERMS: AccountTerms = {
  makerFee: null,
  takerFee: null,
  leverageMax: null,
  contracts: null,
  team: null,
  selfTrade: 'cancel-maker',
};

export function addAccount(
  model: Model,
  id: number,
  role: AccountRole,
  terms: AccountTerms,
): ModelAccount {
  const account: ModelAccount = {
    id,
    role,
    status: 'active',
    terms,
    positionMode: 'hedge',
    wallet: 0n,
    collateral: 0n,
    desks: new Map(),
    clientOrders: new Map(),
  };
  model.accounts.set(id, account);
  return account;
}

export function modelAccount(model: Model, id: number): ModelAccount {
  return model.accounts.get(id) ?? broken('account', `event names account ${id}, never opened`);
}

export function modelContract(model: Model, id: number): ModelContract {
  return model.contracts[id] ?? broken('contract', `event names contract ${id}, never listed`);
}

export function modelOrder(model: Model, id: number): ModelOrder {
  return model.orders.get(id) ?? broken('16 status', `event about order ${id}, unknown or final`);
}

const LEVERAGE_AT_FIRST = 20;

export const capOf = (account: ModelAccount, contract: Contract): number =>
  Math.min(contract.leverageMax, account.terms.leverageMax ?? contract.leverageMax);

const firstLeverage = (account: ModelAccount, contract: Contract): number =>
  Math.min(LEVERAGE_AT_FIRST, capOf(account, contract));

/** The desk as it stands, or with the settings of a new account. Kept only by `keptDesk`. */
export function modelDesk(account: ModelAccount, contract: ModelContract): ModelDesk {
  const { terms } = contract;
  const known = account.desks.get(terms.id);
  if (known !== undefined) return known;
  const leverage = firstLeverage(account, terms);
  const side = (): ModelSide => ({ position: null, leverage, autoTopUp: false });
  return { contract, mode: 'cross', crossLeverage: leverage, long: side(), short: side() };
}

export function keptDesk(account: ModelAccount, contract: ModelContract): ModelDesk {
  const desk = modelDesk(account, contract);
  account.desks.set(contract.terms.id, desk);
  return desk;
}

export const leverageAt = (desk: ModelDesk, side: PositionSide): number =>
  desk.mode === 'cross' ? desk.crossLeverage : desk[side].leverage;

export const takerRate = (account: ModelAccount, { terms }: ModelContract): number =>
  isVenue(account) ? 0 : (account.terms.takerFee ?? terms.takerFee);

export const makerRate = (account: ModelAccount, { terms }: ModelContract): number =>
  isVenue(account) ? 0 : (account.terms.makerFee ?? terms.makerFee);

export const isVenue = ({ role }: ModelAccount): boolean =>
  role === 'fees' || role === 'insurance' || role === 'treasury';

export const remainingOf = (order: ModelOrder): number => order.size - order.filled;

export const accountOrders = (model: Model, account: number): ModelOrder[] =>
  [...model.orders.values()].filter((order) => order.account === account);

/** Those of its account at its contract, without itself. */
export const siblingsOf = (model: Model, { id, account, contract }: ModelOrder): ModelOrder[] =>
  accountOrders(model, account).filter((order) => order.contract === contract && order.id !== id);

export function expectNoOrders(model: Model, account: number, rule: string): void {
  const [order] = accountOrders(model, account);
  if (order !== undefined) broken(rule, `account ${account} keeps order ${order.id}`);
}

export const isWorking = (order: ModelOrder): boolean => order.status !== 'untriggered';

const STALE_AFTER = 30_000;

export const isStaleAt = (contract: ModelContract, now: number): boolean =>
  now - contract.indexAt > STALE_AFTER;

export const isPausedAt = (contract: ModelContract, now: number): boolean =>
  contract.halted || isStaleAt(contract, now);

export const modelBid = (contract: ModelContract): number => contract.bids[0]?.working ?? 0;
export const modelAsk = (contract: ModelContract): number => contract.asks[0]?.working ?? 0;

export const queueOf = (contract: ModelContract, side: Side): ModelOrder[] =>
  side === 'buy' ? contract.bids : contract.asks;

/** In hedge mode all that remain. */
export const openedBy = (order: ModelOrder): number =>
  isNetOpen(order) ? order.opening : remainingOf(order);

/** An order that shrinks the other side before it opens its own. */
export const isNetOpen = ({ positionMode, effect }: ModelOrder): boolean =>
  positionMode === 'net' && effect === 'open';

/** The lots held on its own side, and on the other. */
export const heldFor = ({ desk, positionSide }: ModelOrder): number =>
  desk[positionSide].position?.size ?? 0;
export const otherHeld = ({ desk, positionSide }: ModelOrder): number =>
  desk[oppositeOf(positionSide)].position?.size ?? 0;

export const oppositeOf = (side: PositionSide): PositionSide =>
  side === 'long' ? 'short' : 'long';

/**
 * The lots of an order that would open a position: the newest orders open, the oldest shrink the
 * other side.
 */
export function openingOf(model: Model, order: ModelOrder): number {
  const older = siblingsOf(model, order).filter(
    (other) =>
      isWorking(other) &&
      other.effect === 'open' &&
      other.positionSide === order.positionSide &&
      other.place < order.place,
  );
  const claimed = older.reduce((total, other) => total + remainingOf(other), 0);
  const left = Math.max(0, otherHeld(order) - claimed);
  return Math.max(0, remainingOf(order) - left);
}
