/**
 * What may be asked about accounts: their money, settings, positions and orders, and what those of
 * the house earned and lost.
 */
import type { AccountRole, AccountStatus, AccountTerms, PositionMode } from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, accountId, type ContractId, type OrderId } from '../domain/ids.ts';
import type { Latency } from '../domain/latency.ts';
import type { LiquidationInputs } from '../domain/liquidation-price.ts';
import type { DeskSettings, MarginMode } from '../domain/margin.ts';
import { minus, plus } from '../domain/money.ts';
import type { Order } from '../domain/order.ts';
import type { Position } from '../domain/position.ts';
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';
import type { PositionSide, Side } from '../domain/side.ts';
import {
  type Lots,
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
import {
  type AccountNotes,
  createAccountNotes,
  findNotes,
  type MarginMove,
  MOVES_KEPT,
} from '../views/accounts.ts';
import { type LiveOrderQuery, listOrders, type TrackedOrder } from '../views/orders.ts';
import { newestItems } from '../views/ring.ts';
import type { Views } from '../views/views.ts';

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

export type AccountRead = ReturnType<typeof createAccountRead>;

export function createAccountRead(state: VenueState, views: Views) {
  return {
    /** Undefined if there is no such account. */
    status: (id: AccountId): AccountStatus | undefined => state.accounts[id]?.status,
    role: (id: AccountId): AccountRole | undefined => state.accounts[id]?.role,
    /** Hedge if there is no such account. */
    positionMode: (id: AccountId): PositionMode => state.accounts[id]?.positionMode ?? 'hedge',
    /** Undefined for none, or no such account. */
    latency: (id: AccountId): Latency | undefined => state.accounts[id]?.terms.latency,
    hasLatencies: () => state.accounts.some((account) => account?.terms.latency !== undefined),
    /** The account must exist, here and below. */
    get: (id: AccountId) => recordOf(getAccount(state, id)),
    wallet: (id: AccountId) => getAccount(state, id).wallet,
    /** All of them by id, the venue's own included. */
    list: () =>
      state.accounts.flatMap((account) => (account === undefined ? [] : [recordOf(account)])),
    /** The id of the next account opened. */
    nextId: () => accountId(state.nextAccount),
    sum: () => sumOf(state),
    house: () => describeHouse(state),
    notes: (id: AccountId): Readonly<AccountNotes> =>
      findNotes(views.accounts, id) ?? createAccountNotes(id, views.at),
    money: (id: AccountId) => moneyOf(getAccount(state, id)),
    /** Margin moved to and from its isolated positions of a contract, newest first. */
    marginMoves: (id: AccountId, contract: ContractId): readonly MarginMove[] =>
      newestItems(views.accounts.moves, MOVES_KEPT).filter(
        (move) => move.account === id && move.contract === contract,
      ),
    settings: (id: AccountId, contract: ContractId) =>
      settingsOf(deskAt(getAccount(state, id), state.listings[contract]!)),
    /** By contract, long before short. */
    positions: (id: AccountId) =>
      getAccount(state, id).desks.flatMap((desk) => (desk === undefined ? [] : heldAt(desk))),
    /** Which fifth of its side a position is in: 4 is deleveraged first. */
    deleverageFifth: (id: AccountId, contract: ContractId, side: PositionSide) => {
      const desk = getAccount(state, id).desks[contract];
      return desk === undefined ? 0 : deleverageFifth(desk, side);
    },
    /** What it holds of a contract and has on its book. */
    standing: (id: AccountId, contract: ContractId) =>
      standingOf(id, getAccount(state, id).desks[contract]),
    /** Living orders, newest first. Trailing stops show where they would fire now. */
    orders: (query: LiveOrderQuery) =>
      listOrders(views.orders, query).map((each) => withStop(state, each)),
    /** A living order of any account. */
    findOrder: (id: OrderId) => {
      const tracked = views.orders.live.get(id);
      return tracked === undefined ? undefined : withStop(state, tracked);
    },
    /** By client order id, as long as the engine remembers it. */
    findClientOrder: (id: AccountId, clientOrderId: string) =>
      getAccount(state, id).clientOrders.get(clientOrderId)?.order,
    /** Whether any order ever had this id. */
    hasOrdered: (id: OrderId) => id < state.nextOrder,
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

/** All collateral, and all deposits less withdrawals: always equal. */
function sumOf(state: VenueState) {
  let collateral = 0n;
  let accounts = 0;
  for (const account of state.accounts) {
    if (account === undefined) continue;
    collateral += toBigInt(account.collateral);
    accounts += 1;
  }
  return { accounts, collateral: money(collateral), deposits: state.depositsNet };
}

function moneyOf(account: Account) {
  const equity = accountEquity(account);
  return {
    /** Negative if the account lacks margin. */
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

export type HouseAccount = Readonly<ReturnType<typeof describe>>;

const NAMES = [
  ...['maker 1', 'maker 2', 'maker 3', 'taker', 'rester', 'follower', 'reverter'],
  ...['long holder', 'short holder', 'leveraged 1', 'leveraged 2', 'leveraged 3'],
  // Of a recorded market.
  ...['tape levels', 'tape takers'],
];

export function describeHouse(state: VenueState): HouseAccount[] {
  const rows: HouseAccount[] = [];
  for (const account of state.accounts)
    if (account?.role === 'house')
      rows.push(describe(account, NAMES[rows.length] ?? `house ${rows.length + 1}`));
  return rows;
}

function describe(account: Account, who: string) {
  const total = (...kinds: readonly PostingKind[]): bigint =>
    kinds.reduce(
      (sum, kind) => sum + toBigInt(account.totals[POSTING_KINDS.indexOf(kind)] ?? NO_MONEY),
      0n,
    );
  const deposited = total('deposit', 'withdrawal', 'transfer-in', 'transfer-out');
  const equity = accountEquity(account);
  const fees = total('fee', 'liquidation-fee');
  const funding = total('funding');
  const result = toBigInt(equity) - deposited;
  return {
    account: account.id,
    /** What it does, in the order in which the house opens its accounts. */
    who,
    /** Deposits less withdrawals. */
    deposited: money(deposited),
    equity,
    /** Equity less deposits: the sum of the figures below. */
    result: money(result),
    /** Fees paid and funding, negative where they cost it. */
    fees: money(fees),
    funding: money(funding),
    /** The rest: the profit or loss of its trades. */
    trading: money(result - fees - funding),
  };
}
