/**
 * The state as plain data, in one canonical order: accounts and orders by id, lists as they stand.
 * What can be computed again (books, heaps, watches, lists of holders) is left out.
 */
import { NO_SLOT } from '../book/book.ts';
import type { ToldPrices } from '../domain/command.ts';
import { createHasher, digest, hashPlain } from '../domain/hash.ts';
import type { OrderId } from '../domain/ids.ts';
import { BASIS_SAMPLES } from '../domain/limits.ts';
import type { Order, TriggerOptions } from '../domain/order.ts';
import type { Position } from '../domain/position.ts';
import type { Entrant } from '../domain/season.ts';
import { type FineTicks, type Millis, millis } from '../domain/units.ts';
import { type LogData, logData } from './log-memory.ts';
import { type NoncesData, noncesData } from './nonce-memory.ts';
import { type RequestsData, requestsData } from './request-data.ts';
import {
  type Account,
  type ClientOrder,
  type Desk,
  type DeskSide,
  type FundingClock,
  type Listing,
  type LiveOrder,
  type OrderList,
  ordersOf,
  type Season,
  type VenueState,
} from './state.ts';
import { extremeOf } from './trailing-stops.ts';

/** Grows by one when the meaning of a field changes: old snapshots are then refused. */
export const SNAPSHOT_VERSION = 2;

export interface Snapshot
  extends Pick<
      VenueState,
      | 'seq'
      | 'now'
      | 'nextAccount'
      | 'nextOrder'
      | 'nextTrade'
      | 'nextPosition'
      | 'nextPriority'
      | 'depositsNet'
      | 'nextSecond'
      | 'nextPremiumAt'
    >,
    Partial<RequestsData>,
    Partial<NoncesData>,
    Partial<LogData> {
  readonly version: number;
  readonly season: SeasonData | null;
  readonly listings: readonly ListingData[];
  readonly accounts: readonly AccountData[];
  readonly orders: readonly OrderData[];
}

export type SeasonData = Pick<Season, 'number' | 'rules' | 'phase' | 'endedAt'> & {
  /** In the order of enrolment. */
  readonly entrants: readonly Entrant[];
};

export type ListingData = Pick<
  Listing,
  'contract' | 'halted' | 'index' | 'indexAt' | 'mark' | 'last'
> & {
  /** Oldest first. */
  readonly basis: readonly number[];
  readonly funding: FundingClock;
  /** Missing where nothing was told. */
  readonly told?: ToldPrices;
};

export type AccountData = Pick<
  Account,
  'id' | 'role' | 'status' | 'terms' | 'wallet' | 'collateral' | 'frozen' | 'isolated' | 'totals'
> & {
  /** Missing in hedge mode. */
  readonly positionMode?: 'net';
  readonly desks: readonly DeskData[];
  readonly clientOrders: readonly ClientOrderData[];
};

export type DeskData = Pick<Desk, 'marginMode' | 'crossLeverage'> & {
  /** When its countdown ends; absent while none runs. */
  readonly countdownAt?: Millis;
  readonly contract: number;
  readonly long: DeskSideData;
  readonly short: DeskSideData;
  readonly working: readonly OrderId[];
  readonly untriggered: readonly OrderId[];
};

export type DeskSideData = Pick<
  DeskSide,
  | 'isolatedLeverage'
  | 'autoTopUp'
  | 'opening'
  | 'openingNotional'
  | 'closing'
  | 'wholeTakeProfit'
  | 'wholeStopLoss'
> & { readonly position: Position | null };

type ClientOrderData = Omit<ClientOrder, 'account'>;

export type OrderData = Omit<Order, 'positionMode' | 'options'> & {
  /** Missing in hedge mode. */
  readonly positionMode?: 'net';
  readonly priority: number;
  readonly rests: boolean;
  /** Missing where there are none. */
  readonly options?: TriggerOptions;
  /** The furthest price that an active trailing stop has followed. */
  readonly extreme?: FineTicks;
};

