/** What may be asked about accounts: their money, settings, positions and orders. */

import type { AccountRole, AccountStatus, AccountTerms, PositionMode } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, accountId, type ContractId, type OrderId } from '../domain/ids.ts';
import type { Latency } from '../domain/latency.ts';
import type { LiquidationInputs } from '../domain/liquidation-price.ts';
import type { DeskSettings, MarginMode } from '../domain/margin.ts';
import { minus, plus } from '../domain/money.ts';
import type { Order } from '../domain/order.ts';
import type { Position } from '../domain/position.ts';
import type { PositionSide, Side } from '../domain/side.ts';
import {
  type Lots,
  type Millis,
  type Money,
  money,
  NO_LOTS,
  NO_MONEY,
  type Ticks,
  toBigInt,
} from '../domain/units.ts';
import { deskAt } from '../engine/create-state.ts';
import { deleverageFifth } from '../engine/deleverage.ts';
import {
  accountEquity,
  crossWallet,
  deskPnl,
  deskRequirement,
  freeCollateral,
  holdsInCross,
  leverageOf,
  takerFeeOf,
} from '../engine/risk.ts';
import { type Account, type Desk, getAccount, ordersOf, type VenueState } from '../engine/state.ts';
import { stopOf } from '../engine/trailing-stops.ts';
import { type AccountNotes, findNotes, type MarginMove, MOVES_KEPT } from '../views/accounts.ts';
import { type LiveOrderQuery, listOrders, type TrackedOrder } from '../views/orders.ts';
import { newestItems } from '../views/ring.ts';
import type { Views } from '../views/views.ts';
import { describeHouse, type HouseAccount } from './describe-house.ts';

export interface AccountRead {
  /** Undefined if there is no such account. */
  readonly status: (id: AccountId) => AccountStatus | undefined;
  readonly role: (id: AccountId) => AccountRole | undefined;
  /** Hedge if there is no such account. */
  readonly positionMode: (id: AccountId) => PositionMode;
  /** Undefined for none, or no such account. */
  readonly latency: (id: AccountId) => Latency | undefined;
  readonly hasLatencies: () => boolean;
  /** The account must exist, here and below. */
  readonly get: (id: AccountId) => AccountPicture;
  /** The wallet alone. */
  readonly wallet: (id: AccountId) => Money;
  /** All of them by id, the venue's own included. */
  readonly list: () => AccountPicture[];
  /** The id of the next account opened. */
  readonly nextId: () => AccountId;
  /** All collateral, and all deposits less withdrawals: always equal. */
  readonly sum: () => AccountSum;
  readonly house: () => HouseAccount[];
  readonly notes: (id: AccountId) => Readonly<AccountNotes>;
  readonly money: (id: AccountId) => AccountMoney;
  /** Margin moved to and from its isolated positions of a contract, newest first. */
  readonly marginMoves: (id: AccountId, contract: ContractId) => readonly MarginMove[];
  readonly settings: (id: AccountId, contract: ContractId) => DeskSettings;
  /** By contract, long before short. */
  readonly positions: (id: AccountId) => HeldPosition[];
  /** Which fifth of its side a position is in: 4 is deleveraged first. */
  readonly deleverageFifth: (id: AccountId, contract: ContractId, side: PositionSide) => number;
  /** What it holds of a contract and has on its book. */
  readonly standing: (id: AccountId, contract: ContractId) => DeskStanding;
  /** Living orders, newest first. Trailing stops show where they would fire now. */
  readonly orders: (query: LiveOrderQuery) => TrackedOrder[];
  /** A living order of any account. */
  readonly findOrder: (id: OrderId) => TrackedOrder | undefined;
  /** By client order id, as long as the engine remembers it. */
  readonly findClientOrder: (id: AccountId, clientOrderId: string) => OrderId | undefined;
  /** Whether any order ever had this id. */
  readonly hasOrdered: (id: OrderId) => boolean;
}

export interface AccountPicture {
  readonly id: AccountId;
  readonly role: AccountRole;
  readonly status: AccountStatus;
  readonly liquidating: boolean;
  readonly terms: AccountTerms;
  readonly positionMode: PositionMode;
  /** Realised cash, isolated margins included. */
  readonly wallet: Money;
  /** Wallet minus open value of longs plus open value of shorts. */
  readonly collateral: Money;
  /** Reserved for its working orders that open positions. */
  readonly frozen: Money;
  /** Collateral moved, by posting kind. */
  readonly totals: readonly Money[];
}

export interface AccountSum {
  readonly accounts: number;
  readonly collateral: Money;
  readonly deposits: Money;
}

export function createAccountRead(state: VenueState, views: Views): AccountRead {
  return {
    status: (id) => state.accounts[id]?.status,
    role: (id) => state.accounts[id]?.role,
    positionMode: (id) => state.accounts[id]?.positionMode ?? 'hedge',
    latency: (id) => state.accounts[id]?.terms.latency,
    hasLatencies: () => state.accounts.some((account) => account?.terms.latency !== undefined),
    get: (id) => recordOf(getAccount(state, id)),
    wallet: (id) => getAccount(state, id).wallet,
    list: () =>
      state.accounts.flatMap((account) => (account === undefined ? [] : [recordOf(account)])),
    nextId: () => accountId(state.nextAccount),
    sum: () => sumOf(state),
    house: () => describeHouse(state),
    notes: (id) => findNotes(views.accounts, id) ?? blankNotes(id, views.at),
    money: (id) => moneyOf(getAccount(state, id)),
    marginMoves: (id, contract) =>
      newestItems(views.accounts.moves, MOVES_KEPT).filter(
        (move) => move.account === id && move.contract === contract,
      ),
    settings: (id, contract) =>
      settingsOf(deskAt(getAccount(state, id), state.listings[contract]!)),
    positions: (id) =>
      getAccount(state, id).desks.flatMap((desk) => (desk === undefined ? [] : heldAt(desk))),
    deleverageFifth: (id, contract, side) => {
      const desk = getAccount(state, id).desks[contract];
      return desk === undefined ? 0 : deleverageFifth(desk, side);
    },
    standing: (id, contract) => standingOf(id, getAccount(state, id).desks[contract]),
    orders: (query) => listOrders(views.orders, query).map((each) => withStop(state, each)),
    findOrder: (id) => {
      const tracked = views.orders.live.get(id);
      return tracked === undefined ? undefined : withStop(state, tracked);
    },
    findClientOrder: (id, clientOrderId) =>
      getAccount(state, id).clientOrders.get(clientOrderId)?.order,
    hasOrdered: (id) => id < state.nextOrder,
  };
}

