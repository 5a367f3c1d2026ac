/**
 * Everything the engine remembers: plain data, changed in place by the verbs of this folder. What a
 * command needs is a constant number of steps from what it names; nothing grows with history.
 */

import type { Book, Slot } from '../book/book.ts';
import type { AccountRole, AccountStatus, AccountTerms, PositionMode } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import type { ToldPrices } from '../domain/command.ts';
import type { ClosedPosition } from '../domain/command-outcome.ts';
import type { Contract } from '../domain/contract.ts';
import type { DeleverageRank } from '../domain/deleveraging.ts';
import type { Event } from '../domain/event.ts';
import type { AccountId, ContractId, OrderId } from '../domain/ids.ts';
import type { MarginMode } from '../domain/margin.ts';
import type { Order, TriggerDirection, TriggerSource } from '../domain/order.ts';
import type { OrderRecords, OrderTable } from '../domain/order-table.ts';
import type { Position } from '../domain/position.ts';
import type { Entrant, SeasonNumber, SeasonPhase, SeasonRules } from '../domain/season.ts';
import type { PositionSide, Side } from '../domain/side.ts';
import type { FineTicks, FundingRate, Lots, Millis, Money, Seq, Ticks } from '../domain/units.ts';
import type { Heap, HeapNode } from './heap.ts';
import type { LogMemory } from './log-memory.ts';
import type { NonceMemory } from './nonce-memory.ts';
import type { RequestMemory } from './request-memory.ts';
import type { CrossWorth, DeskWorth } from './worth.ts';

export interface VenueState {
  seq: Seq;
  now: Millis;
  /** Next ids, and the next place in price-time priority. */
  nextAccount: number;
  nextOrder: number;
  nextTrade: number;
  nextPosition: number;
  nextPriority: number;
  /** Indexed by account id. */
  readonly accounts: (Account | undefined)[];
  /** Indexed by contract id. */
  readonly listings: Listing[];
  /** Every order that is not final. */
  readonly orders: OrderTable<LiveOrder>;
  records: OrderRecords<LiveOrder>;
  /** Client order ids by the minute after which they are forgotten. */
  readonly expiring: Map<number, ClientOrder[]>;
  /** Orders that are good till a date and countdowns that run, by the moment they end. */
  readonly deadlines: Heap<LiveOrder | Desk>;
  /** Deposits minus withdrawals since the beginning; always the sum of all collateral. */
  depositsNet: Money;
  collateralTotal: Money;
  /** By the entry being applied: the total, mostly a bigint, has it when that ends. */
  collateralMoved: Money;
  /** The last season opened, until the next one is. */
  season: Season | null;
  /** The next whole second, at which time-driven work is due. */
  nextSecond: Millis;
  nextPremiumAt: Millis;
  /** The signed requests of the last minute. */
  requests: RequestMemory;
  /** What signers have spent of their numbers. */
  nonces: NonceMemory;
  /** The senders of the log, where several replicas share one. */
  log: LogMemory;
  readonly changes: Changes;
  /** Work of the entry being applied; levels played grow while no other event follows. */
  eventCount: number;
  /** Those beyond the count are of entries before, and their room is used again. */
  readonly events: Event[];
  played: number[];
  /** The positions that the entry was to close. */
  closed: ClosedPosition[];
  /** How many triggers the entry has fired. */
  triggersFired: number;
  readonly touched: Account[];
  readonly deleverageQueues: Map<string, DeleverageQueue>;
  /** Accounts touched since deleveraging began to rank; a queue reads on from where it stopped. */
  readonly touchLog: Account[];
}

/** Of marks, positions and settings, which margins follow from: sums of the same count hold. */
export interface Changes {
  count: number;
}

/** A season of the competition, from its opening until the next one is opened. */
export interface Season {
  readonly number: SeasonNumber;
  rules: SeasonRules;
  phase: SeasonPhase;
  /** When its trading ended; null before. */
  endedAt: Millis | null;
  /** In the order of enrolment. */
  readonly entrants: Map<AccountId, Entrant>;
  /** Team names in folded form: two that look alike are the same. */
  readonly teams: Map<string, AccountId>;
}

/**
 * What every order looks at comes first, here as in desks and their sides: of a hundred thousand
 * accounts most are in no cache, and each further line of memory costs as much as a whole check.
 */