export const takeSnapshot = (state: VenueState): Snapshot => ({
  version: SNAPSHOT_VERSION,
  season: state.season === null ? null : seasonData(state.season),
  seq: state.seq,
  now: state.now,
  nextAccount: state.nextAccount,
  nextOrder: state.nextOrder,
  nextTrade: state.nextTrade,
  nextPosition: state.nextPosition,
  nextPriority: state.nextPriority,
  depositsNet: state.depositsNet,
  nextSecond: state.nextSecond,
  nextPremiumAt: state.nextPremiumAt,
  listings: state.listings.map(listingData),
  accounts: state.accounts.filter((account) => account !== undefined).map(accountData),
  orders: state.orders
    .values()
    .sort((first, second) => first.id - second.id)
    .map(orderData),
  ...requestsData(state.requests),
  ...noncesData(state.nonces),
  ...logData(state.log),
});

const seasonData = ({ number, rules, phase, endedAt, entrants }: Season): SeasonData => ({
  number,
  rules,
  phase,
  endedAt,
  entrants: [...entrants.values()].map((entrant) => ({ ...entrant })),
});

const listingData = (listing: Listing): ListingData => ({
  contract: listing.contract,
  halted: listing.halted,
  index: listing.index,
  indexAt: listing.indexAt,
  mark: listing.mark,
  last: listing.last,
  basis: listing.basis.samples.map(
    (_, place) => listing.basis.samples[(listing.basis.next + place) % BASIS_SAMPLES] ?? 0,
  ),
  funding: { ...listing.funding },
  ...(listing.told === null ? {} : { told: listing.told }),
});

const accountData = (account: Account): AccountData => ({
  id: account.id,
  role: account.role,
  status: account.status,
  terms: account.terms,
  wallet: account.wallet,
  collateral: account.collateral,
  frozen: account.frozen,
  isolated: account.isolated,
  totals: [...account.totals],
  ...modeData(account),
  desks: account.desks.filter((desk) => desk !== undefined).map(deskData),
  clientOrders: [...account.clientOrders.values()]
    .sort((first, second) => first.order - second.order)
    .map(({ clientOrderId, order, fingerprint, createdAt, finalAt }) => ({
      clientOrderId,
      order,
      fingerprint,
      createdAt,
      finalAt,
    })),
});

/** States without net accounts have the hash they always had. */
const modeData = ({ positionMode }: Pick<Order, 'positionMode'>): { positionMode?: 'net' } =>
  positionMode === 'net' ? { positionMode } : {};

const deskData = (desk: Desk): DeskData => ({
  contract: desk.listing.contract.id,
  marginMode: desk.marginMode,
  crossLeverage: desk.crossLeverage,
  long: deskSideData(desk.long),
  short: deskSideData(desk.short),
  working: idsOf(desk.working),
  untriggered: idsOf(desk.untriggered),
  ...(desk.countdown === null ? {} : { countdownAt: millis(desk.countdown.key) }),
});

const deskSideData = (side: DeskSide): DeskSideData => ({
  position: side.position === null ? null : { ...side.position },
  isolatedLeverage: side.isolatedLeverage,
  autoTopUp: side.autoTopUp,
  opening: side.opening,
  openingNotional: side.openingNotional,
  closing: side.closing,
  wholeTakeProfit: side.wholeTakeProfit,
  wholeStopLoss: side.wholeStopLoss,
});

const idsOf = (list: OrderList): OrderId[] => ordersOf(list).map((order) => order.id);

function orderData(order: LiveOrder): OrderData {
  const {
    desk: _desk,
    side: _side,
    previous: _previous,
    next: _next,
    node: _node,
    deadline: _deadline,
    positionMode: _mode,
    opening: _opening,
    ...rest
  } = order;
  const { slot, trigger, options, trail, ...data } = rest;
  return {
    ...data,
    ...modeData(order),
    trigger: trigger === null ? null : { ...trigger },
    rests: slot !== NO_SLOT,
    ...(options === null ? {} : { options }),
    ...(trail === null ? {} : { extreme: extremeOf(trail) }),
  };
}

/**
 * One number for the meaning of a state. Two states hash alike when no command could tell them
 * apart, however their books, heaps and maps are laid out in memory.
 */
export function stateHash(state: VenueState): string {
  const hasher = createHasher();
  hashPlain(hasher, takeSnapshot(state));
  return digest(hasher);
}