/** The stop moves with the price, without an event; only the engine knows it. */
function withStop(state: VenueState, tracked: TrackedOrder): TrackedOrder {
  const { trigger, options } = tracked.order;
  if (options?.trailing === undefined || trigger === null) return tracked;
  const live = state.orders.get(tracked.order.id);
  if (live === undefined || live.trail === null) return tracked;
  return {
    ...tracked,
    order: { ...tracked.order, trigger: { ...trigger, price: stopOf(live) } },
  };
}

function recordOf(account: Account): AccountPicture {
  const { id, role, status, liquidating, terms, positionMode } = account;
  const { wallet, collateral, frozen, totals } = account;
  const sums = { wallet, collateral, frozen, totals: [...totals] };
  return { id, role, status, liquidating, terms, positionMode, ...sums };
}

function sumOf(state: VenueState): AccountSum {
  let collateral = 0n;
  let accounts = 0;
  for (const account of state.accounts) {
    if (account === undefined) continue;
    collateral += toBigInt(account.collateral);
    accounts += 1;
  }
  return { accounts, collateral: money(collateral), deposits: state.depositsNet };
}

const blankNotes = (account: AccountId, at: Millis): AccountNotes => ({
  account,
  openedAt: at,
  updatedAt: at,
  marginMovedIn: NO_MONEY,
  marginMovedOut: NO_MONEY,
});

export interface AccountMoney {
  /** Negative if the account lacks margin. */
  readonly available: Money;
  readonly equity: Money;
  readonly frozen: Money;
  readonly unrealisedPnl: Money;
}

function moneyOf(account: Account): AccountMoney {
  const equity = accountEquity(account);
  return {
    available: freeCollateral(account),
    equity,
    frozen: account.frozen,
    unrealisedPnl: minus(equity, account.wallet),
  };
}

const settingsOf = (desk: Desk): DeskSettings => ({
  contract: desk.listing.contract,
  marginMode: desk.marginMode,
  crossLeverage: desk.crossLeverage,
  longLeverage: desk.long.isolatedLeverage,
  shortLeverage: desk.short.isolatedLeverage,
});

/** A position with the settings and prices it is shown with. */
export interface HeldPosition {
  readonly contract: Contract;
  readonly position: Readonly<Position>;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly autoTopUp: boolean;
  readonly mark: Ticks;
  readonly liquidation: LiquidationInputs;
}

function heldAt(desk: Desk): HeldPosition[] {
  return [desk.long, desk.short].flatMap((side) => {
    const { position } = side;
    if (position === null) return [];
    const { contract, mark } = desk.listing;
    return {
      contract,
      position,
      marginMode: desk.marginMode,
      leverage: leverageOf(desk, side.side),
      autoTopUp: side.autoTopUp,
      mark,
      liquidation: liquidationOf(desk, position),
    };
  });
}

/** In cross margin both sides of a contract are liquidated together, in isolated each alone. */
function liquidationOf(desk: Desk, position: Position): LiquidationInputs {
  const isCross = desk.marginMode === 'cross';
  const sizesOf = (own: Position | null) =>
    own !== null && (isCross || own === position)
      ? { size: own.size, value: own.openValue }
      : { size: NO_LOTS, value: NO_MONEY };
  const long = sizesOf(desk.long.position);
  const short = sizesOf(desk.short.position);
  return {
    takerFee: takerFeeOf(desk),
    backing: isCross ? backingOf(desk) : position.isolatedMargin,
    mark: desk.listing.mark,
    longSize: long.size,
    longValue: long.value,
    shortSize: short.size,
    shortValue: short.value,
  };
}

/** Cash plus the result of the other cross positions, less what they require. */
function backingOf(desk: Desk): Money {
  let backing = crossWallet(desk.account);
  for (const other of desk.account.desks)
    if (other !== desk && holdsInCross(other))
      backing = plus(backing, minus(deskPnl(other), deskRequirement(other)));
  return backing;
}

/** What an account has at one contract. */
export interface DeskStanding {
  readonly account: AccountId;
  readonly long: Lots;
  readonly short: Lots;
  /** On the book, oldest first. */
  readonly orders: readonly StandingOrder[];
}

export type StandingOrder = Readonly<Order> & { readonly side: Side };

const standingOf = (account: AccountId, desk: Desk | undefined): DeskStanding =>
  desk === undefined
    ? { account, long: NO_LOTS, short: NO_LOTS, orders: [] }
    : {
        account,
        long: desk.long.position?.size ?? NO_LOTS,
        short: desk.short.position?.size ?? NO_LOTS,
        orders: desk.working.count === 0 ? NO_ORDERS : ordersOf(desk.working),
      };

/** Most desks have none, and the market looks at many of them. */
const NO_ORDERS: readonly StandingOrder[] = [];