export interface Account {
  readonly id: AccountId;
  readonly role: AccountRole;
  status: AccountStatus;
  liquidating: boolean;
  positionMode: PositionMode;
  /** The desk that had an order last: most accounts have orders at one contract for long. */
  latest: Desk | null;
  terms: AccountTerms;
  /** The season it is enrolled in; null for everyone else, and once that is closed. */
  season: Season | null;
  /** How many cross positions are open. */
  crossPositions: number;
  /** Realised cash, isolated margins included. */
  wallet: Money;
  /** Sum of the margins carved out for isolated positions. */
  isolated: Money;
  /** Sum of the freezes of working opening orders. */
  frozen: Money;
  /** Whether it is in `touched`, waiting for its risk to be evaluated. */
  isTouched: boolean;
  /** Whether a position of it has ended since then, and may still be watched. */
  hasEnded: boolean;
  /** Grows with every change of money or position, so that a stale rank can be told. */
  version: number;
  /** How many isolated positions are open. */
  isolatedPositions: number;
  /** Wallet minus open value of longs plus open value of shorts: what double entry moves. */
  collateral: Money;
  /** Collateral moved, by posting kind; they sum to the collateral. */
  readonly totals: Money[];
  /** Indexed by contract id; created when first needed. */
  readonly desks: (Desk | undefined)[];
  readonly clientOrders: Map<string, ClientOrder>;
  readonly changes: Changes;
  /** Null until it has positions beyond one desk. */
  worth: CrossWorth | null;
}

/**
 * What one account has at one contract: settings, two positions, working and untriggered orders.
 */
export interface Desk {
  readonly listing: Listing;
  readonly account: Account;
  marginMode: MarginMode;
  /** Its index in the contract's holders; -1 while it has no position. */
  holderPlace: number;
  readonly long: DeskSide;
  readonly short: DeskSide;
  crossLeverage: number;
  /** Orders on the book, oldest first. */
  readonly working: OrderList;
  /** Orders waiting for their trigger, oldest first. */
  readonly untriggered: OrderList;
  /** Its place among the deadlines while a countdown runs. */
  countdown: HeapNode<LiveOrder | Desk> | null;
  /** Watches both positions together in cross margin. */
  readonly watch: RiskWatch;
  /** What its positions are worth, as it was asked for last; null before. See desk-worth. */
  worth: DeskWorth | null;
}

export interface DeskSide {
  position: Position | null;
  /** Remaining lots of working orders that open and that close, and the notional of the former. */
  opening: Lots;
  openingNotional: Money;
  closing: Lots;
  readonly side: PositionSide;
  isolatedLeverage: number;
  autoTopUp: boolean;
  /**
   * In net mode, remaining lots of all working orders to open, also of those that would shrink the
   * position of the other side instead.
   */
  ordered: Lots;
  /** The exits that follow the whole position. */
  wholeTakeProfit: OrderId;
  wholeStopLoss: OrderId;
  /** Watches this position alone in isolated margin. */
  readonly watch: RiskWatch;
}

/** The marks at which an account's risk must be evaluated again. */
export interface RiskWatch {
  readonly below: HeapNode<Account>;
  readonly above: HeapNode<Account>;
}

/** An order with its place in the engine's structures. */
export interface LiveOrder extends Order {
  readonly desk: Desk;
  readonly side: Side;
  /** Its slot in the book while it rests. */
  slot: Slot;
  /** In net mode, the lots that would open a position, and that money is frozen for. */
  opening: Lots;
  /** The smaller one trades first at one price. */
  priority: number;
  /** Neighbours in the list of its desk. */
  previous: LiveOrder | null;
  next: LiveOrder | null;
  /** Its place among the triggers of its contract. */
  node: HeapNode<LiveOrder> | null;
  /** The group that it trails the price with; null unless it is an active trailing stop. */
  trail: TrailGroup | null;
  /** Its place among the deadlines; null if it is good till canceled. */
  deadline: HeapNode<LiveOrder | Desk> | null;
}

export interface OrderList {
  first: LiveOrder | null;
  last: LiveOrder | null;
  count: number;
}

/** A client order id and the order it stands for. */
export interface ClientOrder {
  readonly account: Account;
  readonly clientOrderId: string;
  readonly order: OrderId;
  /** What was asked, so that a repeat can be told from a mistake. */
  readonly fingerprint: string;
  readonly createdAt: Millis;
  /** When the order became final; null while it lives. */
  finalAt: Millis | null;
}

/** A contract as it trades: its book, its prices and who holds it. */
export interface Listing {
  readonly contract: Contract;
  halted: boolean;
  readonly book: Book;
  /** The order in each slot of the book. */
  readonly resting: (LiveOrder | undefined)[];
  /** Zero until the first index price. */
  index: FineTicks;
  indexAt: Millis;
  mark: Ticks;
  last: Ticks;
  told: ToldPrices | null;
  /** The last sixty samples of (mid - index), one a second. */
  readonly basis: { readonly samples: number[]; next: number; sum: number };
  readonly funding: FundingClock;
  longLots: Lots;
  shortLots: Lots;
  /** Desks with a position, in no particular order. */
  readonly holders: Desk[];
  readonly triggers: Readonly<Record<TriggerSource, TriggerQueues>>;
  /** Those that fire only while mark and last are close to each other. */
  readonly protectedTriggers: Readonly<Record<TriggerSource, TriggerQueues>>;
  /** Marks at or below the key, negated, and at or above it. */
  readonly watchBelow: Heap<Account>;
  readonly watchAbove: Heap<Account>;
  /** A price moved, or a trigger was armed, since triggers were last looked at. */
  triggersDue: boolean;
  /** How many orders wait in its queues: where none does, no price has to be looked at. */
  untriggered: number;
}

/** What waits for one price source. */
export interface TriggerQueues {
  readonly heaps: Readonly<Record<TriggerDirection, Heap<LiveOrder>>>;
  /** Of stops that follow by a part of the price, and of those that follow by a price. */
  readonly trails: readonly Trail[];
}

/** The trailing stops of one price source, direction and measure; see trailing-stops. */
export interface Trail {
  readonly direction: TriggerDirection;
  readonly isByPrice: boolean;
  top: TrailGroup | null;
  /** The groups by the stop that the price reaches first. */
  readonly nearest: Heap<Followers>;
}

/** A group is its own place among the groups of its trail. */
export type TrailGroup = HeapNode<Followers>;

export interface Followers {
  readonly trail: Trail;
  extreme: number;
  /** By distance: the stop of the smallest is reached first. */
  readonly orders: Heap<LiveOrder>;
  above: TrailGroup | null;
  below: TrailGroup | null;
}

export interface FundingClock {
  nextAt: Millis;
  interval: Millis;
  /** The rate of the last settlement. */
  lastRate: FundingRate;
  samples: number;
  /** Sum of i × premium of the i-th sample. */
  weighted: bigint;
  estimate: FundingRate;
}

/** Candidates for deleveraging of one side of one contract, best first. */
export interface DeleverageQueue {
  readonly contract: ContractId;
  readonly side: PositionSide;
  readonly heap: DeleverageCandidate[];
  /** How much of the touch log it has read. */
  logRead: number;
}

export interface DeleverageCandidate {
  readonly desk: Desk;
  readonly version: number;
  readonly rank: DeleverageRank;
}

export function emit(state: VenueState, event: Event): void {
  state.events[state.eventCount] = event;
  state.eventCount += 1;
}

export const findAccount = (state: VenueState, id: AccountId): Account | undefined =>
  state.accounts[id];

export function getAccount(state: VenueState, id: AccountId): Account {
  const account = state.accounts[id];
  assert(account !== undefined, 'no such account', id);
  return account;
}

export const findListing = (state: VenueState, id: ContractId): Listing | undefined =>
  state.listings[id];

export function keepDesk(desk: Desk): void {
  const { account } = desk;
  if (account.latest === desk) return;
  account.latest = desk;
  account.desks[desk.listing.contract.id] = desk;
}

export const sideAt = (desk: Desk, side: PositionSide): DeskSide =>
  side === 'long' ? desk.long : desk.short;

/** Its money or position changed: its risk is evaluated before the entry ends. */
export function touch(state: VenueState, account: Account): void {
  account.version += 1;
  state.changes.count += 1;
  if (state.deleverageQueues.size > 0) state.touchLog.push(account);
  if (account.isTouched) return;
  account.isTouched = true;
  state.touched.push(account);
}

/** The orders of a desk are chained, oldest first, so that removing one needs no search. */
export function linkOrder(list: OrderList, order: LiveOrder): void {
  order.previous = list.last;
  order.next = null;
  if (list.last === null) list.first = order;
  else list.last.next = order;
  list.last = order;
  list.count += 1;
}

export function unlinkOrder(list: OrderList, order: LiveOrder): void {
  if (order.previous === null) list.first = order.next;
  else order.previous.next = order.next;
  if (order.next === null) list.last = order.previous;
  else order.next.previous = order.previous;
  order.previous = null;
  order.next = null;
  list.count -= 1;
}

/** A copy, for callers that cancel orders while they iterate. */
export function ordersOf(list: OrderList): LiveOrder[] {
  const orders: LiveOrder[] = [];
  for (let order = list.first; order !== null; order = order.next) orders.push(order);
  return orders;
}
